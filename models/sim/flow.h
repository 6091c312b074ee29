/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How often one event has happened since time 0, with an amount of traffic that changes now and then. Totals
 * are exact integrals: asking more often changes nothing. A rate is as even as it can be: any time without a
 * change has its share, where that is no whole number rounded down or up.
 */
#ifndef PMULAB_SIM_FLOW_H
#define PMULAB_SIM_FLOW_H

#include "models/sim/traffic.h"

struct flow {
    struct traffic_amount amount; /* as it is now */
    struct wave wave;             /* the same, as a wave */
    uint64_t since;               /* cycle at which it began */
    uint64_t before;              /* events of the amounts before it */
};

/* No traffic, and none so far. */
void flow_reset(struct flow *flow);

/* NULL, or what is wrong with @amount on a clock of @hz, as a static phrase. */
const char *flow_wrong(const struct traffic_amount *amount, uint32_t hz);

/* From @cycle on, no earlier than before, there is @amount, with which nothing may be wrong. */
void flow_set(struct flow *flow, uint64_t cycle, uint32_t hz, const struct traffic_amount *amount);

/* Events from cycle 0 to @cycle, which must not lie before the last change. */
uint64_t flow_total(const struct flow *flow, uint64_t cycle);

#endif
