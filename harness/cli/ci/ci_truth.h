/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab ci --truth`: the hardware's counts during the command. */
#ifndef PMULAB_HARNESS_CLI_CI_CI_TRUTH_H
#define PMULAB_HARNESS_CLI_CI_CI_TRUTH_H

#include "harness/hardware/machine.h"

#include <glib.h>

/* A guest that has ended. */
struct ci_truth_guest {
    const struct machine *machine;
    const char *const *config; /* "NAME=VALUE", with sockets and threads; ends with NULL */
    unsigned cpus;             /* 0: the machine's own number */
    const char *traffic;       /* a file, or NULL */
    const char *trace;         /* a file */
    const char *marks;         /* its list of marks, lines "NUMBER NAME"; "": none */
};

/*
 * Replays the trace of @guest. Appends to @text a table of the events that were
 * counted while the command ran, and one for each measurement that it marked.
 * FALSE with HARNESS_ERROR_FAILED if the trace cannot be read, or a read
 * returned a wrong count.
 */
gboolean ci_truth_append(GString *text, const struct ci_truth_guest *guest, GError **error);

#endif
