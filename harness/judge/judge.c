/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes all verdicts on a run, in order: on the run as a whole, on each
 * expectation of each step, and on the trace. */
#include "harness/judge/judge.h"

#include "harness/hardware/machine_plan.h"
#include "harness/judge/judge_step.h"
#include "harness/judge/judge_trace.h"
#include "harness/vm/console.h"

#include <string.h>

/* ---- the run as a whole: the guest, every read of a counter, every line of
 * traffic ---- */

static void judge_death(struct judging *judging)
{
    const struct run_record *record = judging->record;
    const char *failure = record->failure, *console = record->console ? record->console : "";
    const GRegex *regex = judging->scenario->dies;
    gboolean shown = failure && judge_matches(regex, console, strlen(console));
    gboolean died = shown || (failure && judge_matches(regex, failure, strlen(failure)));
    GPtrArray *notes = notes_new();

    if (!shown)
        notes_add(notes, "%s", failure ? failure : "it came up and powered off cleanly");
    if (!died)
        notes_add_text(notes, "console", console, strlen(console));
    judgement_add(judging->judgement, 0,
        g_strdup_printf("guest dies: %s", judging->scenario->dies_text), died, notes);
}

static void judge_guest(struct judging *judging)
{
    const struct run_record *record = judging->record;
    const GPtrArray *steps = judging->scenario->steps;
    const struct scenario_step *last = g_ptr_array_index(steps, steps->len - 1);
    g_autofree char *report =
        record->failure && record->console ? console_report(record->console) : NULL;
    GPtrArray *notes = notes_new();
    gboolean panic = FALSE, ok;

    for (guint i = 0; i < last->expects->len; i++)
        panic = panic ||
                ((const struct expect *)g_ptr_array_index(last->expects, i))->kind == EXPECT_PANIC;
    if (report && !panic)
        notes_add(notes, "the kernel: %s", report);
    if (record->failure)
        notes_add(notes, "%s", record->failure);
    ok = panic ? record->failure && strstr(record->failure, "Kernel panic") : !record->failure;
    if (!ok && record->failure && record->console)
        notes_add_text(notes, "console", record->console, strlen(record->console));
    judgement_add(judging->judgement, 0,
        g_strdup(panic ? "guest boots and panics in the last step"
                       : "guest boots, does all steps and powers off"),
        ok, notes);
}

/* For a machine with a proof, which always has a check. */
static void judge_reads(struct judging *judging)
{
    const char *xfail = judging->scenario->xfail_counters;
    const GPtrArray *faults = perf_check_faults(judging->check);
    const gboolean holds = !faults->len;
    const guint masked = perf_check_n_masked(judging->check);
    GPtrArray *notes = notes_new();

    notes_add(notes, "%" G_GUINT64_FORMAT " reads of counters, %u fault%s",
        perf_check_n_reads(judging->check), faults->len, faults->len == 1 ? "" : "s");
    if (masked)
        notes_add(notes,
            "%u access%s returned other values than the hardware's, by faults of the scenario",
            masked, masked == 1 ? "" : "es");
    notes_add_lines(notes, faults, JUDGE_FAULTS_SHOWN);
    if (xfail)
        notes_add(notes,
            holds ? "holds, but was expected to fail: %s" : "did not hold, as expected: %s", xfail);
    judgement_add(judging->judgement, 0,
        g_strdup(xfail ? "counters: not every read returns the expected count"
                       : "counters: every read returned the expected count"),
        holds == !xfail, notes);
}

/* Judges the interrupts of overflows and samples. */
static void judge_interrupts(struct judging *judging)
{
    const struct run_record *record = judging->record;
    struct truth_interrupts found = perf_check_interrupts(judging->check, record->icount);
    GPtrArray *notes = notes_new();

    notes_add(notes, "%" G_GUINT64_FORMAT " expected, %" G_GUINT64_FORMAT " sent", found.expected,
        found.sent);
    if (found.merged)
        notes_add(notes, "%" G_GUINT64_FORMAT " of them merged with another", found.merged);
    if (found.lost)
        notes_add(
            notes, "%" G_GUINT64_FORMAT " more were lost by faults of the scenario", found.lost);
    if (found.unjudged)
        notes_add(notes,
            "%" G_GUINT64_FORMAT " of them cannot be judged: nothing tells whether they were due",
            found.unjudged);
    notes_add_lines(notes, found.wrong, JUDGE_FAULTS_SHOWN);
    if (found.wrong->len > JUDGE_FAULTS_SHOWN)
        notes_add(notes, "... and %u more", found.wrong->len - JUDGE_FAULTS_SHOWN);
    judgement_add(judging->judgement, 0, g_strdup("interrupts exact"), !found.wrong->len, notes);
    truth_interrupts_clear(&found);
}

/* Whether the plan's entry number @entry took effect, was refused or never came
 * due. */
