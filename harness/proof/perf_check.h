/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Proves the output of `perf stat` in three hops, with zero tolerance. Hop one:
 * the printed figure is the sum of the driver's reads of the counters in the
 * trace. Hop two: the driver's reads are the exact amount of traffic while the
 * counter ran. A replay of the trace computes that amount. Hop three, from end
 * to end: the printed figure is the amount that the scenario injected of the
 * requested event while the counter ran. It ignores the contents of registers.
 */
#ifndef PMULAB_HARNESS_PROOF_PERF_CHECK_H
#define PMULAB_HARNESS_PROOF_PERF_CHECK_H

#include "harness/hardware/machine.h"
#include "harness/hardware/planned.h"
#include "harness/proof/perf_counted.h"
#include "harness/proof/perf_event.h"
#include "harness/proof/perf_filter.h"
#include "harness/proof/perf_result.h"
#include "harness/truth/interrupts.h"
#include "harness/truth/truth.h"
#include "models/sim/trace.h"

#include <glib.h>

/* A run to check. The check copies nothing: all of it must outlive the
 * check. */
struct perf_check_run {
    const struct machine *machine;
    struct planned planned;             /* only its configuration and its actions are used */
    const struct trace_record *records; /* all of them, from boot on */
    size_t n_records;
    const char *release; /* of the guest's Linux; NULL: unknown, assumed new */
};

struct perf_check;

/*
 * Replays the run. NULL with HARNESS_ERROR_FAILED if the machine has no proof.
 * Free with perf_check_free().
 */
struct perf_check *perf_check_new(const struct perf_check_run *run, GError **error);

/* The number of accesses that returned a value other than the hardware's
 * because of the scenario's faults. */
guint perf_check_n_masked(const struct perf_check *check);

/* The number of counter reads that the replay compared, and the ones that
 * differed, one line of text each. */
guint64 perf_check_n_reads(const struct perf_check *check);
const GPtrArray *perf_check_faults(
    const struct perf_check *check); /* of const char *; empty: hop two holds everywhere */

/* Whether the machine has interrupts that the replay expects; and their
 * comparison with the interrupts that went out. @virtual_time: the trace's time
 * counts instructions. Clear with truth_interrupts_clear(). */
gboolean perf_check_has_interrupts(const struct machine *machine);
struct truth_interrupts perf_check_interrupts(
    const struct perf_check *check, gboolean virtual_time);

/*
 * Proves each figure that perf printed in step @step. @text holds the step's
 * standard output, then its standard error; perf ran with LC_ALL=C. @text may
 * contain several runs of `perf stat` and other text. Returns rows (struct
 * perf_check_row) in the order of @text, then one row for each of the driver's
 * measurements without a figure; free with g_ptr_array_unref(). NULL with
 * HARNESS_ERROR_FAILED if the trace lacks the step or has it twice, or if @text
 * has no perf figure.
 */
GPtrArray *perf_check_step(
    struct perf_check *check, unsigned step, const char *text, GError **error);

/*
 * Compares the samples that perf printed in step @step (forms:
 * harness/proof/perf_samples.h) with the samples that the driver took in it,
 * one by one: all registers that it read, or the values that `perf mem` derives
 * from them. Only taken samples that pass @filter must be printed; without a
 * filter, all. perf_check_faults() checks that the driver read the latched
 * values. @scripts: the scripts of steps 1 to @step, which show the requested
 * events; NULL: unknown. NULL with HARNESS_ERROR_FAILED as in
 * perf_check_step(), or if the machine takes no samples. Free with
 * perf_check_samples_free().
 */
struct perf_check_samples *perf_check_step_samples(struct perf_check *check, unsigned step,
    const char *text, const char *const *scripts, enum perf_filter filter, GError **error);

/* Sets the number of @samples called @name: latched, taken, printed, values,
 * disturbed, total, between, ns. FALSE if there is no such number. */
gboolean perf_check_samples_figure(
    const struct perf_check_samples *samples, const char *name, gint64 *figure);
/* The value that the last round of step @step had to store:
 * machine_proof.round. FALSE if it is unknown. */
gboolean perf_check_round(
    struct perf_check *check, unsigned step, const char *name, gint64 *figure);

void perf_check_samples_free(struct perf_check_samples *samples);

/* perf_counted() of step @step. */
GArray *perf_check_counted(
    struct perf_check *check, unsigned step, const struct perf_counted_ask *ask, GError **error);

/*
 * For judges of other programs' counts. perf_check_records(): the records.
 * perf_check_find_step(): the numbers of the records that begin and end step
 * @step, or FALSE as above. perf_check_event(): the hardware that counts an
 * event; FALSE if it is not this machine's, or unplayed. perf_check_happens():
 * the scenario's amount of the event at @block from @from to @to (ns), whether
 * or not a counter runs. FALSE if it is unknown; @why then receives the
 * reason, a static phrase.
 */
const struct trace_record *perf_check_records(const struct perf_check *check);
/* The replay of what software saw; it lives as long as @check. */
const struct truth *perf_check_truth(const struct perf_check *check);
gboolean perf_check_find_step(
    const struct perf_check *check, unsigned step, gsize *begin, gsize *end, GError **error);
gboolean perf_check_event(
    const struct perf_check *check, const char *name, struct perf_event *event);
gboolean perf_check_happens(const struct perf_check *check, const char *name, unsigned block,
    guint64 from, guint64 to, guint64 *amount, const char **why);

/* Whether all hops of @row that were made hold; and of every row of @rows. */
gboolean perf_check_row_holds(const struct perf_check_row *row);

/* The number of hops of @row that hold: 0 to 3. */
unsigned perf_check_row_hops(const struct perf_check_row *row);
gboolean perf_check_all_hold(const GPtrArray *rows);

void perf_check_free(struct perf_check *check);

#endif
