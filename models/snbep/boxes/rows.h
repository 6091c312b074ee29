/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Members of rows for the lists of events of the kinds of boxes (box_events.h).
 *
 * Codes, umasks, counters and maxima: Intel 327043-001, each box's table
 * "Events Ordered By Code", and its event list for the product (JKT). If
 * neither has a maximum, the row has an assumed one.
 */
#ifndef PMULAB_MODELS_SNBEP_BOXES_ROWS_H
#define PMULAB_MODELS_SNBEP_BOXES_ROWS_H

#include "models/snbep/box_events.h"

/* Members of a row. Sub-events occur independently. With BOX_ANY, several in
 * one cycle add 1. */
#define BOX_EACH(most) BOX_ADDS(most), .sharing = TRAFFIC_TOGETHER
#define BOX_ANY        BOX_EACH(1), .any = true

/* Members of a row for cycles in which the queue of event @of is not empty, or
 * has all @entries. */
#define BOX_FROM(of, entries) .max = 1, .rest = -1, .watches = EVENT_##of, .at_least = (entries)

#define BOX_CLOCK BOX_PLAIN, .clock = true

/* Members with sub-events and prose: occurrences; cycles, to which several
 * sub-events add 1 together; levels, up to the file's ENTRIES. Then the same
 * without sub-events. */
#define BOX_COUNTS(subs, what) BOX_PLAIN, BOX_SUBS(subs), .prose = what
#define BOX_CYCLES(subs, what) BOX_ANY, BOX_SUBS(subs), .prose = what
#define BOX_LEVELS(subs, of)   BOX_EACH(ENTRIES), BOX_SUBS(subs), .prose = of ", added each cycle"
#define BOX_COUNT(what)        BOX_PLAIN, .prose = what
#define BOX_LEVEL(of)          BOX_ADDS(ENTRIES), .prose = of ", added each cycle"
/* With two sub-events that no other row has. */
#define BOX_PAIR(a, b, what) BOX_COUNTS(((const struct box_sub[]){{a, 0x01}, {b, 0x02}}), what)

/* For a ring. */
#define BOX_RING(of)                                                                               \
    .prose = "cycles in which the " of " ring is in use at this stop, several polarities add 1"

/* Masks of the counters that can count an event. */
enum { BOX_ON_0 = 0x1, BOX_ON_01 = 0x3, BOX_ON_23 = 0xc };
#define ON_0  .counters = BOX_ON_0
#define ON_01 .counters = BOX_ON_01
#define ON_23 .counters = BOX_ON_23

#endif
