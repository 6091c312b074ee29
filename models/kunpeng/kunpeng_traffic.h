/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plan's traffic for events of `kunpeng` that nothing in the guest causes. */
#ifndef PMULAB_MODELS_KUNPENG_KUNPENG_TRAFFIC_H
#define PMULAB_MODELS_KUNPENG_KUNPENG_TRAFFIC_H

#include "models/sim/flow.h"

#define KUNPENG_MAX_TRAFFIC 128 /* events of CPUs that see traffic */

struct kunpeng_traffic {
    unsigned n;
    struct {
        unsigned cpu;
        uint16_t event;
        struct flow flow;
    } entry[KUNPENG_MAX_TRAFFIC];
};

/* Returns the flow of @event on @cpu, adding it if needed; NULL if the table is full. */
struct flow *kunpeng_traffic_of(struct kunpeng_traffic *traffic, unsigned cpu, uint16_t event);

/* Returns what @event has seen on @cpu up to cycle @cycle of the CPUs' clock: flow_total(), or 0 without
 * traffic. */
uint64_t kunpeng_traffic_total(
    const struct kunpeng_traffic *traffic, unsigned cpu, uint16_t event, uint64_t cycle);

#endif
