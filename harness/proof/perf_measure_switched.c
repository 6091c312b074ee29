/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measures counters that control registers switch on and off: joins intervals
 * to measurements. */
#include "harness/proof/perf_claim.h"
#include "harness/proof/perf_measure.h"

/* When the driver has an event: records. */
struct life {
    gsize begins, ends; /* TRUTH_NONE: unknown */
};

/* State of the assembly. */
struct assembly {
    const struct measure_step *step;
    GArray *lives;        /* struct life, by the numbers of events */
    GPtrArray *intervals; /* of the step */
    GPtrArray *made;
};

static const struct truth_interval *interval_of(const struct assembly *a, guint i)
{
    return g_ptr_array_index(a->intervals, i);
}

static struct life *life_of(const GArray *lives, const struct truth_interval *interval)
{
    return &g_array_index(lives, struct life, interval->event);
}

/* How long nothing counted before each interval, in ns. 0 for the first
 * interval, and if something counted. A pause of an event does not end a run of
 * perf: its task may have slept. */
static guint64 *pauses(const struct assembly *a)
{
    guint64 *pause = g_new0(guint64, a->intervals->len + 1), end = G_MAXUINT64;

    for (guint i = 0; i < a->intervals->len; i++) {
        const struct truth_interval *interval = interval_of(a, i);
        gsize off = interval->event ? life_of(a->lives, interval)->ends : interval->off;
        guint64 on = a->step->records[interval->on].time;
        guint64 its_end = off == TRUTH_NONE ? G_MAXUINT64 : a->step->records[off].time;

        if (on > end)
            pause[i] = on - end;
        end = i ? MAX(end, its_end) : its_end;
    }
    return pause;
}

/* For each interval, whether a run of perf begins with it. */
static gboolean *begins_run(const struct assembly *a, unsigned n_runs)
{
    gboolean *begins = g_new0(gboolean, a->intervals->len + 1);
    guint64 *pause = pauses(a);

    for (unsigned run = 1; run < n_runs; run++) {
        guint longest = 0;

        for (guint i = 1; i < a->intervals->len; i++)
            if (pause[i] > pause[longest])
                longest = i;
        if (!pause[longest])
            break;
        begins[longest] = TRUE;
        pause[longest] = 0;
    }
    g_free(pause);
    return begins;
}

static const struct truth_interval *latest_of(const struct measurement *m)
{
    return &g_array_index(m->intervals, struct truth_interval, m->intervals->len - 1);
}

/*
 * The measurement that @interval continues, or NULL if it begins one. An event
 * keeps its counter if it can. A task's children have separate events, which
 * perf adds up. A cgroup has one event on each CPU.
 */
static struct measurement *continued(
    const struct assembly *a, const struct measure_key *key, const struct truth_interval *interval)
{
    const gboolean alone = interval->event && perf_claims_in_cgroup(a->step->claims, key);
    struct measurement *idle = NULL;
    unsigned n = 0;

    for (guint i = 0; i < a->made->len; i++) {
        struct measurement *m = g_ptr_array_index(a->made, i);
        const struct truth_interval *latest = latest_of(m);

        if (!measure_key_equal(&m->key, key))
            continue;
        if (interval->event && latest->event == interval->event)
            return m;
        n++;
        if (alone)
            continue;
        if (latest->off == TRUTH_NONE || latest->off > interval->on)
            continue;
        if (latest->counter == interval->counter)
            return m;
        if (!idle || latest->off < latest_of(idle)->off)
            idle = m;
    }
    return n < perf_claims_count(a->step->claims, key) ? NULL : idle;
}

static const struct truth_read *read_at(const struct truth *truth, gsize index)
{
    return &g_array_index(truth->reads, struct truth_read, index);
}

/*
 * The read before read number @read, which comes after the interval's first. It
 * may be on any CPU: newer kernels read an event on the requesting CPU, if that
 * CPU is in the event's package or die. A written value is the driver's only if
 * the event's CPU wrote it.
 */
