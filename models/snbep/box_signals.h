/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The traffic of all boxes of a machine. An event with present or past traffic
 * has a signal here. All others share constant signals. Each signal begins with
 * a plan entry, so there is room for every plan.
 */
#ifndef PMULAB_MODELS_SNBEP_BOX_SIGNALS_H
#define PMULAB_MODELS_SNBEP_BOX_SIGNALS_H

#include "models/sim/plan.h"
#include "models/sim/traffic.h"
#include "models/snbep/box_events.h"

/* The properties of a kind of traffic that the box's filter distinguishes,
 * besides its unit; 0: none. The bits have different meanings for each type of
 * box. */
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
    /* in the order of their first appearance: sub i of the wave is flows[i] */
    struct box_flow flows[WAVE_SUBS];
    struct wave_signal wave;
};

struct box_signals {
    unsigned n;
    struct box_signal all[PLAN_ENTRIES];
};

/* The signals of events without separate traffic: no activity; unit 0 adds 1 in
 * every cycle, or in every second one. */
extern const struct box_signal box_quiet, box_constant, box_half;

/* Returns the index of the signal of @event in the box whose first signal is
 * @first (-1: none), or -1. */
int box_signal_find(const struct box_signals *signals, int first, unsigned event);

/* Adds @flow to @signal, replacing the flow with the same unit and marks.
 * Returns NULL, or a static phrase: there are too many. */
const char *box_signal_add(struct box_signal *signal, const struct box_flow *flow);

/* Makes the wave of @signal's flows. @hz: the box's clock. Returns NULL, or a
 * static phrase: the reason why they do not fit. */
const char *box_signal_wave(
    const struct box_signal *signal, const struct box_event *event, uint32_t hz, struct wave *wave);

#endif
