/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Traffic of an event of which only occurrences are counted, by
 * docs/scenarios.md ("Which cycles"). A flow has the whole history from boot
 * on, so callers can query any past time. */
#ifndef PMULAB_ORACLE_TRAFFIC_FLOW_H
#define PMULAB_ORACLE_TRAFFIC_FLOW_H

#include "oracle/traffic/amount.h"

/* An amount, from @cycle on until the next begins. */
struct oracle_stretch {
    uint64_t cycle;
    struct oracle_amount amount;
};

struct oracle_flow {
    uint32_t hz;
    unsigned n;
    struct oracle_stretch *stretches;
};

/* Whole cycles of a clock of @hz until @ns. */
uint64_t oracle_cycles(uint32_t hz, uint64_t ns);

/* No traffic, on a clock of @hz. Free with oracle_flow_end(). */
void oracle_flow_begin(struct oracle_flow *flow, uint32_t hz);
void oracle_flow_end(struct oracle_flow *flow);

/* From @cycle on, the amount is @amount. @cycle is not before the last
 * change. */
void oracle_flow_change(
    struct oracle_flow *flow, uint64_t cycle, const struct oracle_amount *amount);

/* Events in cycles [@from, @to). */
uint64_t oracle_flow_events(const struct oracle_flow *flow, uint64_t from, uint64_t to);

/* Events in the first @n cycles of @amount, on a clock of @hz. */
uint64_t oracle_amount_events(const struct oracle_amount *amount, uint32_t hz, uint64_t n);

/* The amount in cycle number @i, counted from 0, by the definition. */
unsigned oracle_amount_adds(const struct oracle_amount *amount, uint32_t hz, uint64_t i);

#endif
