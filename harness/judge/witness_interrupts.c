/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares the interrupts that the plugin has sent with the counts of the
 * guest's kernel. */
#include "harness/judge/witness.h"

#include "harness/trace/accesses.h"
#include "models/sim/step.h"

#include <string.h>

enum { KINDS = AUDIT_N - AUDIT_SENT, CPUS = 256 };

/* Two engines of a CPU share the NMI: samples of each since the last check. */
struct engines {
    guint32 offset[2];
    guint64 samples[2];
};

/*
 * The plugin reports its sent interrupts at each mark of a step, and the guest
 * its taken ones between two steps. All interrupts sent by the previous mark
 * have been taken by then, and all taken ones have been sent by the next mark.
 * An interrupt sent while another is pending for the same CPU merges with it.
 * That happens only if two engines send the same interrupt, and at most once
 * for each sample.
 */
struct look {
    const struct machine_interrupt *kinds;
    unsigned n_kinds;
    guint64 sent[KINDS][CPUS], before[KINDS][CPUS], taken[KINDS][CPUS];
    guint64 merged[CPUS];       /* upper limit, and missing ones that were already reported */
    guint64 extra[KINDS][CPUS]; /* taken, never sent, already reported */
    guint64 missing[KINDS];     /* the same for interrupts of any CPU */
    struct engines engines[CPUS];
    gboolean heard[CPUS]; /* since the last mark */
    guint n_heard, most_heard;
    guint64 time; /* ns, the guest's latest report */
    guint lines;
    GPtrArray *notes;
};

static void add_sample(struct look *look, const struct trace_record *record)
{
    struct engines *engines = &look->engines[record->cpu % CPUS];
    unsigned second = engines->samples[0] && engines->offset[0] != record->offset;

    engines->offset[second] = record->offset;
    engines->samples[second]++;
}

static void complain(
    struct look *look, unsigned kind, const char *whose, guint64 sent, guint64 taken)
{
    g_autofree char *time = access_time_text(look->time);

    look->lines++;
    g_ptr_array_add(
        look->notes, g_strdup_printf("interrupts: %s%s: sent %" G_GUINT64_FORMAT
                                     ", and the guest has taken %" G_GUINT64_FORMAT ", at %s",
                         look->kinds[kind].name, whose, sent, taken, time));
}

/* Complains once, not at each later mark: missing interrupts count as taken. If
 * none was sent since the mark, the number of merged ones is known, and
 * possible merges are no later excuse. */
static void compare_cpu(struct look *look, unsigned kind, unsigned cpu)
{
    guint64 taken = look->taken[kind][cpu], sent = look->sent[kind][cpu],
            before = look->before[kind][cpu];
    g_autofree char *whose = g_strdup_printf(" of CPU %u", cpu);

    if (taken > sent + look->extra[kind][cpu])
        complain(look, kind, whose, sent, taken);
    else if (taken + look->merged[cpu] < before)
        complain(look, kind, whose, before, taken);
    else if (sent != before)
        return;
    look->merged[cpu] = before > taken ? before - taken : 0;
    look->extra[kind][cpu] = taken > sent ? taken - sent : 0;
}

static guint64 sum(const guint64 *counts)
{
    guint64 all = 0;

    for (unsigned cpu = 0; cpu < CPUS; cpu++)
        all += counts[cpu];
    return all;
}

/* Any CPU takes these interrupts. A CPU that is offline by now makes the
 * guest's report incomplete. */
static void compare_all(struct look *look, unsigned kind)
{
    guint64 taken = sum(look->taken[kind]), sent = sum(look->sent[kind]),
            before = sum(look->before[kind]);

    if (look->n_heard < look->most_heard ||
        (taken <= sent && taken + look->missing[kind] >= before))
        return;
    complain(look, kind, "", taken > sent ? sent : before, taken);
    look->missing[kind] = before > taken ? before - taken : 0;
}

static void compare(struct look *look)
{
    for (unsigned cpu = 0; cpu < CPUS; cpu++) {
        struct engines *engines = &look->engines[cpu];

        look->merged[cpu] += MIN(engines->samples[0], engines->samples[1]);
        *engines = (struct engines){0};
        for (unsigned kind = 0; kind < look->n_kinds && look->heard[cpu]; kind++)
            if (look->kinds[kind].of_cpu)
                compare_cpu(look, kind, cpu);
    }
    look->most_heard = MAX(look->most_heard, look->n_heard);
    for (unsigned kind = 0; kind < look->n_kinds; kind++)
        if (!look->kinds[kind].of_cpu)
            compare_all(look, kind);
    memset(look->heard, 0, sizeof(look->heard));
    look->n_heard = 0;
}

static void hear(struct look *look, const struct trace_record *record)
{
    unsigned cpu = record->cpu % CPUS, kind = (unsigned)(record->value >> SIM_WITNESS_KIND_SHIFT);

    if (kind >= look->n_kinds)
        return;
    look->taken[kind][cpu] =
        record->value & ((G_GUINT64_CONSTANT(1) << SIM_WITNESS_KIND_SHIFT) - 1);
    look->n_heard += !look->heard[cpu];
    look->heard[cpu] = TRUE;
    look->time = record->time;
}

/* Ends a mark's counts, or the trace's. */
static void mark(struct look *look)
{
    if (look->n_heard)
        compare(look);
    memcpy(look->before, look->sent, sizeof(look->sent));
}

static void look_at(struct look *look, const struct trace_record *record)
{
    if (record->kind == TRACE_SAMPLE)
        add_sample(look, record);
    if (record->kind == TRACE_WITNESS && record->offset == WITNESS_TAKEN)
        hear(look, record);
    if (record->kind != TRACE_AUDIT)
        return;
    if (record->offset >= AUDIT_SENT && record->offset < AUDIT_N)
        look->sent[record->offset - AUDIT_SENT][record->cpu % CPUS] = record->value;
    if (record->offset == AUDIT_RECORDS)
        mark(look);
}

static gboolean judge(struct look *look, const struct witnessed *witnessed)
{
    for (gsize i = 0; i < witnessed->n; i++)
        look_at(look, &witnessed->records[i]);
    for (unsigned kind = 0; kind < look->n_kinds && look->most_heard; kind++)
        g_ptr_array_add(look->notes,
            g_strdup_printf("interrupts: %s: %" G_GUINT64_FORMAT " sent, %" G_GUINT64_FORMAT
                            " taken",
                look->kinds[kind].name, sum(look->sent[kind]), sum(look->taken[kind])));
    return !look->lines;
}

gboolean witness_interrupts(const struct witnessed *witnessed, GPtrArray *notes)
{
    struct look *look;
    gboolean ok;

    if (!witnessed->machine->interrupts)
        return TRUE;
    look = g_new0(struct look, 1);
    look->kinds = witnessed->machine->interrupts;
    look->notes = notes;
    while (look->n_kinds < KINDS && look->kinds[look->n_kinds].name)
        look->n_kinds++;
    ok = judge(look, witnessed);
    g_free(look);
    return ok;
}
