/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The number of occurrences of one event since time 0, for an amount of traffic
 * that may change. Totals are exact integrals, so they do not depend on how
 * often callers ask. A rate is as even as possible: any interval without a
 * change has its share, rounded down or up to a whole number.
 */
#ifndef PMULAB_MODELS_SIM_FLOW_H
#define PMULAB_MODELS_SIM_FLOW_H

#include "models/sim/traffic.h"

struct flow {
    struct traffic_amount amount; /* current amount */
    struct wave wave;             /* the same, as a wave */
    uint64_t since;               /* cycle at which the amount began */
    uint64_t before;              /* events before that cycle */
};

/* Sets no traffic and a total of 0. */
void flow_reset(struct flow *flow);

/* Returns NULL, or a static phrase: the reason why @amount is invalid on a
 * clock of @hz (cycles per second). */
const char *flow_wrong(const struct traffic_amount *amount, uint32_t hz);

/* Sets the amount to @amount from @cycle on. @cycle must not be before the last
 * change; flow_wrong() must accept @amount. */
void flow_set(struct flow *flow, uint64_t cycle, uint32_t hz, const struct traffic_amount *amount);

/* Events from cycle 0 to @cycle, which must not be before the last change. */
uint64_t flow_total(const struct flow *flow, uint64_t cycle);

#endif
