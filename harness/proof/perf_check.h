/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The proof of what `perf stat` printed, in two hops with zero tolerance. Hop one: the printed figure is the
 * sum of what the driver read out of the counters, as the trace has it. Hop two: what the driver read is the
 * exact amount of traffic over the time the counter ran, as a replay of the trace that shares no state with
 * the model has it.
 */
#ifndef PMULAB_HARNESS_PROOF_PERF_CHECK_H
#define PMULAB_HARNESS_PROOF_PERF_CHECK_H

#include "harness/hardware/machine.h"
#include "harness/hardware/planned.h"
#include "harness/proof/perf_filter.h"
#include "harness/proof/perf_result.h"
#include "models/sim/trace.h"

#include <glib.h>

/* What a run was. Nothing is taken over: all of it must outlive the check that is made of it. */
struct perf_check_run {
    const struct machine *machine;
    struct planned planned;             /* only its config and its actions are looked at */
    const struct trace_record *records; /* all, from boot on */
    size_t n_records;
};

struct perf_check;

/*
 * Replays the run. Returns NULL with HARNESS_ERROR_FAILED where there is no proof for the machine.
 * Free with perf_check_free().
 */
struct perf_check *perf_check_new(const struct perf_check_run *run, GError **error);

/* How many accesses gave something else than the hardware had, because of the scenario's faults. */
guint perf_check_n_masked(const struct perf_check *check);

/* How many reads of counters the replay has compared, and which differed: one line of text each. */
guint64 perf_check_n_reads(const struct perf_check *check);
const GPtrArray *perf_check_faults(
    const struct perf_check *check); /* of const char *; empty: hop two holds everywhere */

/*
 * Proves each figure that perf printed in step @step.
 * @text: the step's standard output and standard error, one after the other; perf ran with LC_ALL=C. Several
 * runs of `perf stat` and other text may be in it. Returns the rows (struct perf_check_row; freeing the array
 * frees them) in the order of @text, then one for each measurement of the driver that no figure speaks of.
 * NULL with HARNESS_ERROR_FAILED: the trace has no such step, or has it twice, or @text has no figure of
 * perf's in it.
 */
GPtrArray *perf_check_step(struct perf_check *check, unsigned step, const char *text, GError **error);

/*
 * Compares the samples that perf printed in step @step (harness/proof/perf_samples.h says in which forms)
 * with those that the driver took in it, one by one: all registers that it read, or what `perf mem` makes of
 * them. Of those taken only @filter's must be printed; without one, all. That the driver read what was
 * latched is for perf_check_faults() to say. NULL with HARNESS_ERROR_FAILED: as with perf_check_step(), or
 * the machine takes no samples. perf_check_samples_free() frees it.
 */
struct perf_check_samples *perf_check_step_samples(
    struct perf_check *check, unsigned step, const char *text, enum perf_filter filter, GError **error);

/* The number of @samples called @name: latched, taken, printed, values, disturbed, total, between, ns. FALSE:
 * there is no such number. */
gboolean perf_check_samples_figure(
    const struct perf_check_samples *samples, const char *name, gint64 *figure);
void perf_check_samples_free(struct perf_check_samples *samples);

/* Whether both hops hold for every row of @rows. */
gboolean perf_check_all_hold(const GPtrArray *rows);

void perf_check_free(struct perf_check *check);

#endif
