/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Traffic as users write it ("120M/s", "25%", "level 8 for 100 of 1000
 * cycles"), one amount per sub-event, and the combined wave of one event's
 * amounts. */
#ifndef PMULAB_MODELS_SIM_TRAFFIC_H
#define PMULAB_MODELS_SIM_TRAFFIC_H

#include "models/sim/wave.h"

#include <stddef.h>

enum traffic_kind {
    TRAFFIC_OFF,
    TRAFFIC_RATE,  /* occurrences per second, evenly spread */
    TRAFFIC_SHARE, /* cycles per million, evenly spread */
    TRAFFIC_LEVEL, /* a level in every cycle */
    TRAFFIC_BURST, /* a level in the first cycles of each period */
};

struct traffic_amount {
    enum traffic_kind kind;
    uint64_t rate;       /* TRAFFIC_RATE: events per second; TRAFFIC_SHARE: cycles per million */
    uint32_t level;      /* TRAFFIC_LEVEL, TRAFFIC_BURST */
    uint32_t on, period; /* TRAFFIC_BURST: cycles */
};

#define TRAFFIC_SHARE_WHOLE 1000000u

/* How the sub-events of an event share its cycles. */
enum traffic_sharing {
    TRAFFIC_IN_TURN,  /* one at a time: arcs are end to end and must fit the circle */
    TRAFFIC_TOGETHER, /* independently: arcs begin end to end and may overlap */
};

/*
 * Makes the wave of one event. @amounts: one for each of @n sub-events (at most
 * WAVE_SUBS), or the event's one amount; @max: the event's maximum per cycle;
 * @hz: cycles per second. Returns NULL, or the error as a static phrase; then
 * @wave is unchanged.
 */
const char *traffic_wave(const struct traffic_amount *amounts, unsigned n,
    enum traffic_sharing sharing, unsigned max, uint32_t hz, struct wave *wave);

/* The same, with the arcs in another order on the circle: first that of
 * sub-event @order[0], and so on. */
const char *traffic_wave_ordered(const struct traffic_amount *amounts, const uint8_t *order,
    unsigned n, enum traffic_sharing sharing, unsigned max, uint32_t hz, struct wave *wave);

/*
 * The same for an event with one amount of which only occurrences are counted.
 * A rate or share is then as even as possible: any interval has its share,
 * rounded down or up. The steps from wave_even_step() suit thresholds, edges
 * and several arcs, but deviate more.
 */
const char *traffic_wave_alone(const struct traffic_amount *amount, uint32_t hz, struct wave *wave);

/* Returns how often @amount occurs in a second of a clock of @hz, on average
 * and rounded down. */
uint64_t traffic_per_second(const struct traffic_amount *amount, uint32_t hz);

/*
 * Reads an amount from @text: "off", "RATE/s" with a prefix k, M or G, "N%"
 * with up to four decimals, "level N", or "level N for ON of PERIOD cycles". If
 * @bytes_per_event is not 0, it also reads bytes per second, "N MB/s", "N
 * MiB/s" and so on, which must be a whole number of events. Returns NULL, or
 * the expected text as a static phrase.
 */
const char *traffic_parse_amount(
    const char *text, unsigned bytes_per_event, struct traffic_amount *amount);

#endif
