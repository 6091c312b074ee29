/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judges the effects that a step should have: wraps, overflows, races and
 * faults at a register, by the trace and its replay. */
#include "harness/judge/judge_step.h"

#include "harness/trace/accesses.h"

/* A register in a step of a replayed trace. */
struct scene {
    struct trace_part part;
    struct expect_register at;
    const struct truth *truth;
    int counter; /* as in struct truth_read, or -1: software read no counter there */
};

static const struct truth_read *read_at(const struct truth *truth, gsize index)
{
    return &g_array_index(truth->reads, struct truth_read, index);
}

static const struct truth_interval *interval_at(const struct scene *s, guint i)
{
    return &g_array_index(s->truth->intervals, struct truth_interval, i);
}

static gboolean is_counter(const struct scene *s, unsigned block, unsigned counter)
{
    return s->counter >= 0 && block == s->at.block && counter == (unsigned)s->counter;
}

static gboolean is_within(const struct scene *s, gsize record)
{
    return record >= s->part.begin && record < s->part.to;
}

/* ---- wraps and overflows ---- */

/* How often a counter with value @value wraps while it counts @more. */
static guint64 passes(guint64 mask, guint64 value, guint64 more)
{
    if (mask == G_MAXUINT64)
        return value + more < value;
    return ((value & mask) + more) / (mask + 1);
}

/* How often the counter wrapped between the reads @before and @read. */
static guint64 wraps_between(
    const struct scene *s, const struct truth_read *before, const struct truth_read *read)
{
    guint64 mask = read->mask ? read->mask : s->truth->mask, n = 0;
    guint64 value = before->value, total = before->total;

    for (guint i = 0; i < s->truth->sets->len; i++) {
        const struct truth_set *set = &g_array_index(s->truth->sets, struct truth_set, i);

        if (!is_counter(s, set->block, set->counter) || set->record <= before->low ||
            set->record > read->low)
            continue;
        n += passes(mask, value, set->total - total);
        value = set->value;
        total = set->total;
    }
    return n + passes(mask, value, read->total - total);
}

static guint64 count_wraps(const struct scene *s)
{
    guint64 n = 0;

    for (guint i = 0; i < s->truth->intervals->len; i++) {
        const struct truth_interval *interval = interval_at(s, i);

        if (!is_counter(s, interval->block, interval->counter) || !is_within(s, interval->on) ||
            interval->first == TRUTH_NONE || interval->last == TRUTH_NONE)
            continue;
        for (gsize last = interval->last; last != interval->first;) {
            const struct truth_read *read = read_at(s->truth, last);

            last = read->previous;
            n += wraps_between(s, read_at(s->truth, last), read);
        }
    }
    return n;
}

/* Whether an event was on the counter at record @i. */
static gboolean is_measured(const struct scene *s, gsize i)
{
    for (guint k = 0; k < s->truth->intervals->len; k++) {
        const struct truth_interval *interval = interval_at(s, k);

        if (is_counter(s, interval->block, interval->counter) && interval->on <= i &&
            (interval->off == TRUTH_NONE || i <= interval->off))
            return TRUE;
    }
    return FALSE;
}

/* An overflow's record has the register's number in its bank; for core PMUs,
 * the MSR's number. */
