/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of a thread's register LDBAR, and the meanings of its fields. */
#include "models/power9/ldbar_regs.h"

static const struct reg_field ldbar_fields[] = {LDBAR_FIELDS(REG_FIELD_ROW)};

static const struct reg regs[CPU_N_REGS] = {
    [CPU_LDBAR] = {.name = "LDBAR",
        .offset = LDBAR_SPR,
        .width = 64,
        .numbering = REG_MSB0,
        REG_TABLE(ldbar_fields),
        .prose = "address and mode of the thread's collection while the core's HTM_MODE says "
                 "start; a write "
                 "restarts "
                 "trace mode's buffer at its first record",
        .source =
            "Linux, Documentation/powerpc/imc.rst; that a write restarts the buffer is inferred "
            "from how the kernel reads it",
        .not_modelled = "PB scope; address 0 is no memory"},
};

const struct reg_bank cpu_bank = {"cpu", "a thread's register for in-memory collection",
    REG_SPACE_SPR, REG_BANK_REGS(regs, CPU_N_REGS)};

uint64_t ldbar_address(uint64_t ldbar)
{
    return ldbar & reg_field_mask(&regs[CPU_LDBAR], &regs[CPU_LDBAR].fields[LDBAR_ADDRESS]);
}

enum ldbar_mode ldbar_mode(uint64_t ldbar)
{
    if (!ldbar_address(ldbar))
        return LDBAR_OFF;
    if (reg_get(&regs[CPU_LDBAR], LDBAR_TRACE, ldbar))
        return LDBAR_TRACES;
    return reg_get(&regs[CPU_LDBAR], LDBAR_ENABLE, ldbar) ? LDBAR_ACCUMULATES : LDBAR_OFF;
}
