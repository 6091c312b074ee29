/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The performance monitor of one uncore unit, a box: general counters, perhaps
 * a fixed one, their controls, and the counted traffic. Its kind is a row of a
 * table. A box is a value: memcpy takes a snapshot. It updates itself before
 * every access, so counts do not depend on how often it is read. The traffic of
 * all boxes is stored separately.
 */
#ifndef PMULAB_MODELS_SNBEP_BOX_H
#define PMULAB_MODELS_SNBEP_BOX_H

#include "models/snbep/box_type.h"

/* Sets the state after a hardware reset, with no traffic.
 * @type: one of box_types; @number: unique among the boxes that share signals;
 * @hz: cycles per second, at least 1. */
void box_reset(
    struct box *box, const struct box_type *type, unsigned number, enum imc_mode mode, uint32_t hz);

/* After a reset: the box's clock stops while all its traffic is off. */
void box_gate(struct box *box);

/* Accounts for all cycles up to virtual time @now (ns). Has no effect if @now
 * is before the last call's. */
void box_advance(struct box *box, const struct box_signals *signals, uint64_t now);

/* Sets the held value of register @reg (an index) at virtual time @now (ns),
 * without the effects of a write. */
void box_preset(
    struct box *box, const struct box_signals *signals, uint64_t now, unsigned reg, uint64_t value);

/* Reads and, below, writes @size bytes (1 to 8) at @offset of the box's bank at
 * virtual time @now (ns). All offsets are valid; offsets without a register
 * read as 0 and ignore writes. */
uint64_t box_read(struct box *box, const struct box_signals *signals, uint64_t now, uint32_t offset,
    unsigned size);
void box_write(struct box *box, const struct box_signals *signals, uint64_t now, uint32_t offset,
    unsigned size, uint64_t value);

/*
 * A line of the guest's own traffic moves now, in @direction. The counters
 * count it at once, whatever time they have accounted for: only software's
 * actions decide whether they see it. Returns whether the box's stored
 * overflows are invalid.
 */
bool box_cacheline(struct box *box, enum cachelines_direction direction);

/* The same for its free-running counts, even if the box does not count. */
void box_free_line(struct box *box, enum cachelines_direction direction);

/* Whether at least one counter is enabled and the box is not frozen. */
static inline bool box_counting(const struct box *box)
{
    return box->running;
}

/* Returns the virtual time (ns) of the next overflow with unchanged traffic and
 * registers, or SIM_NEVER if there is none up to @horizon (ns). The box stores
 * the overflows found. */
uint64_t box_next_overflow(struct box *box, const struct box_signals *signals, uint64_t horizon);

/*
 * Checks that @flow of @event (an index into the type's list) is possible
 * beside the box's other traffic. Returns NULL, or the error as a static
 * phrase.
 */
const char *box_traffic_check(const struct box *box, const struct box_signals *signals,
    unsigned event, const struct box_flow *flow);

/* Whether the data bus carries @flow beside the other traffic of its event, on
 * average. If not, sets *@most to the occurrences that it carries in a
 * second. */
bool box_bus_carries(const struct box *box, const struct box_signals *signals, unsigned event,
    const struct box_flow *flow, uint64_t *most);

/* Sets @event's traffic to @flow from virtual time @now (ns) on. Returns the
 * result of box_traffic_check(), and changes nothing unless it is NULL. */
const char *box_traffic_set(struct box *box, struct box_signals *signals, uint64_t now,
    unsigned event, const struct box_flow *flow);

#endif
