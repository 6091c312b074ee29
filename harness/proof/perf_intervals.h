/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Proves tables of `perf stat -I`. Each row is the increase of the event's
 * count since the previous table. The trace does not show when perf printed a
 * table, but perf reads the counters for each one. So the driver's reads at all
 * places, in time order, must split into consecutive groups, one for each row,
 * with no read left out between them. Counts after the last table are not
 * printed.
 */
#ifndef PMULAB_HARNESS_PROOF_PERF_INTERVALS_H
#define PMULAB_HARNESS_PROOF_PERF_INTERVALS_H

#include "harness/proof/perf_claim.h"

/* A row's span of the trace: records (@after, @upto]. */
struct row_span {
    gsize after; /* TRUTH_NONE: from the first record on */
    gsize upto;
    /* why no group of the driver's reads adds up to the row's figure; NULL if
     * one does */
    char *why;
};

/* One span for each row of @claim, whose measurements have been found. If
 * figures do not fit, their rows and the later ones get the closest spans.
 * Returns struct row_span; free with g_array_unref(). */
GArray *perf_intervals(const struct claim *claim);

/* Whether @span contains the read that ends with record number @record. */
gboolean row_span_has(const struct row_span *span, gsize record);

/* Whether all of @spans fit. */
gboolean perf_intervals_fit(const GArray *spans);

#endif
