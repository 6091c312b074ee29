/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For the lists of events of the kinds of boxes: EVENTS(E) gives E(NAME, code, members of struct box_event)
 * for each. A row may stand anywhere; another row watches it as EVENT_NAME.
 *
 * Codes, umasks, counters and maxima: Intel 327043-001, each box's table "Events Ordered By Code", and its
 * event list for the product (JKT). Where neither has a maximum, the row says what is taken.
 */
#ifndef PMULAB_MODELS_SNBEP_BOXES_ROWS_H
#define PMULAB_MODELS_SNBEP_BOXES_ROWS_H

#include "models/snbep/box_events.h"

#define BOX_EVENT_INDEX(NAME, ...)     EVENT_##NAME,
#define BOX_EVENT_ROW(NAME, CODE, ...) [EVENT_##NAME] = {CODE, .name = #NAME, __VA_ARGS__},

/* Defines the file's list @name of the events that EVENTS(E) gives. */
#define BOX_EVENT_LIST(name, EVENTS)                                                                         \
    enum { EVENTS(BOX_EVENT_INDEX) };                                                                        \
    static const struct box_event name##_rows[] = {EVENTS(BOX_EVENT_ROW)};                                   \
    static const struct box_events name = {name##_rows, sizeof(name##_rows) / sizeof(name##_rows[0])}

/* Members of a row. Sub-events come one at a time, and add up to @most a cycle; or each for itself; or each
 * for itself, and several in one cycle add 1. */
#define BOX_ADDS(most) .max = (most), .rest = -1, .watches = -1
#define BOX_EACH(most) BOX_ADDS(most), .sharing = TRAFFIC_TOGETHER
#define BOX_ANY        BOX_EACH(1), .any = true

/* Members of a row for cycles in which the queue of event @of has an entry, or all its @entries. */
#define BOX_FROM(of, entries) .max = 1, .rest = -1, .watches = EVENT_##of, .at_least = (entries)

#define BOX_CLOCK .max = 1, .rest = -1, .watches = -1, .clock = true

/* Counters that can count an event, a bit each. */
enum { BOX_ON_0 = 0x1, BOX_ON_01 = 0x3, BOX_ON_23 = 0xc };

#endif
