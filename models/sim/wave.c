/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A counter's count of a wave over any interval, exact and without a loop over
 * cycles. */
#include "models/sim/wave.h"

#include <assert.h>

/* Ends of arcs: two per part, each at its place and again one step later, and
 * the circle's own two. */
#define MAX_ENDS (2 * (2 * WAVE_PARTS + 1) + 1)

/* Up to this number, counting cycles one by one is faster than floor sums. */
#define FEW_CYCLES 32

/* Up to this number, adding a floor sum's terms one by one is faster than the
 * rest of Euclid's algorithm. */
#define FEW_TERMS 12

/* Subtracts @modulus from *@value once if it fits. Uses a mask, because a jump
 * would be unpredictable. */
static inline uint64_t take_one(uint64_t *value, uint64_t modulus)
{
    uint64_t one = *value >= modulus;

    *value -= modulus & -one;
    return one;
}

/* Returns *@value / @modulus and leaves the remainder. Along an even orbit most
 * quotients are 0 or 1, and the mask is faster than a division. */
static inline uint64_t take_whole(uint64_t *value, uint64_t modulus)
{
    uint64_t whole = take_one(value, modulus);

    if (__builtin_expect(*value >= modulus, 0)) {
        whole += *value / modulus;
        *value %= modulus;
    }
    return whole;
}

/* Sum of floor((step * i + offset) / modulus) for i in [0, n), in progress. */
struct floor_sum {
    uint64_t n, offset, sum;
    uint64_t rows, rest; /* (step * n + offset) / modulus, and the remainder */
};

static inline void divide(struct floor_sum *s, uint64_t modulus, uint64_t step)
{
    uint64_t top = step * s->n + s->offset;

    s->rows = top / modulus;
    s->rest = top - s->rows * modulus;
}

/* The same without a division, from another sum that has been divided and is
 * close: usually less than @modulus above or below. */
static inline void divide_near(
    struct floor_sum *s, const struct floor_sum *other, uint64_t modulus, uint64_t step)
{
    uint64_t rest = other->rest + step * (s->n - other->n) + (s->offset - other->offset);
    uint64_t below = rest >> 63;

    rest += modulus & -below;
    s->rows = other->rows - below + take_one(&rest, modulus);
    for (; __builtin_expect(rest >> 63, 0); rest += modulus)
        s->rows--;
    while (__builtin_expect(rest >= modulus, 0))
        s->rows += take_one(&rest, modulus);
    s->rest = rest;
}

/*
 * Euclid's algorithm swaps rows and columns of the lattice, here twice, as step
 * is below modulus. The first swap has rows = floor((step * n + offset) /
 * modulus) and their rest. The second swap has floor((modulus % step * rows +
 * rest % step) / step) columns. Because step * n + offset = modulus * rows +
 * rest, the code below computes that without a division of a large number.
 * @steps: modulus / step.
 */
static inline void swap_twice(struct floor_sum *s, uint64_t step, uint64_t steps)
{
    uint64_t rests = take_whole(&s->rest, step);

    s->sum += s->rows * (s->rows - 1) / 2 * steps + s->rows * rests;
    s->n += take_whole(&s->offset, step) - steps * s->rows - rests;
}

/* Adds the whole part in closed form: @whole is step / modulus, before the
 * remainder was taken. */
static inline void add_whole(struct floor_sum *s, uint64_t modulus, uint64_t whole)
{
    /* n * (n - 1) is even, and n is below 2^32 */
    s->sum += s->n * (s->n - 1) / 2 * whole + s->n * take_whole(&s->offset, modulus);
}

/* Adds the terms of two sums, one by one. @step and both offsets are below
 * @modulus. */
static inline void add_terms(
    struct floor_sum *a, struct floor_sum *b, uint64_t modulus, uint64_t step)
{
    uint64_t n = a->n > b->n ? a->n : b->n, of_a = 0, of_b = 0;

    for (uint64_t i = 0; i < n; i++) {
        a->sum += of_a & -(uint64_t)(i < a->n);
        b->sum += of_b & -(uint64_t)(i < b->n);
        a->offset += step;
        b->offset += step;
        of_a += take_one(&a->offset, modulus);
        of_b += take_one(&b->offset, modulus);
    }
}

/*
 * The difference of two sums of floor((step * i + offset) / modulus) for i in
 * [0, n), modulo 2^64. With n at most modulus, offsets below twice modulus, and
 * step below it, no product exceeds 64 bits. The dividends of both sums stay
 * close. With the same n at first, and offsets below modulus, each swap moves
 * them apart by at most one row and one column.
 */
