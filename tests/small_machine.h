/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An invented machine with one of each feature of models: gaps in block
 * numbers, a numbered bank, a bank with functions, memory without registers,
 * and an event that counts there. */
#ifndef PMULAB_TESTS_SMALL_MACHINE_H
#define PMULAB_TESTS_SMALL_MACHINE_H

#include "models/machine.h"
#include "models/sim/trace.h"

#include <stdio.h>
#include <string.h>

enum small_block { SMALL_CORE = 3, SMALL_CORE_MEMORY = 0x1000, SMALL_CPU_MEMORY, SMALL_DEVICES };

static const struct reg_field small_fields[] = {
    {"start", 0, 0, REG_RW, 0, "goes"}, {"rest", 1, 63, REG_RW, 0, "the rest"}};
static const struct reg small_core_regs[] = {
    {.name = "MODE", .offset = 0x10, .width = 64, .numbering = REG_MSB0, REG_TABLE(small_fields)},
    {.name = "BASE", .offset = 0x11, .width = 64, .numbering = REG_MSB0, REG_TABLE(small_fields)},
};
static const struct reg_field small_id_fields[] = {{"id", 15, 0, REG_RO, 0, "who"}};
static const struct reg small_device_regs[] = {
    {.name = "ID", .offset = 2, .width = 16, .numbering = REG_LSB0, REG_TABLE(small_id_fields)}};

static const struct reg_bank small_core_bank = {
    "core", "a core", REG_SPACE_MSR, REG_BANK_REGS(small_core_regs, 2)};
static const struct reg_bank small_device_bank = {
    "devices", "devices", REG_SPACE_MMIO, REG_BANK_REGS(small_device_regs, 1)};
static const struct reg_bank *const small_banks[] = {&small_core_bank, &small_device_bank, NULL};

static bool small_block(unsigned block, char *name, size_t size, const struct reg_bank **bank)
{
    switch (block) {
    case SMALL_CORE:
        *bank = &small_core_bank;
        snprintf(name, size, "core0");
        return true;
    case SMALL_DEVICES:
        *bank = &small_device_bank;
        snprintf(name, size, "devices");
        return true;
    case SMALL_CORE_MEMORY:
    case SMALL_CPU_MEMORY:
        *bank = NULL;
        snprintf(name, size, "%s.mem", block == SMALL_CORE_MEMORY ? "core0" : "cpu0");
        return true;
    default:
        return false;
    }
}

static bool small_function(const struct reg_bank *bank, uint32_t *offset, char *name, size_t size)
{
    if (bank != &small_device_bank)
        return false;
    snprintf(name, size, "%u", *offset >> 4);
    *offset &= 0xf;
    return true;
}

static bool small_word_name(unsigned block, uint32_t offset, char *name, size_t size)
{
    if (block != SMALL_CORE_MEMORY || offset != 0x28)
        return false;
    snprintf(name, size, "unit.EV_CYCLES");
    return true;
}

static bool small_cache_text(uint32_t how, char *text, size_t size)
{
    if (how != 1)
        return false;
    snprintf(text, size, "hit");
    return true;
}

static bool small_sample_text(uint32_t offset, uint64_t value, char *text, size_t size)
{
    if (offset != 17)
        return false;
    snprintf(text, size, "seventeenth, at %u", (unsigned)value);
    return true;
}

static const char *small_counted_text(uint32_t what)
{
    return what == 2 ? "user loads" : NULL;
}

static const char *small_value_name(const struct reg *reg, unsigned field, uint64_t value)
{
    (void)reg;
    (void)field;
    (void)value;
    return NULL;
}

static bool small_events(unsigned list, struct machine_events *events)
{
    if (list)
        return false;
    *events =
        (struct machine_events){.name = "unit", .prose = "a unit", .code = "offset", .n_events = 1};
    return true;
}

static void small_event(unsigned list, unsigned i, struct machine_event *event)
{
    (void)list;
    (void)i;
    snprintf(event->name, sizeof(event->name), "EV_CYCLES");
    event->code = 0x28;
}

static const struct machine_model small_model = {
    .name = "small",
    .prose = "a small machine",
    .banks = small_banks,
    .end_block = SMALL_DEVICES + 1,
    .block = small_block,
    .function = small_function,
    .word_name = small_word_name,
    .cache_text = small_cache_text,
    .sample_text = small_sample_text,
    .counted_text = small_counted_text,
    .value_name = small_value_name,
    .events = small_events,
    .event = small_event,
};

#endif
