/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Waves: a unit's activity in each cycle of its clock, and the exact number
 * that a counter counts of it.
 *
 * A wave is a step function on a circle of @modulus points. A pointer reads it,
 * starting at 0 and moving @step points per cycle. With modulus = cycles per
 * second and a step near its golden section, the pointer visits each point once
 * a second and every arc evenly. An arc of n points is then an event that
 * happens n times a second, spread as evenly as possible. With modulus = period
 * and step 1 the same structure is a burst: high for the first cycles of a
 * period, low for the rest.
 *
 * All selections of a counter follow from that. Selected sub-events are arcs.
 * Threshold and invert select the points where the sum is high enough. Edge
 * detection keeps those points whose predecessor, one step back, was not
 * selected. The count over cycles [a, b) is the number of visits to arcs. A
 * floor sum computes it exactly in O(log modulus) for any interval, without a
 * loop over cycles.
 */
#ifndef PMULAB_MODELS_SIM_WAVE_H
#define PMULAB_MODELS_SIM_WAVE_H

#include <stdbool.h>
#include <stdint.h>

#define WAVE_SUBS  16 /* sub-events of one event */
#define WAVE_CROSS 8  /* the same, for an event in which several sub-events may cross point 0 */
#define WAVE_PARTS 17 /* a part per sub-event and the rest, or two for each that crosses point 0 */

/* Between points @from and @to of the circle, sub-event @sub adds @level per
 * cycle. */
struct wave_part {
    uint32_t from, to; /* from <= to <= modulus; to is not included */
    uint8_t level;
    uint8_t sub; /* below WAVE_SUBS */
};

struct wave {
    uint32_t modulus; /* points, at least 1 */
    uint32_t step;    /* points per cycle, below modulus and prime to it (0 for modulus 1) */
    unsigned n_parts;
    struct wave_part part[WAVE_PARTS];
};

/* A counter's processing of a wave, in the order of the hardware's stages. */
struct wave_filter {
    uint16_t subs;    /* mask of sub-events that count */
    bool any;         /* several sub-events in one cycle add 1 together, not 1 each */
    uint8_t at_least; /* not 0: adds 1 if the sum is at least this, otherwise 0 */
    uint8_t thresh;   /* 0: adds the increment itself; invert and edge have no effect */
    bool invert;      /* true if the increment is below thresh */
    bool edge;        /* adds one for each change from false to true */
};

/* A wave over time: the current one, and the one in the cycle before it began.
 * */
struct wave_signal {
    uint64_t since;   /* cycle at which the pointer of @now was at 0 */
    uint64_t earlier; /* the same for @before */
    struct wave now, before;
};

/* Makes a wave without traffic. */
void wave_quiet(struct wave *wave);

/* Returns a step for @modulus (at least 1) that is prime to it and spreads
 * visits evenly. In any window, an arc's visits differ from its share by at
 * most about 15. */
uint32_t wave_even_step(uint32_t modulus);

/* Makes a signal with @wave from cycle 0 on. */
void wave_signal_reset(struct wave_signal *signal, const struct wave *wave);

/* Sets the wave to @wave from cycle @cycle on, which must not be before an
 * earlier change. */
void wave_signal_change(struct wave_signal *signal, uint64_t cycle, const struct wave *wave);

/* Returns the amount that a counter with @filter adds over the cycles [@from,
 * @to). @from must not be before the last change. The result is exact as long
 * as it fits 64 bits. */
uint64_t wave_signal_count(
    const struct wave_signal *signal, const struct wave_filter *filter, uint64_t from, uint64_t to);

/* Returns a cheap upper bound: no cycle from the last change on adds more than
 * this to a counter with @filter. */
uint64_t wave_signal_limit(const struct wave_signal *signal, const struct wave_filter *filter);

#endif
