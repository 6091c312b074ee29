/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The traffic of all boxes of a machine. An event that has any, or had, has a signal here; all others share
 * one of two that never change. A signal takes an entry of the plan to begin, so there is room for every
 * plan.
 */
#ifndef PMULAB_MODELS_SNBEP_BOX_SIGNALS_H
#define PMULAB_MODELS_SNBEP_BOX_SIGNALS_H

#include "models/sim/plan.h"
#include "models/sim/traffic.h"
#include "models/snbep/box_events.h"

/* What a filter of the box can tell one kind of traffic by, beside its unit; 0: nothing. Each type of box has
 * a meaning of its own for the bits. */
typedef uint64_t box_marks;

/* One kind of an event's traffic. */
struct box_flow {
    uint8_t unit;
    box_marks marks;
    struct traffic_amount amount;
};

struct box_signal {
    uint16_t box, event; /* the box's number, and an index into its list */
    int16_t next;        /* index of the same box's next signal, or -1 */
    uint8_t n_flows;
    struct box_flow
        flows[WAVE_SUBS]; /* in the order of their first appearance: sub i of the wave is flows[i] */
    struct wave_signal wave;
};

struct box_signals {
    unsigned n;
    struct box_signal all[PLAN_ENTRIES];
};

/* The signals of events without traffic of their own: nothing happens; unit 0 adds 1 in every cycle, or in
 * every second one. */
extern const struct box_signal box_quiet, box_constant, box_half;

/* Returns the index of the signal of @event of the box whose first signal is @first (-1: none), or -1. */
int box_signal_find(const struct box_signals *signals, int first, unsigned event);

/* Makes @flow one of @signal's, in place of the flow with the same unit and marks. Returns NULL, or a static
 * phrase: there are too many. */
const char *box_signal_add(struct box_signal *signal, const struct box_flow *flow);

/* Makes the wave of @signal's flows. @hz: of the box's clock. Returns NULL, or a static phrase that says why
 * they cannot all be there. */
const char *box_signal_wave(
    const struct box_signal *signal, const struct box_event *event, uint32_t hz, struct wave *wave);

#endif
