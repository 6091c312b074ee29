/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The driver's measurements in a step. A measurement is one event's whole count
 * in one place in one run of perf, joined from the intervals between reads of
 * counters. */
#ifndef PMULAB_HARNESS_PROOF_PERF_MEASURE_H
#define PMULAB_HARNESS_PROOF_PERF_MEASURE_H

#include "harness/proof/perf_why.h"
#include "harness/truth/truth.h"

/* Identifies a measurement. */
struct measure_key {
    unsigned run;   /* of perf, from 0 */
    unsigned block; /* monitor, or counter memory */
    gboolean fixed;
    guint64 control; /* as in struct perf_event_place */
};

gboolean measure_key_equal(const struct measure_key *a, const struct measure_key *b);

/* The amount that a driver added to its count with one read. */
struct measure_piece {
    gsize before;     /* the last access of the read before */
    gsize record;     /* the read's */
    unsigned counter; /* as in struct truth_read */
    guint64 from, to; /* ns: the read before, and this one; of their low halves */
    guint64 driver, truth;
};

/* One event's whole count in one place in one run. */
struct measurement {
    struct measure_key key;
    unsigned cpu;
    GArray *intervals;     /* struct truth_interval, in order */
    GArray *pieces;        /* struct measure_piece, in order; they add up to @driver and @truth */
    gboolean whole;        /* each interval has both reads */
    gboolean taken;        /* belongs to a perf figure that was found */
    guint64 driver, truth; /* sums over the intervals */
};

/* The records [@begin, @end) of a trace, and the counts that perf claims for
 * them. */
struct measure_step {
    const struct truth *truth;
    const struct trace_record *records;
    gsize begin, end;
    const GPtrArray *claims; /* struct claim */
};

/*
 * Measures counters that control registers switch on: the intervals that began
 * in the step. perf switches an event off and on as other events come and go,
 * and moves it between counters if there are more events than counters. The
 * longest pauses in counting separate runs of perf. There are more measurements
 * than claims with one key only if more ran at once. If the truth distinguishes
 * the driver's events, a pause is a time without any of them. Events that began
 * before the step are then not perf's. Returns struct measurement; free with
 * g_ptr_array_unref().
 */
GPtrArray *measure_switched(const struct measure_step *step);

/* Make an array that frees its measurements, and a measurement without
 * intervals. */
GPtrArray *measurements_new(void);
struct measurement *measurement_new(const struct measure_key *key, unsigned cpu);

/* Adds a piece that ends with read number @read of @truth and begins with
 * @before. */
void measurement_add_piece(struct measurement *m, const struct truth *truth,
    const struct trace_record *records, const struct truth_read *before, gsize read);

/* The record that first switched @m's counter on. */
gsize measurement_on(const struct measurement *m);

/* Adds the accesses that bound @m's intervals to @why, of at most two
 * intervals. */
void measurement_show(const struct measurement *m, const struct truth *truth,
    const struct machine_model *model, const struct trace_record *records, struct perf_why *why);

/* Whether a read of @m's counter in records (@after, @upto] returned a wrong
 * value. */
gboolean measurement_is_wrong(
    const struct measurement *m, const struct truth *truth, gsize after, gsize upto);

/* Adds notes about @m in records (@after, @upto], of the kinds in @kinds (1 <<
 * enum truth_note_kind), to @why as causes: at most two. @after TRUTH_NONE:
 * from the first record on. */
void measurement_notes(const struct measurement *m, const struct truth *truth, unsigned kinds,
    gsize after, gsize upto, struct perf_why *why);

#endif
