/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Traffic cycle by cycle, by definition; and the same sums over many cycles, in
 * 128 bits. */
#include "oracle/snbep/signal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

/* ---- the circle ---- */

/* The sum of the quotients of Euclid's algorithm on (@a, @b), or UINT64_MAX if
 * they have a common divisor. */
static uint64_t sum_of_quotients(uint64_t a, uint64_t b)
{
    if (!b)
        return a == 1 ? 0 : UINT64_MAX;
    uint64_t rest = sum_of_quotients(b, a % b);

    return rest == UINT64_MAX ? rest : rest + a / b;
}

static uint64_t find_even_step(uint64_t points)
{
    uint64_t step = points * 618033989 / 1000000000;

    while (step + 1 < points && sum_of_quotients(points, step) > 80)
        step++;
    return step;
}

/* A box has one clock and repeats its requests, so the latest result is
 * kept. */
uint64_t oracle_even_step(uint64_t points)
{
    static _Thread_local uint64_t asked, answer;

    if (asked != points) {
        answer = find_even_step(points);
        asked = points;
    }
    return answer;
}

/* The number of points with @amount, out of @hz points of a second, or of a
 * burst's period. */
static uint64_t length_of(const struct oracle_amount *amount, uint32_t hz)
{
    switch (amount->kind) {
    case ORACLE_RATE:
        return amount->rate;
    case ORACLE_SHARE:
        return amount->rate * hz / 1000000;
    case ORACLE_LEVEL:
        return hz;
    case ORACLE_BURST:
        return amount->on;
    default:
        return 0;
    }
}

static void add_arc(
    struct oracle_turn *turn, uint64_t from, uint64_t to, unsigned level, unsigned part)
{
    if (from < to)
        turn->arcs[turn->n++] = (struct oracle_arc){from, to, level, part};
}

/* Adds an arc of @length points for @part from point @at on, wrapping to 0
 * after the last point. */
static void lay(struct oracle_turn *turn, uint64_t at, uint64_t length,
    const struct oracle_amount *amount, unsigned part)
{
    bool has_level = amount->kind == ORACLE_LEVEL || amount->kind == ORACLE_BURST;
    unsigned level = has_level ? amount->level : 1;
    uint64_t from = at % turn->points, end = from + length;

    add_arc(turn, from, end < turn->points ? end : turn->points, level, part);
    if (end > turn->points)
        add_arc(turn, 0, end - turn->points, level, part);
}

/* Sub-events of @event are independent. */
static bool overlap(const struct oracle_event *event)
{
    return event->rule == ORACLE_ANY || event->rule == ORACLE_EACH;
}

/* Whether @length more points fit on the circle: sub-events take turns, except
 * for ranks. */
static bool fits(const struct oracle_event *event, const struct oracle_turn *turn, uint64_t used,
    uint64_t length, unsigned level)
{
    unsigned most = event->rule == ORACLE_ANY ? 1 : event->max;

    return length <= turn->points && level <= most &&
           (overlap(event) || used + length <= turn->points);
}

/* The part after @place others on the circle: units in order, and the parts of
 * one unit in order of arrival. */
static unsigned part_at(const struct oracle_signal *signal, unsigned place)
{
    for (unsigned part = 0;; part++) {
        unsigned before = 0;

        for (unsigned i = 0; i < signal->n_parts; i++)
            before += signal->parts[i].unit < signal->parts[part].unit ||
                      (i < part && signal->parts[i].unit == signal->parts[part].unit);
        if (before == place)
            return part;
    }
}

/* Adds part number @part after @used points. False: no room. */
static bool add_part(const struct oracle_signal *signal, unsigned part, uint32_t hz,
    struct oracle_turn *turn, uint64_t *used)
{
    const struct oracle_amount *amount = &signal->parts[part].amount;
    uint64_t points = amount->kind == ORACLE_BURST ? amount->period : hz,
             length = length_of(amount, hz);
    uint64_t step = amount->kind == ORACLE_BURST ? points > 1 : oracle_even_step(points);
    bool has_level = amount->kind == ORACLE_LEVEL || amount->kind == ORACLE_BURST;

    if (!oracle_burst_fits(amount))
        return false;
    if (!length)
        return true;
    if (turn->n && (turn->points != points || turn->step != step))
        return false;
    turn->points = points;
    turn->step = step;
    if (!fits(signal->event, turn, *used, length, has_level ? amount->level : 1))
        return false;
    lay(turn, *used, length, amount, part);
    *used += length;
    return true;
}

