/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The measurements that a driver made in a step: all that one event counted in one place in one run of perf,
 * put together from the times over which counters were read.
 */
#ifndef PMULAB_HARNESS_PROOF_PERF_MEASURE_H
#define PMULAB_HARNESS_PROOF_PERF_MEASURE_H

#include "harness/truth/truth.h"

/* What tells measurements apart. */
struct measure_key {
    unsigned run;   /* of perf, from 0 */
    unsigned block; /* monitor, or counter memory */
    gboolean fixed;
    guint64 control; /* as in struct perf_event */
};

gboolean measure_key_equal(const struct measure_key *a, const struct measure_key *b);

/* What a driver added to its count with one read. */
struct measure_piece {
    gsize record; /* the read's last access */
    guint64 driver, truth;
};

/* All that one event counted in one place in one run. */
struct measurement {
    struct measure_key key;
    unsigned cpu;
    GArray *intervals;     /* struct truth_interval, in order */
    GArray *pieces;        /* struct measure_piece, in order; they add up to @driver and @truth */
    gboolean whole;        /* each interval has both its reads */
    gboolean taken;        /* a figure of perf's has been found that is of it */
    guint64 driver, truth; /* sums over the intervals */
};

/* The records [@begin, @end) of a trace, and what perf says that it has counted in them. */
struct measure_step {
    const struct truth *truth;
    const struct trace_record *records;
    gsize begin, end;
    const GPtrArray *claims; /* struct claim */
};

/*
 * Measurements with counters that control registers switch on: those of the intervals that began in the step.
 * An event of perf's is switched off and on again as others come and go, and moves from counter to counter
 * when there are more events than counters. Runs of perf are told apart by the longest times at which nothing
 * was counted. More measurements with one key than claims come out only where more ran at once. Returns
 * struct measurement, which g_ptr_array_unref() frees.
 */
GPtrArray *measure_switched(const struct measure_step *step);

/* An array for measurements that frees them, and a measurement without intervals. */
GPtrArray *measurements_new(void);
struct measurement *measurement_new(const struct measure_key *key, unsigned cpu);

/* Adds a piece that ends with read number @read of @truth and begins with @before. */
void measurement_add_piece(
    struct measurement *m, const struct truth *truth, const struct truth_read *before, gsize read);

/* What was counted, from which access to which, in one line that shows at most two intervals. Returns a new
 * string. */
char *measurement_text(const struct measurement *m, const struct truth *truth,
    const struct machine_model *model, const struct trace_record *records);

/*
 * Notes that concern @m in records (@after, @upto], of the kinds in @kinds (1 << enum truth_note_kind): up to
 * two, joined; NULL for none. @after TRUTH_NONE: from the first record on.
 */
char *measurement_notes(
    const struct measurement *m, const struct truth *truth, unsigned kinds, gsize after, gsize upto);

#endif
