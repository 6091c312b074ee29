/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events that a register selects, but neither a table nor the plan has. */
#include "models/kunpeng/kunpeng.h"

/* Whether a core's event has traffic on some CPU. On the other CPUs its count
 * is then a true 0. */
static bool is_planned(const struct kunpeng *m, uint32_t event)
{
    for (unsigned i = 0; i < m->plan.n_entries; i++) {
        const struct kunpeng_action *action = &m->actions[i];

        if (!action->preset && !action->memory &&
            kunpeng_block_kind(action->block) == KUNPENG_CPU && action->event == event)
            return true;
    }
    return false;
}

static unsigned of_core(
    const struct kunpeng *m, unsigned reg, uint64_t value, struct machine_uncounted *event)
{
    const struct reg *type = &arm_bank.regs[ARM_PMEVTYPER0];
    uint16_t code = (uint16_t)reg_get(type, ARM_TYPE_EVT_COUNT, value);

    if (reg != ARM_PMXEVTYPER &&
        (reg < ARM_PMEVTYPER0 || reg >= ARM_PMEVTYPER0 + ARM_PMU_MAX_EVENTS))
        return 0;
    *event = (struct machine_uncounted){code, -1};
    return code != ARM_EVENT_NULL && arm_event_source(code) == ARM_TRAFFIC && !is_planned(m, code);
}

/* Whether the plan has traffic for an event's number that no table has. */
static bool has_traffic(const struct kunpeng *m, unsigned block, uint8_t code)
{
    for (unsigned i = 0; i < m->plan.n_entries; i++) {
        const struct kunpeng_action *action = &m->actions[i];

        if (!action->preset && !action->memory && action->block == block &&
            (uint8_t)action->event == code)
            return true;
    }
    return false;
}

/* A counter without an event has the code 0, or all ones. */
static unsigned of_uncore(const struct kunpeng *m, const struct uncore_box *box, unsigned reg,
    uint64_t value, struct machine_uncounted events[MACHINE_UNCOUNTED])
{
    const struct uncore_type *type = uncore_box_type(box);
    unsigned n = 0;

    if (!type->types || reg < type->type0 || reg >= type->type0 + type->counters / type->types)
        return 0;
    for (unsigned i = 0; i < type->types && n < MACHINE_UNCOUNTED;
         i++, value >>= UNCORE_EVENT_BITS) {
        uint8_t code = (uint8_t)value;

        if (code && code != UINT8_MAX && !uncore_event_coded(type->events, code) &&
            !has_traffic(m, box->block, code))
            events[n++] = (struct machine_uncounted){code, -1};
    }
    return n;
}

unsigned kunpeng_uncounted(const struct kunpeng *m, unsigned block, unsigned reg, uint64_t value,
    struct machine_uncounted events[MACHINE_UNCOUNTED])
{
    for (unsigned i = 0; i < m->n_uncore; i++)
        if (m->uncore[i].block == block)
            return of_uncore(m, &m->uncore[i], reg, value, events);
    return kunpeng_block_kind(block) == KUNPENG_CPU ? of_core(m, reg, value, events) : 0;
}
