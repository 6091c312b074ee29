/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The local vector table entry of the core PMU. */
#include "models/x86/lvt_regs.h"

#include <stddef.h>

const struct reg_field lvt_fields[] = {LVT_FIELDS(REG_FIELD_ROW)};
_Static_assert(
    sizeof(lvt_fields) / sizeof(lvt_fields[0]) == LVT_N_FIELDS, "all fields are counted");

#define LVTPC                                                                                      \
    {                                                                                              \
        .name = "LVTPC", .offset = APIC_LVTPC_OFFSET, .width = 32, .numbering = REG_LSB0,          \
        REG_TABLE(lvt_fields), .prose = "the interrupt of a core PMU's overflow",                  \
        .source = "AMD 24593, section 16.4; Intel SDM volume 3, section 11.5.1",                   \
        .not_modelled = "only NMIs are delivered"                                                  \
    }

const struct reg lvt_lvtpc = LVTPC;
static const struct reg regs[] = {LVTPC};

const struct reg_bank lvt_bank = {"apic",
    "local APIC: the core PMU's interrupt; its x2APIC number is 834", REG_SPACE_MMIO,
    REG_BANK_TABLE(regs)};

bool lvt_passes_nmi(uint64_t value)
{
    return !reg_get(&lvt_lvtpc, LVT_MASK, value) &&
           reg_get(&lvt_lvtpc, LVT_TYPE, value) == LVT_TYPE_NMI;
}
