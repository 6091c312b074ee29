/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which counters of a core PMU run, and what they add. */
#include "harness/truth/kunpeng/core_count.h"
#include "harness/truth/kunpeng/arm_event.h"
#include "models/sim/clock.h"

#include <string.h>

#define CYCLES_BIT (G_GUINT64_CONSTANT(1) << ARM_PMU_CYCLES)

guint64 truth_cursor_cycles(const struct truth_cursor *at, gsize record)
{
    return sim_cycles(at->config->clock_mhz * 1000000u, at->records[record].time);
}

/* ---- which counters there are, and which run ---- */

static guint64 mdcr_field(const struct truth_core *core, unsigned field)
{
    return reg_get(&arm_pmu_bank.regs[ARM_MDCR_EL2], field, core->mdcr);
}

static guint64 all_counters(const struct truth_cursor *at)
{
    return reg_low_bits(at->config->counters) | CYCLES_BIT;
}

guint64 truth_core_lower(const struct truth_cursor *at, const struct truth_core *core)
{
    unsigned hpmn = (unsigned)mdcr_field(core, ARM_MDCR_HPMN);

    return reg_low_bits(MIN(hpmn, at->config->counters)) | CYCLES_BIT;
}

/* Those that the kernel has. */
guint64 truth_core_visible(const struct truth_cursor *at, const struct truth_core *core)
{
    return at->config->kernel_el == 2 ? all_counters(at) : truth_core_lower(at, core);
}

guint64 truth_core_parts(const struct truth_cursor *at, const struct truth_core *core)
{
    guint64 lower = truth_core_lower(at, core);

    return (core->runs ? lower : 0) | (mdcr_field(core, ARM_MDCR_HPME) ? all_counters(at) & ~lower : 0);
}

/* ---- counting ---- */

guint16 truth_core_event(const struct truth_core_counter *counter)
{
    return (guint16)reg_get(&arm_pmu_bank.regs[ARM_PMEVTYPER0], ARM_TYPE_EVENT, counter->type);
}

gboolean truth_core_counts(
    const struct truth_cursor *at, const struct truth_core_counter *counter, gboolean kernel)
{
    return truth_arm_counts(counter->type, kernel, at->config->kernel_el);
}

/* FALSE: what it counts is traffic. */
static gboolean add_executed(
    const struct truth_cursor *at, const struct truth_core *core, struct truth_core_counter *counter)
{
    guint16 event = truth_core_event(counter);

    for (unsigned kernel = 0; kernel < 2; kernel++) {
        guint64 before = 0, now = 0;

        if (!truth_arm_event(core->seen, event, kernel, &before))
            return FALSE;
        truth_arm_event(core->counted, event, kernel, &now);
        counter->total += truth_core_counts(at, counter, kernel) ? now - before : 0;
    }
    return TRUE;
}

/* Users have a cycle's time or the kernel, which halts the CPU. */
static void add_time(
    const struct truth_cursor *at, const struct truth_core *core, struct truth_core_counter *counter)
{
    guint64 all = truth_cursor_cycles(at, at->now) - core->cycles, users, did[KUNPENG_N_COUNTED];

    for (unsigned i = 0; i < KUNPENG_N_COUNTED; i++)
        did[i] = core->counted[i] - core->seen[i];
    users = truth_arm_users_cycles(did, all);
    counter->total += (truth_core_counts(at, counter, FALSE) ? users : 0) +
                      (truth_core_counts(at, counter, TRUE) ? all - users : 0);
}

static void add_traffic(
    const struct truth_cursor *at, const struct truth_core *core, struct truth_core_counter *counter)
{
    guint16 event = truth_core_event(counter);

    counter->total +=
        kunpeng_traffic_total(&at->traffic, core->number, event, truth_cursor_cycles(at, at->now)) -
        kunpeng_traffic_total(&at->traffic, core->number, event, core->traffic_cycles);
}

guint64 truth_core_running(const struct truth_cursor *at, const struct truth_core *core)
{
    return core->enabled & truth_core_parts(at, core);
}

/* Brings the counters up to the present, of which the trace has just told. */
void truth_core_advance(const struct truth_cursor *at, struct truth_core *core)
{
    guint64 active = truth_core_running(at, core);

    for (unsigned i = 0; i < ARM_PMU_CYCLES; i++)
        if (active >> i & 1 && !add_executed(at, core, &core->counters[i]))
            add_traffic(at, core, &core->counters[i]);
    if (active & CYCLES_BIT)
        add_time(at, core, &core->counters[ARM_PMU_CYCLES]);
    for (unsigned i = 0; i < ARM_PMU_COUNTERS; i++)
        core->counters[i].lost |= active >> i & 1 && core->counters[i].foreign;
    memcpy(core->seen, core->counted, sizeof(core->seen));
    core->cycles = core->traffic_cycles = truth_cursor_cycles(at, at->now);
}

void truth_core_traffic(const struct truth_cursor *at, struct truth_core *core)
{
    guint64 active = truth_core_running(at, core), count;

    for (unsigned i = 0; i < ARM_PMU_CYCLES; i++)
        if (active >> i & 1 &&
            !truth_arm_event(core->seen, truth_core_event(&core->counters[i]), FALSE, &count))
            add_traffic(at, core, &core->counters[i]);
    core->traffic_cycles = truth_cursor_cycles(at, at->now);
}
