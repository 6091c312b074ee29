/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/perf_measure.h"

/* Intervals and notes that one line of text shows. */
enum { SHOWN = 2 };

/* Putting together in progress. */
struct assembly {
    const struct truth *truth;
    const struct trace_record *records;
    GPtrArray *intervals; /* of the step */
    GPtrArray *made;
    measure_claims_fn *claims;
    gconstpointer data;
};

static void measurement_free(gpointer data)
{
    struct measurement *m = data;

    g_ptr_array_unref(m->intervals);
    g_free(m);
}

static const struct truth_interval *interval_of(const struct assembly *a, guint i)
{
    return g_ptr_array_index(a->intervals, i);
}

static guint64 end_of(const struct assembly *a, const struct truth_interval *interval)
{
    return interval->off == TRUTH_NONE ? G_MAXUINT64 : a->records[interval->off].time;
}

/* How long nothing was counted before each interval, in ns; 0 where something was, and for the first. */
static guint64 *pauses(const struct assembly *a)
{
    guint64 *pause = g_new0(guint64, a->intervals->len + 1), end = G_MAXUINT64;

    for (guint i = 0; i < a->intervals->len; i++) {
        guint64 on = a->records[interval_of(a, i)->on].time;

        if (on > end)
            pause[i] = on - end;
        end = i ? MAX(end, end_of(a, interval_of(a, i))) : end_of(a, interval_of(a, i));
    }
    return pause;
}

static guint longest(const guint64 *pause, guint n)
{
    guint best = 0;

    for (guint i = 1; i < n; i++)
        if (pause[i] > pause[best])
            best = i;
    return best;
}

/* For each interval whether a run of perf begins with it. */
static gboolean *begins_run(const struct assembly *a, unsigned n_runs)
{
    gboolean *begins = g_new0(gboolean, a->intervals->len + 1);
    guint64 *pause = pauses(a);

    for (unsigned run = 1; run < n_runs; run++) {
        guint at = longest(pause, a->intervals->len);

        if (!pause[at])
            break;
        begins[at] = TRUE;
        pause[at] = 0;
    }
    g_free(pause);
    return begins;
}

gboolean measure_key_equal(const struct measure_key *a, const struct measure_key *b)
{
    return a->run == b->run && a->block == b->block && a->fixed == b->fixed && a->control == b->control;
}

static const struct truth_interval *latest_of(const struct measurement *m)
{
    return g_ptr_array_index(m->intervals, m->intervals->len - 1);
}

/* The measurement that @interval goes on with, or NULL where it is a new one. An event keeps its counter if
 * it can. */
static struct measurement *continued(
    const struct assembly *a, const struct measure_key *key, const struct truth_interval *interval)
{
    struct measurement *idle = NULL;
    unsigned n = 0;

    for (guint i = 0; i < a->made->len; i++) {
        struct measurement *m = g_ptr_array_index(a->made, i);
        const struct truth_interval *latest = latest_of(m);

        if (!measure_key_equal(&m->key, key))
            continue;
        n++;
        if (latest->off == TRUTH_NONE || latest->off > interval->on)
            continue;
        if (latest->counter == interval->counter)
            return m;
        if (!idle || latest->off < latest_of(idle)->off)
            idle = m;
    }
    return n < a->claims(key, a->data) ? NULL : idle;
}

static struct measurement *measurement_new(const struct measure_key *key, unsigned cpu)
{
    struct measurement *m = g_new0(struct measurement, 1);

    m->key = *key;
    m->cpu = cpu;
    m->whole = TRUE;
    m->intervals = g_ptr_array_new();
    return m;
}

static void add_interval(struct assembly *a, unsigned run, const struct truth_interval *interval)
{
    const struct measure_key key = {run, interval->block, interval->fixed, interval->control};
    struct measurement *m = continued(a, &key, interval);

    if (!m) {
        m = measurement_new(&key, interval->cpu);
        g_ptr_array_add(a->made, m);
    }
    g_ptr_array_add(m->intervals, (gpointer)(guintptr)interval);
    m->whole &= interval->first != TRUTH_NONE && interval->last != TRUTH_NONE;
    m->driver += interval->driver;
    m->truth += interval->truth;
}

static GPtrArray *intervals_between(const struct truth *truth, gsize begin, gsize end)
{
    GPtrArray *intervals = g_ptr_array_new();

    for (guint i = 0; i < truth->intervals->len; i++) {
        struct truth_interval *interval = &g_array_index(truth->intervals, struct truth_interval, i);
        if (interval->on >= begin && interval->on < end)
            g_ptr_array_add(intervals, interval);
    }
    return intervals;
}

GPtrArray *perf_measure(const struct truth *truth, const struct trace_record *records, gsize begin, gsize end,
    unsigned n_runs, measure_claims_fn *claims, gconstpointer data)
{
    struct assembly a = {.truth = truth,
        .records = records,
        .intervals = intervals_between(truth, begin, end),
        .made = g_ptr_array_new_with_free_func(measurement_free),
        .claims = claims,
        .data = data};
    gboolean *begins = begins_run(&a, n_runs);
    unsigned run = 0;

    for (guint i = 0; i < a.intervals->len; i++) {
        run += begins[i] ? 1 : 0;
        add_interval(&a, run, interval_of(&a, i));
    }
    g_free(begins);
    g_ptr_array_unref(a.intervals);
    return a.made;
}

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

static void append_interval(GString *text, const struct truth_interval *interval, const struct truth *truth,
    const struct trace_record *records)
{
    g_autofree char *on = truth_access_text(&records[interval->on]);
    g_autofree char *off =
        interval->off == TRUTH_NONE ? g_strdup("never off") : truth_access_text(&records[interval->off]);

    append_read(text, text->len ? ", then" : "from", truth, interval->first, records);
    append_read(text, " to", truth, interval->last, records);
    g_string_append_printf(text, " [%s, %s]", on, off);
}

char *measurement_text(
    const struct measurement *m, const struct truth *truth, const struct trace_record *records)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < m->intervals->len && i < SHOWN; i++)
        append_interval(text, g_ptr_array_index(m->intervals, i), truth, records);
    if (m->intervals->len > SHOWN)
        g_string_append_printf(text, ", and %u more times", m->intervals->len - SHOWN);
    return g_string_free(text, FALSE);
}

/* The first record at which a note of @kind is the interval's. What the first read gave is where it begins,
 * right or wrong; that it was torn explains what came of it. */
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
        if (concerns(note, g_ptr_array_index(m->intervals, i), truth))
            return TRUE;
    return FALSE;
}

char *measurement_notes(const struct measurement *m, const struct truth *truth, unsigned kinds)
{
    GString *text = g_string_new(NULL);
    unsigned shown = 0;

    for (guint i = 0; i < truth->notes->len && shown < SHOWN; i++) {
        const struct truth_note *note = g_ptr_array_index(truth->notes, i);
        if (!(kinds & 1u << note->kind) || !concerns_any(note, m, truth))
            continue;
        g_string_append_printf(text, "%s%s", shown++ ? "; " : "", note->text);
    }
    return g_string_free(text, !shown);
}
