/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of the register that lists the existing slices: all 28 of the
 * largest chip. */
#include "models/snbep/socket/caps_regs.h"

static const struct reg_field capid6_fields[] = {
    {"rsv", 31, 28, REG_RV, 0, "reads as 0"},
    {"cha", 27, 0, REG_RO, 0xfffffff, "slices of the last-level cache that there are, a bit each"},
};

static const struct reg regs[] = {
    {.name = "CAPID6",
        .offset = 0x9c,
        .width = 32,
        .numbering = REG_LSB0,
        REG_TABLE(capid6_fields),
        .prose = "features of the processor",
        .source = "Linux, arch/x86/events/intel/uncore_snbep.c: skx_count_chabox"},
};

const struct reg_bank caps_bank = {
    "caps", "features of a Xeon Scalable", REG_SPACE_PCI, REG_BANK_TABLE(regs)};
