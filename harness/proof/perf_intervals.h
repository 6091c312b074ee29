/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tables of `perf stat -I`: each row is what was added to the event's count since the table before. The
 * trace does not say when perf printed a table, but perf reads a counter for each: so the driver's reads, in
 * the order of time and over all places, must fall into consecutive lots, one for each row, with nothing left
 * out between them. What is counted behind the last table is not printed.
 */
#ifndef PMULAB_HARNESS_PROOF_PERF_INTERVALS_H
#define PMULAB_HARNESS_PROOF_PERF_INTERVALS_H

#include "harness/proof/perf_claim.h"

/* A row's span of the trace: records (@after, @upto]. */
struct row_span {
    gsize after; /* TRUTH_NONE: from the first on */
    gsize upto;
    char *why; /* why the row's figure is none that the driver's reads come to; NULL where it is */
};

/*
 * One span for each row of @claim, whose measurements have been found. Where figures do not fit, their rows
 * and those behind them get the spans that come nearest. Returns struct row_span; g_array_unref() frees
 * all.
 */
GArray *perf_intervals(const struct claim *claim);

/* Whether all of @spans fit. */
gboolean perf_intervals_fit(const GArray *spans);

#endif
