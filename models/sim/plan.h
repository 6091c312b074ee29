/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan: what is to happen to a machine, and when. Moments are anchored to what the guest does (a step of a
 * scenario, the n-th access to a register), so that the time that booting takes is of no account. The plan
 * knows moments alone; what entry number i does is its machine's business.
 */
#ifndef PMULAB_SIM_PLAN_H
#define PMULAB_SIM_PLAN_H

#include "models/sim/clock.h"

#include <stdbool.h>
#include <stddef.h>

#define PLAN_ENTRIES 512
#define PLAN_ANCHORS 128

enum plan_event { PLAN_BOOT, PLAN_STEP_BEGIN, PLAN_STEP_END, PLAN_READ, PLAN_WRITE };

struct plan_anchor {
    enum plan_event event;
    unsigned step; /* PLAN_STEP_*: its number; PLAN_READ, PLAN_WRITE: only within that step, 0: always */
    unsigned block, reg; /* PLAN_READ, PLAN_WRITE: which register of which block */
    unsigned countdown;  /* fires when so many further events of the kind have been seen; 0: has fired */
};

struct plan_entry {
    unsigned anchor; /* index */
    uint64_t delay;  /* ns after the anchor */
    uint64_t due;    /* ns, SIM_NEVER until the anchor has fired */
    bool done;
};

struct plan {
    unsigned n_anchors, n_entries;
    unsigned step; /* that the guest is in, 0: none */
    uint64_t next; /* ns: nothing is due before */
    struct plan_anchor anchors[PLAN_ANCHORS];
    struct plan_entry entries[PLAN_ENTRIES];
};

/* An empty plan. */
void plan_reset(struct plan *plan);

/*
 * Adds an anchor, which counts only events that come after. Boot is time 0.
 * Returns its index, or -1 when the plan has PLAN_ANCHORS already.
 */
int plan_add_anchor(struct plan *plan, const struct plan_anchor *anchor);

/*
 * Adds an entry @delay ns after anchor number @anchor, which must exist.
 * Returns its index, or -1 when the plan has PLAN_ENTRIES already.
 */
int plan_add_entry(struct plan *plan, unsigned anchor, uint64_t delay);

/* The first anchor that what happens before the first step can fire, or bring closer to firing, or NULL: then
 * the plan does nothing, and is as it is now, until that step. */
const struct plan_anchor *plan_early(const struct plan *plan);

/*
 * Tells the plan that step number @step began or ended (@event is PLAN_STEP_BEGIN or PLAN_STEP_END), or that
 * register @reg of @block was accessed (PLAN_READ or PLAN_WRITE), at @now (ns).
 */
void plan_step(struct plan *plan, enum plan_event event, unsigned step, uint64_t now);
void plan_access(struct plan *plan, enum plan_event event, unsigned block, unsigned reg, uint64_t now);

/*
 * The entry that is due next at or before @now (of several at one moment, the one added first), or -1. It
 * counts as done from then on; its moment is entries[i].due.
 */
int plan_take(struct plan *plan, uint64_t now);

#endif
