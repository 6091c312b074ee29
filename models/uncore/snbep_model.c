/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What tools know of the machine `snbep`: its banks, its blocks' names, the names of events. */
#include "models/uncore/pci_regs.h"
#include "models/uncore/snbep.h"

#include <stdio.h>
#include <string.h>

static bool block(unsigned number, char *name, size_t size, const struct reg_bank **bank)
{
    static const char *const prefixes[SNBEP_MAX_SOCKETS] = {"", "s1."};
    unsigned socket = number / SNBEP_N_BLOCKS, kind = number % SNBEP_N_BLOCKS;

    if (socket >= SNBEP_MAX_SOCKETS)
        return false;
    if (kind < SNBEP_BLOCK_UBOX) {
        snprintf(name, size, "%simc%u", prefixes[socket], kind - SNBEP_BLOCK_IMC0);
        *bank = imc_bank(IMC_SILICON);
    } else if (kind == SNBEP_BLOCK_UBOX) {
        snprintf(name, size, "%subox", prefixes[socket]);
        *bank = &ubox_bank;
    } else if (kind == SNBEP_BLOCK_PCI) {
        snprintf(name, size, "%spci", prefixes[socket]);
        *bank = &pci_bank;
    } else {
        snprintf(name, size, "%s%s", prefixes[socket], snbep_msr_boxes[kind - SNBEP_BLOCK_MSR].name);
        *bank = snbep_msr_boxes[kind - SNBEP_BLOCK_MSR].bank;
    }
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
    .block = block,
    .value_name = value_name,
    .value_named = value_named,
};
