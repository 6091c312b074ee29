/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The events of a kind of uncore box, as tables: code, sub-events, maximum per
 * cycle, the counters that can count it, and the box's unit that it watches. A
 * box counts its clock's cycles. The build makes the tables of lists
 * (docs/events.md).
 */
#ifndef PMULAB_MODELS_SNBEP_BOX_EVENTS_H
#define PMULAB_MODELS_SNBEP_BOX_EVENTS_H

#include "models/sim/cachelines.h"
#include "models/sim/traffic.h"

#include <stdbool.h>
#include <stdint.h>

struct box_sub {
    const char *name;
    uint8_t umask; /* one bit: a sub-event; several: a name for their union */
};

struct box_event {
    uint16_t code; /* ev_sel; BOX_CODE_EXT with the extended bit */
    uint8_t max;   /* maximum per cycle */
    bool any;      /* several sub-events in one cycle add 1 together */
    const char *name;
    const struct box_sub *subs; /* single units first, from unit 0 up; NULL: umask is ignored */
    unsigned n_subs;
    /* NULL: bit i of the umask selects unit i. Otherwise the umask is a number:
     * subs[i]'s selects units[i], a mask. */
    const uint32_t *units;
    uint8_t unit_bits; /* not 0: only these bits of the umask select units; none set: all */
    enum traffic_sharing sharing;
    int rest;         /* unit that gets all cycles of no other unit: 0, or -1 */
    int watches;      /* -1, or the index of the event whose units this one watches: */
    uint8_t at_least; /* true while their level is at least this */
    unsigned bytes;   /* moved by one event, or 0 */
    /* Not 0: cycles for which one event has the data bus, which bounds the
     * traffic of all units, or with @kinds of all units of a place. */
    uint8_t bus;
    bool clock;  /* counts every cycle, with any traffic; */
    bool halves; /* ... without bit 0 of the umask, every second cycle */
    /* not 0: the number of umask bits for kinds; none set: all. Higher bits are
     * places, and each kind at each place is a unit */
    uint8_t kinds;
    uint8_t counters; /* mask of the general counters that can count it; 0: all */
    bool occupancy;   /* its edge and invert are the control's occ_edge and occ_invert */
    uint8_t band;     /* 0, or 1 + the byte of the filter with the minimum level */
    /* Memory channels: for each enum cachelines_direction, 1 + the unit that
     * counts a line of the guest's own traffic, or 0. */
    uint8_t cachelines[CACHELINES_N_DIRECTIONS];
    const char *prose;
};

#define BOX_CODE_EXT 0x100 /* added to an event's code if its control has the extended bit set */

/* A box's list of events. */
struct box_events {
    const struct box_event *rows; /* by code */
    unsigned n;
    const char *file; /* that the table is made of, from the top of the tree */
};

/* Returns the index of the event with @code, or -1. */
int box_event_coded(const struct box_events *list, unsigned code);

/* Returns the index of the event with the name @name (case is ignored), or
 * -1. */
int box_event_named(const struct box_events *list, const char *name);

/* Returns the umask of @event's sub-event or union with the name @name, or
 * -1. */
int box_umask_named(const struct box_event *event, const char *name);

/* Returns the static name of the sub-event or union with exactly @umask, or
 * NULL. */
const char *box_umask_name(const struct box_event *event, uint8_t umask);

/* Returns the units that @umask selects, a bit each. */
uint32_t box_units_selected(const struct box_event *event, uint8_t umask);

/* Whether @event has a sub-event that selects only unit @unit. */
bool box_has_unit(const struct box_event *event, unsigned unit);

/* Returns the only unit that the sub-event with the name @name selects. Returns
 * -1 if it selects several, or does not exist. */
int box_unit_named(const struct box_event *event, const char *name);

#endif
