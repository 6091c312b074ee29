/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judges a step's output, the kernel's log, and the step's accesses to
 * registers. */
#include "harness/judge/judge_step.h"

#include <string.h>

/* Kernel messages about drivers that misbehave. */
#define KERNEL_COMPLAINTS                                                                          \
    "^.*(WARNING:|BUG:|Oops|unchecked MSR access|Call Trace:|general "                             \
    "protection|lockup|self-detected "                                                             \
    "stall).*"

void judge_note_output(const struct matter *matter)
{
    notes_add_text(matter->notes, "standard output", matter->run->out->str, matter->run->out->len);
    notes_add_text(matter->notes, "standard error", matter->run->err->str, matter->run->err->len);
}

gboolean judge_without(const struct matter *matter, const char *what, guint n)
{
    const char *reason = matter->expect->without;

    if (reason && n)
        notes_add(matter->notes, "without printed = %s, by the scenario: %s", what, reason);
    else if (reason)
        notes_add(matter->notes, "no hop three is missing; expected none of 'without %s'", what);
    else if (n)
        notes_add(
            matter->notes, "hop three is missing; expected all hops, or 'without %s REASON'", what);
    return !reason == !n;
}

gboolean judge_matches(const GRegex *regex, const char *text, gsize length)
{
    return g_regex_match_full(regex, text, (gssize)length, 0, 0, NULL, NULL);
}

/* ---- text ---- */

gboolean judge_status(const struct matter *matter)
{
    if (matter->run->status == matter->expect->status)
        return TRUE;
    notes_add(matter->notes, "the script's status is %d, expected %d", matter->run->status,
        matter->expect->status);
    judge_note_output(matter);
    return FALSE;
}

/* The last step's panic, which interrupted the step. */
gboolean judge_panic(const struct matter *matter)
{
    const struct run_record *record = matter->judging->record;
    const char *console = record->console ? record->console : "";

    if (record->failure && strstr(record->failure, "Kernel panic") &&
        judge_matches(matter->expect->regex, console, strlen(console)))
        return TRUE;
    notes_add(matter->notes, "%s", record->failure ? record->failure : "the guest did not panic");
    notes_add_text(matter->notes, "console", console, strlen(console));
    return FALSE;
}

gboolean judge_output(const struct matter *matter)
{
    const struct run_step *run = matter->run;
    gboolean found = judge_matches(matter->expect->regex, run->out->str, run->out->len) ||
                     judge_matches(matter->expect->regex, run->err->str, run->err->len);

    if (found != matter->expect->negated)
        return TRUE;
    judge_note_output(matter);
    return FALSE;
}

gboolean judge_kernel(const struct matter *matter)
{
    const char *log = matter->run->kernel;

    if (judge_matches(matter->expect->regex, log, strlen(log)) != matter->expect->negated)
        return TRUE;
    notes_add_text(matter->notes, "kernel log", log, strlen(log));
    return FALSE;
}

gboolean judge_kernel_clean(const struct matter *matter)
{
    g_autoptr(GRegex) complaints =
        g_regex_new(KERNEL_COMPLAINTS, G_REGEX_RAW | G_REGEX_MULTILINE, 0, NULL);
    const char *log = matter->run->kernel;

    if (!judge_matches(complaints, log, strlen(log)))
        return TRUE;
    notes_add_text(matter->notes, "kernel log", log, strlen(log));
    return FALSE;
}

/* ---- accesses ---- */

struct trace_part judge_part(const struct matter *matter)
{
    const GArray *records = matter->judging->record->records;
    struct trace_part part = {.model = matter->judging->scenario->machine->model,
        .records = (const struct trace_record *)(const void *)records->data,
        .to = records->len};

    for (gsize i = 0; i < records->len; i++) {
        if (part.records[i].kind == TRACE_STEP_BEGIN && part.records[i].value == matter->index + 1)
            part.begin = i;
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
    const struct trace_part part = judge_part(matter);
    g_autofree char *why = NULL;
    gboolean held = holds(matter->expect->trace, &part, &why);

    notes_add(matter->notes, "%s", why);
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

static gboolean judge_bits(const struct matter *matter)
{
    const struct trace_part part = judge_part(matter);

    return expect_fields_judge(matter->expect->fields, &part, matter->notes);
}

gboolean judge_fields(const struct matter *matter)
{
    return judge_bits(matter);
}

gboolean judge_wrote(const struct matter *matter)
{
    return judge_bits(matter);
}
