/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What tools know of the machine `snbep`: its banks, its blocks' names, the names of events. */
#include "models/uncore/pci_regs.h"
#include "models/uncore/snbep.h"

#include <stdio.h>
#include <string.h>

const struct reg_bank *snbep_bank(unsigned block)
{
    unsigned kind = block % SNBEP_N_BLOCKS;

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

/* What a socket has one of is called as its bank is; of the others it has a number too. */
static bool block_named(unsigned block, char *name, size_t size, const struct reg_bank **bank)
{
    static const char *const prefixes[SNBEP_MAX_SOCKETS] = {"", "s1."};
    unsigned kind = block % SNBEP_N_BLOCKS;

    *bank = snbep_bank(block);
    if (!*bank)
        return false;
    const char *prefix = prefixes[block / SNBEP_N_BLOCKS];
    if (kind < SNBEP_BLOCK_UBOX)
        snprintf(name, size, "%simc%u", prefix, kind - SNBEP_BLOCK_IMC0);
    else if (kind < SNBEP_BLOCK_MSR)
        snprintf(name, size, "%s%s", prefix, (*bank)->name);
    else
        snprintf(name, size, "%s%s", prefix, snbep_msr_boxes[kind - SNBEP_BLOCK_MSR].name);
    return true;
}

/* Names stand in the event control registers alone: whatever register has the same fields as CTL0. */
static bool is_event_control(const struct reg *reg)
{
    return reg->fields == imc_bank(IMC_SILICON)->regs[IMC_CTL0].fields;
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

static const struct reg_bank *const banks[] = {
    &imc_banks[IMC_SILICON],
    &imc_banks[IMC_GUIDE],
    &ubox_bank,
    &pci_bank,
    &snbep_cbo_bank,
    &snbep_pcu_bank,
    &snbep_ubox_msr_bank,
    NULL,
};

const struct machine_model snbep_model = {
    .name = "snbep",
    .prose = "uncore of Xeon E5-2600 sockets (Sandy Bridge-EP): memory controller monitors in PCI "
             "configuration space",
    .banks = banks,
    .block = block_named,
    .value_name = value_name,
    .value_named = value_named,
};
