/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Flows: the amount in any interval. */
#include "models/sim/flow.h"
#include "tests/rng.h"
#include "tests/tap.h"

enum { GHZ = 1000000000, MHZ = 1000000, MS = 1000 /* of a second */ };

static uint64_t in_window(const struct flow *flow, uint64_t from, uint64_t cycles)
{
    return flow_total(flow, from + cycles) - flow_total(flow, from);
}

static struct flow flow_of(const struct traffic_amount *amount, uint32_t hz, uint64_t since)
{
    struct flow flow;

    tap_scribble(&flow, sizeof(flow));
    flow_reset(&flow);
    flow_set(&flow, since, hz, amount);
    return flow;
}

/* Rounds of a PMCU: 4 ms of CPUs at 2 GHz. No event is aligned to them. */
static void test_rounds(void)
{
    static const struct {
        struct traffic_amount amount;
        uint64_t share;
    } cases[] = {
        {{.kind = TRAFFIC_RATE, .rate = 3 * MHZ}, 12000},
        {{.kind = TRAFFIC_RATE, .rate = 4 * MHZ}, 16000},
        {{.kind = TRAFFIC_RATE, .rate = 250}, 1},
        {{.kind = TRAFFIC_RATE, .rate = 1999999750}, 7999999},
        {{.kind = TRAFFIC_RATE, .rate = 2 * (uint64_t)GHZ}, 8 * MHZ},
        {{.kind = TRAFFIC_SHARE, .rate = 125000}, MHZ},
        {{.kind = TRAFFIC_LEVEL, .level = 2}, 16 * MHZ},
    };
    struct rng rng = {1};

    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct flow flow = flow_of(&cases[i].amount, 2u * GHZ, 12345);
        unsigned other = 0;

        for (unsigned k = 0; k < 1000; k++)
            other += in_window(&flow, 12345 + rng_bits(&rng, 40), 8 * MHZ) != cases[i].share;
        is_u64(other, 0, "4 ms have %" PRIu64 " events, wherever they begin", cases[i].share);
    }
}

static void test_any_window(void)
{
    struct rng rng = {2};
    unsigned strayed = 0, seconds = 0;

    for (unsigned k = 0; k < 20000; k++) {
        uint32_t hz = 1 + (uint32_t)rng_bits(&rng, 31);
        struct traffic_amount amount = {
            .kind = TRAFFIC_RATE, .rate = rng_below(&rng, (uint64_t)hz + 1)};
        struct flow flow = flow_of(&amount, hz, 0);
        uint64_t from = rng_bits(&rng, 40), cycles = rng_bits(&rng, 30),
                 n = in_window(&flow, from, cycles);
        uint64_t product = cycles * amount.rate;

        strayed += n != product / hz && (product % hz == 0 || n != product / hz + 1);
        seconds += in_window(&flow, from, hz) != amount.rate;
    }
    is_u64(strayed, 0, "any interval has its share of a rate, rounded down or up");
    is_u64(seconds, 0, "any second has the whole rate");
}

static void test_changes(void)
{
    struct flow flow = flow_of(&(struct traffic_amount){.kind = TRAFFIC_RATE, .rate = 3}, 10, 0);

    is_u64(flow_total(&flow, 100), 30, "three in ten cycles");
    flow_set(&flow, 100, 10, &(struct traffic_amount){.kind = TRAFFIC_OFF});
    is_u64(flow_total(&flow, 1000), 30, "none after off");
    flow_set(&flow, 1000, 10,
        &(struct traffic_amount){.kind = TRAFFIC_BURST, .level = 5, .on = 2, .period = 8});
    is_u64(flow_total(&flow, 1001), 35, "a burst begins with the change");
    is_u64(flow_total(&flow, 1016), 50, "and has its periods");
    ok(flow_wrong(&(struct traffic_amount){.kind = TRAFFIC_RATE, .rate = 11}, 10),
        "more than one per cycle is refused");
}

int main(void)
{
    test_rounds();
    test_any_window();
    test_changes();
    return done_testing();
}
