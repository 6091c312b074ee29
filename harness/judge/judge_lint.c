/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judges accesses by the rules of the manuals: a step's own expectation, and
 * all rules in every run. */
#include "harness/judge/judge_step.h"

#include "harness/hardware/machine_plan.h"
#include "harness/trace/lint.h"

static const struct trace_record *records_of(const struct judging *judging)
{
    return (const struct trace_record *)(const void *)judging->record->records->data;
}

/* ---- a step's own expectation ---- */

/* Findings of one rule, or of several together. A breach between two steps, or
 * while the driver is loaded at boot, belongs to the step that follows. */
static guint n_findings(const struct matter *matter, unsigned rules)
{
    const struct scenario *scenario = matter->judging->scenario;
    const struct trace_part part = judge_part(matter);
    g_autoptr(GPtrArray) lines =
        lint(machine_plan_planned(scenario->hardware), rules, part.records, part.from, part.to);

    notes_add_lines(matter->notes, lines, JUDGE_FAULTS_SHOWN);
    return lines->len;
}

gboolean judge_lint(const struct matter *matter)
{
    const struct expect *expect = matter->expect;
    gboolean ok = TRUE;

    if (expect->clean)
        return !n_findings(matter, expect->rules);
    for (unsigned rule = 1; rule <= LINT_ALL; rule <<= 1)
        if (expect->rules & rule)
            ok = n_findings(matter, rule) && ok;
    return ok;
}

/* ---- every run ---- */

/* The accesses of the run, shared by its steps. A step's share begins at the
 * end of the previous step; the last share ends with the trace. A run without
 * steps is one share. */
struct share {
    gsize from, to;
    guint step;
};

static GArray *shares_of(const struct judging *judging)
{
    const GArray *records = judging->record->records;
    guint n_steps = judging->scenario->steps->len;
    GArray *shares = g_array_new(FALSE, FALSE, sizeof(struct share));
    struct share share = {0};

    for (gsize i = 0; i < records->len && share.step + 1 < n_steps; i++) {
        if (records_of(judging)[i].kind != TRACE_STEP_END ||
            records_of(judging)[i].value != share.step + 1)
            continue;
        share.to = i;
        g_array_append_val(shares, share);
        share = (struct share){.from = i + 1, .step = share.step + 1};
    }
    share.to = records->len;
    g_array_append_val(shares, share);
    return shares;
}

static GPtrArray *find(const struct judging *judging, const struct share *share, unsigned rules)
{
    return lint(machine_plan_planned(judging->scenario->hardware), rules, records_of(judging),
        share->from, share->to);
}

/* Adds the findings of @rules in @share to @notes. Returns their number. */
static guint note_findings(
    const struct judging *judging, const struct share *share, unsigned rules, GPtrArray *notes)
{
    const GPtrArray *steps = judging->scenario->steps;
    g_autoptr(GPtrArray) lines = find(judging, share, rules);

    for (guint i = 0; i < lines->len && notes->len < JUDGE_FAULTS_SHOWN; i++)
        notes_add(notes, "%s%s%s%s", steps->len ? "step " : "",
            steps->len ? ((const struct scenario_step *)g_ptr_array_index(steps, share->step))->name
                       : "",
            steps->len ? ": " : "", (const char *)g_ptr_array_index(lines, i));
    return lines->len;
}

/* Whether @exception is for @step. */
static gboolean excepts(const struct scenario_exception *exception, guint step)
{
    return exception->step == SCENARIO_EVERY_STEP || exception->step == step;
}

/* The rules that @step expects to be broken, or is excepted from. */
static unsigned rules_spared(const struct judging *judging, guint step)
{
    const GPtrArray *steps = judging->scenario->steps;
    const GArray *exceptions = judging->scenario->exceptions;
    const GPtrArray *expects =
        step < steps->len ? ((const struct scenario_step *)g_ptr_array_index(steps, step))->expects
                          : NULL;
    unsigned rules = 0;

    for (guint i = 0; expects && i < expects->len; i++) {
        const struct expect *expect = g_ptr_array_index(expects, i);

        if (expect->kind == EXPECT_LINT && !expect->clean)
            rules |= expect->rules;
    }
    for (guint i = 0; i < exceptions->len; i++)
        if (excepts(&g_array_index(exceptions, struct scenario_exception, i), step))
            rules |= g_array_index(exceptions, struct scenario_exception, i).rule;
    return rules;
}

/* Other kernels may keep a rule that the default one breaks. */
static gboolean is_default_kernel(const struct scenario *scenario)
{
    return !scenario->kernel && !g_strcmp0(scenario->guest, scenario->machine->guest);
}

/* An exception without a breach would hide later ones. */
static gboolean is_needed(
    const struct judging *judging, const GArray *shares, const struct scenario_exception *exception)
{
    for (guint i = 0; i < shares->len; i++) {
        const struct share *share = &g_array_index(shares, struct share, i);
        g_autoptr(GPtrArray) lines = NULL;

        if (!excepts(exception, share->step))
            continue;
        lines = find(judging, share, exception->rule);
        if (lines->len)
            return TRUE;
    }
    return FALSE;
}

static gboolean judge_exceptions(
    const struct judging *judging, const GArray *shares, GPtrArray *notes)
{
    const struct scenario *scenario = judging->scenario;
    gboolean ok = TRUE;

    for (guint i = 0; i < scenario->exceptions->len; i++) {
        const struct scenario_exception *exception =
            &g_array_index(scenario->exceptions, struct scenario_exception, i);
        gboolean needed = is_needed(judging, shares, exception);

        ok = ok && (needed || exception->may || !is_default_kernel(scenario));
        notes_add(notes, "%s %s: %s%s", exception->may ? "allow" : "except",
            lint_rule_name(exception->rule),
            needed ? ""
            : !exception->may && is_default_kernel(scenario)
                ? "nothing broke it; expected no exception: "
                : "nothing broke it: ",
            exception->reason);
    }
    return ok;
}

void judge_manuals(struct judging *judging)
{
    const struct share all = {.to = judging->record->records->len};
    g_autoptr(GPtrArray) findings = find(judging, &all, LINT_ALL);
    g_autoptr(GArray) shares = shares_of(judging);
    GPtrArray *notes = notes_new();
    gboolean ok = TRUE;

    /* Most runs are clean: one check of the whole is enough. */
    for (guint i = 0; findings->len && i < shares->len; i++) {
        const struct share *share = &g_array_index(shares, struct share, i);
        unsigned spared = rules_spared(judging, share->step);

        ok = !note_findings(judging, share, LINT_ALL & ~spared, notes) && ok;
    }
    ok = judge_exceptions(judging, shares, notes) && ok;
    judgement_add(judging->judgement, 0, g_strdup(JUDGE_MANUALS), ok, notes);
}
