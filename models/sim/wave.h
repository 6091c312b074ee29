/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Waves: what a unit does in each cycle of its clock, and the exact number that a counter sees of it.
 *
 * A wave is a step function on a circle of @modulus points, read by a pointer that starts at 0 and moves
 * @step points a cycle. With modulus = cycles per second and a step near the golden section of it, the
 * pointer visits each point once a second and every arc evenly, so an arc of n points is an event that
 * happens n times a second, spread as evenly as can be. With modulus = period and step 1 the same thing is a
 * burst: high for so many cycles, low for the rest of the period.
 *
 * Everything that a counter can ask falls out of that. Selected sub-events are arcs; threshold and invert
 * choose the points where the sum is high enough; edge detection takes from those points the ones whose
 * predecessor, one step back, was chosen too. The count over cycles [a, b) is the number of visits to arcs,
 * which a floor sum gives exactly in O(log modulus), whatever the interval: no loop over cycles exists.
 */
#ifndef PMULAB_SIM_WAVE_H
#define PMULAB_SIM_WAVE_H

#include <stdbool.h>
#include <stdint.h>

#define WAVE_SUBS  8  /* sub-events of one event */
#define WAVE_PARTS 16 /* each sub-event has one arc, in two parts where it passes point 0 */

/* Between points @from and @to of the circle, sub-event @sub adds @level a cycle. */
struct wave_part {
    uint32_t from, to; /* from <= to <= modulus; to is not included */
    uint8_t level;
    uint8_t sub; /* 0 to 7 */
};

struct wave {
    uint32_t modulus; /* points, at least 1 */
    uint32_t step;    /* points a cycle, below modulus and prime to it (0 for modulus 1) */
    unsigned n_parts;
    struct wave_part part[WAVE_PARTS];
};

/* What a counter makes of a wave, in the order in which hardware's stages stand. */
struct wave_filter {
    uint8_t subs;     /* sub-events that count, as a mask */
    bool any;         /* several sub-events in one cycle add 1 together, not 1 each */
    uint8_t at_least; /* not 0: the event is "the sum is at least so much", an increment of 0 or 1 */
    uint8_t thresh;   /* 0: the increment itself is added, invert and edge do nothing */
    bool invert;      /* true where the increment is below thresh */
    bool edge;        /* one for each change from false to true */
};

/* A wave through time: what holds since a cycle, and what held in the cycle before that. */
struct wave_signal {
    uint64_t since;   /* cycle at which the pointer of @now stood at 0 */
    uint64_t earlier; /* the same for @before */
    struct wave now, before;
};

/* No traffic at all. */
void wave_quiet(struct wave *wave);

/* @level in every cycle, on behalf of sub-event 0. */
void wave_constant(struct wave *wave, uint8_t level);

/* A step for @modulus (at least 1) that is prime to it and spreads visits evenly: an arc of any length has in
 * any window about as many as its share, to within some 15. */
uint32_t wave_even_step(uint32_t modulus);

/* A signal that has been @wave since cycle 0, and nothing before. */
void wave_signal_reset(struct wave_signal *signal, const struct wave *wave);

/* From cycle @cycle on, which must not lie before an earlier change, the signal is @wave. */
void wave_signal_change(struct wave_signal *signal, uint64_t cycle, const struct wave *wave);

/*
 * What a counter with @filter adds over the cycles [@from, @to). @from must not lie before the last change.
 * The result is exact as long as it fits 64 bits.
 */
uint64_t wave_signal_count(
    const struct wave_signal *signal, const struct wave_filter *filter, uint64_t from, uint64_t to);

#endif
