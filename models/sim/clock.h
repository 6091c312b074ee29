/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Virtual time and clock domains. A model knows virtual nanoseconds only; a
 * clock domain counts cycles at its frequency from the same zero. Cycle c is
 * complete at the first nanosecond at which c + 1 cycles have passed. So counts
 * over adjoining intervals add up, wherever an interval is split.
 */
#ifndef PMULAB_MODELS_SIM_CLOCK_H
#define PMULAB_MODELS_SIM_CLOCK_H

#include <stdint.h>

#define SIM_NS_PER_S UINT64_C(1000000000)
#define SIM_NEVER    UINT64_MAX /* a deadline that never comes */

/* Whole cycles of a clock of @hz that have passed at @ns (virtual). Exact as
 * long as the result fits 64 bits. */
static inline uint64_t sim_cycles(uint32_t hz, uint64_t ns)
{
    return ns / SIM_NS_PER_S * hz + ns % SIM_NS_PER_S * hz / SIM_NS_PER_S;
}

/* The first nanosecond at which @cycles cycles of @hz have passed, or SIM_NEVER
 * if that exceeds 64 bits. */
static inline uint64_t sim_cycles_ns(uint32_t hz, uint64_t cycles)
{
    uint64_t seconds = cycles / hz, rest = cycles % hz;

    if (seconds >= UINT64_MAX / SIM_NS_PER_S)
        return SIM_NEVER;
    return seconds * SIM_NS_PER_S + (rest * SIM_NS_PER_S + hz - 1) / hz;
}

#endif
