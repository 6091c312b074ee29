/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle's amounts and flows against sums by hand, against their definition
 * cycle by cycle, and against the models' flows. */
#include "models/sim/clock.h"
#include "models/sim/flow.h"
#include "oracle/traffic/flow.h"
#include "tests/rng.h"
#include "tests/tap.h"

enum { GHZ2 = 2000000000 };

/* The first @n cycles of @text on a clock of @hz. */
static uint64_t events(const char *text, uint32_t hz, uint64_t n)
{
    struct oracle_amount amount;

    return oracle_amount(text, 64, &amount) ? UINT64_MAX : oracle_amount_events(&amount, hz, n);
}

static void by_hand(void)
{
    is_u64(events("120M/s", GHZ2, GHZ2), 120000000, "a second of 120M/s");
    is_u64(events("120M/s", GHZ2, 1), 1, "the first event is in the first cycle");
    is_u64(events("1G/s", GHZ2, 2), 1, "one event in two cycles");
    is_u64(events("1G/s", GHZ2, 3), 2, "the next event in the third");
    is_u64(events("3/s", 7, 3), 1, "3 in 7 cycles: in cycles 0, 3 and 5");
    is_u64(events("3/s", 7, 4), 2, "the second");
    is_u64(events("3/s", 7, 6), 3, "the third");
    is_u64(events("2G/s", GHZ2, UINT64_C(72000000000000)), UINT64_C(72000000000000),
        "ten hours of each cycle");
    is_u64(events("12.5%", GHZ2, GHZ2), 250000000, "an eighth of a second");
    is_u64(events("0.0001%", 3000000, 3000000), 3, "a millionth of three million cycles");
    is_u64(events("64 MB/s", GHZ2, GHZ2), 1000000, "64 bytes each");
    is_u64(events("level 8", GHZ2, 1000), 8000, "8 in each of 1000 cycles");
    is_u64(events("level 3 for 100 of 1000 cycles", GHZ2, 2050), 750,
        "two bursts and half of the third");
    is_u64(events("off", GHZ2, GHZ2), 0, "nothing");
    is_u64(events("0/s", GHZ2, GHZ2), 0, "0 per second");
}

/* An amount that the models accept, and the same amount in their form. */
static struct oracle_amount random_amount(struct rng *rng, uint32_t hz, struct traffic_amount *same)
{
    static const enum traffic_kind kinds[] = {[ORACLE_OFF] = TRAFFIC_OFF,
        [ORACLE_RATE] = TRAFFIC_RATE,
        [ORACLE_SHARE] = TRAFFIC_SHARE,
        [ORACLE_LEVEL] = TRAFFIC_LEVEL,
        [ORACLE_BURST] = TRAFFIC_BURST};
    struct oracle_amount a = {.kind = (enum oracle_amount_kind)rng_below(rng, 5)};

    if (a.kind == ORACLE_RATE)
        a.rate = rng_below(rng, hz + 1);
    if (a.kind == ORACLE_SHARE)
        a.rate = rng_below(rng, 1000001);
    if (a.kind == ORACLE_LEVEL || a.kind == ORACLE_BURST)
        a.level = (uint32_t)rng_below(rng, 256);
    if (a.kind == ORACLE_BURST) {
        a.period = 1 + (uint32_t)rng_below(rng, 50);
        a.on = (uint32_t)rng_below(rng, a.period + 1);
    }
    *same = (struct traffic_amount){kinds[a.kind], a.rate, a.level, a.on, a.period};
    return a;
}

static void by_definition(struct rng *rng)
{
    unsigned wrong = 0;

    for (unsigned i = 0; i < 300; i++) {
        struct traffic_amount same;
        uint32_t hz = 1 + (uint32_t)rng_below(rng, 400);
        struct oracle_amount amount = random_amount(rng, hz, &same);
        uint64_t sum = 0;

        for (uint64_t n = 0; n < 1000; n++) {
            wrong += oracle_amount_events(&amount, hz, n) != sum;
            sum += oracle_amount_adds(&amount, hz, n);
        }
    }
    is_u64(wrong, 0, "sums of 300 amounts, cycle by cycle");
}

/* Changing amounts, on the machines' clocks and others. */
static unsigned differences(struct rng *rng)
{
    static const uint32_t clocks[] = {GHZ2, 800000000, 666666667, 100000000, 7};
    uint32_t hz = clocks[rng_below(rng, 5)];
    struct oracle_flow mine;
    struct flow other;
    unsigned wrong = 0;
    uint64_t before = 0, now = rng_below(rng, 1000000), first = 0, base = 0;

    oracle_flow_begin(&mine, hz);
    flow_reset(&other);
    for (unsigned i = 0; i < 20; i++) {
        struct traffic_amount same;
        struct oracle_amount amount = random_amount(rng, hz, &same);

        oracle_flow_change(&mine, oracle_cycles(hz, now), &amount);
        flow_set(&other, sim_cycles(hz, now), hz, &same);
        if (i == 5) {
            first = now;
            base = flow_total(&other, sim_cycles(hz, now));
        }
        now += rng_one_in(rng, 4) ? 0 : rng_below(rng, UINT64_C(1) << (1 + rng_below(rng, 36)));
        wrong += oracle_cycles(hz, now) != sim_cycles(hz, now);
        wrong += oracle_flow_events(&mine, oracle_cycles(hz, before), oracle_cycles(hz, now)) !=
                 flow_total(&other, sim_cycles(hz, now));
        if (i >= 5)
            wrong += oracle_flow_events(&mine, oracle_cycles(hz, first), oracle_cycles(hz, now)) !=
                     flow_total(&other, sim_cycles(hz, now)) - base;
    }
    oracle_flow_end(&mine);
    return wrong;
}

int main(void)
{
    struct rng rng = {1};
    unsigned wrong = 0;

    by_hand();
    by_definition(&rng);
    for (unsigned i = 0; i < 2000; i++)
        wrong += differences(&rng);
    is_u64(wrong, 0, "2000 flows of the oracle and of the models");
    return done_testing();
}
