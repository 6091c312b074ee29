/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares wave_signal_count() with a cycle-by-cycle simulation, written only
 * from the definition in wave.h: a pointer on a circle, parts that add levels,
 * and a counter's stages after it. */
#include "models/sim/wave.h"
#include "tests/rng.h"
#include "tests/tap.h"

/* ---- the simulation ---- */

/* All waves of a signal, as given. */
struct history {
    unsigned n;
    uint64_t since[8];
    struct wave wave[8];
};

static unsigned sum_at_point(const struct wave *wave, uint8_t subs, uint32_t point)
{
    unsigned sum = 0;

    for (unsigned i = 0; i < wave->n_parts; i++)
        if ((subs & 1u << wave->part[i].sub) && wave->part[i].from <= point &&
            point < wave->part[i].to)
            sum += wave->part[i].level;
    return sum;
}

/* The increment in @cycle. Before cycle 0 there was no traffic; -1 is the cycle
 * before 0. */
static unsigned increment_in(
    const struct history *history, const struct wave_filter *filter, uint64_t cycle)
{
    unsigned sum = 0;

    for (unsigned i = history->n; cycle != UINT64_MAX && i-- > 0;)
        if (history->since[i] <= cycle) {
            const struct wave *wave = &history->wave[i];
            unsigned __int128 moved = (unsigned __int128)(cycle - history->since[i]) * wave->step;
            sum = sum_at_point(wave, filter->subs, (uint32_t)(moved % wave->modulus));
            break;
        }
    if (filter->any && sum > 1)
        sum = 1;
    if (filter->at_least)
        sum = sum >= filter->at_least ? 1 : 0;
    return sum;
}

static bool true_in(const struct history *history, const struct wave_filter *filter, uint64_t cycle)
{
    unsigned increment = increment_in(history, filter, cycle);

    return filter->invert ? increment < filter->thresh : increment >= filter->thresh;
}

static uint64_t simulated(
    const struct history *history, const struct wave_filter *filter, uint64_t from, uint64_t to)
{
    uint64_t count = 0;

    for (uint64_t cycle = from; cycle < to; cycle++)
        if (!filter->thresh)
            count += increment_in(history, filter, cycle);
        else if (true_in(history, filter, cycle))
            count += !filter->edge || !true_in(history, filter, cycle - 1);
    return count;
}

/* ---- random waves ---- */

static uint32_t divisor_of(uint32_t a, uint32_t b)
{
    return b ? divisor_of(b, a % b) : a;
}

static uint32_t some_step(struct rng *rng, uint32_t modulus)
{
    uint32_t step;

    if (modulus == 1)
        return 0;
    if (rng_one_in(rng, 3))
        return 1;
    do
        step = 1 + (uint32_t)rng_below(rng, modulus - 1);
    while (divisor_of(step, modulus) != 1);
    return step;
}

static struct wave some_wave(struct rng *rng, uint32_t modulus)
{
    struct wave wave = {.modulus = modulus, .step = some_step(rng, modulus)};

    wave.n_parts = (unsigned)rng_below(rng, rng_one_in(rng, 4) ? WAVE_PARTS + 1 : 4);
    for (unsigned i = 0; i < wave.n_parts; i++) {
        uint32_t a = (uint32_t)rng_below(rng, (uint64_t)modulus + 1);
        uint32_t b = (uint32_t)rng_below(rng, (uint64_t)modulus + 1);
        wave.part[i] = (struct wave_part){
            .from = a < b ? a : b,
            .to = a < b ? b : a,
            .level = (uint8_t)(rng_one_in(rng, 8) ? rng_below(rng, 256) : rng_below(rng, 4)),
            .sub = (uint8_t)rng_below(rng, rng_one_in(rng, 2) ? WAVE_SUBS : 2),
        };
    }
    return wave;
}

