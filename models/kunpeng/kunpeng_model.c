/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The description of the machine `kunpeng` for tools: its banks, block names,
 * events and names of values. */
#include "models/kunpeng/kunpeng.h"

#include <assert.h>
#include <stdio.h>
#include <strings.h>

/* The kinds of block up to KUNPENG_OUTPUT, in their order. The uncore PMUs'
 * kinds follow. */
static const struct {
    const char *name; /* followed by a number */
    const char *rest;
    unsigned n;
    const struct reg_bank *bank; /* NULL: memory */
} kinds[] = {
    [KUNPENG_PMCU] = {"pmcu", "", KUNPENG_MAX_DIES, &pmcu_bank},
    [KUNPENG_CPU] = {"cpu", "", KUNPENG_MAX_CPUS, &arm_bank},
    [KUNPENG_OUTPUT] = {"pmcu", ".mem", KUNPENG_MAX_DIES, NULL},
};

static bool exists(unsigned block)
{
    unsigned kind = kunpeng_block_kind(block);

    return kind <= KUNPENG_OUTPUT && kunpeng_block_index(block) < kinds[kind].n;
}

const struct reg_bank *kunpeng_bank(unsigned block)
{
    struct uncore_place place;

    if (uncore_of_block(block, &place))
        return place.type->bank;
    return exists(block) ? kinds[kunpeng_block_kind(block)].bank : NULL;
}

static bool block_named(unsigned block, char *name, size_t size, const struct reg_bank **bank)
{
    unsigned kind = kunpeng_block_kind(block);
    struct uncore_place place;

    *bank = kunpeng_bank(block);
    if (uncore_of_block(block, &place)) {
        uncore_block_name(&place, name, size);
        return true;
    }
    if (exists(block))
        snprintf(
            name, size, "%s%u%s", kinds[kind].name, kunpeng_block_index(block), kinds[kind].rest);
    return exists(block);
}

/* Offsets of system registers are numbers, so their base is 0. A PMCU's base
 * depends on the device tree or ACPI's table. */
static bool base(unsigned block, uint64_t *base)
{
    *base = 0;
    return exists(block) && kunpeng_block_kind(block) == KUNPENG_CPU;
}

/* ---- events ---- */

static bool uncore_events(unsigned number, struct machine_events *events)
{
    const struct uncore_type *type;

    if (number >= uncore_n_types)
        return false;
    type = &uncore_types[number];
    *events = (struct machine_events){
        .name = type->events->name,
        .prose = type->bank->prose,
        .code = "event",
        .text = "counts",
        .code_bits = UNCORE_EVENT_BITS,
        .n_events = type->events->n,
    };
    return true;
}

/* List 0 is the core PMUs', list 1 that of the first kind of uncore PMU, and so
 * on. */
static bool events(unsigned list, struct machine_events *events)
{
    if (list)
        return uncore_events(list - 1, events);
    *events = (struct machine_events){
        .name = arm_bank.name,
        .prose = "a core PMU; in Linux armv8_pmuv3, and hisi_pmcu_scclN for a die",
        .code = "event",
        .text = "counts",
        .code_bits = 16,
        .n_events = arm_n_events,
    };
    return true;
}

static void event(unsigned list, unsigned i, struct machine_event *event)
{
    if (list) {
        const struct uncore_event *e = &uncore_types[list - 1].events->event[i];

        snprintf(event->name, sizeof(event->name), "%s", e->name);
        event->code = e->code;
        event->prose = e->prose;
        return;
    }
    assert(i < arm_n_events);
    snprintf(event->name, sizeof(event->name), "%s", arm_events[i].name);
    event->code = arm_events[i].number;
    event->prose = arm_source_text(arm_events[i].source);
}

/* ---- values ---- */

static bool uncore_is_counter(const struct reg *reg)
{
    for (unsigned i = 0; i < uncore_n_types; i++)
        if (reg->fields == uncore_types[i].bank->regs[uncore_types[i].counter0].fields)
            return true;
    return false;
}

