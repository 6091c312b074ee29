/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judges the plugins' runtime, which brings accesses from the guest to the
 * trace: the trace must be whole, and match the guest's reports of CPUs, time
 * and interrupts. */
#include "harness/judge/judge_trace.h"

#include "harness/judge/losses.h"
#include "harness/judge/witness.h"

/* Lines of one kind; a bug in the runtime appears at each step. */
#define LINES_SHOWN 10

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
            "trace: it was not closed, so records after the last step may be missing%s",
            record->failure ? ": the guest did not power off" : "");
    notes_add_lines(notes, losses.lines, LINES_SHOWN);
    if (losses.lines->len > LINES_SHOWN)
        notes_add(notes, "... and %u more", losses.lines->len - LINES_SHOWN);
    losses_clear(&losses);
    return ok;
}

void judge_trace(struct judgement *judgement, const struct run_record *record)
{
    const struct witnessed witnessed = {.machine = record->scenario->machine,
        .records = (const struct trace_record *)(const void *)record->records->data,
        .n = record->records->len};
    GPtrArray *notes = notes_new();
    gboolean ok = is_whole(record, notes), spoken = record->failure != NULL;

    /* The guest's init lets a witness report after each step. A silent witness
     * has not agreed. */
    for (gsize i = 0; !spoken && i < witnessed.n; i++)
        spoken = witnessed.records[i].kind == TRACE_WITNESS;
    if (!spoken)
        notes_add(notes, "CPUs: the guest says nothing; expected its witness after each step");
    ok = spoken && witness_cpus(&witnessed, notes) && ok;
    /* Without --icount QEMU's clocks differ from each other. */
    if (record->icount)
        ok = witness_clock(&witnessed, notes) && ok;
    ok = witness_interrupts(&witnessed, notes) && ok;
    judgement_add(judgement, 0, g_strdup("trace: complete, and agrees with the guest"), ok, notes);
}
