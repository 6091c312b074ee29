/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An uncore PMU: its registers, its counters, and its interrupt, a level: some overflow is there and not
 * masked. Counters integrate the scenario's traffic, so that reading more often changes nothing.
 */
#ifndef PMULAB_MODELS_KUNPENG_UNCORE_BOX_H
#define PMULAB_MODELS_KUNPENG_UNCORE_BOX_H

#include "models/kunpeng/kunpeng_cpu.h"
#include "models/kunpeng/uncore_types.h"

struct uncore_box {
    unsigned type, block; /* row of uncore_types[]; number in the trace */
    unsigned irq;         /* number of its line at the host's hook */
    uint64_t values[UNCORE_MAX_REGS];
    uint64_t
        seen[UNCORE_MAX_COUNTERS]; /* what the counters' events had when they were last brought up to date */
    uint64_t due;                  /* ns: some counter overflows that may interrupt, or a new look is due */
    bool line;
};

static inline const struct uncore_type *uncore_box_type(const struct uncore_box *box)
{
    return &uncore_types[box->type];
}

/* Sets the state after a hardware reset. */
void uncore_reset(struct uncore_box *box, const struct uncore_place *place, unsigned irq);

/* Brings the counters up to world->now and reports a change of the interrupt line. */
void uncore_sync(struct uncore_box *box, const struct kunpeng_world *world);

/* Works out anew when to call uncore_sync(): after world->traffic has changed, and with it what is seen. */
void uncore_follow(struct uncore_box *box, const struct kunpeng_world *world);

/* A line of the guest's own traffic moves now, in @direction. The counters count it at once, whatever time
 * they are up to; returns whether there is a new overflow that interrupts, and makes the box due. */
bool uncore_line(struct uncore_box *box, const struct kunpeng_world *world, enum lines_direction direction);

/* Reads and, below, writes its registers at world->now. A read is for a box that is up to date. */
uint64_t uncore_read(const struct uncore_box *box, uint32_t offset, unsigned size);
void uncore_write(struct uncore_box *box, const struct kunpeng_world *world, uint32_t offset, unsigned size,
    uint64_t value);

/* The plan sets register number @reg, without the effects of a write. */
void uncore_preset(struct uncore_box *box, const struct kunpeng_world *world, unsigned reg, uint64_t value);

#endif
