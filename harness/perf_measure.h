/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The measurements that a driver made in a step, put together from the times that counters were switched on.
 * An event of perf's is switched off and on again as others come and go, and moves from counter to counter
 * when there are more events than counters.
 */
#ifndef PMULAB_HARNESS_PERF_MEASURE_H
#define PMULAB_HARNESS_PERF_MEASURE_H

#include "harness/truth.h"

/* What tells measurements apart. */
struct measure_key {
    unsigned run;   /* of perf, from 0 */
    unsigned block; /* monitor */
    gboolean fixed;
    guint64 control;
};

gboolean measure_key_equal(const struct measure_key *a, const struct measure_key *b);

/* All that one event counted on one monitor in one run. */
struct measurement {
    struct measure_key key;
    unsigned cpu;
    GPtrArray *intervals;  /* const struct truth_interval, in order */
    gboolean whole;        /* each of them has both its reads */
    gboolean taken;        /* a figure of perf's has been found that is of it */
    guint64 driver, truth; /* sums over the intervals */
};

/* How many events perf counted with @key. */
typedef unsigned measure_claims_fn(const struct measure_key *key, gconstpointer data);

/*
 * The measurements among those of @truth's intervals that began in records [@begin, @end).
 * @n_runs runs of perf made them (0 is taken for 1): they are told apart by the longest times at which
 * nothing was counted.
 * @claims says how many events with one key there should be; more measurements than that come out only where
 * more ran at once. Returns struct measurement, which g_ptr_array_unref() frees; @truth must outlive them.
 */
GPtrArray *perf_measure(const struct truth *truth, const struct trace_record *records, gsize begin, gsize end,
    unsigned n_runs, measure_claims_fn *claims, gconstpointer data);

/* What was counted, from which register to which, in one line that shows at most two intervals. Returns a new
 * string. */
char *measurement_text(
    const struct measurement *m, const struct truth *truth, const struct trace_record *records);

/* Notes that concern @m, of the kinds in @kinds (1 << enum truth_note_kind): up to two, joined; NULL for
 * none. */
char *measurement_notes(const struct measurement *m, const struct truth *truth, unsigned kinds);

#endif