static struct wave_filter some_filter(struct rng *rng)
{
    return (struct wave_filter){
        .subs = (uint8_t)(rng_one_in(rng, 2) ? 0xff : rng_next(rng)),
        .any = rng_one_in(rng, 4),
        .at_least = (uint8_t)(rng_one_in(rng, 4) ? rng_below(rng, 5) : 0),
        .thresh = (uint8_t)(rng_one_in(rng, 3)   ? 0
                            : rng_one_in(rng, 8) ? rng_next(rng)
                                                 : rng_below(rng, 5)),
        .invert = rng_one_in(rng, 2),
        .edge = rng_one_in(rng, 2),
    };
}

static void begin(struct history *history, struct wave_signal *signal, const struct wave *wave)
{
    *history = (struct history){.n = 1};
    history->wave[0] = *wave;
    wave_signal_reset(signal, wave);
}

static void change(
    struct history *history, struct wave_signal *signal, uint64_t cycle, const struct wave *wave)
{
    history->since[history->n] = cycle;
    history->wave[history->n++] = *wave;
    wave_signal_change(signal, cycle, wave);
}

static void print_case(
    const struct history *history, const struct wave_filter *f, uint64_t from, uint64_t to)
{
    const struct wave *wave = &history->wave[history->n - 1];

    printf("# cycles [%" PRIu64 ", %" PRIu64 "), wave %u since %" PRIu64
           ": modulus %u step %u parts",
        from, to, history->n - 1, history->since[history->n - 1], wave->modulus, wave->step);
    for (unsigned i = 0; i < wave->n_parts; i++)
        printf(" %u-%u:%u*%u", wave->part[i].from, wave->part[i].to, wave->part[i].level,
            wave->part[i].sub);
    printf("\n# filter subs %02x any %d at_least %u thresh %u invert %d edge %d\n", f->subs, f->any,
        f->at_least, f->thresh, f->invert, f->edge);
}

static bool agrees(const struct history *history, const struct wave_signal *signal,
    const struct wave_filter *filter, uint64_t from, uint64_t to)
{
    uint64_t got = wave_signal_count(signal, filter, from, to);
    uint64_t expected = simulated(history, filter, from, to);

    if (got != expected) {
        printf("# got %" PRIu64 ", simulated %" PRIu64 "\n", got, expected);
        print_case(history, filter, from, to);
    }
    return got == expected;
}

/* ---- small circles, everything random ---- */

static void test_small(void)
{
    struct rng rng = {2};
    bool good = true;

    for (unsigned i = 0; i < 3000 && good; i++) {
        struct history history;
        struct wave_signal signal;
        uint32_t modulus = 1 + (uint32_t)rng_below(&rng, rng_one_in(&rng, 4) ? 200 : 12);
        struct wave wave = some_wave(&rng, modulus);
        begin(&history, &signal, &wave);
        for (unsigned j = 0; j < 4 && good; j++) {
            struct wave_filter filter = some_filter(&rng);
            uint64_t from = rng_below(&rng, 2 * (uint64_t)modulus);
            good = agrees(
                &history, &signal, &filter, from, from + rng_below(&rng, 2 * (uint64_t)modulus));
        }
    }
    ok(good,
        "3000 random waves, 4 random filters and intervals each: the count is the simulated one");
}

/* No cycle exceeds the limit, and a counter of whole increments of one arc
 * reaches it. */
static void test_limit(void)
{
    const struct wave_filter two = {.subs = 6};
    const struct wave wave = {
        .modulus = 3, .step = 1, .n_parts = 3, .part = {{0, 1, 9, 0}, {0, 2, 5, 1}, {1, 3, 7, 2}}};
    struct rng rng = {6};
    struct wave_signal signal;
    bool good = true;

    wave_signal_reset(&signal, &wave);
    is_u64(wave_signal_limit(&signal, &two), 12, "the limit is the sum of the levels that count");
    is_u64(wave_signal_count(&signal, &two, 1, 2), 12, "... which a cycle reaches");
    is_u64(wave_signal_limit(&signal, &(struct wave_filter){.subs = 6, .any = true}), 1,
        "1 for any of them");
    is_u64(wave_signal_limit(&signal, &(struct wave_filter){.subs = 6, .at_least = 2}), 1,
        "... for a sum");
    is_u64(wave_signal_limit(&signal, &(struct wave_filter){.subs = 6, .thresh = 2}), 1,
        "... for a threshold");
    for (unsigned i = 0; i < 2000 && good; i++) {
        struct history history;
        uint32_t modulus = 1 + (uint32_t)rng_below(&rng, 12);
        struct wave random = some_wave(&rng, modulus);
        struct wave_filter filter = some_filter(&rng);

        begin(&history, &signal, &random);
        for (uint64_t cycle = 0; cycle < modulus && good; cycle++)
            good = simulated(&history, &filter, cycle, cycle + 1) <=
                   wave_signal_limit(&signal, &filter);
    }
    ok(good, "2000 random waves: no cycle adds more than the limit");
}