static uint64_t floor_sums_apart(
    uint64_t n, uint64_t modulus, uint64_t step, uint64_t one, uint64_t other)
{
    struct floor_sum a = {.n = n, .offset = one}, b = {.n = n, .offset = other};

    while (a.n | b.n) {
        uint64_t whole = take_whole(&step, modulus), below = modulus, steps;

        add_whole(&a, modulus, whole);
        add_whole(&b, modulus, whole);
        if (!step)
            break;
        if (a.n <= FEW_TERMS) {
            add_terms(&a, &b, modulus, step);
            break;
        }
        steps = take_whole(&below, step);
        divide(&a, modulus, step);
        divide_near(&b, &a, modulus, step);
        swap_twice(&a, step, steps);
        swap_twice(&b, step, steps);
        modulus = below;
    }
    return a.sum - b.sum;
}

/* Number of times that the pointer visits points below @end in @cycles cycles,
 * the first of which has it at @point. */
static uint64_t visits_below(const struct wave *wave, uint32_t end, uint32_t point, uint64_t cycles)
{
    uint64_t m = wave->modulus, rest = cycles, rounds = take_whole(&rest, m);

    if (!end || end == m)
        return end ? cycles : 0;
    /* Each whole round visits every point once. x mod m >= t exactly where
     * floor((x + m - t) / m) is one more than floor(x / m). */
    return rounds * end + rest + floor_sums_apart(rest, m, wave->step, point, point + (m - end));
}

/* The increment at @point, before the threshold. */
static unsigned increment(const struct wave *wave, const struct wave_filter *filter, uint32_t point)
{
    unsigned sum = 0;

    for (unsigned i = 0; i < wave->n_parts; i++) {
        const struct wave_part *part = &wave->part[i];
        if (filter->subs >> part->sub & 1 && point >= part->from && point < part->to)
            sum += part->level;
    }
    if (filter->any && sum)
        sum = 1;
    return filter->at_least ? sum >= filter->at_least : sum;
}

static bool compare(const struct wave *wave, const struct wave_filter *filter, uint32_t point)
{
    return (increment(wave, filter, point) >= filter->thresh) != filter->invert;
}

static uint32_t one_step_back(const struct wave *wave, uint32_t point)
{
    return point >= wave->step ? point - wave->step : point + (wave->modulus - wave->step);
}

static uint32_t one_step_on(const struct wave *wave, uint32_t point)
{
    return (uint32_t)(((uint64_t)point + wave->step) % wave->modulus);
}

/* The amount that a cycle adds if the pointer is at @point and was one step
 * back in the previous cycle. */
static unsigned added(const struct wave *wave, const struct wave_filter *filter, uint32_t point)
{
    if (!filter->thresh)
        return increment(wave, filter, point);
    return compare(wave, filter, point) &&
           !(filter->edge && compare(wave, filter, one_step_back(wave, point)));
}

static unsigned insert_end(uint32_t *ends, unsigned n, uint32_t end)
{
    unsigned at = n;

    while (at && ends[at - 1] >= end)
        at--;
    if (at < n && ends[at] == end)
        return n;
    for (unsigned i = n; i > at; i--)
        ends[i] = ends[i - 1];
    ends[at] = end;
    return n + 1;
}

/* Fills in the points at which added() may change, in order: the first is 0,
 * the last the modulus. */
static unsigned arc_ends(const struct wave *wave, bool edge, uint32_t ends[MAX_ENDS])
{
    unsigned n = insert_end(ends, insert_end(ends, 0, 0), wave->modulus);

    for (unsigned i = 0; i < wave->n_parts; i++) {
        n = insert_end(ends, n, wave->part[i].from);
        n = insert_end(ends, n, wave->part[i].to);
    }
    if (edge) {
        for (unsigned i = 0; i < wave->n_parts; i++) {
            n = insert_end(ends, n, one_step_on(wave, wave->part[i].from));
            n = insert_end(ends, n, one_step_on(wave, wave->part[i].to));
        }
    }
    assert(n <= MAX_ENDS);
    return n;
}

/* The amount that @cycles cycles add, the first of which has the pointer at
 * @point. */
static uint64_t count_one_by_one(
    const struct wave *wave, const struct wave_filter *filter, uint64_t point, uint64_t cycles)
{
    uint64_t sum = 0;

    while (cycles--) {
        sum += added(wave, filter, (uint32_t)point);
        point += wave->step;
        point -= point >= wave->modulus ? wave->modulus : 0;
    }
    return sum;
}

/* The same for a filter that only adds levels: each part's visits. Adjacent
 * parts of one level count as one, as for sub-events that take turns. */
