/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/judge/judge.h"

#include "harness/hardware/machine_plan.h"
#include "harness/judge/judge_matter.h"

static void verdict_free(gpointer data)
{
    struct verdict *verdict = data;

    g_free(verdict->what);
    g_ptr_array_unref(verdict->notes);
    g_free(verdict);
}

/* Takes over @what and @notes. */
static void add(struct judgement *judgement, unsigned of_step, char *what, gboolean ok, GPtrArray *notes)
{
    struct verdict *verdict = g_new0(struct verdict, 1);

    *verdict = (struct verdict){.what = what, .ok = ok, .step = of_step, .notes = notes};
    g_ptr_array_add(judgement->verdicts, verdict);
    judgement->ok = judgement->ok && ok;
}

void judgement_add(struct judgement *judgement, char *what, gboolean ok, GPtrArray *notes)
{
    add(judgement, 0, what, ok, notes);
}

void judge_add(struct judging *judging, unsigned of_step, char *what, gboolean ok, GPtrArray *notes)
{
    add(judging->judgement, of_step, what, ok, notes);
}

/* By enum expect_kind. */
static gboolean (*const judges[])(const struct matter *) = {
    [EXPECT_STATUS] = judge_status,
    [EXPECT_PANIC] = judge_panic,
    [EXPECT_PERF_EXACT] = judge_perf_exact,
    [EXPECT_SAMPLES] = judge_samples,
    [EXPECT_SHARE] = judge_share,
    [EXPECT_MULTIPLEXED] = judge_multiplexed,
    [EXPECT_OUTPUT] = judge_output,
    [EXPECT_KERNEL] = judge_kernel,
    [EXPECT_KERNEL_CLEAN] = judge_kernel_clean,
    [EXPECT_REGISTER] = judge_register,
    [EXPECT_ACCESSES] = judge_accesses,
    [EXPECT_LINT] = judge_lint,
    [EXPECT_RELATION] = judge_relation,
};

static void note_unreached(const struct matter *matter)
{
    judge_note(matter->notes, "the run did not come to it: %s", matter->judging->record->failure);
    judge_note_output(matter);
}

static void judge_expect(struct judging *judging, unsigned index, const struct expect *expect)
{
    const struct scenario_step *step = g_ptr_array_index(judging->scenario->steps, index);
    struct matter matter = {
        .judging = judging,
        .step = step,
        .run = &judging->record->steps[index],
        .expect = expect,
        .index = index,
        .notes = judge_notes_new(),
    };
    gboolean came = matter.run->reached && (matter.run->status >= 0 || expect->kind == EXPECT_PANIC);
    gboolean ok = FALSE;

    if (came)
        ok = judges[expect->kind](&matter) == !expect->xfail;
    else
        note_unreached(&matter);
    if (came && expect->xfail)
        judge_note(matter.notes, ok ? "did not hold, as expected: %s" : "holds, but was expected to fail: %s",
            expect->xfail);
    if (!ok && expect->line)
        judge_note(matter.notes, "expected in %s:%u", judging->scenario->path, expect->line);
    judge_add(judging, index + 1,
        g_strdup_printf("step %s: %s%s", step->name, expect->xfail ? "fails: " : "", expect->text), ok,
        matter.notes);
}

static void begin_check(struct judging *judging)
{
    const struct scenario *scenario = judging->scenario;
    const GArray *records = judging->record->records;
    const struct perf_check_run run = {
        .machine = scenario->machine,
        .planned = machine_plan_planned(scenario->hardware),
        .records = (const struct trace_record *)(const void *)records->data,
        .n_records = records->len,
    };
    g_autoptr(GError) error = NULL;

    judging->check = perf_check_new(&run, &error);
    if (!judging->check)
        judging->no_check = g_strdup(error->message);
}

unsigned judge_n_verdicts(const struct scenario *scenario)
{
    return 1 + (scenario->machine->proof != NULL) + (scenario->plan_lines->len > 0) +
           scenario_n_expects(scenario);
}

struct judgement *judge(const struct run_record *record)
{
    const struct scenario *scenario = record->scenario;
    struct judgement *judgement = g_new0(struct judgement, 1);
    struct judging judging = {.record = record, .scenario = scenario, .judgement = judgement};

    judgement->ok = TRUE;
    judgement->verdicts = g_ptr_array_new_with_free_func(verdict_free);
    judgement->rows = g_new0(GPtrArray *, scenario->steps->len);
    begin_check(&judging);
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
    perf_check_free(judging.check);
    g_free(judging.no_check);
    return judgement;
}

void judgement_free(struct judgement *judgement, const struct scenario *scenario)
{
    if (!judgement)
        return;
    for (guint i = 0; i < scenario->steps->len; i++)
        if (judgement->rows[i])
            g_ptr_array_unref(judgement->rows[i]);
    g_free(judgement->rows);
    g_ptr_array_unref(judgement->verdicts);
    g_free(judgement);
}