static gboolean judge_entry(const struct judging *judging, unsigned entry, GPtrArray *notes)
{
    const GArray *records = judging->record->records;
    unsigned line = g_array_index(judging->scenario->plan_lines, unsigned, entry);

    for (guint i = 0; i < records->len; i++) {
        const struct trace_record *record = &g_array_index(records, struct trace_record, i);

        if ((record->kind == TRACE_PLAN || record->kind == TRACE_FAULT) && record->value == entry)
            return TRUE;
        if (record->kind == TRACE_REFUSED && record->value == entry) {
            notes_add(notes,
                "%s:%u: was refused, %" G_GUINT64_FORMAT " ns after start: it conflicts with "
                "the traffic of that moment",
                judging->scenario->path, line, record->time);
            return FALSE;
        }
    }
    notes_add(
        notes, "%s:%u: never took effect: its time did not come", judging->scenario->path, line);
    return FALSE;
}

static void judge_traffic(struct judging *judging)
{
    GPtrArray *notes = notes_new();
    gboolean ok = TRUE;

    for (guint i = 0; i < judging->scenario->plan_lines->len; i++)
        ok = judge_entry(judging, i, notes) && ok;
    judgement_add(judging->judgement, 0, g_strdup("traffic: every line took effect"), ok, notes);
}

/* ---- each expectation of a step ---- */

#define EXPECT_JUDGE(KIND, name, words, read, form) [EXPECT_##KIND] = judge_##name,
static gboolean (*const judges[])(const struct matter *) = {EXPECT_KINDS(EXPECT_JUDGE)};
#undef EXPECT_JUDGE

static void judge_expect(struct judging *judging, unsigned index, const struct expect *expect)
{
    const struct scenario_step *step = g_ptr_array_index(judging->scenario->steps, index);
    struct matter matter = {
        .judging = judging,
        .step = step,
        .run = &judging->record->steps[index],
        .expect = expect,
        .index = index,
        .notes = notes_new(),
    };
    struct verdict *verdict;
    gboolean came =
        matter.run->reached && (matter.run->status >= 0 || expect->kind == EXPECT_PANIC);
    gboolean ok = FALSE;

    if (came) {
        ok = judges[expect->kind](&matter) == !expect->xfail;
        if (expect->xfail)
            notes_add(matter.notes,
                ok ? "did not hold, as expected: %s" : "holds, but was expected to fail: %s",
                expect->xfail);
    } else {
        notes_add(matter.notes, "the run did not get this far: %s", judging->record->failure);
        judge_note_output(&matter);
    }
    if (!ok && expect->advice)
        notes_add(matter.notes, "%s", expect->advice);
    if (!ok && expect->line)
        notes_add(matter.notes, "expected in %s:%u", judging->scenario->path, expect->line);
    verdict = judgement_add(judging->judgement, index + 1,
        g_strdup_printf("step %s: %s%s", step->name, expect->xfail ? "fails: " : "", expect->text),
        ok, matter.notes);
    verdict->expect = expect;
}

/* ---- all ---- */

static void begin_check(struct judging *judging)
{
    const struct scenario *scenario = judging->scenario;
    const GArray *records = judging->record->records;
    const struct perf_check_run run = {
        .machine = scenario->machine,
        .planned = machine_plan_planned(scenario->hardware),
        .records = (const struct trace_record *)(const void *)records->data,
        .n_records = records->len,
        .release = judging->release = scenario_release(scenario),
    };
    g_autoptr(GError) error = NULL;

    judging->check = perf_check_new(&run, &error);
    if (!judging->check)
        judging->no_check = g_strdup(error->message);
}

unsigned judge_n_verdicts(const struct scenario *scenario)
{
    return 3 + (scenario->machine->proof != NULL) + perf_check_has_interrupts(scenario->machine) +
           (scenario->plan_lines->len > 0) + scenario_n_expects(scenario);
}

struct judgement *judge(const struct run_record *record)
{
    const struct scenario *scenario = record->scenario;
    struct judgement *judgement = judgement_new(scenario->steps->len);
    struct judging judging = {.record = record, .scenario = scenario, .judgement = judgement};
    struct stopwatch watch = stopwatch_start();

    begin_check(&judging);
    stopwatch_lap(&watch, &judgement->truth);
    if (scenario->dies)
        judge_death(&judging);
    else
        judge_guest(&judging);
    if (scenario->machine->proof)
        judge_reads(&judging);
    if (scenario->plan_lines->len)
        judge_traffic(&judging);
    for (guint i = 0; i < scenario->steps->len; i++) {
        const struct scenario_step *step = g_ptr_array_index(scenario->steps, i);

        for (guint k = 0; k < step->expects->len; k++)
            judge_expect(&judging, i, g_ptr_array_index(step->expects, k));
    }
    if (perf_check_has_interrupts(scenario->machine))
        judge_interrupts(&judging);
    judge_manuals(&judging);
    judge_trace(judgement, record);
    perf_check_free(judging.check);
    g_free(judging.no_check);
    g_free(judging.release);
    return judgement;
}
