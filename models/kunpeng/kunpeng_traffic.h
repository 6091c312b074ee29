/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the events of a `kunpeng` see that nothing in the guest makes, as the plan says. */
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

/* The flow of @event on @cpu, made if there is none; NULL where the table is full. */
struct flow *kunpeng_traffic_of(struct kunpeng_traffic *traffic, unsigned cpu, uint16_t event);

/* What @event has seen on @cpu up to cycle @cycle of the CPUs' clock: flow_total(), 0 where there is none. */
uint64_t kunpeng_traffic_total(
    const struct kunpeng_traffic *traffic, unsigned cpu, uint16_t event, uint64_t cycle);

#endif