/* Waves in sequence, also within the same cycle: an edge at a change must see
 * the previous wave. */
static void test_changes(void)
{
    struct rng rng = {3};
    bool good = true;

    for (unsigned i = 0; i < 3000 && good; i++) {
        struct history history;
        struct wave_signal signal;
        uint64_t cycle = 0;
        struct wave wave = some_wave(&rng, 1 + (uint32_t)rng_below(&rng, 9));
        begin(&history, &signal, &wave);
        for (unsigned j = 0; j < 7 && good; j++) {
            struct wave_filter filter = some_filter(&rng);
            uint64_t from = cycle + (rng_one_in(&rng, 2) ? 0 : rng_below(&rng, 4));
            filter.edge |= rng_one_in(&rng, 2);
            good = agrees(&history, &signal, &filter, from, from + rng_below(&rng, 25));
            cycle += rng_one_in(&rng, 3) ? 0 : rng_below(&rng, 20);
            wave = some_wave(&rng, 1 + (uint32_t)rng_below(&rng, 9));
            change(&history, &signal, cycle, &wave);
        }
    }
    ok(good, "3000 signals of 7 waves each: counts from a change on, edges at the change included");
}

static void test_edges_by_hand(void)
{
    const struct wave_filter rising = {.subs = 1, .thresh = 1, .edge = true};
    const struct wave_filter falling = {.subs = 1, .thresh = 1, .edge = true, .invert = true};
    const struct wave high = {.modulus = 1, .n_parts = 1, .part = {{0, 1, 1, 0}}};
    struct wave quiet;
    struct wave_signal signal;

    wave_quiet(&quiet);
    wave_signal_reset(&signal, &high);
    is_u64(wave_signal_count(&signal, &rising, 0, 10), 1, "high from cycle 0 on is one edge");
    is_u64(wave_signal_count(&signal, &rising, 1, 10), 0, "... in cycle 0");
    wave_signal_change(&signal, 10, &high);
    is_u64(wave_signal_count(&signal, &rising, 10, 20), 0, "high again after high is no edge");
    wave_signal_change(&signal, 20, &quiet);
    is_u64(wave_signal_count(&signal, &falling, 20, 30), 1, "quiet after high is a falling edge");
    wave_signal_change(&signal, 30, &high);
    wave_signal_change(&signal, 30, &quiet);
    is_u64(
        wave_signal_count(&signal, &rising, 30, 40), 0, "a wave held for no cycle leaves no edge");
    is_u64(wave_signal_count(&signal, &falling, 30, 40), 0, "... of either kind");
    wave_signal_change(&signal, 40, &high);
    is_u64(wave_signal_count(&signal, &rising, 40, 41), 1,
        "the edge is in the first cycle of the change");
    is_u64(wave_signal_count(&signal, &rising, 40, 40), 0, "an empty interval has none");
}

/* ---- large circles ---- */

static const uint32_t large_moduli[] = {
    800000000, UINT32_MAX, 4294967291, UINT32_C(1) << 31, 666666667};
enum { N_LARGE = sizeof(large_moduli) / sizeof(large_moduli[0]) };

static struct wave large_wave(struct rng *rng)
{
    uint32_t modulus = large_moduli[rng_below(rng, N_LARGE)];
    struct wave wave = some_wave(rng, modulus);

    if (rng_one_in(rng, 2))
        wave.step = wave_even_step(modulus);
    return wave;
}

/* Puts an arc around the point that the pointer visits in @cycle, so that small
 * windows contain ends of arcs. */
