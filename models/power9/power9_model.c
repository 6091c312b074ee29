/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What tools know about the machine `power9`: its banks, block names, events and names of values. */
#include "models/power9/power9.h"
#include "models/power9/power9_blocks.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

/* The kinds of block, in the order of enum p9_block_kind. Memory without registers has no bank. */
static const struct {
    const char *name; /* followed by a number */
    const char *rest;
    unsigned n;
    const struct reg_bank *bank;
} kinds[P9_N_BLOCK_KINDS] = {
    [P9_CHIP_MEMORY] = {"chip", "", P9_MAX_CHIPS, &nest_bank},
    [P9_CORE] = {"core", "", P9_MAX_CPUS, &core_bank},
    [P9_CPU] = {"cpu", "", P9_MAX_CPUS, &cpu_bank},
    [P9_CORE_MEMORY] = {"core", ".mem", P9_MAX_CPUS, NULL},
    [P9_THREAD_MEMORY] = {"cpu", ".mem", P9_MAX_CPUS, NULL},
};

static bool exists(unsigned block)
{
    unsigned kind = p9_block_kind(block);

    return kind < P9_N_BLOCK_KINDS && p9_block_index(block) < kinds[kind].n;
}

const struct reg_bank *p9_bank(unsigned block)
{
    return exists(block) ? kinds[p9_block_kind(block)].bank : NULL;
}

static bool block_named(unsigned block, char *name, size_t size, const struct reg_bank **bank)
{
    unsigned kind = p9_block_kind(block);

    *bank = p9_bank(block);
    if (exists(block))
        snprintf(name, size, "%s%u%s", kinds[kind].name, p9_block_index(block), kinds[kind].rest);
    return exists(block);
}

/* A thread's LDBAR has its number. HOMER is where firmware says, and a core's SCOMs where scom_number() says.
 */
static bool base(unsigned block, uint64_t *base)
{
    *base = 0;
    return exists(block) && p9_block_kind(block) == P9_CPU;
}

/* ---- events ---- */

/* Names the first event of @type at @offset; nest events get their PMU's name in front. */
static bool event_at(enum p9_pmu_type type, uint32_t offset, char *name, size_t size)
{
    const struct p9_catalogue *catalogue = power9_catalogue();

    for (unsigned p = 0; p < catalogue->n_pmus; p++) {
        const struct p9_pmu *pmu = &catalogue->pmus[p];
        for (unsigned i = 0; pmu->type == type && i < pmu->n_events; i++) {
            const struct p9_pmu_event *event = &catalogue->events[pmu->first_event + i];
            if (p9_event_offset(pmu, event) != offset)
                continue;
            snprintf(name, size, "%s%s%s%s", type == P9_PMU_NEST ? pmu->name : "",
                type == P9_PMU_NEST ? "." : "", pmu->prefix, event->name);
            return true;
        }
    }
    return false;
}

static bool word_name(unsigned block, uint32_t offset, char *name, size_t size)
{
    switch (p9_block_kind(block)) {
    case P9_CHIP_MEMORY:
        if (nest_update_count(offset))
            snprintf(name, size, "group %u update count", nest_update_count(offset));
        return nest_update_count(offset) || event_at(P9_PMU_NEST, offset, name, size);
    case P9_CORE_MEMORY:
        return event_at(P9_PMU_CORE, offset, name, size);
    case P9_THREAD_MEMORY:
        return event_at(P9_PMU_THREAD, offset, name, size) || event_at(P9_PMU_CORE, offset, name, size);
    default:
        return false;
    }
}

static const struct p9_pmu *pmu_number(unsigned list)
{
    return list < power9_catalogue()->n_pmus ? &power9_catalogue()->pmus[list] : NULL;
}

static const char *prose_of(enum p9_pmu_type type)
{
    switch (type) {
    case P9_PMU_NEST:
        return "a unit outside the cores; in Linux nest_NAME_imc";
    case P9_PMU_CORE:
        return "a core with all its threads; in Linux core_imc";
    case P9_PMU_THREAD:
        return "a hardware thread; in Linux thread_imc";
    case P9_PMU_TRACE:
        break;
    }
    return "samples of a hardware thread; in Linux trace_imc";
}

static bool events(unsigned list, struct machine_events *events)
{
    const struct p9_pmu *pmu = pmu_number(list);

    if (!pmu)
        return false;
    *events = (struct machine_events){
        .name = pmu->name,
        .prose = prose_of(pmu->type),
        .code = pmu->type == P9_PMU_TRACE ? "config" : "offset",
        .number = "scale",
        .text = "counts",
        .code_bits = pmu->type == P9_PMU_TRACE ? 32 : 16,
        .n_events = pmu->n_events,
    };
    return true;
}

static const char *counts(enum p9_pmu_type type, uint32_t offset)
{
    if (type == P9_PMU_TRACE)
        return "samples what is executed";
    return type != P9_PMU_NEST && slots_at(offset) >= 0 ? "what is executed" : "traffic";
}

static void event(unsigned list, unsigned i, struct machine_event *event)
{
    const struct p9_pmu *pmu = pmu_number(list);

    assert(pmu && i < pmu->n_events);
    const struct p9_pmu_event *e = &power9_catalogue()->events[pmu->first_event + i];
    snprintf(event->name, sizeof(event->name), "%s%s", pmu->prefix, e->name);
    event->code = p9_event_offset(pmu, e);
    event->number = p9_event_scale(pmu, e);
    event->prose = counts(pmu->type, p9_event_offset(pmu, e));
}

/* ---- values ---- */

static int nest_reg_of(const struct reg *reg)
{
    for (unsigned i = 0; i < nest_bank.n_regs; i++)
        if (reg == &nest_bank.regs[i])
            return (int)i;
    return -1;
}

static const char *value_name(const struct reg *reg, unsigned field, uint64_t value)
{
    int nest = nest_reg_of(reg);

    return nest < 0 ? NULL : nest_value_name((unsigned)nest, reg_get(reg, field, value));
}

static int64_t value_named(const struct reg *reg, unsigned field, uint64_t value, const char *name)
{
    int nest = nest_reg_of(reg);

    (void)field;
    (void)value;
    return nest < 0 ? -1 : nest_value_named((unsigned)nest, name);
}

static const struct reg_bank *const banks[] = {&nest_bank, &core_bank, &cpu_bank, NULL};

/* The record's number in the memory, and its time stamp. */
static bool sample_text(uint32_t offset, uint64_t value, char *text, size_t size)
{
    snprintf(text, size, "record %" PRIu32 ", tb %" PRIu64, offset, value);
    return true;
}

const struct machine_model power9_model = {
    .name = "power9",
    .prose = "in-memory collection of POWER9 chips: nest, core, thread and trace",
    .options = p9_options,
    .banks = banks,
    .end_block = P9_N_BLOCK_KINDS << P9_BLOCK_SHIFT,
    .block = block_named,
    .base = base,
    .word_name = word_name,
    .sample_text = sample_text,
    .value_name = value_name,
    .value_named = value_named,
    .events = events,
    .event = event,
};
