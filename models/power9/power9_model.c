/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The description of the POWER machines for tools: their banks, block names,
 * events and names of values. */
#include "models/power9/power9.h"
#include "models/power9/power9_blocks.h"
#include "models/power9/trace_imc.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

/* The kinds of block, in the order of enum p9_block_kind. */
static const struct {
    const char *name; /* followed by a number */
    const char *rest;
    unsigned n;
} kinds[P9_N_BLOCK_KINDS] = {
    [P9_CHIP_MEMORY] = {"chip", "", P9_MAX_CHIPS},
    [P9_CORE] = {"core", "", P9_MAX_CPUS},
    [P9_CPU] = {"cpu", "", P9_MAX_CPUS},
    [P9_CORE_MEMORY] = {"core", ".mem", P9_MAX_CPUS},
    [P9_THREAD_MEMORY] = {"cpu", ".mem", P9_MAX_CPUS},
};

static bool exists(unsigned block)
{
    unsigned kind = p9_block_kind(block);

    return kind < P9_N_BLOCK_KINDS && p9_block_index(block) < kinds[kind].n;
}

/* Memory without registers has no bank. */
const struct reg_bank *p9_bank(const struct p9_generation *generation, unsigned block)
{
    const struct reg_bank *const banks[P9_N_BLOCK_KINDS] = {
        [P9_CHIP_MEMORY] = generation->nest, [P9_CORE] = generation->core, [P9_CPU] = &cpu_bank};

    return exists(block) ? banks[p9_block_kind(block)] : NULL;
}

bool p9_block_name(const struct p9_generation *generation, unsigned block, char *name, size_t size,
    const struct reg_bank **bank)
{
    unsigned kind = p9_block_kind(block);

    *bank = p9_bank(generation, block);
    if (exists(block))
        snprintf(name, size, "%s%u%s", kinds[kind].name, p9_block_index(block), kinds[kind].rest);
    return exists(block);
}

/* Offsets of LDBAR are SPR numbers, so its base is 0. Firmware places HOMER;
 * scom_number() locates a core's SCOMs. */
static bool base(unsigned block, uint64_t *base)
{
    *base = 0;
    return exists(block) && p9_block_kind(block) == P9_CPU;
}

/* ---- events ---- */

/* Names the first event of @type at @offset. Names of nest events have their
 * PMU's name in front. */
