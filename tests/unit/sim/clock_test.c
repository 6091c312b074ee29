/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Virtual time against 128-bit arithmetic. */
#include "models/sim/clock.h"
#include "tests/rng.h"
#include "tests/tap.h"

static uint32_t some_hz(struct rng *rng)
{
    static const uint32_t usual[] = {
        1, 3, 800000000, 666666667, 933333333, 1000000000, 1066666667, UINT32_MAX};

    if (rng_one_in(rng, 2))
        return usual[rng_below(rng, sizeof(usual) / sizeof(usual[0]))];
    return 1 + (uint32_t)rng_below(rng, UINT32_MAX);
}

static void test_cycles(void)
{
    struct rng rng = {1};
    bool exact = true, first = true, whole = true;

    for (unsigned i = 0; i < 50000; i++) {
        uint32_t hz = some_hz(&rng);
        uint64_t ns = rng_bits(&rng, 61), cycles = rng_bits(&rng, 60);
        unsigned __int128 wide = (unsigned __int128)ns * hz / SIM_NS_PER_S;
        uint64_t at = sim_cycles_ns(hz, cycles);
        exact &= sim_cycles(hz, ns) == (uint64_t)wide;
        if (at == SIM_NEVER)
            whole &= (unsigned __int128)cycles * SIM_NS_PER_S / hz > UINT64_MAX - 2 * SIM_NS_PER_S;
        else
            first &= (unsigned __int128)at * hz >= (unsigned __int128)cycles * SIM_NS_PER_S &&
                     (!at || (unsigned __int128)(at - 1) * hz <
                                 (unsigned __int128)cycles * SIM_NS_PER_S);
    }
    ok(exact, "cycles that have passed at a moment are rounded down, exactly");
    ok(first, "cycles have passed at the returned nanosecond, not one before");
    ok(whole, "a time beyond 64 bits is SIM_NEVER");
}

/* A model may split intervals: advancing cycle by cycle or at once is the same.
 * */
static void test_inverse(void)
{
    struct rng rng = {2};
    bool good = true;

    for (unsigned i = 0; i < 50000 && good; i++) {
        uint32_t hz = some_hz(&rng);
        uint64_t cycles = rng_bits(&rng, 32), ns = sim_cycles_ns(hz, cycles);
        good = sim_cycles(hz, ns) >= cycles && (!ns || sim_cycles(hz, ns - 1) < cycles);
        if (!good)
            printf("# %u Hz, %" PRIu64 " cycles, %" PRIu64 " ns\n", hz, cycles, ns);
    }
    ok(good, "both directions agree on when a cycle is complete");
}

static void test_by_hand(void)
{
    is_u64(sim_cycles(800000000, 5), 4, "800 MHz, 5 ns: 4 cycles");
    is_u64(sim_cycles(800000000, 4), 3, "... and 3 at 4 ns");
    is_u64(sim_cycles_ns(800000000, 3), 4, "the third is complete at 4 ns");
    is_u64(sim_cycles(800000000, 3600 * SIM_NS_PER_S), UINT64_C(2880000000000), "an hour");
    is_u64(sim_cycles_ns(1, 7), 7 * SIM_NS_PER_S, "one hertz");
    is_u64(sim_cycles_ns(1, UINT64_C(1) << 60), SIM_NEVER, "too far away");
    is_u64(sim_cycles_ns(800000000, 0), 0, "no cycles have always passed");
}

int main(void)
{
    test_by_hand();
    test_cycles();
    test_inverse();
    return done_testing();
}
