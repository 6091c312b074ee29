/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses the command lines of subcommands. */
#ifndef PMULAB_HARNESS_CLI_ARGUMENTS_H
#define PMULAB_HARNESS_CLI_ARGUMENTS_H

#include <glib.h>

/*
 * Parses the words after argv[0] by @entries; @context adds the text of --help.
 * @name is the user's input: "run", "fdt flash". A short option may include its
 * value: -j2. A long option with a "[VALUE]" has the value after "=", or ""
 * without "=". FALSE with GLib's error; for an unknown option, the error
 * explains how to list the known ones.
 */
gboolean arguments_read(GOptionContext *context, const GOptionEntry *entries, const char *name,
    int argc, char **argv, GError **error);

/* From now on arguments_read() parses nothing: it passes the subcommand's
 * options to @see and ends the process. */
void arguments_show(void (*see)(const GOptionEntry *entries));

/*
 * Does the same for a subcommand without options. Returns the words after the
 * subcommand's name argv[0]. --help prints @form (as in `pmulab help`) and
 * @text, and ends the process. NULL with an error that error_exit() treats as
 * wrong usage, if there is an option, or fewer than @least or more than @most
 * words.
 */
char **arguments_parse(int argc, char **argv, const char *form, const char *text, unsigned least,
    unsigned most, GError **error);

#endif
