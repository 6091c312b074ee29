/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The events of an E5-2600 memory controller channel: code, sub-events, the most that one cycle can add, and
 * the unit of the channel that they watch. Codes and umasks: 327043-001 from page 63 on, checked against
 * Intel's published event list for the product (JKT). All count DCLK cycles of their own channel, on counters
 * 0 to 3.
 */
#ifndef PMULAB_MODELS_SNBEP_IMC_EVENTS_H
#define PMULAB_MODELS_SNBEP_IMC_EVENTS_H

#include "models/sim/traffic.h"

#include <stdbool.h>
#include <stdint.h>

struct imc_subevent {
    const char *name;
    uint8_t umask; /* one bit: a sub-event; several: a name for their union */
};

struct imc_event {
    uint8_t code; /* ev_sel */
    uint8_t max;  /* the most that one cycle adds, from the manual */
    bool any;     /* several sub-events in one cycle add 1 together */
    const char *name;
    const struct imc_subevent *subs; /* single-bit ones first, from bit 0 up; NULL: umask is ignored */
    unsigned n_subs;
    enum traffic_sharing sharing;
    int rest;         /* sub-event that gets all cycles no other has, or -1 */
    int watches;      /* -1, or the index of the event whose unit this one watches: */
    uint8_t at_least; /* true while that unit's level is at least this */
    unsigned bytes;   /* moved by one event, or 0 */
    bool clock;       /* counts every cycle, whatever the traffic */
    const char *prose;
};

#define IMC_MAX_EVENTS 32

extern const struct imc_event imc_events[];
extern const unsigned imc_n_events; /* at most IMC_MAX_EVENTS */

/* Returns the index of the event with @code, or -1. */
int imc_event_coded(uint8_t code);

/* Returns the index of the event called @name (case is ignored), or -1. */
int imc_event_named(const char *name);

/* Returns the umask of @event's sub-event or union called @name, or -1. */
int imc_umask_named(const struct imc_event *event, const char *name);

/* Returns the static name of the sub-event or union with exactly @umask, or NULL. */
const char *imc_umask_name(const struct imc_event *event, uint8_t umask);

/* Returns how many amounts of traffic @event has: one per umask bit up to its highest; 1 without
 * sub-events. */
unsigned imc_n_units(const struct imc_event *event);

#endif
