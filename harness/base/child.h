/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs the tools that set-up needs, while progress moves and an interruption is noticed at once. */
#ifndef PMULAB_HARNESS_BASE_CHILD_H
#define PMULAB_HARNESS_BASE_CHILD_H

#include "harness/base/progress.h"

#include <glib.h>

/* What a child's work is shown on and interrupted by. */
struct child_host {
    struct progress *progress;
    int signals;     /* a signalfd, or -1 */
    int interrupted; /* the signal that came, or 0 */
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
 * Runs @child to its end. What it writes to standard error, at most 64 KiB, comes back in @complaint as a new
 * string, in success and failure, if @complaint isn't NULL. Returns FALSE with HARNESS_ERROR_FAILED if the
 * tool is missing, if it failed (status not 0) or if a signal came; @host->interrupted then holds that signal
 * and the child has been killed. The child dies with its parent, and inherits the open files.
 */
gboolean child_run(const struct child *child, struct child_host *host, char **complaint, GError **error);

#endif
