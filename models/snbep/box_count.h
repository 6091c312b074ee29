/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The amounts that a box's counters add, per cycle or over a span, from their
 * signals. */
#ifndef PMULAB_MODELS_SNBEP_BOX_COUNT_H
#define PMULAB_MODELS_SNBEP_BOX_COUNT_H

#include "models/snbep/box_type.h"

/* Updates the signal of each stale counter, and the set of running counters.
 * Call after each change of a control, the box control, a filter or the set of
 * signals. */
void box_update(struct box *box, const struct box_signals *signals);

/* The amount that counter @i, which counts, adds over cycles [@from, @to). */
uint64_t box_counter_adds(const struct box *box, const struct box_signals *signals, unsigned i,
    uint64_t from, uint64_t to);

/* A cheap upper bound: the most that running counter @i adds in any cycle. */
uint64_t box_counter_limit(const struct box *box, unsigned i);

/* The control with which a general counter counts the same as free-running
 * count @i of @type. */
uint64_t box_free_control(const struct box_type *type, unsigned i);

/* The amount that free-running count @i adds over cycles [@from, @to). The
 * second returns whether it counts a line. */
uint64_t box_free_adds(const struct box *box, const struct box_signals *signals, unsigned i,
    uint64_t from, uint64_t to);
bool box_free_takes(const struct box *box, unsigned i, enum cachelines_direction direction);

/* Whether counter @i, which counts, counts a line of the guest's own traffic in
 * @direction. The line is a separate occurrence: a counter with a threshold of
 * 2 or more, or an inverted one, does not see it. */
bool box_counter_takes(const struct box *box, unsigned i, enum cachelines_direction direction);

#endif