/* The arcs of sub-events are consecutive. */
static bool make_turn(const struct oracle_signal *signal, uint32_t hz, struct oracle_turn *turn)
{
    uint64_t used = 0;

    *turn = (struct oracle_turn){.points = 1};
    for (unsigned i = 0; i < signal->n_parts; i++)
        if (!add_part(signal, part_at(signal, i), hz, turn, &used))
            return false;
    if (signal->event->rule == ORACLE_DEFAULT)
        add_arc(turn, used, turn->points, 1, 0);
    if (signal->event->rule == ORACLE_CLOCK)
        add_arc(turn, 0, turn->points, 1, 0);
    if (signal->event->rule == ORACLE_HALVES) {
        *turn = (struct oracle_turn){.points = 2, .step = 1};
        add_arc(turn, 1, 2, 1, 0);
    }
    return true;
}

/* ---- the signal ---- */

static void add_turn(struct oracle_signal *signal, const struct oracle_turn *turn)
{
    struct oracle_turn *last = signal->n_turns ? &signal->turns[signal->n_turns - 1] : NULL;

    assert(!last || turn->since >= last->since);
    if (!last || turn->since > last->since) {
        signal->turns = realloc(signal->turns, (signal->n_turns + 1) * sizeof(*signal->turns));
        if (!signal->turns)
            abort();
        last = &signal->turns[signal->n_turns++];
    }
    *last = *turn;
}

void oracle_signal_begin(
    struct oracle_signal *signal, const struct oracle_kind *kind, unsigned event, uint32_t hz)
{
    struct oracle_turn turn;

    *signal = (struct oracle_signal){.kind = kind, .event = &kind->events[event]};
    /* The sub-event without traffic is part 0, of unit 0. */
    if (signal->event->rule == ORACLE_DEFAULT || oracle_is_clock(signal->event))
        signal->n_parts = 1;
    make_turn(signal, hz, &turn);
    add_turn(signal, &turn);
}

void oracle_signal_end(struct oracle_signal *signal)
{
    free(signal->turns);
    signal->turns = NULL;
    signal->n_turns = 0;
}

/* False for events without traffic: the clock, events derived from a queue, and
 * the default mode. */
static bool driven(const struct oracle_event *event, unsigned sub)
{
    if (event->rule == ORACLE_ADDS || event->rule == ORACLE_PSEUDO || overlap(event))
        return true;
    if (event->rule == ORACLE_BAND)
        return !event->queue;
    return event->rule == ORACLE_DEFAULT && sub;
}

/* @part replaces its equal, or is new. */
static bool put(struct oracle_signal *signal, const struct oracle_part *part)
{
    unsigned i = 0;

    while (i < signal->n_parts &&
           (signal->parts[i].unit != part->unit ||
               memcmp(&signal->parts[i].marks, &part->marks, sizeof(part->marks))))
        i++;
    if (i == (overlap(signal->event) ? (unsigned)ORACLE_OVERLAPPING : (unsigned)ORACLE_PARTS))
        return false;
    signal->parts[i] = *part;
    signal->n_parts += i == signal->n_parts;
    return true;
}

bool oracle_signal_change(
    struct oracle_signal *signal, uint64_t cycle, uint32_t hz, const struct oracle_part *part)
{
    struct oracle_signal changed = *signal;
    struct oracle_turn turn;

    if (!driven(signal->event, part->unit) || !put(&changed, part) ||
        !make_turn(&changed, hz, &turn))
        return false;
    *signal = changed;
    turn.since = cycle;
    add_turn(signal, &turn);
    return true;
}

/* ---- one cycle ---- */

/* The increment of the ask's event at @point, before the threshold. */
static unsigned increment(const struct oracle_signal *signal, const struct oracle_turn *turn,
    const struct oracle_ask *ask, uint64_t point)
{
    int index = oracle_event_coded(signal->kind, ask->code);
    const struct oracle_event *event;
    unsigned sum = 0;
    uint32_t units;

    if (index < 0)
        return 0;
    event = &signal->kind->events[index];
    units = oracle_units(event, ask->umask);
    for (unsigned i = 0; i < turn->n; i++) {
        const struct oracle_arc *arc = &turn->arcs[i];
        const struct oracle_part *part = &signal->parts[arc->part];
        bool selected =
            signal->kind->selects ? signal->kind->selects(ask, part) : units >> part->unit & 1;

        if (selected && arc->from <= point && point < arc->to)
            sum += arc->level;
    }
    if (event->rule == ORACLE_HALVES && ask->umask & 1)
        return 1;
    if (event->rule == ORACLE_NOT_EMPTY)
        return sum > 0;
    if (event->rule == ORACLE_FULL)
        return sum >= signal->event->max;
    if (event->rule == ORACLE_BAND)
        return sum >= (ask->filter >> event->band & 0xff);
    return event->rule == ORACLE_ANY ? sum > 0 : sum;
}

/* Guide, page 61: invert 0 is true at thresh or above, invert 1 below. */
static bool passes(const struct oracle_ask *ask, unsigned sum)
{
    return ask->invert ? sum < ask->thresh : sum >= ask->thresh;
}

/* Guide, page 61: increment, then threshold and invert, then edge; without a
 * threshold the increment counts.
 * @before: the increment of the cycle before. */
