/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Seeded random numbers for tests: the same in every run and on every machine
 * (splitmix64). */
#ifndef PMULAB_TESTS_RNG_H
#define PMULAB_TESTS_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct rng {
    uint64_t state; /* begins as the seed */
};

static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t z = rng->state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* A number from 0 to @n - 1. */
static inline uint64_t rng_below(struct rng *rng, uint64_t n)
{
    return rng_next(rng) % n;
}

/* True once in @n times. */
static inline bool rng_one_in(struct rng *rng, unsigned n)
{
    return rng_below(rng, n) == 0;
}

/* A number of at most @bits bits; short ones are as likely as long ones. */
static inline uint64_t rng_bits(struct rng *rng, unsigned bits)
{
    unsigned drop = 64 - (unsigned)rng_below(rng, bits + 1);

    return drop > 63 ? 0 : rng_next(rng) >> drop;
}

#endif
