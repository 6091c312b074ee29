/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judges the plugins' runtime, which brings accesses from the guest to the
 * trace: the trace must be whole, and match the guest's reports of CPUs, time
 * and interrupts. */
#include "harness/judge/judge_trace.h"

#include "harness/trace/losses.h"
#include "harness/trace/witness.h"

/* Lines of one kind; a bug in the runtime appears at each step. */
#define LINES_SHOWN 10

static void note_lines(GPtrArray *notes, const GPtrArray *lines)
{
    for (guint i = 0; i < MIN(lines->len, LINES_SHOWN); i++)
        notes_add(notes, "%s", (const char *)g_ptr_array_index(lines, i));
    if (lines->len > LINES_SHOWN)
        notes_add(notes, "... and %u more", lines->len - LINES_SHOWN);
}

/* A guest that died left an open trace: its last step has the final counts. */
static gboolean is_whole(const struct run_record *record, GPtrArray *notes)
{
    struct losses losses = losses_find(
        (const struct trace_record *)(const void *)record->records->data, record->records->len);
    gboolean ok = !losses.lines->len && (losses.closed || record->failure);

    notes_add(notes,
        "trace: %" G_GUINT64_FORMAT " accesses of %u CPU%s, %" G_GSIZE_FORMAT " records%s",
        losses.accesses, losses.cpus, losses.cpus == 1 ? "" : "s", losses.records,
        losses.lines->len || !losses.closed ? "" : ", none missing");
    if (!losses.closed)
        notes_add(notes,
            "trace: it was not closed, so nothing tells what is missing after the last step%s",
            record->failure ? ": the guest did not power off" : "");
    note_lines(notes, losses.lines);
    losses_clear(&losses);
    return ok;
}

/* The guest's init lets a witness report after each step. A silent witness has
 * not agreed. */
static gboolean has_spoken(const struct run_record *record, GPtrArray *notes)
{
    for (gsize i = 0; i < record->records->len; i++)
        if (g_array_index(record->records, struct trace_record, i).kind == TRACE_WITNESS)
            return TRUE;
    if (record->failure)
        return TRUE;
    notes_add(notes, "CPUs: the guest says nothing; expected its witness after each step");
    return FALSE;
}

/* Compares the guest's reports. Without --icount QEMU's clocks differ from each
 * other. */
static gboolean is_witnessed(const struct run_record *record, GPtrArray *notes)
{
    const struct witnessed witnessed = {.machine = record->scenario->machine,
        .records = (const struct trace_record *)(const void *)record->records->data,
        .n = record->records->len};
    gboolean cpus = has_spoken(record, notes) && witness_cpus(&witnessed, notes);
    gboolean clock = !record->icount || witness_clock(&witnessed, notes);

    return witness_interrupts(&witnessed, notes) && cpus && clock;
}

void judge_trace(struct judgement *judgement, const struct run_record *record)
{
    GPtrArray *notes = notes_new();
    gboolean whole = is_whole(record, notes);
    gboolean ok = is_witnessed(record, notes) && whole;

    judgement_add(judgement, 0, g_strdup("trace: complete, and agrees with the guest"), ok, notes);
}
