/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What files something was made of, as text that goes along with it: whether they are still what they were.
 */
#ifndef PMULAB_HARNESS_SETUP_MADE_OF_H
#define PMULAB_HARNESS_SETUP_MADE_OF_H

#include <glib.h>

/* How a file is known again. */
enum made_of {
    MADE_OF_FILE,     /* it is replaced as a whole, as packages are: size and time of change */
    MADE_OF_CONTENTS, /* it is built again and may come out the same */
};

/*
 * Adds a line to @text on the file @path, which must not have a line's end in its name. FALSE with
 * HARNESS_ERROR_FAILED if there is no such file.
 */
gboolean made_of_add(GString *text, enum made_of how, const char *path, GError **error);

/* Whether all files of @text are there and are what they were. Of no file at all, that is not so. */
gboolean made_of_holds(const char *text);

#endif
