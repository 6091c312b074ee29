/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts the occurrences of an event, in 128 bits. */
#include "oracle/traffic/flow.h"

#include <assert.h>
#include <stdlib.h>

__extension__ typedef unsigned __int128 wide;

uint64_t oracle_cycles(uint32_t hz, uint64_t ns)
{
    return (uint64_t)((wide)ns * hz / 1000000000);
}

/* Events per second of an evenly spread amount. */
static uint64_t rate_of(const struct oracle_amount *amount, uint32_t hz)
{
    return amount->kind == ORACLE_SHARE ? amount->rate * hz / 1000000 : amount->rate;
}

unsigned oracle_amount_adds(const struct oracle_amount *amount, uint32_t hz, uint64_t i)
{
    switch (amount->kind) {
    case ORACLE_RATE:
    case ORACLE_SHARE:
        return (wide)i * rate_of(amount, hz) % hz < rate_of(amount, hz);
    case ORACLE_LEVEL:
        return amount->level;
    case ORACLE_BURST:
        return i % amount->period < amount->on ? amount->level : 0;
    default:
        return 0;
    }
}

/* At @rate events per second, event number k, from 0 on, is in the first cycle
 * i with i * rate >= k * hz. So the first n cycles contain the events with k <=
 * (n - 1) * rate / hz. */
static uint64_t even(uint64_t rate, uint32_t hz, uint64_t n)
{
    return rate && n ? (uint64_t)((wide)(n - 1) * rate / hz) + 1 : 0;
}

uint64_t oracle_amount_events(const struct oracle_amount *amount, uint32_t hz, uint64_t n)
{
    uint64_t rest;

    switch (amount->kind) {
    case ORACLE_RATE:
    case ORACLE_SHARE:
        return even(rate_of(amount, hz), hz, n);
    case ORACLE_LEVEL:
        return n * amount->level;
    case ORACLE_BURST:
        rest = n % amount->period;
        return (n / amount->period * amount->on + (rest < amount->on ? rest : amount->on)) *
               amount->level;
    default:
        return 0;
    }
}

void oracle_flow_begin(struct oracle_flow *flow, uint32_t hz)
{
    *flow = (struct oracle_flow){.hz = hz};
}

void oracle_flow_end(struct oracle_flow *flow)
{
    free(flow->stretches);
    oracle_flow_begin(flow, flow->hz);
}

void oracle_flow_change(
    struct oracle_flow *flow, uint64_t cycle, const struct oracle_amount *amount)
{
    assert(!flow->n || cycle >= flow->stretches[flow->n - 1].cycle);
    flow->stretches = realloc(flow->stretches, (flow->n + 1) * sizeof(*flow->stretches));
    if (!flow->stretches)
        abort();
    flow->stretches[flow->n++] = (struct oracle_stretch){cycle, *amount};
}

uint64_t oracle_flow_events(const struct oracle_flow *flow, uint64_t from, uint64_t to)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < flow->n; i++) {
        const struct oracle_stretch *s = &flow->stretches[i];
        uint64_t end = i + 1 < flow->n && s[1].cycle < to ? s[1].cycle : to;
        uint64_t first = s->cycle > from ? s->cycle : from;

        if (first < end)
            sum += oracle_amount_events(&s->amount, flow->hz, end - s->cycle) -
                   oracle_amount_events(&s->amount, flow->hz, first - s->cycle);
    }
    return sum;
}