static bool event_at(const struct p9_catalogue *catalogue, enum p9_pmu_type type, uint32_t offset,
    char *name, size_t size)
{
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

static bool word_name(const struct p9_generation *generation, unsigned block, uint32_t offset,
    char *name, size_t size)
{
    const struct p9_catalogue *catalogue = generation->catalogue();
    unsigned group = nest_update_count(generation, offset);

    switch (p9_block_kind(block)) {
    case P9_CHIP_MEMORY:
        if (group)
            snprintf(name, size, "group %u update count", group);
        return group || event_at(catalogue, P9_PMU_NEST, offset, name, size);
    case P9_CORE_MEMORY:
        return event_at(catalogue, P9_PMU_CORE, offset, name, size);
    case P9_THREAD_MEMORY:
        return event_at(catalogue, P9_PMU_THREAD, offset, name, size) ||
               event_at(catalogue, P9_PMU_CORE, offset, name, size);
    default:
        return false;
    }
}

static const struct p9_pmu *pmu_number(const struct p9_generation *generation, unsigned list)
{
    return list < generation->catalogue()->n_pmus ? &generation->catalogue()->pmus[list] : NULL;
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

static bool events(
    const struct p9_generation *generation, unsigned list, struct machine_events *events)
{
    const struct p9_pmu *pmu = pmu_number(generation, list);

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

static const char *counts(
    const struct p9_generation *generation, enum p9_pmu_type type, uint32_t offset)
{
    if (type == P9_PMU_TRACE)
        return "samples executed instructions";
    return type != P9_PMU_NEST && slots_at(generation->slots, offset) >= 0 ? "execution"
                                                                           : "traffic";
}

static void event(
    const struct p9_generation *generation, unsigned list, unsigned i, struct machine_event *event)
{
    const struct p9_pmu *pmu = pmu_number(generation, list);

    assert(pmu && i < pmu->n_events);
    const struct p9_pmu_event *e = &generation->catalogue()->events[pmu->first_event + i];
    snprintf(event->name, sizeof(event->name), "%s%s", pmu->prefix, e->name);
    event->code = p9_event_offset(pmu, e);
    event->number = p9_event_scale(pmu, e);
    event->prose = counts(generation, pmu->type, p9_event_offset(pmu, e));
}

/* ---- values ---- */

static const char *value_name(const struct reg *reg, unsigned field, uint64_t value)
{
    return reg_value_name(reg, field, reg_get(reg, field, value));
}

static int64_t value_named(const struct reg *reg, unsigned field, uint64_t value, const char *name)
{
    (void)value;
    return reg_value_named(reg, field, name);
}

/* The record's index in the memory, and its time stamp. */
static bool sample_text(uint32_t offset, uint64_t value, char *text, size_t size)
{
    snprintf(text, size, "record %" PRIu32 ", tb %" PRIu64, offset, value);
    return true;
}

/* Trace mode may sample a counter whose event is outside of the clock model. */
static unsigned uncounted(const struct p9_generation *generation, unsigned block, unsigned reg,
    uint64_t value, struct machine_uncounted events[MACHINE_UNCOUNTED])
{
    static const enum trace_imc_field selects[] = {TRACE_IMC_CPMC1SEL, TRACE_IMC_CPMC2SEL};
    const struct reg *scom = &core_bank.regs[CORE_TRACE_IMC];
    struct trace_imc config;

    if (p9_block_kind(block) != P9_CORE || reg != CORE_TRACE_IMC || !value)
        return 0;
    config = trace_imc_decode(generation->slots, value);
    if (config.counts[config.sampled] || config.sampled >= sizeof(selects) / sizeof(selects[0]))
        return 0;
    events[0] =
        (struct machine_uncounted){(uint32_t)reg_get(scom, selects[config.sampled], value), -1};
    return 1;
}

/* ---- one model for each generation ---- */

/* The hooks that depend on the generation, for the generation @NAME. */
#define HOOKS(NAME)                                                                                \
    static bool NAME##_block(                                                                      \
        unsigned block, char *name, size_t size, const struct reg_bank **bank)                     \
    {                                                                                              \
        return p9_block_name(&generation_##NAME, block, name, size, bank);                         \
    }                                                                                              \
    static bool NAME##_word_name(unsigned block, uint32_t offset, char *name, size_t size)         \
    {                                                                                              \
        return word_name(&generation_##NAME, block, offset, name, size);                           \
    }                                                                                              \
    static bool NAME##_events(unsigned list, struct machine_events *of_list)                       \
    {                                                                                              \
        return events(&generation_##NAME, list, of_list);                                          \
    }                                                                                              \
    static void NAME##_event(unsigned list, unsigned i, struct machine_event *e)                   \
    {                                                                                              \
        event(&generation_##NAME, list, i, e);                                                     \
    }                                                                                              \
    static unsigned NAME##_uncounted(unsigned block, unsigned reg, uint64_t value,                 \
        struct machine_uncounted events[MACHINE_UNCOUNTED])                                        \
    {                                                                                              \
        return uncounted(&generation_##NAME, block, reg, value, events);                           \
    }

HOOKS(power9)
HOOKS(power10)
HOOKS(power11)

#define MODEL(NAME, in_words, of_options, nest, core)                                              \
    const struct machine_model NAME##_model = {                                                    \
        .name = #NAME,                                                                             \
        .prose = in_words,                                                                         \
        .options = of_options,                                                                     \
        .banks = (const struct reg_bank *const[]){&(nest), &(core), &cpu_bank, NULL},              \
        .end_block = P9_N_BLOCK_KINDS << P9_BLOCK_SHIFT,                                           \
        .block = NAME##_block,                                                                     \
        .base = base,                                                                              \
        .word_name = NAME##_word_name,                                                             \
        .uncounted = NAME##_uncounted,                                                             \
        .sample_text = sample_text,                                                                \
        .value_name = value_name,                                                                  \
        .value_named = value_named,                                                                \
        .events = NAME##_events,                                                                   \
        .event = NAME##_event,                                                                     \
    }

MODEL(power9, "in-memory collection of POWER9 chips: nest, core, thread and trace", power9_options,
    nest_bank, core_bank);
MODEL(power10, "in-memory collection of POWER10 chips: nest, core, thread and trace",
    power10_options, nest_power10_bank, core_power10_bank);
MODEL(power11, "in-memory collection of Power11 chips: nest, core and thread", power10_options,
    nest_power10_bank, core_power10_bank);

static const struct {
    const struct p9_generation *generation;
    const struct machine_model *model;
} models[] = {{&generation_power9, &power9_model}, {&generation_power10, &power10_model},
    {&generation_power11, &power11_model}};
enum { N_MODELS = sizeof(models) / sizeof(models[0]) };

const struct machine_model *p9_model(const struct p9_generation *generation)
{
    for (unsigned i = 0; i < N_MODELS; i++)
        if (models[i].generation == generation)
            return models[i].model;
    return NULL;
}

const struct p9_generation *p9_generation_of(const struct machine_model *model)
{
    for (unsigned i = 0; i < N_MODELS; i++)
        if (models[i].model == model)
            return models[i].generation;
    return NULL;
}
