/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Accesses of a step, and what they left in registers. */
#include "harness/hardware/machine_plan.h"
#include "harness/judge/judge_matter.h"
#include "harness/trace/lint.h"

/* What happened from the end of the step before until this one's: for the first one, from boot. */
static struct trace_part part_of(const struct matter *matter)
{
    const GArray *records = matter->judging->record->records;
    struct trace_part part = {.model = matter->judging->scenario->machine->model,
        .records = (const struct trace_record *)(const void *)records->data,
        .to = records->len};

    for (gsize i = 0; i < records->len; i++) {
        if (part.records[i].kind != TRACE_STEP_END)
            continue;
        if (part.records[i].value == matter->index)
            part.from = i + 1;
        if (part.records[i].value == matter->index + 1)
            part.to = i;
    }
    return part;
}

static gboolean judge_by(const struct matter *matter,
    gboolean (*holds)(const struct expect_trace *, const struct trace_part *, char **why))
{
    const struct trace_part part = part_of(matter);
    g_autofree char *why = NULL;
    gboolean held = holds(matter->expect->trace, &part, &why);

    judge_note(matter->notes, "%s", why);
    return held != matter->expect->negated;
}

gboolean judge_register(const struct matter *matter)
{
    return judge_by(matter, expect_trace_judge_state);
}

gboolean judge_accesses(const struct matter *matter)
{
    return judge_by(matter, expect_trace_judge_order);
}

/* One rule, or several together. */
static guint n_findings(const struct matter *matter, unsigned rules)
{
    const struct scenario *scenario = matter->judging->scenario;
    const struct trace_part part = part_of(matter);
    GPtrArray *lines =
        lint(machine_plan_planned(scenario->hardware), rules, part.records, part.from, part.to);
    guint n = lines->len;

    for (guint i = 0; i < MIN(n, JUDGE_FAULTS_SHOWN); i++)
        judge_note(matter->notes, "%s", (const char *)g_ptr_array_index(lines, i));
    g_ptr_array_unref(lines);
    return n;
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