static unsigned adds(const struct oracle_ask *ask, unsigned before, unsigned now)
{
    if (!ask->thresh)
        return now;
    if (ask->edge)
        return passes(ask, now) && !passes(ask, before);
    return passes(ask, now);
}

static const struct oracle_turn *turn_of(const struct oracle_signal *signal, uint64_t cycle)
{
    unsigned i = signal->n_turns;

    while (signal->turns[--i].since > cycle)
        ;
    return &signal->turns[i];
}

static uint64_t point_of(const struct oracle_turn *turn, uint64_t cycle)
{
    return (uint64_t)((wide)(cycle - turn->since) * turn->step % turn->points);
}

static unsigned increment_in(
    const struct oracle_signal *signal, const struct oracle_ask *ask, uint64_t cycle)
{
    const struct oracle_turn *turn = turn_of(signal, cycle);

    return increment(signal, turn, ask, point_of(turn, cycle));
}

unsigned oracle_signal_adds(
    const struct oracle_signal *signal, const struct oracle_ask *ask, uint64_t cycle)
{
    if (ask->fixed)
        return 1;
    /* before boot there is no traffic */
    return adds(
        ask, cycle ? increment_in(signal, ask, cycle - 1) : 0, increment_in(signal, ask, cycle));
}

/* ---- many cycles ---- */

/*
 * Sum of floor((a * i + b) / m) for i from 0 to n - 1. First sums the whole
 * multiples of m in a and b. Then counts the same points in rows instead of
 * columns, which exchanges m and a.
 */
static wide sum_of_floors(wide n, wide m, wide a, wide b)
{
    wide whole, top;

    if (!n)
        return 0;
    whole = n * (n - 1) / 2 * (a / m) + n * (b / m);
    a %= m;
    b %= m;
    top = a * n + b;
    return top < m ? whole : whole + sum_of_floors(top / m, a, m, top % m);
}

/* floor((x + m - from) / m) - floor((x + m - to) / m) is 1 where x modulo m is
 * in [from, to), else 0. */
uint64_t oracle_visits(const struct oracle_turn *turn, uint64_t from, uint64_t to, uint64_t n)
{
    wide m = turn->points;

    return (uint64_t)(sum_of_floors(n, m, turn->step, m - from) -
                      sum_of_floors(n, m, turn->step, m - to));
}

static int compare_points(const void *a, const void *b)
{
    uint64_t x, y;

    memcpy(&x, a, sizeof(x));
    memcpy(&y, b, sizeof(y));
    return (x > y) - (x < y);
}

enum { CUTS = 4 * (2 * ORACLE_PARTS + 1) + 2 };

/* Points at which a cycle's increment may change: ends of arcs, and one step
 * later, where an edge is seen. */
static unsigned cut(const struct oracle_turn *turn, uint64_t cuts[CUTS])
{
    unsigned n = 0;

    cuts[n++] = 0;
    cuts[n++] = turn->points;
    for (unsigned i = 0; i < turn->n; i++) {
        cuts[n++] = turn->arcs[i].from;
        cuts[n++] = turn->arcs[i].to;
        cuts[n++] = (turn->arcs[i].from + turn->step) % turn->points;
        cuts[n++] = (turn->arcs[i].to + turn->step) % turn->points;
    }
    qsort(cuts, n, sizeof(cuts[0]), compare_points);
    return n;
}

/* Cycles [@from, @to) of one turn, without its first. */
static uint64_t count_turn(const struct oracle_signal *signal, const struct oracle_turn *turn,
    const struct oracle_ask *ask, uint64_t from, uint64_t to)
{
    uint64_t cuts[CUTS], sum = 0;
    unsigned n = cut(turn, cuts);

    for (unsigned i = 0; i + 1 < n; i++) {
        uint64_t here = cuts[i], back = (here + turn->points - turn->step) % turn->points;
        unsigned each;

        if (here == cuts[i + 1])
            continue;
        each = adds(ask, increment(signal, turn, ask, back), increment(signal, turn, ask, here));
        if (each)
            sum += each * (oracle_visits(turn, here, cuts[i + 1], to - turn->since) -
                              oracle_visits(turn, here, cuts[i + 1], from - turn->since));
    }
    return sum;
}

uint64_t oracle_signal_count(
    const struct oracle_signal *signal, const struct oracle_ask *ask, uint64_t from, uint64_t to)
{
    uint64_t sum = 0;

    if (ask->fixed)
        return to - from;
    for (unsigned i = 0; i < signal->n_turns && from < to; i++) {
        const struct oracle_turn *turn = &signal->turns[i];
        uint64_t end = i + 1 < signal->n_turns && turn[1].since < to ? turn[1].since : to;

        if (end <= from)
            continue;
        if (from == turn->since)
            sum += oracle_signal_adds(signal, ask, from++);
        sum += count_turn(signal, turn, ask, from, end);
        from = end;
    }
    return sum;
}
