/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command line of subcommands that have no options of their own. */
#ifndef PMULAB_HARNESS_ARGUMENTS_H
#define PMULAB_HARNESS_ARGUMENTS_H

#include <glib.h>

/*
 * The words after the subcommand's name argv[0]; --help prints @form (as in `pmulab help`) and @text, and
 * ends the process. NULL with an error that command_fail() calls wrong usage: there is an option, or there
 * are fewer than @least or more than @most words.
 */
char **arguments_parse(
    int argc, char **argv, const char *form, const char *text, unsigned least, unsigned most, GError **error);

#endif
