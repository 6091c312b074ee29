/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What tools know about the machine `snbep`: its banks, block names and event names. */
#include "models/snbep/pci_regs.h"
#include "models/snbep/snbep.h"
#include "models/snbep/snbep_config.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const struct reg_bank *snbep_bank(unsigned block)
{
    unsigned kind = block % SNBEP_N_BLOCKS;

    if (block >= SNBEP_BLOCK_CORE)
        return snbep_core_bank(block);
    if (block / SNBEP_N_BLOCKS >= SNBEP_MAX_SOCKETS)
        return NULL;
    switch (kind) {
    case SNBEP_BLOCK_UBOX:
        return &ubox_bank;
    case SNBEP_BLOCK_PCI:
        return &pci_bank;
    default:
        return kind < SNBEP_BLOCK_UBOX ? imc_bank(IMC_SILICON) : snbep_msr_boxes[kind - SNBEP_BLOCK_MSR].bank;
    }
}

/* A block that a socket has once is called after its bank; others also get a number. */
static bool block_named(unsigned block, char *name, size_t size, const struct reg_bank **bank)
{
    static const char *const prefixes[SNBEP_MAX_SOCKETS] = {"", "s1."};
    unsigned kind = block % SNBEP_N_BLOCKS;

    *bank = snbep_bank(block);
    if (!*bank)
        return false;
    if (block >= SNBEP_BLOCK_CORE) {
        snbep_core_block_name(block, name, size);
        return true;
    }
    const char *prefix = prefixes[block / SNBEP_N_BLOCKS];
    if (kind < SNBEP_BLOCK_UBOX)
        snprintf(name, size, "%simc%u", prefix, kind - SNBEP_BLOCK_IMC0);
    else if (kind < SNBEP_BLOCK_MSR)
        snprintf(name, size, "%s%s", prefix, (*bank)->name);
    else
        snprintf(name, size, "%s%s", prefix, snbep_msr_boxes[kind - SNBEP_BLOCK_MSR].name);
    return true;
}

static const struct snbep_function *ubox_function(void)
{
    for (unsigned i = 0; i < snbep_n_functions; i++)
        if (snbep_functions[i].kind == SNBEP_UBOX)
            return &snbep_functions[i];
    return NULL;
}

/* The block of headers has no base: each function has one. */
static bool base(unsigned block, uint64_t *base)
{
    unsigned socket = block / SNBEP_N_BLOCKS, kind = block % SNBEP_N_BLOCKS;
    const struct snbep_function *function;

    if (block >= SNBEP_BLOCK_CORE) {
        *base = block >= SNBEP_BLOCK_APIC ? APIC_WINDOW : 0;
        return snbep_core_bank(block);
    }
    if (socket >= SNBEP_MAX_SOCKETS || kind == SNBEP_BLOCK_PCI)
        return false;
    if (kind >= SNBEP_BLOCK_MSR) {
        *base = snbep_msr_boxes[kind - SNBEP_BLOCK_MSR].base;
        return true;
    }
    function = kind == SNBEP_BLOCK_UBOX ? ubox_function() : snbep_imc_function(kind - SNBEP_BLOCK_IMC0);
    assert(function);
    *base = (uint64_t)snbep_bus_of(socket) << 20 | (uint64_t)function->device << 15 |
            (uint64_t)function->function << 12;
    return true;
}

/* Only event control registers contain event names: those with the same fields as CTL0. */
static bool is_event_control(const struct reg *reg)
{
    return reg->fields == imc_bank(IMC_SILICON)->regs[IMC_CTL0].fields;
}

/* Likewise: those with the fields of CTR0. The monitors' counters that stay as written are none. */
static bool counter(const struct reg *reg)
{
    return reg->fields == imc_bank(IMC_SILICON)->regs[IMC_CTR0].fields;
}

static const struct imc_event *event_in(const struct reg *reg, uint64_t value)
{
    int index = imc_event_coded((uint8_t)reg_get(reg, CTL_EV_SEL, value));

    return index < 0 ? NULL : &imc_events[index];
}

static const char *value_name(const struct reg *reg, unsigned field, uint64_t value)
{
    const struct imc_event *event = is_event_control(reg) ? event_in(reg, value) : NULL;

    if (event && field == CTL_EV_SEL)
        return event->name;
    if (event && field == CTL_UMASK)
        return imc_umask_name(event, (uint8_t)reg_get(reg, CTL_UMASK, value));
    return NULL;
}

static int64_t value_named(const struct reg *reg, unsigned field, uint64_t value, const char *name)
{
    if (!is_event_control(reg))
        return -1;
    if (field == CTL_EV_SEL) {
        int index = imc_event_named(name);
        return index < 0 ? -1 : imc_events[index].code;
    }
    const struct imc_event *event = event_in(reg, value);
    return event && field == CTL_UMASK ? imc_umask_named(event, name) : -1;
}

/* The block of headers covers all functions of a bus: offsets are device and function << 8 | register. */
static bool function(const struct reg_bank *bank, uint32_t *offset, char *name, size_t size)
{
    unsigned devfn = *offset >> 8;

    if (bank != &pci_bank)
        return false;
    snprintf(name, size, "%02x.%x", devfn >> 3 & 0x1f, devfn & 7);
    *offset &= 0xff;
    return true;
}

/* The list is the same for both variants of a channel's BOX_CTL. */
static bool events(unsigned list, struct machine_events *events)
{
    if (list >= IMC_N_MODES)
        return false;
    *events = (struct machine_events){
        .name = imc_bank((enum imc_mode)list)->name,
        .prose = "what general counters can count",
        .code = "ev_sel",
        .number = "max/cycle",
        .text = "counts",
        .sub = "umask",
        .code_bits = 8,
        .n_events = imc_n_events,
    };
    return true;
}

/* Event number @i by code. */
static const struct imc_event *event_number(unsigned i)
{
    int index = -1;

    for (unsigned code = 0; code <= UINT8_MAX; code++) {
        index = imc_event_coded((uint8_t)code);
        if (index >= 0 && !i--)
            break;
    }
    assert(index >= 0);
    return &imc_events[index];
}

static void event(unsigned list, unsigned i, struct machine_event *event)
{
    const struct imc_event *e = event_number(i);

    (void)list;
    snprintf(event->name, sizeof(event->name), "%s", e->name);
    event->code = e->code;
    event->number = e->max;
    event->prose = e->prose;
    event->n_subs = e->n_subs;
}

static void sub_event(unsigned list, unsigned i, unsigned sub, struct machine_sub_event *sub_event)
{
    const struct imc_subevent *s = &event_number(i)->subs[sub];

    (void)list;
    sub_event->name = s->name;
    sub_event->code = s->umask;
}

static const struct reg_bank *const banks[] = {
    &imc_banks[IMC_SILICON],
    &imc_banks[IMC_GUIDE],
    &ubox_bank,
    &pci_bank,
    &snbep_cbo_bank,
    &snbep_pcu_bank,
    &snbep_ubox_msr_bank,
    &snbep_package_bank,
    &intel_core_bank,
    &lvt_bank,
    NULL,
};

const struct machine_model snbep_model = {
    .name = "snbep",
    .prose = "Xeon E5-2600 sockets (Sandy Bridge-EP): monitors of memory controllers, and core PMUs",
    .options = snbep_options,
    .banks = banks,
    .end_block = SNBEP_END_CPU_BLOCKS,
    .block = block_named,
    .base = base,
    .function = function,
    .counter = counter,
    .counted_text = x86_counted_text,
    .value_name = value_name,
    .value_named = value_named,
    .events = events,
    .event = event,
    .sub_event = sub_event,
};
