/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of the local APIC's extended registers, for each CPU's register
 * file. */
#include "models/epyc/apic_regs.h"

#include <stddef.h>

static const struct reg_field feature_fields[] = {APIC_FEATURE_FIELDS(REG_FIELD_ROW)};
static const struct reg_field control_fields[] = {APIC_CONTROL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field seoi_fields[] = {APIC_SEOI_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ier_fields[] = {APIC_IER_FIELDS(REG_FIELD_ROW)};
static const struct reg_field eilvt_fields[] = {LVT_FIELDS(REG_FIELD_ROW)};

#define APM "AMD 24593, "

#define REGISTER(reg_name, at, table, what, where, missing)                                        \
    {                                                                                              \
        .name = (reg_name), .offset = (at), .width = 32, .numbering = REG_LSB0, REG_TABLE(table),  \
        .prose = (what), .source = (where), .not_modelled = (missing)                              \
    }
#define IER(n)                                                                                     \
    REGISTER("IER" #n, 0x480 + 0x10 * (n), ier_fields,                                             \
        "interrupt enable, vectors from 32 * " #n " on", APM "section 16.6",                       \
        "interrupts pass regardless of it")
/* The manual's table has 0 after reset. Real machines mask the entries, and
 * Linux takes only a masked entry as free. */
#define EILVT(n)                                                                                   \
    REGISTER("EILVT" #n, 0x500 + 0x10 * (n), eilvt_fields, "extended LVT entry " #n,               \
        APM "section 16.4; reset: Linux, setup_APIC_eilvt()", "only NMIs are delivered")

static const struct reg regs[APIC_N_REGS] = {
    [APIC_LVTPC] = REGISTER("LVTPC", APIC_LVTPC_OFFSET, eilvt_fields,
        "the interrupt of a core PMU's overflow", APM "section 16.4", "only NMIs are delivered"),
    [APIC_FEATURE] = REGISTER("EXT_FEATURE", 0x400, feature_fields,
        "features of the extended space", APM "section 16.3", NULL),
    [APIC_CONTROL] = REGISTER("EXT_CONTROL", 0x410, control_fields,
        "switches parts of the extended space", APM "section 16.3", "its bits have no effect"),
    [APIC_SEOI] = REGISTER("SEOI", 0x420, seoi_fields, "specific end of interrupt",
        APM "section 16.5", "a write ends no interrupt"),
    [APIC_IER0] = IER(0),
    [APIC_IER0 + 1] = IER(1),
    [APIC_IER0 + 2] = IER(2),
    [APIC_IER0 + 3] = IER(3),
    [APIC_IER0 + 4] = IER(4),
    [APIC_IER0 + 5] = IER(5),
    [APIC_IER0 + 6] = IER(6),
    [APIC_IER0 + 7] = IER(7),
    [APIC_EILVT0] = EILVT(0),
    [APIC_EILVT0 + 1] = EILVT(1),
    [APIC_EILVT0 + 2] = EILVT(2),
    [APIC_EILVT0 + 3] = EILVT(3),
};

const struct reg_bank apic_bank = {"apic",
    "local APIC's extended space, and LVTPC; x2APIC numbers are 800 plus the offset / 10",
    REG_SPACE_MMIO, REG_BANK_REGS(regs, APIC_N_REGS)};
