/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan: a machine's scheduled actions and their times. Times are relative to
 * the guest's actions (a step of a scenario, the n-th access to a register), so
 * boot time does not matter. The plan handles times only; the machine knows the
 * action of entry number i.
 */
#ifndef PMULAB_MODELS_SIM_PLAN_H
#define PMULAB_MODELS_SIM_PLAN_H

#include "models/sim/clock.h"

#include <stdbool.h>
#include <stddef.h>

#define PLAN_ENTRIES 512
#define PLAN_ANCHORS PLAN_ENTRIES /* a line added while the guest runs has a separate anchor */

enum plan_event { PLAN_BOOT, PLAN_STEP_BEGIN, PLAN_STEP_END, PLAN_READ, PLAN_WRITE };

struct plan_anchor {
    enum plan_event event;
    /* PLAN_STEP_*: its number; PLAN_READ, PLAN_WRITE: only within that step, 0:
     * always */
    unsigned step;
    unsigned block, reg; /* PLAN_READ, PLAN_WRITE: the block and its register */
    unsigned countdown;  /* fires at the last of this number of matching events; 0: has fired */
};

struct plan_entry {
    unsigned anchor; /* index of the anchor it is relative to */
    uint64_t delay;  /* ns after the anchor */
    uint64_t due;    /* ns, SIM_NEVER until the anchor has fired */
    bool done;
};

struct plan {
    unsigned n_anchors, n_entries;
    unsigned step; /* the guest's current step, 0: none */
    bool accesses; /* some anchor is an access */
    uint64_t next; /* ns: no entry is due before this */
    struct plan_anchor anchors[PLAN_ANCHORS];
    struct plan_entry entries[PLAN_ENTRIES];
};

/* Makes the plan empty. */
void plan_reset(struct plan *plan);

/* Adds an anchor, copied; it counts only events that come later. Boot is time
 * 0. Returns its index, or -1 if the plan has PLAN_ANCHORS already. */
int plan_add_anchor(struct plan *plan, const struct plan_anchor *anchor);

/* Adds an entry @delay ns after anchor number @anchor, which must exist.
 * Returns its index, or -1 if the plan has PLAN_ENTRIES already. */
int plan_add_entry(struct plan *plan, unsigned anchor, uint64_t delay);

/* Returns the first anchor that events before the first step can fire or count
 * down, or NULL. With NULL the plan stays as it is until that step. */
const struct plan_anchor *plan_early(const struct plan *plan);

/* Reports that step number @step began or ended (@event is PLAN_STEP_BEGIN or
 * PLAN_STEP_END) or, below, that register @reg of @block was accessed
 * (PLAN_READ or PLAN_WRITE), at @now (ns). */
void plan_step(struct plan *plan, enum plan_event event, unsigned step, uint64_t now);
void plan_access(
    struct plan *plan, enum plan_event event, unsigned block, unsigned reg, uint64_t now);

/* Whether plan_access() can have an effect: if not, callers need not identify
 * the register. */
static inline bool plan_hears_accesses(const struct plan *plan)
{
    return plan->accesses;
}

/* Returns the entry due next at or before @now (ns), or -1. Entries of the same
 * time come in the order of addition. The entry then counts as done; its time
 * is entries[i].due. */
int plan_take_due(struct plan *plan);
static inline int plan_take(struct plan *plan, uint64_t now)
{
    return now < plan->next ? -1 : plan_take_due(plan);
}

#endif