static void aim(struct rng *rng, struct wave *wave, uint64_t cycle)
{
    uint32_t point = (uint32_t)((unsigned __int128)cycle * wave->step % wave->modulus);
    struct wave_part *part = &wave->part[0];

    if (!wave->n_parts)
        wave->n_parts = 1;
    *part =
        (struct wave_part){.from = point, .to = point + 1, .level = 1 + (uint8_t)rng_below(rng, 3)};
    if (rng_one_in(rng, 3))
        part->to = wave->modulus;
    else if (rng_one_in(rng, 3))
        part->from = 0;
}

static uint64_t some_cycle(struct rng *rng, uint32_t modulus)
{
    uint64_t whole = rng_bits(rng, 28) * modulus;

    return rng_one_in(rng, 3) ? whole + rng_below(rng, 60) : whole + rng_below(rng, modulus);
}

static void test_large_windows(void)
{
    struct rng rng = {4};
    bool good = true;

    for (unsigned i = 0; i < 3000 && good; i++) {
        struct history history;
        struct wave_signal signal;
        struct wave_filter filter = some_filter(&rng);
        struct wave wave = large_wave(&rng), before = large_wave(&rng);
        uint64_t since = rng_one_in(&rng, 4) ? UINT64_C(1) << 60 : rng_bits(&rng, 60);
        uint64_t offset = some_cycle(&rng, wave.modulus);
        uint64_t from = rng_one_in(&rng, 6) ? 0 : offset;

        if (rng_one_in(&rng, 2))
            aim(&rng, &wave, offset + rng_below(&rng, 50));
        if (since && rng_one_in(&rng, 2))
            aim(&rng, &before, since - 1);
        begin(&history, &signal, &before);
        change(&history, &signal, since, &wave);
        good =
            agrees(&history, &signal, &filter, since + from, since + from + rng_below(&rng, 120));
    }
    ok(good, "circles up to 2^32-1 points, windows of up to 120 cycles anywhere up to cycle 2^60 "
             "and more");
}

static void test_splits(void)
{
    struct rng rng = {5};
    bool good = true;

    for (unsigned i = 0; i < 4000 && good; i++) {
        struct wave_signal signal;
        struct wave_filter filter = some_filter(&rng);
        struct wave wave = large_wave(&rng);
        uint64_t a = rng_bits(&rng, 58), b = a + rng_bits(&rng, 52), c = b + rng_bits(&rng, 52);

        for (unsigned p = 0; p < wave.n_parts; p++)
            wave.part[p].level &= 15;
        wave_signal_reset(&signal, &wave);
        uint64_t whole = wave_signal_count(&signal, &filter, a, c);
        good = whole == wave_signal_count(&signal, &filter, a, b) +
                            wave_signal_count(&signal, &filter, b, c);
        if (!good)
            printf(
                "# a %" PRIu64 " b %" PRIu64 " c %" PRIu64 " modulus %u\n", a, b, c, wave.modulus);
    }
    ok(good, "count(a, c) = count(a, b) + count(b, c) for any b, intervals up to 2^53 cycles");
}

/* ---- whole rounds ---- */

/* The number of an arc's @length points whose predecessor, one @step back, is
 * outside of it. */
static uint64_t rises(const struct wave *wave, uint64_t length)
{
    uint64_t least = wave->step,
             others[] = {wave->modulus - wave->step, length, wave->modulus - length};

    for (unsigned i = 0; i < 3; i++)
        if (others[i] < least)
            least = others[i];
    return least;
}

struct rounds {
    struct wave_signal signal;
    uint64_t from, to, n; /* @n whole rounds in the cycles [from, to) */
    uint64_t length;      /* of the one arc, of level 3 */
    uint32_t modulus;
};

static struct rounds some_rounds(struct rng *rng)
{
    struct rounds r = {.modulus = large_moduli[rng_below(rng, N_LARGE)]};
    uint64_t a = rng_below(rng, (uint64_t)r.modulus + 1),
             b = rng_below(rng, (uint64_t)r.modulus + 1);
    uint64_t low = a < b ? a : b, high = a < b ? b : a;
    struct wave wave = {.modulus = r.modulus,
        .step = some_step(rng, r.modulus),
        .n_parts = 1,
        .part = {{(uint32_t)low, (uint32_t)high, 3, 0}}};

