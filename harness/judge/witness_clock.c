/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares the trace's time with the guest's clocks, which QEMU runs
 * independently of the plugin. */
#include "harness/judge/witness.h"

#include "harness/trace/accesses.h"
#include "models/sim/clock.h"
#include "models/sim/step.h"

/* Readings of the clock before and after an access, whose time is in the
 * trace. */
struct reading {
    guint64 time; /* ns, of the trace */
    guint64 before, after, hz;
};

/*
 * The guest's clock is ahead of the trace's time by an unknown but constant
 * distance. The access came between its two readings; a reading of t ticks
 * means t to t + 1. So each reading limits the distance to @low to @high, ns,
 * and all readings must agree. There is no other tolerance.
 */
struct distance {
    gint64 low, high;
    guint64 low_at, high_at; /* times of the readings that set these limits, ns */
};

static gint64 ns_of(guint64 ticks, guint64 hz)
{
    return (gint64)((unsigned __int128)ticks * SIM_NS_PER_S / hz);
}

static void narrow(struct distance *distance, const struct reading *reading)
{
    gint64 low = ns_of(reading->before, reading->hz) - (gint64)reading->time;
    gint64 high = ns_of(reading->after + 1, reading->hz) + 1 - (gint64)reading->time;

    if (low > distance->low) {
        distance->low = low;
        distance->low_at = reading->time;
    }
    if (high < distance->high) {
        distance->high = high;
        distance->high_at = reading->time;
    }
}

/* Adds @record to *@reading. Returns whether it is complete now. */
static gboolean read_on(struct reading *reading, const struct trace_record *record)
{
    switch (record->offset) {
    case WITNESS_CPU:
        *reading = (struct reading){.time = record->time};
        return FALSE;
    case WITNESS_BEFORE:
        reading->before = record->value;
        return FALSE;
    case WITNESS_AFTER:
        reading->after = record->value;
        return FALSE;
    case WITNESS_HZ:
        reading->hz = record->value;
        return reading->hz && reading->after;
    default:
        return FALSE;
    }
}

static void note(GPtrArray *notes, const struct distance *distance)
{
    guint64 from = MIN(distance->low_at, distance->high_at),
            to = MAX(distance->low_at, distance->high_at);
    gint64 faster = distance->low_at > distance->high_at ? 1 : -1;
    g_autofree char *begin = access_time_text(from);
    g_autofree char *end = access_time_text(to);

    g_ptr_array_add(notes,
        g_strdup_printf(
            "clock: between %s and %s the trace's clock is %s by at least %" G_GINT64_FORMAT " ns",
            begin, end, faster > 0 ? "slow" : "fast", distance->low - distance->high));
}

/* Whether an instruction read a counter's register. The time of a load from
 * memory that hardware posts to is the posting's. */
static gboolean reads_counter(const struct machine_model *model, const struct trace_record *record)
{
    struct access_place place;
    const struct reg *reg;

    if (record->kind != TRACE_READ || !record->pc || !model->counter ||
        !access_place_find(model, record, &place))
        return FALSE;
    reg = access_register(&place);
    return reg && model->counter(reg);
}

/*
 * Instructions take time, so a CPU's second read of a counter comes later than
 * the first. Two other accesses in a row may have one time: while blocks count,
 * the time follows from instructions, and may be earlier than QEMU's clock at
 * the first.
 */
static gboolean passes(const struct witnessed *witnessed, GPtrArray *notes)
{
    g_autoptr(GHashTable) latest = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    const struct machine_model *model = witnessed->machine->model;
    const struct trace_record *first = NULL;
    guint64 still = 0;

    for (gsize i = 0; i < witnessed->n; i++) {
        const struct trace_record *record = &witnessed->records[i];

        if (record->kind != TRACE_READ || !reads_counter(model, record))
            continue;
        const guint64 key =
            (guint64)record->cpu << 56 ^ (guint64)record->block << 32 ^ record->offset;
        const gsize before = GPOINTER_TO_SIZE(g_hash_table_lookup(latest, &key));

        if (before && record->time <= witnessed->records[before - 1].time) {
            first = first ? first : record;
            still++;
        }
        g_hash_table_insert(latest, g_memdup2(&key, sizeof(key)), GSIZE_TO_POINTER(i + 1));
    }
    if (!still)
        return TRUE;
    g_autofree char *where = access_text(model, first);

    g_ptr_array_add(
        notes, g_strdup_printf("clock: reads of a counter at the time of the CPU's previous one: "
                               "%" G_GUINT64_FORMAT "; first: %s",
                   still, where));
    return FALSE;
}

gboolean witness_clock(const struct witnessed *witnessed, GPtrArray *notes)
{
    gboolean agrees = passes(witnessed, notes);
    struct distance distance = {.low = G_MININT64, .high = G_MAXINT64};
    struct reading reading = {0}, first = {0}, last = {0};

    for (gsize i = 0; i < witnessed->n; i++) {
        if (witnessed->records[i].kind != TRACE_WITNESS ||
            !read_on(&reading, &witnessed->records[i]))
            continue;
        narrow(&distance, &reading);
        first = first.hz ? first : reading;
        last = reading;
    }
    if (!last.hz)
        return agrees;
    g_ptr_array_add(notes,
        g_strdup_printf("clock: guest %" G_GINT64_FORMAT " ns, trace %" G_GUINT64_FORMAT " ns",
            ns_of(last.before, last.hz) - ns_of(first.before, first.hz), last.time - first.time));
    if (distance.low <= distance.high)
        return agrees;
    note(notes, &distance);
    return FALSE;
}
