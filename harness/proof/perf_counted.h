/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The amount that the scenario injected of an event while any program counted
 * it, for figures that are not perf's. */
#ifndef PMULAB_HARNESS_PROOF_PERF_COUNTED_H
#define PMULAB_HARNESS_PROOF_PERF_COUNTED_H

#include "harness/proof/machine_proof.h"

/*
 * The question. A program marks time by reading or setting a counter. The reads
 * of each counter in the step are numbered from 1. @from and @to select the
 * time between two reads. Without them (0) the time ends with the last read. It
 * then begins when the program last set the counter before that read, or else
 * with the first read.
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
    gboolean set;     /* the program set the counter at @from; else it read it */
    guint64 value;    /* of the read at @to */
    guint64 injected;
};

/* The step of the question. */
struct perf_counted_step {
    const struct machine *machine;
    struct planned planned;
    const struct truth *truth;
    const struct trace_record *records;
    gsize begin, end; /* the step's marks, as record numbers */
};

/*
 * The counters that counted ask->event in the step, in the order of blocks: an
 * array of struct perf_counted. NULL with HARNESS_ERROR_FAILED if the event is
 * not understood, a place has no counter that counted it, there are fewer reads
 * than requested, or the injected amount is unknown.
 */
GArray *perf_counted(
    const struct perf_counted_step *step, const struct perf_counted_ask *ask, GError **error);

#endif
