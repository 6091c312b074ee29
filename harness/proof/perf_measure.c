/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Builds measurements from intervals and describes them. */
#include "harness/proof/perf_measure.h"

#include "harness/trace/accesses.h"

#include <string.h>

/* Most intervals and notes that a reason shows. */
enum { SHOWN = 2 };

gboolean measure_key_equal(const struct measure_key *a, const struct measure_key *b)
{
    return a->run == b->run && a->block == b->block && a->fixed == b->fixed &&
           a->control == b->control;
}

static void measurement_free(gpointer data)
{
    struct measurement *m = data;

    g_array_unref(m->intervals);
    g_array_unref(m->pieces);
    g_free(m);
}

GPtrArray *measurements_new(void)
{
    return g_ptr_array_new_with_free_func(measurement_free);
}

struct measurement *measurement_new(const struct measure_key *key, unsigned cpu)
{
    struct measurement *m = g_new0(struct measurement, 1);

    m->key = *key;
    m->cpu = cpu;
    m->whole = TRUE;
    m->intervals = g_array_new(FALSE, FALSE, sizeof(struct truth_interval));
    m->pieces = g_array_new(FALSE, FALSE, sizeof(struct measure_piece));
    return m;
}

void measurement_add_piece(struct measurement *m, const struct truth *truth,
    const struct trace_record *records, const struct truth_read *before, gsize read)
{
    const struct truth_read *after = &g_array_index(truth->reads, struct truth_read, read);
    const struct measure_piece piece = {
        .before = MAX(before->low, before->high),
        .record = MAX(after->low, after->high),
        .counter = after->counter,
        .from = records[before->low].time,
        .to = records[after->low].time,
        .driver = after->written ? 0 : truth_difference(truth, before, after),
        .truth = after->total - before->total,
    };

    g_array_append_val(m->pieces, piece);
}

static const struct truth_interval *interval_of(const struct measurement *m, guint i)
{
    return &g_array_index(m->intervals, struct truth_interval, i);
}

gsize measurement_on(const struct measurement *m)
{
    return interval_of(m, 0)->on;
}

/* ---- accesses ---- */

static void show_read(const struct truth *truth, gsize read, const struct machine_model *model,
    const struct trace_record *records, struct perf_why *why)
{
    const struct truth_read *found;

    if (read == TRUTH_NONE)
        return;
    found = &g_array_index(truth->reads, struct truth_read, read);
    perf_why_access(why, access_text(model, &records[MIN(found->low, found->high)]));
    perf_why_access(why, access_text(model, &records[MAX(found->low, found->high)]));
}

void measurement_show(const struct measurement *m, const struct truth *truth,
    const struct machine_model *model, const struct trace_record *records, struct perf_why *why)
{
    for (guint i = 0; i < m->intervals->len && i < SHOWN; i++) {
        const struct truth_interval *interval = interval_of(m, i);

        show_read(truth, interval->first, model, records, why);
        perf_why_access(why, access_text(model, &records[interval->on]));
        if (interval->off != TRUTH_NONE)
            perf_why_access(why, access_text(model, &records[interval->off]));
        show_read(truth, interval->last, model, records, why);
    }
    if (m->intervals->len == SHOWN + 1)
        perf_why_access(why, g_strdup("... and once more"));
    else if (m->intervals->len > SHOWN)
        perf_why_access(why, g_strdup_printf("... and %u more times", m->intervals->len - SHOWN));
}

/* ---- notes ---- */

/* The first record whose notes of @kind belong to the interval. The interval
 * starts at the first read's value, right or wrong; a torn first read explains
 * the result. */
static gsize begin_of(
    const struct truth_interval *i, const struct truth_read *reads, enum truth_note_kind kind)
{
    if (i->first == TRUTH_NONE)
        return i->on;
    return kind == TRUTH_WRONG ? MAX(reads[i->first].low, reads[i->first].high) + 1
                               : MIN(reads[i->first].low, reads[i->first].high);
}

static gboolean concerns(
    const struct truth_note *note, const struct truth_interval *i, const struct truth *truth)
{
    const struct truth_read *reads = (const struct truth_read *)(const void *)truth->reads->data;
    gsize to = i->last == TRUTH_NONE ? i->off : MAX(reads[i->last].low, reads[i->last].high);

    return note->block == i->block && note->counter == i->counter &&
           note->record >= begin_of(i, reads, note->kind) && note->record <= to;
}

static gboolean concerns_any(
    const struct truth_note *note, const struct measurement *m, const struct truth *truth)
{
    for (guint i = 0; i < m->intervals->len; i++)
        if (concerns(note, interval_of(m, i), truth))
            return TRUE;
    return FALSE;
}

static gboolean is_within(const struct truth_note *note, gsize after, gsize upto)
{
    return note->record <= upto && (after == TRUTH_NONE || note->record > after);
}

gboolean measurement_is_wrong(
    const struct measurement *m, const struct truth *truth, gsize after, gsize upto)
{
    for (guint i = 0; i < truth->notes->len; i++) {
        const struct truth_note *note = g_ptr_array_index(truth->notes, i);

        if (note->kind == TRUTH_WRONG && is_within(note, after, upto) &&
            concerns_any(note, m, truth))
            return TRUE;
    }
    return FALSE;
}

/* The part of a wrong read's note after its values lists the accesses: one
 * access_text(), or two with a comma in between. */
static void add_note(struct perf_why *why, enum perf_cause cause, const char *text)
{
    const char *expected = cause == PERF_CAUSE_WRONG_READ ? strstr(text, ", expected 0x") : NULL;
    const char *end = expected ? strstr(expected, ": ") : NULL;
    const char *access = end ? end + strlen(": ") : NULL;
    const char *next = access ? strstr(access, "), ") : NULL;

    if (access)
        perf_why_access(
            why, next ? g_strndup(access, (gsize)(next + 1 - access)) : g_strdup(access));
    if (next)
        perf_why_access(why, g_strdup(next + strlen("), ")));
    perf_why_cause(why, cause, end ? g_strndup(text, (gsize)(end - text)) : g_strdup(text));
}

void measurement_notes(const struct measurement *m, const struct truth *truth, unsigned kinds,
    gsize after, gsize upto, struct perf_why *why)
{
    static const enum perf_cause causes[] = {[TRUTH_WRONG] = PERF_CAUSE_WRONG_READ,
        [TRUTH_TORN] = PERF_CAUSE_TORN,
        [TRUTH_SET] = PERF_CAUSE_SET};
    unsigned shown = 0;

    for (guint i = 0; i < truth->notes->len && shown < SHOWN; i++) {
        const struct truth_note *note = g_ptr_array_index(truth->notes, i);

        if (!is_within(note, after, upto) || !(kinds & 1u << note->kind) ||
            !concerns_any(note, m, truth))
            continue;
        add_note(why, causes[note->kind], note->text);
        shown++;
    }
}
