/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Converts amounts of traffic into waves, for the models' events. */
#include "models/sim/traffic.h"

#include <assert.h>

/* Sets the circle for an amount, and its arc's length. Returns NULL or the
 * error. */
static const char *arc(
    const struct traffic_amount *amount, uint32_t hz, uint32_t *modulus, uint64_t *length)
{
    *modulus = amount->kind == TRAFFIC_BURST ? amount->period : hz;
    *length = 0;
    switch (amount->kind) {
    case TRAFFIC_OFF:
        break;
    case TRAFFIC_RATE:
        *length = amount->rate;
        break;
    case TRAFFIC_SHARE:
        /* A circle has whole points. Rounding down lets shares of 100% together
         * fit any clock. */
        *length = amount->rate * hz / TRAFFIC_SHARE_WHOLE;
        break;
    case TRAFFIC_LEVEL:
        *length = hz;
        break;
    case TRAFFIC_BURST:
        if (!amount->period || amount->on > amount->period)
            return "a burst must fit its period";
        *length = amount->on;
        break;
    }
    return *length > *modulus ? "it would happen more often than once a cycle" : NULL;
}

static unsigned level(const struct traffic_amount *amount)
{
    return amount->kind == TRAFFIC_LEVEL || amount->kind == TRAFFIC_BURST ? amount->level : 1;
}

/* Appends [from, from + length) of a circle, in two parts if it crosses the
 * circle's end. */
static void add_part(
    struct wave *wave, uint64_t from, uint64_t length, unsigned height, unsigned sub)
{
    uint64_t start = from % wave->modulus, end = start + length;
    uint64_t over = end > wave->modulus ? end - wave->modulus : 0;

    assert(wave->n_parts + (over ? 2 : 1) <= WAVE_PARTS);
    wave->part[wave->n_parts++] =
        (struct wave_part){(uint32_t)start, (uint32_t)(end - over), (uint8_t)height, (uint8_t)sub};
    if (over)
        wave->part[wave->n_parts++] =
            (struct wave_part){0, (uint32_t)over, (uint8_t)height, (uint8_t)sub};
}

const char *traffic_wave_ordered(const struct traffic_amount *amounts, const uint8_t *order,
    unsigned n, enum traffic_sharing sharing, unsigned max, uint32_t hz, struct wave *wave)
{
    struct wave made = {.modulus = 1};
    uint64_t used = 0;

    for (unsigned place = 0; place < n; place++) {
        unsigned i = order[place];
        uint32_t modulus;
        uint64_t length;
        const char *wrong = arc(&amounts[i], hz, &modulus, &length);

        if (wrong)
            return wrong;
        if (!length)
            continue;
        uint32_t step = amounts[i].kind == TRAFFIC_BURST ? modulus > 1 : wave_even_step(modulus);
        if (made.n_parts && (modulus != made.modulus || step != made.step))
            return "sub-events of one event must keep one rhythm: all evenly, or all in bursts of "
                   "one period";
        if (level(&amounts[i]) > max)
            return "the level is above the event's maximum per cycle";
        made.modulus = modulus;
        made.step = step;
        add_part(&made, used, length, level(&amounts[i]), i);
        used += length;
        if (sharing == TRAFFIC_IN_TURN && used > modulus)
            return "together the sub-events would happen more often than once a cycle";
    }
    *wave = made;
    return NULL;
}

const char *traffic_wave(const struct traffic_amount *amounts, unsigned n,
    enum traffic_sharing sharing, unsigned max, uint32_t hz, struct wave *wave)
{
    uint8_t order[WAVE_SUBS];

    assert(n <= WAVE_SUBS);
    for (unsigned i = 0; i < n; i++)
        order[i] = (uint8_t)i;
    return traffic_wave_ordered(amounts, order, n, sharing, max, hz, wave);
}

uint64_t traffic_per_second(const struct traffic_amount *amount, uint32_t hz)
{
    uint32_t modulus;
    uint64_t length;

    if (arc(amount, hz, &modulus, &length))
        return UINT64_MAX;
    return amount->kind == TRAFFIC_BURST ? length * level(amount) * hz / modulus
                                         : length * level(amount);
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/*
 * An arc of n points of m is visited n / m times a cycle. With a step as long
 * as the arc, the pointer visits it once per turn, when it passes point 0:
 * floor((c - 1) * n / m) + 1 times in the first c cycles. So any w cycles have
 * floor(w * n / m) visits or one more. If w * n / m is whole, they have exactly
 * that number, wherever they begin.
 */
static void step_by_arc(struct wave *wave)
{
    uint32_t length = wave->part[0].to, common = common_divisor(wave->modulus, length);

    wave->modulus /= common;
    wave->part[0].to = length / common;
    wave->step = wave->part[0].to % wave->modulus;
}

const char *traffic_wave_alone(const struct traffic_amount *amount, uint32_t hz, struct wave *wave)
{
    const char *wrong = traffic_wave(amount, 1, TRAFFIC_IN_TURN, UINT8_MAX, hz, wave);

    if (!wrong && wave->n_parts && (amount->kind == TRAFFIC_RATE || amount->kind == TRAFFIC_SHARE))
        step_by_arc(wave);
    return wrong;
}
