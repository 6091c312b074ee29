/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs the proof of a step: replays the trace once, then checks figures and
 * samples against it. */
#include "harness/proof/perf_check.h"

#include "harness/base/error.h"
#include "harness/proof/machine_proof.h"
#include "harness/proof/perf_claim.h"
#include "harness/proof/perf_output.h"
#include "harness/proof/perf_prove.h"
#include "harness/truth/truth.h"

#include <string.h>

struct perf_check {
    struct perf_check_run run;
    struct truth *truth;
    GPtrArray *faults;
    guint masked; /* reads that returned a faulted value, as the scenario demands */
    /* If faults hit accesses: the records as software saw them, and as hardware
     * did (@sound), which is used to judge reads. Else NULL. */
    struct trace_record *seen;
    struct truth *sound;
};

/* ---- the run ---- */

/* Removes dropped writes, which did nothing; with @sound, also restores the
 * hardware's value in reads that a fault masked. Returns the number of those
 * reads. */
static guint remove_faults(struct trace_record *records, gsize n, gboolean sound)
{
    guint masked = 0;

    for (gsize i = 1; i < n; i++) {
        if (records[i].kind == TRACE_DROPPED)
            records[i - 1].kind = TRACE_DROPPED;
        if (records[i].kind == TRACE_MASKED) {
            masked++;
            if (sound)
                records[i - 1].value = records[i].value;
        }
    }
    return masked;
}

static void replay_faulty(struct perf_check *check)
{
    gsize n = check->run.n_records;
    struct trace_record *held = g_memdup2(check->run.records, n * sizeof(*held));

    check->masked = remove_faults(held, n, TRUE);
    check->sound = check->run.machine->proof->replay(check->run.planned, held, n);
    g_free(held);
    check->seen = g_memdup2(check->run.records, n * sizeof(*check->seen));
    remove_faults(check->seen, n, FALSE);
    check->run.records = check->seen;
}

struct perf_check *perf_check_new(const struct perf_check_run *run, GError **error)
{
    struct perf_check *check;
    const struct truth *judged;
    gboolean faulty = FALSE;

    if (!run->machine->proof) {
        error_failed(error, "machine %s: its perf figures cannot be proved", run->machine->name);
        return NULL;
    }
    check = g_new0(struct perf_check, 1);
    check->run = *run;
    for (gsize i = 0; i < run->n_records; i++)
        if (run->records[i].kind == TRACE_DROPPED || run->records[i].kind == TRACE_MASKED)
            faulty = TRUE;
    if (faulty)
        replay_faulty(check);
    check->truth = run->machine->proof->replay(run->planned, check->run.records, run->n_records);
    check->faults = g_ptr_array_new();
    judged = check->sound ? check->sound : check->truth;
    for (guint i = 0; i < judged->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(judged->notes, i);

        if (note->kind == TRUTH_WRONG)
            g_ptr_array_add(check->faults, note->text);
    }
    return check;
}

guint64 perf_check_n_reads(const struct perf_check *check)
{
    guint64 n = 0;

    for (guint i = 0; i < check->truth->reads->len; i++)
        n += !g_array_index(check->truth->reads, struct truth_read, i).written;
    return n;
}

guint perf_check_n_masked(const struct perf_check *check)
{
    return check->masked;
}

const GPtrArray *perf_check_faults(const struct perf_check *check)
{
    return check->faults;
}

gboolean perf_check_has_interrupts(const struct machine *machine)
{
    return machine->proof && machine->proof->lines;
}

/* Hardware interrupts because of its own values, not the values that software
 * reads. */
struct truth_interrupts perf_check_interrupts(const struct perf_check *check, gboolean virtual_time)
{
    const struct perf_check_run *run = &check->run;
    const struct truth *truth = check->sound ? check->sound : check->truth;
    const char *model = planned_as(run->planned, run->machine->model);
    struct truth_interrupts found;
    const struct truth_interrupts_of of = {.lines = run->machine->proof->lines,
        .expected = truth->interrupts,
        .records = run->records,
        .n = run->n_records,
        .faults = (const void *)(model + run->machine->proof->faults),
        .virtual_time = virtual_time};

    found = truth_interrupts_compare(&of);
    found.unjudged = truth->unjudged;
    return found;
}

void perf_check_free(struct perf_check *check)
{
    if (!check)
        return;
    g_ptr_array_unref(check->faults);
    truth_free(check->truth);
    truth_free(check->sound);
    g_free(check->seen);
    g_free(check);
}

gboolean perf_check_row_holds(const struct perf_check_row *row)
{
    return row->hop_one && row->hop_two && row->hop_three != PERF_HOP_FAILS;
}

unsigned perf_check_row_hops(const struct perf_check_row *row)
{
    return !!row->hop_one + !!row->hop_two +
           (row->hop_three == PERF_HOP_HOLDS || row->hop_three == PERF_HOP_IN_TURNS);
}

gboolean perf_check_all_hold(const GPtrArray *rows)
{
    for (guint i = 0; i < rows->len; i++)
        if (!perf_check_row_holds(g_ptr_array_index(rows, i)))
            return FALSE;
    return TRUE;
}

/* ---- the step ---- */

static gboolean fail_step(unsigned step, GError **error, const char *what)
{
    return error_failed(error, "step %u: %s", step, what);
}

