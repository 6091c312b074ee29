/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the scenario injected of an event while any program counted it, for figures that are not perf's. */
#ifndef PMULAB_HARNESS_PROOF_PERF_COUNTED_H
#define PMULAB_HARNESS_PROOF_PERF_COUNTED_H

#include "harness/proof/machine_proof.h"

/*
 * The question. A program's own marks are the moments at which it reads a counter or sets it. The reads of
 * each counter in the step are numbered from 1. With @from and @to the time is from one read to another;
 * without them (0) it ends with the last read, and begins where the program set the counter last before that,
 * or else with the first read.
 */
struct perf_counted_ask {
    const char *event; /* as perf names it */
    int socket;        /* -1: all */
    guint from, to;
};

/* One counter that counted the event. */
struct perf_counted {
    unsigned block, counter;
    guint64 from, to; /* ns */
    gboolean set;     /* at @from the program set the counter; else it read it */
    guint64 value;    /* of the read at @to */
    guint64 injected;
};

/* The step that is asked about. */
struct perf_counted_step {
    const struct machine *machine;
    struct planned planned;
    const struct truth *truth;
    const struct trace_record *records;
    gsize begin, end; /* records of its marks */
};

/*
 * The counters that counted ask->event in the step, in the order of blocks: an array of struct perf_counted.
 * NULL with HARNESS_ERROR_FAILED if the event is not understood, if somewhere no counter counted it or fewer
 * reads are there than were asked for, or if what was injected cannot be known.
 */
GArray *perf_counted(
    const struct perf_counted_step *step, const struct perf_counted_ask *ask, GError **error);

#endif