static gsize read_before(
    const struct assembly *a, const struct truth_interval *interval, gsize read)
{
    do
        read = read_at(a->step->truth, read)->previous;
    while (read_at(a->step->truth, read)->written &&
           a->step->records[read_at(a->step->truth, read)->low].cpu != interval->cpu);
    return read;
}

/* Adds a piece for each read of @interval, from the second to the last. They
 * are only linked backwards. */
static void add_pieces(
    const struct assembly *a, struct measurement *m, const struct truth_interval *interval)
{
    GArray *reads;
    gsize before = interval->first;

    if (interval->first == TRUTH_NONE || interval->last == TRUTH_NONE)
        return;
    reads = g_array_new(FALSE, FALSE, sizeof(gsize));
    for (gsize read = interval->last; read != interval->first;
         read = read_before(a, interval, read))
        g_array_append_val(reads, read);
    for (guint i = reads->len; i; i--) {
        gsize read = g_array_index(reads, gsize, i - 1);

        measurement_add_piece(
            m, a->step->truth, a->step->records, read_at(a->step->truth, before), read);
        before = read;
    }
    g_array_unref(reads);
}

static void add_interval(struct assembly *a, unsigned run, const struct truth_interval *interval)
{
    const struct measure_key key = {run, interval->block, interval->fixed, interval->control};
    struct measurement *m = continued(a, &key, interval);

    if (!m) {
        m = measurement_new(&key, interval->cpu);
        g_ptr_array_add(a->made, m);
    }
    g_array_append_vals(m->intervals, interval, 1);
    add_pieces(a, m, interval);
    m->whole &= interval->first != TRUTH_NONE && interval->last != TRUTH_NONE;
    m->driver += interval->driver;
    m->truth += interval->truth;
}

static struct truth_interval *any_interval(const struct measure_step *step, guint i)
{
    return &g_array_index(step->truth->intervals, struct truth_interval, i);
}

static GArray *lives_in(const struct measure_step *step)
{
    GArray *lives = g_array_new(FALSE, TRUE, sizeof(struct life));

    g_array_set_size(lives, 1);
    for (guint i = 0; i < step->truth->intervals->len; i++) {
        const struct truth_interval *interval = any_interval(step, i);

        if (interval->event >= lives->len) {
            g_array_set_size(lives, interval->event + 1);
            *life_of(lives, interval) = (struct life){interval->on, TRUTH_NONE};
        }
        if (interval->off != TRUTH_NONE)
            life_of(lives, interval)->ends = interval->off;
    }
    return lives;
}

/* The driver reads the events that it measures. Events from before the step do
 * not belong to its runs of perf. */
static gboolean is_perfs(const struct assembly *a, const struct truth_interval *interval)
{
    return !interval->event ||
           (interval->last != TRUTH_NONE && life_of(a->lives, interval)->begins >= a->step->begin);
}

static GPtrArray *intervals_in(const struct assembly *a)
{
    GPtrArray *intervals = g_ptr_array_new();

    for (guint i = 0; i < a->step->truth->intervals->len; i++) {
        struct truth_interval *interval = any_interval(a->step, i);

        if (interval->on >= a->step->begin && interval->on < a->step->end && is_perfs(a, interval))
            g_ptr_array_add(intervals, interval);
    }
    return intervals;
}

GPtrArray *measure_switched(const struct measure_step *step)
{
    struct assembly a = {.step = step, .lives = lives_in(step), .made = measurements_new()};
    gboolean *begins;
    unsigned run = 0;

    a.intervals = intervals_in(&a);
    begins = begins_run(&a, perf_claims_n_runs(step->claims));

    for (guint i = 0; i < a.intervals->len; i++) {
        run += begins[i] ? 1 : 0;
        add_interval(&a, run, interval_of(&a, i));
    }
    g_free(begins);
    g_ptr_array_unref(a.intervals);
    g_array_unref(a.lives);
    return a.made;
}
