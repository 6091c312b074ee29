/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps a plan's anchors and entries, and finds the entry that is due next. All
 * machines use it. */
#include "models/sim/plan.h"

#include <string.h>

void plan_reset(struct plan *plan)
{
    /* a compound literal may use the stack, and plans are large */
    memset(plan, 0, sizeof(*plan));
    plan->next = SIM_NEVER;
}

static void find_next(struct plan *plan)
{
    plan->next = SIM_NEVER;
    for (unsigned i = 0; i < plan->n_entries; i++)
        if (!plan->entries[i].done && plan->entries[i].due < plan->next)
            plan->next = plan->entries[i].due;
}

static void fire(struct plan *plan, unsigned anchor, uint64_t now)
{
    for (unsigned i = 0; i < plan->n_entries; i++)
        if (plan->entries[i].anchor == anchor)
            plan->entries[i].due = now + plan->entries[i].delay;
    find_next(plan);
}

int plan_add_anchor(struct plan *plan, const struct plan_anchor *anchor)
{
    if (plan->n_anchors == PLAN_ANCHORS)
        return -1;
    plan->anchors[plan->n_anchors] = *anchor;
    plan->accesses |= anchor->event == PLAN_READ || anchor->event == PLAN_WRITE;
    return (int)plan->n_anchors++;
}

int plan_add_entry(struct plan *plan, unsigned anchor, uint64_t delay)
{
    bool boot = plan->anchors[anchor].event == PLAN_BOOT;

    if (plan->n_entries == PLAN_ENTRIES)
        return -1;
    plan->entries[plan->n_entries] =
        (struct plan_entry){.anchor = anchor, .delay = delay, .due = boot ? delay : SIM_NEVER};
    plan->n_entries++;
    find_next(plan);
    return (int)plan->n_entries - 1;
}

const struct plan_anchor *plan_early(const struct plan *plan)
{
    for (unsigned i = 0; i < plan->n_anchors; i++)
        if (!plan->anchors[i].step)
            return &plan->anchors[i];
    return NULL;
}

static void seen(struct plan *plan, unsigned anchor, uint64_t now)
{
    if (plan->anchors[anchor].countdown && !--plan->anchors[anchor].countdown)
        fire(plan, anchor, now);
}

void plan_step(struct plan *plan, enum plan_event event, unsigned step, uint64_t now)
{
    plan->step = event == PLAN_STEP_BEGIN ? step : 0;
    for (unsigned i = 0; i < plan->n_anchors; i++)
        if (plan->anchors[i].event == event && plan->anchors[i].step == step)
            seen(plan, i, now);
}

void plan_access(
    struct plan *plan, enum plan_event event, unsigned block, unsigned reg, uint64_t now)
{
    for (unsigned i = 0; i < plan->n_anchors; i++) {
        const struct plan_anchor *a = &plan->anchors[i];
        if (a->event == event && a->block == block && a->reg == reg &&
            (!a->step || a->step == plan->step))
            seen(plan, i, now);
    }
}

int plan_take_due(struct plan *plan)
{
    int next = -1;

    for (unsigned i = 0; i < plan->n_entries; i++)
        if (!plan->entries[i].done && plan->entries[i].due == plan->next) {
            next = (int)i;
            break;
        }
    if (next >= 0)
        plan->entries[next].done = true;
    find_next(plan);
    return next;
}
