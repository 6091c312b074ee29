/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a first file of hardware, for `pmulab hardware new`. */
#ifndef PMULAB_HARNESS_CLI_HARDWARE_NEW_H
#define PMULAB_HARNESS_CLI_HARDWARE_NEW_H

#include <glib.h>

/* What a new file is made of. NULL: an example of a PMU, or of its events. */
struct hardware_source {
    const char *registers; /* path of a description in SystemRDL */
    const char *events;    /* path of a list in perf's JSON */
};

/*
 * Writes the file @path, which ends with .rdl, and the list of its events
 * beside it, which ends with .events. Neither may exist. Roles of fields, and
 * which events are clocks, are guesses by name, marked as such; what cannot be
 * guessed is a comment that begins with "open". Returns a report of one line
 * for each file, as a new string. NULL with HARNESS_ERROR_USAGE for @path, or
 * HARNESS_ERROR_FAILED; then neither file was written.
 */
char *hardware_new(const char *path, const struct hardware_source *source, GError **error);

#endif
