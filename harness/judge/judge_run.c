/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run as a whole: the guest, every read of a counter, every line of traffic. */
#include "harness/judge/judge_matter.h"

#include <string.h>

void judge_death(struct judging *judging)
{
    const struct run_record *record = judging->record;
    const char *console = record->console ? record->console : "";
    gboolean died = record->failure && judge_matches(judging->scenario->dies, console, strlen(console));
    GPtrArray *notes = judge_notes_new();

    if (!record->failure)
        judge_note(notes, "it came up, and powered off in good order");
    if (!died)
        judge_note_text(notes, "console", console, strlen(console));
    judge_add(judging, 0, g_strdup_printf("guest dies: %s", judging->scenario->dies_text), died, notes);
}

/* Whether the last step is to panic. */
static gboolean expects_panic(const struct scenario *scenario)
{
    const struct scenario_step *last = g_ptr_array_index(scenario->steps, scenario->steps->len - 1);

    for (guint i = 0; i < last->expects->len; i++)
        if (((const struct expect *)g_ptr_array_index(last->expects, i))->kind == EXPECT_PANIC)
            return TRUE;
    return FALSE;
}

void judge_guest(struct judging *judging)
{
    const struct run_record *record = judging->record;
    gboolean panic = expects_panic(judging->scenario), ok;
    GPtrArray *notes = judge_notes_new();

    if (record->failure)
        judge_note(notes, "%s", record->failure);
    ok = panic ? record->failure && strstr(record->failure, "Kernel panic") : !record->failure;
    if (!ok && record->failure && record->console)
        judge_note_text(notes, "console", record->console, strlen(record->console));
    judge_add(judging, 0,
        g_strdup(
            panic ? "guest boots and panics in the last step" : "guest boots, does all steps and powers off"),
        ok, notes);
}

static void add_counters(struct judging *judging, gboolean holds, GPtrArray *notes)
{
    const char *xfail = judging->scenario->xfail_counters;

    if (xfail)
        judge_note(
            notes, holds ? "holds, but was expected to fail: %s" : "did not hold, as expected: %s", xfail);
    judge_add(judging, 0,
        g_strdup(xfail ? "counters: not every read gives what the traffic makes it"
                       : "counters: every read gave what the traffic makes it"),
        judging->check ? holds == !xfail : FALSE, notes);
}

void judge_reads(struct judging *judging)
{
    GPtrArray *notes = judge_notes_new();
    const GPtrArray *faults = judging->check ? perf_check_faults(judging->check) : NULL;

    if (!faults)
        judge_note(notes, "%s", judging->no_check);
    else
        judge_note(notes, "%" G_GUINT64_FORMAT " reads, %u of them wrong", perf_check_n_reads(judging->check),
            faults->len);
    if (faults && perf_check_n_masked(judging->check))
        judge_note(notes,
            "%u accesses gave something else than the hardware had, as faults of the scenario have it",
            perf_check_n_masked(judging->check));
    for (guint i = 0; faults && i < MIN(faults->len, JUDGE_FAULTS_SHOWN); i++)
        judge_note(notes, "%s", (const char *)g_ptr_array_index(faults, i));
    add_counters(judging, faults && !faults->len, notes);
}

/* Whether the plan's entry number @entry took effect, was refused or never came. */
static gboolean judge_entry(const struct judging *judging, unsigned entry, GPtrArray *notes)
{
    const GArray *records = judging->record->records;
    unsigned line = g_array_index(judging->scenario->plan_lines, unsigned, entry);

    for (guint i = 0; i < records->len; i++) {
        const struct trace_record *record = &g_array_index(records, struct trace_record, i);

        if ((record->kind == TRACE_PLAN || record->kind == TRACE_FAULT) && record->value == entry)
            return TRUE;
        if (record->kind == TRACE_REFUSED && record->value == entry) {
            judge_note(notes,
                "%s:%u: was refused, %" G_GUINT64_FORMAT " ns after start: the traffic of that moment "
                "leaves no room for it",
                judging->scenario->path, line, record->time);
            return FALSE;
        }
    }
    judge_note(notes, "%s:%u: never took effect: its moment did not come", judging->scenario->path, line);
    return FALSE;
}

void judge_traffic(struct judging *judging)
{
    GPtrArray *notes = judge_notes_new();
    gboolean ok = TRUE;

    for (guint i = 0; i < judging->scenario->plan_lines->len; i++)
        ok = judge_entry(judging, i, notes) && ok;
    judge_add(judging, 0, g_strdup("traffic: every line took effect"), ok, notes);
}
