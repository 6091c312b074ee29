/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The events of the uncore's counters. Each row is a stream of occurrences, and
 * a plan can define its traffic. A counter with its code counts it if the
 * counter's mask selects it. The build makes the tables of lists:
 * models/amd/NAME.events (docs/events.md).
 */
#ifndef PMULAB_MODELS_AMD_UNCORE_EVENTS_H
#define PMULAB_MODELS_AMD_UNCORE_EVENTS_H

#include "models/sim/cachelines.h"

#include <stdbool.h>
#include <stdint.h>

struct amd_uncore_event {
    uint16_t code;
    uint16_t mask; /* bits of the counter's mask that select it; 0: its mask does not matter */
    const char *name;
    const char *sub; /* NULL: the event has only one stream */
    unsigned bytes;  /* moved by one occurrence, or 0 */
    /* not 0: cycles for which one occurrence has the data bus, which all
     * streams of the event share */
    uint8_t bus;
    bool clock;        /* one in every cycle, with any traffic */
    const char *prose; /* of the first stream of an event */
    /* 1 + the enum cachelines_direction of the guest's own lines that are such
     * occurrences, or 0 */
    uint8_t line;
    bool everywhere; /* an L3's counter counts it with any selection of slices, cores and threads */
};

#define AMD_UNCORE_MAX_EVENTS 144

extern const struct amd_uncore_event umc_events[], l3_zen1_events[], l3_zen3_events[], l3_events[],
    df_zen1_events[], df_events[];
extern const unsigned umc_n_events, l3_zen1_n_events, l3_zen3_n_events, l3_n_events,
    df_zen1_n_events, df_n_events;

#endif