static uint64_t count_levels(
    const struct wave *wave, const struct wave_filter *filter, uint32_t point, uint64_t cycles)
{
    uint64_t sum = 0, level = 0;
    uint32_t end = 0;

    for (unsigned i = 0; i < wave->n_parts; i++) {
        const struct wave_part *part = &wave->part[i];
        if (!(filter->subs >> part->sub & 1) || !part->level || part->from == part->to)
            continue;
        if (part->from != end || part->level != level)
            sum += level * visits_below(wave, end, point, cycles) -
                   part->level * visits_below(wave, part->from, point, cycles);
        level = part->level;
        end = part->to;
    }
    return sum + level * visits_below(wave, end, point, cycles);
}

/* The amount that the cycles [from, to) add, counted from when the pointer was
 * at 0. For edges, from is at least 1. */
static uint64_t count(
    const struct wave *wave, const struct wave_filter *filter, uint64_t from, uint64_t to)
{
    uint32_t ends[MAX_ENDS + 1],
        point = (uint32_t)(from % wave->modulus * wave->step % wave->modulus);
    uint64_t sum = 0, before = 0;

    if (to - from <= FEW_CYCLES)
        return count_one_by_one(wave, filter, point, to - from);
    if (!filter->any && !filter->at_least && !filter->thresh)
        return count_levels(wave, filter, point, to - from);
    unsigned n = arc_ends(wave, filter->edge, ends);

    /* Summation by parts: only ends at which the value changes cost floor sums.
     * The sum may wrap temporarily. */
    for (unsigned i = 0; i < n; i++) {
        uint64_t value = ends[i] < wave->modulus ? added(wave, filter, ends[i]) : 0;
        if (value != before)
            sum += (before - value) * visits_below(wave, ends[i], point, to - from);
        before = value;
    }
    return sum;
}

void wave_quiet(struct wave *wave)
{
    *wave = (struct wave){.modulus = 1};
}

/*
 * Measures how uneven the orbit of @step is: the sum of the quotients of
 * Euclid's algorithm. The largest error of a window's count is proportional to
 * it (Kuipers and Niederreiter, Uniform Distribution of Sequences, section
 * 2.3). UINT32_MAX if @step is not prime to @modulus.
 */
static uint32_t unevenness(uint32_t modulus, uint32_t step)
{
    uint32_t sum = 0;

    while (step) {
        uint32_t rest = modulus % step;
        sum += modulus / step;
        modulus = step;
        step = rest;
    }
    return modulus == 1 ? sum : UINT32_MAX;
}

uint32_t wave_even_step(uint32_t modulus)
{
    /* A search from any start soon finds a step this even; much smaller sums
     * are rare. */
    enum { EVEN_ENOUGH = 80 };
    /* The golden section in units of 1e-9: the most even of all irrational
     * steps. */
    uint32_t step = (uint32_t)((uint64_t)modulus * 618033989 / 1000000000);

    while (step + 1 < modulus && unevenness(modulus, step) > EVEN_ENOUGH)
        step++;
    return step;
}

void wave_signal_reset(struct wave_signal *signal, const struct wave *wave)
{
    *signal = (struct wave_signal){.now = *wave};
    wave_quiet(&signal->before);
}

void wave_signal_change(struct wave_signal *signal, uint64_t cycle, const struct wave *wave)
{
    assert(cycle >= signal->since);
    /* A wave that held for no cycle is forgotten. */
    if (cycle > signal->since) {
        signal->before = signal->now;
        signal->earlier = signal->since;
    }
    signal->now = *wave;
    signal->since = cycle;
}

/* The comparison in the last cycle before the current wave began. */
static bool compared_before(const struct wave_signal *signal, const struct wave_filter *filter)
{
    const struct wave *wave = &signal->before;
    /* before cycle 0 the previous wave is the same at all points */
    uint64_t cycles = signal->since - 1 - signal->earlier;

    return compare(wave, filter, (uint32_t)(cycles % wave->modulus * wave->step % wave->modulus));
}

uint64_t wave_signal_count(
    const struct wave_signal *signal, const struct wave_filter *filter, uint64_t from, uint64_t to)
{
    uint64_t first = from - signal->since, sum = 0;

    assert(from >= signal->since && to >= from);
    if (from == to)
        return 0;
    if (filter->edge && filter->thresh && !first) {
        sum = compare(&signal->now, filter, 0) && !compared_before(signal, filter);
        first = 1;
    }
    return sum + count(&signal->now, filter, first, to - signal->since);
}

uint64_t wave_signal_limit(const struct wave_signal *signal, const struct wave_filter *filter)
{
    const struct wave *wave = &signal->now;
    uint64_t sum = 0;

    if (filter->any || filter->at_least || filter->thresh)
        return 1;
    for (unsigned i = 0; i < wave->n_parts; i++)
        if (filter->subs >> wave->part[i].sub & 1)
            sum += wave->part[i].level;
    return sum;
}
