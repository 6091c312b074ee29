/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of the uncore PMUs' registers, for the register file and `pmulab
 * describe`. */
#include "models/kunpeng/uncore_regs.h"

#define FIELD_TABLE(list, FIELDS)                                                                  \
    static const struct reg_field list##_fields[] = {FIELDS(REG_FIELD_ROW)};
UNCORE_FIELD_LISTS(FIELD_TABLE)

#define DRIVERS "Linux 6.12, drivers/perf/hisilicon/hisi_uncore_*_pmu.c"

#define REG_ROW(id, reg_name, at, bits, list, what)                                                \
    [id] = {.name = (reg_name),                                                                    \
        .offset = (at),                                                                            \
        .width = (bits),                                                                           \
        .numbering = REG_LSB0,                                                                     \
        REG_TABLE(list##_fields),                                                                  \
        .prose = (what),                                                                           \
        .source = DRIVERS},

#define BANK(bank, REGS, what)                                                                     \
    static const struct reg bank##_regs[] = {UNCORE_##REGS##_REGS(REG_ROW)};                       \
    const struct reg_bank uncore_##bank##_bank = {                                                 \
        #bank, what, REG_SPACE_MMIO, REG_BANK_REGS(bank##_regs, UNCORE_##REGS##_N_REGS)};          \
    _Static_assert((int)UNCORE_MAX_REGS >= (int)UNCORE_##REGS##_N_REGS, "room for every bank");
UNCORE_BANKS(BANK)
