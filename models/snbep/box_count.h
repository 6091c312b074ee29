/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the counters of a box add, cycle by cycle or over a time, from the signals that they look at. */
#ifndef PMULAB_MODELS_SNBEP_BOX_COUNT_H
#define PMULAB_MODELS_SNBEP_BOX_COUNT_H

#include "models/snbep/box_type.h"

/* Finds out anew what each stale counter looks at, and which counters count. Call it after each change of a
 * control, of the box's control, of a filter, or of which signals there are. */
void box_look(struct box *box, const struct box_signals *signals);

/* What counter @i, which counts, adds over cycles [@from, @to). */
uint64_t box_counter_adds(
    const struct box *box, const struct box_signals *signals, unsigned i, uint64_t from, uint64_t to);

/* A bound that costs little: counter @i, which counts, adds no more than this in any cycle. */
uint64_t box_counter_limit(const struct box *box, unsigned i);

/* The control of a general counter that would count what free-running count @i of @type does. */
uint64_t box_free_control(const struct box_type *type, unsigned i);

/* What free-running count @i adds over cycles [@from, @to); and whether it takes a line. */
uint64_t box_free_adds(
    const struct box *box, const struct box_signals *signals, unsigned i, uint64_t from, uint64_t to);
bool box_free_takes(const struct box *box, unsigned i, enum lines_direction direction);

/* Whether counter @i, which counts, takes a line of the guest's own traffic that moves in @direction. It is
 * an occurrence of its own: at a threshold of 2 or more, or an inverted one, the counter does not see it. */
bool box_counter_takes(const struct box *box, unsigned i, enum lines_direction direction);

#endif
