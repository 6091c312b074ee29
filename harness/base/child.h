/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs the tools that set-up needs. Progress keeps moving while a tool runs,
 * and an interrupting signal stops the tool at once. */
#ifndef PMULAB_HARNESS_BASE_CHILD_H
#define PMULAB_HARNESS_BASE_CHILD_H

#include "harness/base/progress.h"

#include <glib.h>

/* The progress display of a child, and the signals that may interrupt it. The
 * caller owns both. */
struct child_host {
    struct progress *progress;
    int signals;     /* a signalfd, or -1 */
    int interrupted; /* the signal that arrived, or 0 */
};

/* One tool to run. */
struct child {
    const char *const *argv; /* found on PATH; ends with NULL */
    const char *setting;     /* "NAME=VALUE" for the environment, or NULL */
    /* Called for each line of standard output, without its end; may be NULL. */
    void (*line)(const char *line, gpointer data);
    gpointer data;
};

/*
 * Runs @child until it ends. @complaint, if not NULL, receives the child's
 * standard error (at most 64 KiB) as a new string, on success and on failure.
 * It is NULL only if the child did not start.
 *
 * Returns FALSE with HARNESS_ERROR_FAILED if the tool is missing, if its exit
 * status is not 0, or if a signal arrived. In the last case @host->interrupted
 * holds the signal and the child has been killed. The child dies with its
 * parent and inherits the open files.
 */
gboolean child_run(
    const struct child *child, struct child_host *host, char **complaint, GError **error);

#endif
