/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Computes the values that a subsample should hold. */
#include "harness/truth/kunpeng/round.h"
#include "harness/truth/kunpeng/arm_event.h"

static guint64 traffic_count(
    const struct kunpeng_config *config, const struct truth_round *round, unsigned slot, guint16 event)
{
    unsigned cpu = round->die * kunpeng_slots(config) + slot;

    for (guint i = 0; i < round->traffic->len; i++) {
        const struct truth_round_traffic *traffic =
            &g_array_index(round->traffic, struct truth_round_traffic, i);
        if (traffic->cpu == cpu && traffic->event == event)
            return traffic->count;
    }
    return 0;
}

/* At EL2, NSH enables counting; the PMCU may set it on its own. */
static gboolean counts_kernel(const struct kunpeng_config *config, guint32 filter)
{
    return (config->kernel_el == 2 && !config->copies_filter) ||
           truth_arm_counts(filter, TRUE, config->kernel_el);
}

/* Events are counted with all filters 0. */
static guint64 count(
    const struct kunpeng_config *config, const struct truth_round *round, unsigned slot, guint16 event)
{
    const struct truth_round_cpu *cpu = &round->cpus[slot];
    guint64 users = 0, kernel = 0;

    if (!truth_arm_event(cpu->counted, event, FALSE, &users))
        return traffic_count(config, round, slot, event);
    truth_arm_event(cpu->counted, event, TRUE, &kernel);
    return users + (counts_kernel(config, 0) ? kernel : 0);
}

/* Cycles are the kernel's, except for those of users. */
static guint64 cycles(
    const struct kunpeng_config *config, const struct truth_round *round, const struct truth_round_cpu *cpu)
{
    guint64 users = truth_arm_users_cycles(cpu->counted, round->cycles);

    return (truth_arm_counts(round->filter, FALSE, config->kernel_el) ? users : 0) +
           (counts_kernel(config, round->filter) ? round->cycles - users : 0);
}

gboolean truth_round_value(const struct kunpeng *planned, const struct truth_round *round,
    enum truth_round_kind kind, unsigned slot, unsigned place, guint16 event, guint64 *value)
{
    const struct truth_round_cpu *cpu = &round->cpus[slot];
    unsigned counter = place + (round->compatible ? TRUTH_FIRST_COMPATIBLE : 0);
    guint64 bit;

    *value = 0;
    if (kind == TRUTH_ROUND_CONTEXT_1 || kind == TRUTH_ROUND_CONTEXT_2) {
        *value = cpu->context[kind == TRUTH_ROUND_CONTEXT_2];
        return TRUE;
    }
    if (kind == TRUTH_ROUND_CYCLES)
        counter = ARM_PMU_CYCLES;
    bit = G_GUINT64_CONSTANT(1) << counter;
    if ((cpu->on ? cpu->touched : cpu->started) & bit)
        return FALSE;
    if (!cpu->on || !(cpu->running & bit))
        return TRUE;
    *value = kind == TRUTH_ROUND_CYCLES ? cycles(&planned->config, round, cpu)
                                        : count(&planned->config, round, slot, event);
    return TRUE;
}
