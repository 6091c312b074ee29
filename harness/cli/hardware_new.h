/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a first file of hardware, for `pmulab hardware new`. */
#ifndef PMULAB_HARNESS_CLI_HARDWARE_NEW_H
#define PMULAB_HARNESS_CLI_HARDWARE_NEW_H

#include <glib.h>

/* Sources of a new file. NULL: an example of a PMU, or of its events. */
struct hardware_source {
    const char *registers; /* path of a description in SystemRDL */
    const char *events;    /* path of a list in perf's JSON */
};

/*
 * Writes the file @path, which ends with .rdl, and the list of its events
 * beside it, which ends with .events. Neither may exist. Names decide the roles
 * of fields and the events that are clocks; such lines have the comment "guess".
 * Comments that begin with "open" need the user's answer. Returns a report of
 * one line for each file, as a new string. NULL with HARNESS_ERROR_USAGE for
 * @path, or HARNESS_ERROR_FAILED; then neither file was written.
 */
char *hardware_new(const char *path, const struct hardware_source *source, GError **error);

#endif
