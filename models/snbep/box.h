/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The performance monitor of one unit of the uncore, a box: general counters, perhaps a fixed one, their
 * controls, and the unit's traffic, which they count. Its kind is a row of a table. A box is a value: memcpy
 * takes a snapshot. It updates itself before every access, so counts do not depend on how often it is read.
 * Its traffic lies beside it, with that of all other boxes.
 */
#ifndef PMULAB_MODELS_SNBEP_BOX_H
#define PMULAB_MODELS_SNBEP_BOX_H

#include "models/snbep/box_type.h"

/* Sets the state after a hardware reset, with no traffic. @type: one of box_types; @number: differs between
 * the boxes that share signals;
 * @hz: cycles per second, at least 1. */
void box_reset(
    struct box *box, const struct box_type *type, unsigned number, enum imc_mode mode, uint32_t hz);

/* Accounts for all cycles up to virtual time @now (ns). A time before the last one does nothing. */
void box_advance(struct box *box, const struct box_signals *signals, uint64_t now);

/* Sets the held value of register @reg (an index) at virtual time @now (ns), without the effects of a
 * write. */
void box_preset(
    struct box *box, const struct box_signals *signals, uint64_t now, unsigned reg, uint64_t value);

/* Reads and, below, writes @size bytes (1 to 8) at @offset of the box's bank at virtual time @now (ns).
 * Every offset is allowed; those without a register read as 0 and ignore writes. */
uint64_t box_read(
    struct box *box, const struct box_signals *signals, uint64_t now, uint32_t offset, unsigned size);
void box_write(struct box *box, const struct box_signals *signals, uint64_t now, uint32_t offset,
    unsigned size, uint64_t value);

/*
 * A line of the guest's own traffic moves now, in @direction. Its counters count it at once, whatever the
 * time that the box has accounted for: nothing but what software does decides whether they see it. Returns
 * whether overflows that the box remembers are void.
 */
bool box_line(struct box *box, enum lines_direction direction);

/* Likewise for its free-running counts, whether the box counts or not. */
void box_free_line(struct box *box, enum lines_direction direction);

/* Whether at least one counter is enabled and the box is not frozen. */
static inline bool box_counting(const struct box *box)
{
    return box->running;
}

/* Returns the virtual time (ns) of the next overflow if traffic and registers stay as they are, or SIM_NEVER
 * if there is none up to @horizon (ns). The box remembers the overflows found. */
uint64_t box_next_overflow(struct box *box, const struct box_signals *signals, uint64_t horizon);

/*
 * Checks that @flow of @event (an index into the type's list) is possible beside the box's other traffic.
 * Returns NULL, or a static phrase that says what is wrong.
 */
const char *box_traffic_check(
    const struct box *box, const struct box_signals *signals, unsigned event, const struct box_flow *flow);

/* Makes @event see @flow from virtual time @now (ns) on. Returns what box_traffic_check() does; unless that
 * is NULL, nothing changes. */
const char *box_traffic_set(
    struct box *box, struct box_signals *signals, uint64_t now, unsigned event, const struct box_flow *flow);

#endif
