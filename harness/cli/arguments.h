/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command lines of subcommands. */
#ifndef PMULAB_HARNESS_CLI_ARGUMENTS_H
#define PMULAB_HARNESS_CLI_ARGUMENTS_H

#include <glib.h>

/*
 * Parses the words after argv[0] by @entries, to which @context adds the text of --help; @name is what the
 * user called: "run", "fdt flash". A short option may have its value with it: -j2. FALSE with GLib's error,
 * which of an unknown option says where the known ones are told.
 */
gboolean arguments_read(GOptionContext *context, const GOptionEntry *entries, const char *name, int argc,
    char **argv, GError **error);

/* From now on arguments_read() parses nothing, but hands a subcommand's options to @see, and ends the
 * process. */
void arguments_show(void (*see)(const GOptionEntry *entries));

/*
 * The same for a subcommand without options. The words after the subcommand's name argv[0]; --help prints
 * @form (as in `pmulab help`) and @text, and ends the process. NULL with an error that error_exit() calls
 * wrong usage: there is an option, or there are fewer than @least or more than @most words.
 */
char **arguments_parse(
    int argc, char **argv, const char *form, const char *text, unsigned least, unsigned most, GError **error);

#endif
