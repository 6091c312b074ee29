/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds a trace's lost records: compares its records with the plugin's own
 * counts (TRACE_AUDIT). */
#ifndef PMULAB_HARNESS_JUDGE_LOSSES_H
#define PMULAB_HARNESS_JUDGE_LOSSES_H

#include "models/sim/trace.h"

#include <glib.h>

struct losses {
    gboolean closed;  /* the plugin has closed the trace, which includes its final counts */
    guint64 accesses; /* by CPUs */
    unsigned cpus;    /* CPUs that made accesses */
    gsize records;    /* of all kinds */
    GPtrArray *lines; /* of char *: one line for each count that differs, empty if none */
};

/* Compares the @n @records, in the order of the file. Free with
 * losses_clear(). */
struct losses losses_find(const struct trace_record *records, gsize n);
void losses_clear(struct losses *losses);

#endif
