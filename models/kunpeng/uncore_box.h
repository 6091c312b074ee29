/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An uncore PMU: its registers, its counters, and its interrupt, a level: an
 * overflow is pending and not masked. Counters integrate the scenario's
 * traffic, so values do not depend on how often they are read.
 */
#ifndef PMULAB_MODELS_KUNPENG_UNCORE_BOX_H
#define PMULAB_MODELS_KUNPENG_UNCORE_BOX_H

#include "models/kunpeng/kunpeng_cpu.h"
#include "models/kunpeng/uncore_types.h"

struct uncore_box {
    unsigned type, block; /* row of uncore_types[]; number in the trace */
    unsigned irq;         /* its line's number at the host's hook */
    uint64_t values[UNCORE_MAX_REGS];
    /* totals of the counters' events at the latest update */
    uint64_t seen[UNCORE_MAX_COUNTERS];
    /* ns: the next overflow that may interrupt, or the next check */
    uint64_t due;
    bool line;
};

static inline const struct uncore_type *uncore_box_type(const struct uncore_box *box)
{
    return &uncore_types[box->type];
}

/* Sets the state after a hardware reset. */
void uncore_reset(struct uncore_box *box, const struct uncore_place *place, unsigned irq);

/* Updates the counters to world->now and reports a change of the interrupt
 * line. */
void uncore_sync(struct uncore_box *box, const struct kunpeng_world *world);

/* Recomputes the time for uncore_sync(), after a change of world->traffic and
 * thus of the visible traffic. */
void uncore_follow(struct uncore_box *box, const struct kunpeng_world *world);

/* A line of the guest's own traffic moves now, in @direction. The counters
 * count it at once, whatever time has been accounted for. Returns whether there
 * is a new overflow that interrupts, and makes the box due. */
bool uncore_cacheline(
    struct uncore_box *box, const struct kunpeng_world *world, enum cachelines_direction direction);

/* Reads and, below, writes its registers at world->now. Reads require an
 * updated box. */
uint64_t uncore_read(const struct uncore_box *box, uint32_t offset, unsigned size);
void uncore_write(struct uncore_box *box, const struct kunpeng_world *world, uint32_t offset,
    unsigned size, uint64_t value);

/* The plan sets register number @reg, without the effects of a write. */
void uncore_preset(
    struct uncore_box *box, const struct kunpeng_world *world, unsigned reg, uint64_t value);

#endif
