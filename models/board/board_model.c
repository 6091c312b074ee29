/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The description of the machine `board` for tools: its options; and the
 * blocks, events and names of the hardware that the calling thread uses. */
#include "models/board/board.h"

#include <assert.h>
#include <stdio.h>
#include <strings.h>

/* The thread works on this hardware from now on. */
static bool parse_hardware(const struct config_option *option, void *config, const char *value)
{
    struct board_config *board = config;
    char wrong[HARDWARE_WRONG];
    const struct hardware *hardware = hardware_find(value, wrong);

    (void)option;
    if (!hardware)
        return false;
    board->hardware = hardware;
    hardware_use(hardware);
    return true;
}

static void print_hardware(
    const struct config_option *option, const void *config, struct config_text *text)
{
    const struct board_config *board = config;

    if (board->hardware)
        config_add(text, option, "%s", board->hardware->path);
}

const struct config_option board_options[] = {
    {
        .name = "cpus",
        .standard = "4",
        .help = "number of CPUs",
        .qemu = true,
        CONFIG_RANGE(struct board_config, cpus, "cpus: expected ", 1, " to ", 256, ""),
    },
    {
        .name = "hardware",
        .values = "FILE",
        .otherwise = "no PMU",
        .help = "the file that describes the PMUs: docs/hardware-from-a-file.md",
        .expected = "hardware: expected a file that `pmulab describe board --hardware` accepts",
        .parse = parse_hardware,
        .print = print_hardware,
    },
    {0},
};

static const struct pmu_kind *kind_of(unsigned block)
{
    const struct hardware *hardware = hardware_used();

    return hardware && block < hardware->n ? &hardware->pmus[block] : NULL;
}

static bool block_named(unsigned block, char *name, size_t size, const struct reg_bank **bank)
{
    const struct pmu_kind *kind = kind_of(block);

    if (!kind)
        return false;
    *bank = kind->bank;
    snprintf(name, size, "%s", kind->bank->name);
    return true;
}

static bool base(unsigned block, uint64_t *base)
{
    const struct pmu_kind *kind = kind_of(block);

    if (kind)
        *base = kind->address;
    return kind;
}

static bool events(unsigned list, struct machine_events *events)
{
    const struct pmu_kind *kind = kind_of(list);

    if (kind)
        *events = (struct machine_events){.name = kind->bank->name,
            .prose = kind->bank->prose,
            .code = "event",
            .text = "counts",
            .code_bits = 16,
            .n_events = kind->events.n};
    return kind;
}

static void event(unsigned list, unsigned i, struct machine_event *event)
{
    const struct pmu_event *listed = &kind_of(list)->events.event[i];

    snprintf(event->name, sizeof(event->name), "%s", listed->name);
    event->code = listed->code;
    event->prose = listed->prose;
}

/* The part of field number @field of @reg that selects an event of *@kind, or
 * NULL. */
static const struct pmu_part *selects(
    const struct reg *reg, unsigned field, const struct pmu_kind **kind)
{
    for (unsigned block = 0; (*kind = kind_of(block)); block++) {
        const struct reg *regs = (*kind)->bank->regs;
        const struct pmu_part *part = (*kind)->parts, *end = part + (*kind)->n_parts;

        for (; part < end && reg >= regs && reg < regs + (*kind)->bank->n_regs; part++)
            if (part->role == PMU_EVENT && &regs[part->reg] == reg &&
                part->bit == reg_field_low(reg, &reg->fields[field]))
                return part;
    }
    return NULL;
}

static const char *value_name(const struct reg *reg, unsigned field, uint64_t value)
{
    const struct pmu_kind *kind;
    const struct pmu_part *part = selects(reg, field, &kind);
    const struct pmu_event *known =
        part ? pmu_event_coded(kind, pmu_event_selected(part, reg_get(reg, field, value))) : NULL;

    return known ? known->name : NULL;
}

static int64_t value_named(const struct reg *reg, unsigned field, uint64_t value, const char *name)
{
    const struct pmu_kind *kind;
    const struct pmu_part *part = selects(reg, field, &kind);
    const struct pmu_event *known = part ? pmu_event_named(kind, name) : NULL;

    (void)value;
    return known ? (int64_t)pmu_event_bits(part, known->code) : -1;
}

static bool is_counter(const struct reg *reg)
{
    const struct pmu_kind *kind;

    for (unsigned block = 0; (kind = kind_of(block)); block++)
        for (unsigned i = 0; i < kind->n_parts; i++)
            if (kind->parts[i].role == PMU_COUNT && &kind->bank->regs[kind->parts[i].reg] == reg)
                return true;
    return false;
}

/* None without board_show(). */
static const struct reg_bank *banks[HARDWARE_PMUS + 1];

void board_show(const struct hardware *hardware)
{
    for (unsigned i = 0; i < hardware->n; i++)
        banks[i] = hardware->pmus[i].bank;
    banks[hardware->n] = NULL;
    hardware_use(hardware);
}

const struct machine_model board_model = {
    .name = "board",
    .prose = "an arm64 board with the PMUs of a file",
    .options = board_options,
    .banks = banks,
    .end_block = HARDWARE_PMUS,
    .block = block_named,
    .base = base,
    .counter = is_counter,
    .value_name = value_name,
    .value_named = value_named,
    .events = events,
    .event = event,
};