    r.length = high - low;
    r.n = rng_bits(rng, 27);
    /* From the second cycle on, so that each edge's previous cycle is on the
     * circle. */
    r.from = 1 + rng_bits(rng, 60);
    r.to = r.from + r.n * r.modulus;
    wave_signal_reset(&r.signal, &wave);
    return r;
}

static void test_rounds(void)
{
    struct rng rng = {6};
    bool plain = true, thresh = true, invert = true, edge = true;

    for (unsigned i = 0; i < 2000; i++) {
        struct rounds r = some_rounds(&rng);
        const struct wave_signal *s = &r.signal;
        struct wave_filter f = {.subs = 1};
        plain &= wave_signal_count(s, &f, r.from, r.to) == r.n * r.length * 3;
        f.thresh = 3;
        thresh &= wave_signal_count(s, &f, r.from, r.to) == r.n * r.length;
        f.invert = true;
        invert &= wave_signal_count(s, &f, r.from, r.to) == r.n * (r.modulus - r.length);
        f.edge = true;
        edge &= wave_signal_count(s, &f, r.from, r.to) == r.n * rises(&s->now, r.length);
        f.invert = false;
        edge &= wave_signal_count(s, &f, r.from, r.to) == r.n * rises(&s->now, r.length);
    }
    ok(plain, "whole rounds from any cycle up to 2^60: exactly level times length");
    ok(thresh, "... with a threshold: the length");
    ok(invert, "... inverted: the rest");
    ok(edge, "... rising and falling edges: the circle's number");
}

/* ---- even steps ---- */

static void test_even_step(void)
{
    struct rng rng = {7};
    bool prime = true;

    for (unsigned i = 2; i < 3000; i++) {
        uint32_t modulus = i < 2000 ? i : (uint32_t)(rng_next(&rng) >> 32 | 2);
        uint32_t step = wave_even_step(modulus);
        if (prime && !(prime = step >= 1 && step < modulus && divisor_of(step, modulus) == 1))
            printf("# modulus %u step %u\n", modulus, step);
    }
    ok(prime, "an even step is below its modulus and prime to it");
    is_u64(wave_even_step(1), 0, "a circle of one point needs no step");
    /* The golden sections are 1520 and 1541; Euclid's quotients add up to 80
     * and 81. */
    is_u64(wave_even_step(2461), 1520, "a step that is barely even enough");
    is_u64(wave_even_step(2495), 1542, "the next step, where it is not");
}

/* Any arc, any window: the count differs by a few from an even flow's. */
static void test_evenness(void)
{
    /* The last two: clocks at which the step next to the golden section would
     * deviate by 160 and by 4000. */
    static const uint32_t clocks[] = {800000000, 933333333, 1000000000, 968556051};
    struct rng rng = {8};
    const struct wave_filter all = {.subs = 1};
    double worst = 0;

    for (unsigned i = 0; i < 3000; i++) {
        struct wave wave = {.modulus = clocks[i % 4], .n_parts = 1};
        struct wave_signal signal;
        uint32_t rate = 1 + (uint32_t)rng_bits(&rng, 29);
        uint64_t from = rng_below(&rng, wave.modulus), cycles = rng_bits(&rng, 32);

        wave.step = wave_even_step(wave.modulus);
        wave.part[0] = (struct wave_part){0, rate, 1, 0};
        wave_signal_reset(&signal, &wave);
        double even = (double)cycles * rate / wave.modulus;
        double off = (double)wave_signal_count(&signal, &all, from, from + cycles) - even;
        worst = off < 0 ? (worst > -off ? worst : -off) : (worst > off ? worst : off);
    }
    printf("# furthest from an even flow: %.1f events\n", worst);
    ok(worst < 16, "a rate is even: no window differs by 16 events");
}

int main(void)
{
    test_small();
    test_limit();
    test_changes();
    test_edges_by_hand();
    test_large_windows();
    test_splits();
    test_rounds();
    test_even_step();
    test_evenness();
    return done_testing();
}
