/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plan's traffic for events of `kunpeng` that the guest does not cause. */
#ifndef PMULAB_MODELS_KUNPENG_KUNPENG_TRAFFIC_H
#define PMULAB_MODELS_KUNPENG_KUNPENG_TRAFFIC_H

#include "models/sim/flow.h"

#define KUNPENG_MAX_TRAFFIC 128 /* limit of events with traffic */

struct kunpeng_traffic {
    unsigned n;
    struct {
        unsigned source; /* number of a CPU, or block of an uncore PMU */
        uint32_t event;  /* its number; an uncore PMU's also has attributes (uncore_types.h) */
        struct flow flow;
    } entry[KUNPENG_MAX_TRAFFIC];
};

/* Returns the flow of @event at @source, adding it if needed; NULL if the table
 * is full. */
struct flow *kunpeng_traffic_of(struct kunpeng_traffic *traffic, unsigned source, uint32_t event);

/* Returns the number of @event at @source up to cycle @cycle of the source's
 * clock: flow_total(), or 0 without traffic. */
uint64_t kunpeng_traffic_total(
    const struct kunpeng_traffic *traffic, unsigned source, uint32_t event, uint64_t cycle);

#endif