/* Finds the records between the step's begin and end. */
static gboolean find_step(
    const struct perf_check_run *run, unsigned step, gsize *begin, gsize *end, GError **error)
{
    unsigned n_begins = 0, n_ends = 0;

    for (gsize i = 0; i < run->n_records; i++) {
        const struct trace_record *record = &run->records[i];
        if (record->value != step)
            continue;
        if (record->kind == TRACE_STEP_BEGIN && !n_begins++)
            *begin = i;
        if (record->kind == TRACE_STEP_END && !n_ends++)
            *end = i;
    }
    if (!n_begins || !n_ends)
        return fail_step(step, error, "the trace has no such step from begin to end");
    if (n_begins > 1 || n_ends > 1)
        return fail_step(step, error, "the trace has it more than once, expected once");
    return TRUE;
}

GPtrArray *perf_check_step(
    struct perf_check *check, unsigned step, const char *text, GError **error)
{
    const struct machine_proof *proof = check->run.machine->proof;
    struct perf_output *output = perf_output_parse(text);
    GPtrArray *claims = perf_claims(check->run.machine, check->run.planned, output);
    struct measure_step of = {
        .truth = check->truth, .records = check->run.records, .claims = claims};
    struct proof p = {.machine = check->run.machine,
        .truth = check->truth,
        .records = check->run.records,
        .claims = claims,
        .verbose = {output, g_new0(gboolean, output->counts->len + 1)}};
    GPtrArray *rows = NULL;

    if (!find_step(&check->run, step, &of.begin, &of.end, error))
        goto out;
    if (!claims->len) {
        fail_step(step, error, "the output has no perf figure for an event of this machine");
        goto out;
    }
    p.begin = of.begin;
    p.end = of.end;
    p.measurements = proof->measure ? proof->measure(&of) : g_ptr_array_new();
    rows = perf_prove(&p, output);
    g_ptr_array_unref(p.measurements);
out:
    g_ptr_array_unref(claims);
    g_free(p.verbose.used);
    perf_output_free(output);
    return rows;
}

GArray *perf_check_counted(
    struct perf_check *check, unsigned step, const struct perf_counted_ask *ask, GError **error)
{
    struct perf_counted_step of = {.machine = check->run.machine,
        .planned = check->run.planned,
        .truth = check->truth,
        .records = check->run.records};

    if (!find_step(&check->run, step, &of.begin, &of.end, error))
        return NULL;
    return perf_counted(&of, ask, error);
}

/* ---- other programs' counts ---- */

const struct trace_record *perf_check_records(const struct perf_check *check)
{
    return check->run.records;
}

const struct truth *perf_check_truth(const struct perf_check *check)
{
    return check->truth;
}

gboolean perf_check_find_step(
    const struct perf_check *check, unsigned step, gsize *begin, gsize *end, GError **error)
{
    return find_step(&check->run, step, begin, end, error);
}

gboolean perf_check_event(
    const struct perf_check *check, const char *name, struct perf_event *event)
{
    return check->run.machine->proof->always &&
           check->run.machine->proof->event(check->run.planned, name, event, NULL) ==
               PERF_EVENT_OURS &&
           !event->unplayed;
}

gboolean perf_check_happens(const struct perf_check *check, const char *name, unsigned block,
    guint64 from, guint64 to, guint64 *amount, const char **why)
{
    const struct injected what = {.truth = check->truth,
        .event = name,
        .block = block,
        .counter = INJECTED_ALWAYS,
        .from = from,
        .to = to,
        .why = why};

    return check->run.machine->proof->always && check->run.machine->proof->injected(&what, amount);
}

/* ---- samples ---- */

struct perf_check_samples *perf_check_step_samples(struct perf_check *check, unsigned step,
    const char *text, const char *const *scripts, enum perf_filter filter, GError **error)
{
    struct perf_samples_step of = {.machine = check->run.machine,
        .planned = check->run.planned,
        .release = check->run.release,
        .truth = check->truth,
        .sound = check->sound,
        .text = text,
        .scripts = scripts,
        .n_scripts = step,
        .filter = filter};
    struct perf_check_samples *out;

    if (!check->run.machine->proof->samples) {
        fail_step(step, error, "this machine takes no samples that can be proved");
        return NULL;
    }
    if (!find_step(&check->run, step, &of.begin, &of.end, error))
        return NULL;
    out = g_new0(struct perf_check_samples, 1);
    out->wrong = g_ptr_array_new_with_free_func(g_free);
    check->run.machine->proof->samples(&of, out);
    return out;
}

gboolean perf_check_samples_figure(
    const struct perf_check_samples *samples, const char *name, gint64 *figure)
{
    const struct {
        const char *name;
        guint64 figure;
    } figures[] = {
        {"latched", samples->latched},
        {"taken", samples->taken},
        {"printed", samples->printed},
        {"values", samples->values},
        {"disturbed", samples->disturbed},
        {"total", samples->total},
        {"between", samples->between},
        {"ns", samples->ns},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(figures); i++)
        if (!strcmp(name, figures[i].name)) {
            *figure = (gint64)figures[i].figure;
            return TRUE;
        }
    return FALSE;
}

gboolean perf_check_round(struct perf_check *check, unsigned step, const char *name, gint64 *figure)
{
    struct perf_samples_step of = {
        .machine = check->run.machine, .planned = check->run.planned, .truth = check->truth};
    guint64 value;

    if (!check->run.machine->proof->round ||
        !find_step(&check->run, step, &of.begin, &of.end, NULL) ||
        !check->run.machine->proof->round(&of, name, &value))
        return FALSE;
    *figure = (gint64)value;
    return TRUE;
}

void perf_check_samples_free(struct perf_check_samples *samples)
{
    if (!samples)
        return;
    g_ptr_array_unref(samples->wrong);
    g_free(samples);
}
