/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replays a trace of `kunpeng` record by record, for all PMCUs and core PMUs. */
#include "harness/truth/kunpeng/replay.h"

#include "harness/truth/kunpeng/unit.h"

struct replay {
    struct truth_cursor at;
    const struct kunpeng *planned;
    unsigned n_cpus;
    struct truth_unit units[KUNPENG_MAX_DIES];
    struct truth_core *cpus;
};

static const struct trace_record *record_now(const struct replay *r)
{
    return &r->at.records[r->at.now];
}

static guint32 hz(const struct replay *r)
{
    return r->at.config->clock_mhz * 1000000u;
}

static void round_free(gpointer data)
{
    struct truth_round *round = data;

    g_array_unref(round->traffic);
    g_free(round->cpus);
    g_free(round);
}

static void accessed_core(struct replay *r, struct truth_core *cpu)
{
    const struct trace_record *record = record_now(r);
    int reg = reg_bank_at(&arm_pmu_bank, record->offset);

    if (reg < 0)
        return;
    if (record->kind == TRACE_READ)
        truth_core_read(&r->at, cpu, (enum arm_pmu_reg)reg);
    else
        truth_core_write(&r->at, cpu, (enum arm_pmu_reg)reg, record->value);
}

static void accessed(struct replay *r)
{
    unsigned block = record_now(r)->block, index = kunpeng_block_index(block);

    if (kunpeng_block_kind(block) == KUNPENG_PMCU && index < r->at.config->dies)
        truth_unit_accessed(&r->units[index]);
    if (kunpeng_block_kind(block) == KUNPENG_CPU && index < r->n_cpus)
        accessed_core(r, &r->cpus[index]);
}

static void traffic_set(struct replay *r, unsigned cpu, const struct kunpeng_action *action)
{
    struct flow *flow = kunpeng_traffic_of(&r->at.traffic, cpu, action->event);

    truth_core_traffic(&r->at, &r->cpus[cpu]);
    if (flow)
        flow_set(flow, truth_cursor_cycles(&r->at, r->at.now), hz(r), &action->amount);
}

static void planned(struct replay *r, const struct kunpeng_action *action)
{
    unsigned index = kunpeng_block_index(action->block);

    if (!action->preset)
        traffic_set(r, index, action);
    else if (kunpeng_block_kind(action->block) == KUNPENG_PMCU)
        r->units[index].values[action->reg] = action->value;
    else if (truth_core_is_on(&r->cpus[index]))
        truth_core_write(&r->at, &r->cpus[index], (enum arm_pmu_reg)action->reg, action->value);
}

static void counted(struct replay *r)
{
    unsigned cpu = record_now(r)->cpu;

    if (cpu < r->n_cpus)
        truth_core_counted(&r->at, &r->cpus[cpu]);
}

static void replay_record(struct replay *r)
{
    const struct trace_record *record = record_now(r);
    unsigned die = kunpeng_block_index(record->block);
    gboolean output = kunpeng_block_kind(record->block) == KUNPENG_OUTPUT && die < r->at.config->dies;

    switch (record->kind) {
    case TRACE_READ:
    case TRACE_WRITE:
        accessed(r);
        break;
    case TRACE_COUNTED:
        counted(r);
        break;
    case TRACE_ROUND:
        if (output)
            truth_unit_round(&r->units[die]);
        break;
    case TRACE_POST:
        if (output)
            truth_unit_stored(&r->units[die]);
        break;
    case TRACE_PLAN:
        if (record->value < r->planned->plan.n_entries)
            planned(r, &r->planned->actions[record->value]);
        break;
    default:
        break;
    }
}

static void begin(struct replay *r)
{
    r->n_cpus = r->at.config->dies * kunpeng_slots(r->at.config);
    r->cpus = g_new(struct truth_core, r->n_cpus);
    for (unsigned cpu = 0; cpu < r->n_cpus; cpu++)
        truth_core_begin(&r->cpus[cpu], cpu);
    r->at.out->rounds = g_ptr_array_new_with_free_func(round_free);
    for (unsigned die = 0; die < r->at.config->dies; die++)
        truth_unit_begin(&r->units[die], &r->at, die, r->cpus, r->n_cpus);
}

static void end(struct replay *r)
{
    for (unsigned die = 0; die < r->at.config->dies; die++)
        truth_unit_end(&r->units[die]);
    g_free(r->cpus);
}

struct truth *truth_replay_kunpeng(const struct kunpeng *planned, const struct trace_record *records, gsize n)
{
    struct replay *r = g_new0(struct replay, 1);
    struct truth *out = truth_new();

    /* Unless `long` is requested, Linux treats a counter as 32 bits wide, whatever its width. */
    out->mask = G_MAXUINT32;
    r->planned = planned;
    r->at = (struct truth_cursor){.config = &planned->config, .records = records, .out = out};
    begin(r);
    for (; r->at.now < n; r->at.now++)
        replay_record(r);
    end(r);
    g_free(r);
    return out;
}
