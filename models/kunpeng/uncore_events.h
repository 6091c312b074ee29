/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events of HiSilicon's uncore PMUs. The build makes the tables of lists:
 * models/kunpeng/NAME.events (docs/events.md). */
#ifndef PMULAB_MODELS_KUNPENG_UNCORE_EVENTS_H
#define PMULAB_MODELS_KUNPENG_UNCORE_EVENTS_H

#include "models/sim/cachelines.h"

#include <stdbool.h>
#include <stdint.h>

struct uncore_event {
    uint8_t code;
    bool clock; /* counts every cycle of the PMU's clock */
    const char *name;
    const char *prose;
    /* 1 + the enum cachelines_direction of the guest's own lines that are such
     * events, or 0 */
    uint8_t line;
};

struct uncore_events {
    const char *name;                 /* of the list: "ddrc", "hha2" for version 2 */
    const struct uncore_event *event; /* by code */
    unsigned n;
};

/* The lists: DDRC, HHA and L3C of versions 1 and 2, and the kinds with one
 * version. */
extern const struct uncore_events uncore_ddrc_events, uncore_hha_events, uncore_l3c_events,
    uncore_ddrc2_events, uncore_hha2_events, uncore_l3c2_events, uncore_sllc_events,
    uncore_pa_events, uncore_cpa_events, uncore_uc_events;

/* Return the static event with @code, and the event with the name @name (case
 * is ignored), or NULL. */
const struct uncore_event *uncore_event_coded(const struct uncore_events *events, unsigned code);
const struct uncore_event *uncore_event_named(const struct uncore_events *events, const char *name);

#endif
