/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Builds measurements from intervals and describes them in one line of text. */
#include "harness/proof/perf_measure.h"

#include "harness/trace/accesses.h"

/* Most intervals and notes that one line shows. */
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

/* ---- text ---- */

static void append_read(GString *text, const char *lead, const struct truth *truth, gsize read,
    const struct trace_record *records)
{
    const struct truth_read *found;

    if (read == TRUTH_NONE) {
        g_string_append_printf(text, "%s no read", lead);
        return;
    }
    found = &g_array_index(truth->reads, struct truth_read, read);
    g_string_append_printf(text, "%s 0x%" G_GINT64_MODIFIER "x at %.9f s", lead, found->value,
        (double)records[found->low].time / 1e9);
}

static void append_interval(GString *text, const struct truth_interval *interval,
    const struct truth *truth, const struct machine_model *model,
    const struct trace_record *records)
{
    g_autofree char *on = access_text(model, &records[interval->on]);
    g_autofree char *off = interval->off == TRUTH_NONE
                               ? g_strdup("never off")
                               : access_text(model, &records[interval->off]);

    append_read(text, text->len ? ", then" : "from", truth, interval->first, records);
    append_read(text, " to", truth, interval->last, records);
    g_string_append_printf(text, " [%s, %s]", on, off);
}

char *measurement_text(const struct measurement *m, const struct truth *truth,
    const struct machine_model *model, const struct trace_record *records)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < m->intervals->len && i < SHOWN; i++)
        append_interval(text, interval_of(m, i), truth, model, records);
    if (m->intervals->len > SHOWN)
        g_string_append_printf(text, ", and %u more times", m->intervals->len - SHOWN);
    return g_string_free(text, FALSE);
}

/* ---- notes ---- */

/* The first record whose notes of @kind belong to the interval. The interval
 * starts at the first read's value, right or wrong; that the read was torn
 * explains the result. */
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

char *measurement_notes(
    const struct measurement *m, const struct truth *truth, unsigned kinds, gsize after, gsize upto)
{
    GString *text = g_string_new(NULL);
    unsigned shown = 0;

    for (guint i = 0; i < truth->notes->len && shown < SHOWN; i++) {
        const struct truth_note *note = g_ptr_array_index(truth->notes, i);
        gboolean within = note->record <= upto && (after == TRUTH_NONE || note->record > after);

        if (!within || !(kinds & 1u << note->kind) || !concerns_any(note, m, truth))
            continue;
        g_string_append_printf(text, "%s%s", shown++ ? "; " : "", note->text);
    }
    return g_string_free(text, !shown);
}