static guint64 count_overflows(const struct scene *s)
{
    char name[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank;
    guint64 n = 0;

    if (!s->part.model->block(s->at.block, name, sizeof(name), &bank) || !bank || !s->at.reg)
        return 0;
    for (gsize i = s->part.begin; i < s->part.to; i++) {
        const struct trace_record *record = &s->part.records[i];

        if (record->kind != TRACE_OVERFLOW || record->block != s->at.block)
            continue;
        if (record->offset < bank->n_regs ? &bank->regs[record->offset] != s->at.reg
                                          : record->offset != s->at.reg->offset)
            continue;
        n += is_measured(s, i);
    }
    return n;
}

/* ---- races ---- */

static guint64 count_torn(const struct scene *s)
{
    guint64 n = 0;

    for (guint i = 0; i < s->truth->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(s->truth->notes, i);

        n += note->kind == TRUTH_TORN && is_counter(s, note->block, note->counter) &&
             is_within(s, note->record);
    }
    return n;
}

/* Counts reads with another CPU's access to the same counter between their
 * halves. */
static guint64 count_raced(const struct scene *s)
{
    guint64 n = 0, value;

    for (guint i = 0; i < s->truth->reads->len; i++) {
        const struct truth_read *read = read_at(s->truth, i);
        gsize from = MIN(read->low, read->high), to = MAX(read->low, read->high);
        gboolean met = FALSE;

        if (!is_counter(s, read->block, read->counter) || !is_within(s, from))
            continue;
        for (gsize k = from + 1; k < to; k++)
            met |= s->part.records[k].kind == TRACE_READ &&
                   s->part.records[k].cpu != s->part.records[from].cpu &&
                   expect_register_covers(&s->at, s->part.model, &s->part.records[k], &value);
        n += met;
    }
    return n;
}

/* Counts measured intervals that follow one of another event. */
static guint64 count_turns(const struct scene *s)
{
    const struct truth_interval *before = NULL;
    guint64 n = 0;

    for (guint i = 0; i < s->truth->intervals->len; i++) {
        const struct truth_interval *interval = interval_at(s, i);

        if (!is_counter(s, interval->block, interval->counter) || !is_within(s, interval->on) ||
            interval->last == TRUTH_NONE)
            continue;
        n += before && before->control != interval->control;
        before = interval;
    }
    return n;
}

/* ---- faults ---- */

/* Counts accesses to the register that are followed by a record of @kind. */
static guint64 count_struck(const struct scene *s, enum trace_kind kind)
{
    guint64 n = 0, value;

    for (gsize i = s->part.begin; i < s->part.to; i++)
        n += s->part.records[i].kind == kind &&
             expect_register_covers(&s->at, s->part.model, &s->part.records[i], &value);
    return n;
}

/* ---- all ---- */

static guint64 count(const struct scene *s, enum effect effect)
{
    switch (effect) {
    case EFFECT_WRAPS:
        return count_wraps(s);
    case EFFECT_OVERFLOWS:
        return count_overflows(s);
    case EFFECT_TORN:
        return count_torn(s);
    case EFFECT_RACED:
        return count_raced(s);
    case EFFECT_TURNS:
        return count_turns(s);
    case EFFECT_DROPPED:
        return count_struck(s, TRACE_DROPPED);
    case EFFECT_MASKED:
        return count_struck(s, TRACE_MASKED);
    }
    return 0;
}

static gboolean judge_effect(const struct matter *matter)
{
    const struct expect_effect *expect = matter->expect->effect;
    struct scene s = {.part = judge_part(matter)};
    g_autofree char *why = NULL;
    guint64 n;
    gboolean holds;

    if (!matter->judging->check || !expect_register_bind(&s.at, &expect->at, &s.part, &why)) {
        notes_add(matter->notes, "%s", why ? why : matter->judging->no_check);
        return FALSE;
    }
    s.truth = perf_check_truth(matter->judging->check);
    s.counter = -1;
    /* Each replay numbers counters differently: the register's number is that
     * of a read that covers it. */
    for (guint i = 0; i < s.truth->reads->len; i++) {
        const struct truth_read *read = read_at(s.truth, i);
        guint64 value;

        if (read->block == s.at.block &&
            expect_register_covers(&s.at, s.part.model, &s.part.records[read->low], &value)) {
            s.counter = (int)read->counter;
            break;
        }
    }
    n = count(&s, expect->effect);
    holds = relation_compare(expect->sign, (gint64)n, (gint64)expect->n);
    notes_add(matter->notes, "%s: %s: %" G_GUINT64_FORMAT, expect->at.path,
        expect_effect_name(expect->effect), n);
    if (!holds)
        notes_add(matter->notes, "expected %s %" G_GUINT64_FORMAT " in this step%s",
            relation_sign_word(expect->sign), expect->n,
            s.counter < 0 && expect->effect < EFFECT_DROPPED ? "; no driver read the counter" : "");
    return holds;
}

gboolean judge_wraps(const struct matter *matter)
{
    return judge_effect(matter);
}

gboolean judge_overflows(const struct matter *matter)
{
    return judge_effect(matter);
}

gboolean judge_met(const struct matter *matter)
{
    return judge_effect(matter);
}