static bool counter(const struct reg *reg)
{
    return reg->fields == arm_bank.regs[ARM_PMCCNTR].fields || uncore_is_counter(reg);
}

static bool is_event_type(const struct reg *reg, unsigned field)
{
    const struct reg *first = &arm_bank.regs[ARM_PMEVTYPER0];

    return reg->fields == first->fields && reg != &arm_bank.regs[ARM_PMCCFILTR] &&
           field == ARM_TYPE_EVT_COUNT;
}

/* The first kind in uncore_types[], from number @from on, that has @reg as a
 * register of events; or NULL. Two versions share a bank. */
static const struct uncore_type *uncore_selecting(const struct reg *reg, unsigned from)
{
    for (unsigned i = from; i < uncore_n_types; i++) {
        const struct uncore_type *type = &uncore_types[i];
        const struct reg *first = &type->bank->regs[type->type0];

        if (type->types && reg >= first && reg < first + type->counters / type->types)
            return type;
    }
    return NULL;
}

static const struct uncore_type *next_selecting(
    const struct reg *reg, const struct uncore_type *type)
{
    return uncore_selecting(reg, type ? (unsigned)(type - uncore_types) + 1 : 0);
}

static const char *uncore_event_name(const struct reg *reg, unsigned field, uint64_t code)
{
    const struct uncore_event *event = NULL;

    for (const struct uncore_type *type = next_selecting(reg, NULL); type && !event;
         type = next_selecting(reg, type))
        event = uncore_event_coded(type->events, (unsigned)code);
    return event && reg->fields[field].access == REG_RW ? event->name : NULL;
}

static int64_t uncore_event_code(const struct reg *reg, const char *name)
{
    for (const struct uncore_type *type = next_selecting(reg, NULL); type;
         type = next_selecting(reg, type))
        if (uncore_event_named(type->events, name))
            return uncore_event_named(type->events, name)->code;
    return -1;
}

static const char *const states[] = {"idle", "set-up", "count", "read", "break"};

enum { N_STATES = sizeof(states) / sizeof(states[0]) };

static const char *value_name(const struct reg *reg, unsigned field, uint64_t value)
{
    uint64_t content = reg_get(reg, field, value);

    if (reg == &pmcu_bank.regs[PMCU_FSM_STATUS] && field == FSM_STATUS_STATE)
        return content < N_STATES ? states[content] : NULL;
    for (unsigned i = 0; is_event_type(reg, field) && i < arm_n_events; i++)
        if (arm_events[i].number == content)
            return arm_events[i].name;
    return uncore_event_name(reg, field, content);
}

static int64_t value_named(const struct reg *reg, unsigned field, uint64_t value, const char *name)
{
    const struct arm_event *named = is_event_type(reg, field) ? arm_event_named(name) : NULL;

    (void)value;
    if (reg == &pmcu_bank.regs[PMCU_FSM_STATUS] && field == FSM_STATUS_STATE)
        for (unsigned i = 0; i < N_STATES; i++)
            if (!strcasecmp(states[i], name))
                return i;
    return named ? named->number : uncore_event_code(reg, name);
}

static const struct reg_bank *const banks[] = {&pmcu_bank, &arm_bank, &ddrc_bank, &hha_bank,
    &l3c_bank, &ddrc2_bank, &sllc_bank, &pa_bank, &cpa_bank, &uc_bank, NULL};

const struct machine_model kunpeng_model = {
    .name = "kunpeng",
    .prose =
        "HiSilicon's PMCU, which reads all core PMUs of a die into memory, and its uncore PMUs",
    .options = kunpeng_options,
    .banks = banks,
    .end_block = KUNPENG_N_BLOCK_KINDS << KUNPENG_BLOCK_SHIFT,
    .block = block_named,
    .base = base,
    .counter = counter,
    .counted_text = kunpeng_truth_text,
    .value_name = value_name,
    .value_named = value_named,
    .events = events,
    .event = event,
};
