/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Builds intervals from the times that a counter counts for one event of the
 * driver, from set to set. */
#include "harness/truth/x86/driver.h"

/* An event of the driver, with its latest count. Its number is its index plus
 * 1. */
struct event {
    guint64 selection;
    guint64 value;           /* of its counter at the last read or set */
    const struct turn *turn; /* the latest counter that counted it */
    gboolean counts;         /* a counter still counts it, judged by the driver's accesses */
};

/* A counter since the driver set it. */
struct turn {
    gsize interval; /* after it has run; or TRUTH_NONE */
    gsize begin;    /* its first read; or TRUTH_NONE */
    gsize last;     /* the latest read or set of the counter; or TRUTH_NONE */
    guint event;    /* number, if there is an interval */
    /* the event that the counter counted until it was set, if it had
     * overflowed; or 0 */
    guint before;
};

struct x86_driver {
    struct truth *truth;
    const struct trace_record *records;
    unsigned cpus, counters;
    struct turn *turns;
    GArray *events; /* struct event */
};

static struct turn *turn_at(const struct x86_driver *driver, const struct x86_place *at)
{
    return &driver->turns[at->cpu * driver->counters + at->counter];
}

static const struct truth_read *read_at(const struct x86_driver *driver, gsize index)
{
    return &g_array_index(driver->truth->reads, struct truth_read, index);
}

static struct truth_interval *interval_at(const struct x86_driver *driver, gsize index)
{
    return &g_array_index(driver->truth->intervals, struct truth_interval, index);
}

static struct event *event_at(const struct x86_driver *driver, guint number)
{
    return &g_array_index(driver->events, struct event, number - 1);
}

/* ---- which event it is ---- */

static guint event_of(struct x86_driver *driver, const struct turn *turn, guint64 selection)
{
    const struct event made = {
        .selection = selection, .value = read_at(driver, turn->begin)->value};

    /* The latest event that stopped with the value. */
    for (guint number = driver->events->len; number; number--) {
        const struct event *event = event_at(driver, number);

        if (!event->counts && event->selection == selection && event->value == made.value)
            return number;
    }
    if (turn->before && !event_at(driver, turn->before)->counts &&
        event_at(driver, turn->before)->selection == selection)
        return turn->before;
    g_array_append_val(driver->events, made);
    return driver->events->len;
}

/* ---- turns ---- */

static void end_turn(struct x86_driver *driver, struct turn *turn)
{
    if (turn->interval != TRUTH_NONE && event_at(driver, turn->event)->turn == turn)
        event_at(driver, turn->event)->counts = FALSE;
    turn->interval = turn->begin = TRUTH_NONE;
    turn->before = 0;
}

/* The counter was set to a negative number, and no longer is negative. Linux
 * sets the counter of slots to 0. */
static gboolean has_overflowed(const struct x86_driver *driver, const struct turn *turn)
{
    guint64 top = driver->truth->mask ^ driver->truth->mask >> 1;

    if (turn->interval == TRUTH_NONE)
        return FALSE;
    const struct truth_read *set = read_at(driver, interval_at(driver, turn->interval)->first);

    return set->value & top && !(read_at(driver, turn->last)->value & top);
}

static void add_read(struct x86_driver *driver, struct turn *turn, const struct truth_read *read)
{
    struct truth_read added = *read;

    added.previous = turn->last;
    turn->last = driver->truth->reads->len;
    g_array_append_val(driver->truth->reads, added);
}

static struct truth_read read_of(
    const struct x86_place *at, gsize now, guint64 value, guint64 total)
{
    return (struct truth_read){.block = at->block,
        .counter = at->counter,
        .low = now,
        .high = now,
        .value = value,
        .total = total};
}

void x86_driver_set(
    struct x86_driver *driver, const struct x86_place *at, gsize now, guint64 value, guint64 total)
{
    struct turn *turn = turn_at(driver, at);
    struct truth_read read = read_of(at, now, value, total);
    guint before = has_overflowed(driver, turn) ? turn->event : 0;

    end_turn(driver, turn);
    read.written = TRUE;
    add_read(driver, turn, &read);
    turn->begin = turn->last;
    turn->before = before;
}

void x86_driver_read(struct x86_driver *driver, const struct x86_place *at, gsize now,
    guint64 value, guint64 total, gboolean runs)
{
    struct turn *turn = turn_at(driver, at);
    const struct truth_read read = read_of(at, now, value, total), *first, *last;
    struct truth_interval *interval;

    add_read(driver, turn, &read);
    if (turn->interval == TRUTH_NONE) {
        turn->begin = turn->last;
        return;
    }
    interval = interval_at(driver, turn->interval);
    first = read_at(driver, interval->first);
    last = read_at(driver, turn->last);
    interval->last = turn->last;
    interval->off = last->low;
    interval->truth = last->total - first->total;
    interval->driver +=
        (last->value - read_at(driver, last->previous)->value) & driver->truth->mask;
    if (event_at(driver, turn->event)->turn != turn)
        return;
    event_at(driver, turn->event)->counts = runs;
    event_at(driver, turn->event)->value = value;
}

/* A counter with a new selection continues with another event, from its latest
 * read. */
void x86_driver_runs(
    struct x86_driver *driver, const struct x86_place *at, gsize now, guint64 selection)
{
    struct turn *turn = turn_at(driver, at);
    struct truth_interval interval = {.block = at->block,
        .counter = at->counter,
        .control = selection,
        .cpu = at->cpu,
        .on = now,
        .off = TRUTH_NONE,
        .last = TRUTH_NONE};

    if (turn->interval != TRUTH_NONE && interval_at(driver, turn->interval)->control != selection) {
        end_turn(driver, turn);
        turn->begin = turn->last;
    }
    if (turn->interval != TRUTH_NONE || turn->begin == TRUTH_NONE)
        return;
    interval.first = turn->begin;
    interval.event = turn->event = event_of(driver, turn, selection);
    turn->interval = driver->truth->intervals->len;
    event_at(driver, turn->event)->counts = TRUE;
    event_at(driver, turn->event)->turn = turn;
    g_array_append_val(driver->truth->intervals, interval);
}

struct x86_driver *x86_driver_new(
    struct truth *truth, const struct trace_record *records, unsigned cpus, unsigned counters)
{
    struct x86_driver *driver = g_new0(struct x86_driver, 1);

    *driver = (struct x86_driver){.truth = truth,
        .records = records,
        .cpus = cpus,
        .counters = counters,
        .turns = g_new0(struct turn, cpus * counters),
        .events = g_array_new(FALSE, FALSE, sizeof(struct event))};
    for (unsigned i = 0; i < cpus * counters; i++)
        driver->turns[i] =
            (struct turn){.interval = TRUTH_NONE, .begin = TRUTH_NONE, .last = TRUTH_NONE};
    return driver;
}

void x86_driver_free(struct x86_driver *driver)
{
    g_free(driver->turns);
    g_array_unref(driver->events);
    g_free(driver);
}
