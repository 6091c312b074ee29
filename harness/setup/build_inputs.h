/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Records the source files of a result, as text kept beside it, and checks
 * later whether they still match.
 */
#ifndef PMULAB_HARNESS_SETUP_BUILD_INPUTS_H
#define PMULAB_HARNESS_SETUP_BUILD_INPUTS_H

#include <glib.h>

/* How a file is recognised. */
enum build_input {
    /* by size and time of change: for files replaced as a whole, such as
     * packages */
    BUILD_INPUT_FILE,
    /* by the linker's build ID, else a checksum: a rebuild may leave them the
     * same */
    BUILD_INPUT_CONTENTS,
};

/* Adds a line to @text for the file @path, whose name must not contain a
 * newline. FALSE with HARNESS_ERROR_FAILED or G_FILE_ERROR if the file can't be
 * read. */
gboolean build_inputs_add(GString *text, enum build_input how, const char *path, GError **error);

/* @text without the paths of files that are recognised by their contents, as a
 * new string: equal for equal files in two places. */
char *build_inputs_identity(const char *text);

/* Whether all files of @text exist and are unchanged. FALSE if @text lists no
 * file. */
gboolean build_inputs_unchanged(const char *text);

#endif
