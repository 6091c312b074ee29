/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Free-running counters of a memory controller of Sapphire Rapids, which has
 * two channels. No table of units lists them: Linux, spr_imc_freerunning. */
#include "models/snbep/box_types.h"
#include "models/snbep/imc.h"

enum { DCLK, RPQ, WPQ, N_REGS };

static const struct reg_field fields[] = {IMC_FREE_FIELDS(REG_FIELD_ROW)};

#define FREE(reg_name, at, what, more)                                                             \
    {                                                                                              \
        .name = (reg_name), .offset = (at), .width = 64, .numbering = REG_LSB0, REG_TABLE(fields), \
        .prose = (what),                                                                           \
        .source = "Linux, arch/x86/events/intel/uncore_snbep.c: spr_imc_freerunning",              \
        .not_modelled = (more)                                                                     \
    }

#define TAKEN "no source says how pseudo channels add up: each counts separately"

static const struct reg regs[N_REGS] = {
    [DCLK] = FREE("FREE_DCLK", 0x22b0, "DCLK cycles", NULL),
    [RPQ] =
        FREE("FREE_RPQ_CYCLES", 0x2318, "cycles in which a read pending queue has an entry", TAKEN),
    [WPQ] = FREE(
        "FREE_WPQ_CYCLES", 0x2320, "cycles in which a write pending queue has an entry", TAKEN),
};

const struct reg_bank imc_spr_free_bank = {"imc-spr-free",
    "free-running counters of one memory controller of Sapphire Rapids", REG_SPACE_MMIO,
    REG_BANK_REGS(regs, N_REGS)};

/* The channel's counts that each register sums, in the order of imc_spr_type's
 * free. */
static const uint32_t adds[N_REGS] = {[DCLK] = 0x01, [RPQ] = 0x06, [WPQ] = 0x18};
static const struct box_events no_events = {.n = 0};

const struct box_type imc_spr_free_type = {
    .name = "imc-free",
    .banks = {[IMC_SILICON] = &imc_spr_free_bank, [IMC_GUIDE] = &imc_spr_free_bank},
    .events = &no_events,
    .clock = BOX_DCLK,
    .sums = 2,
    .adds = adds,
    .fixed_ctr = BOX_NONE,
    .fixed_ctl = BOX_NONE,
    .box_ctl = BOX_NONE,
    .status = BOX_NONE,
    .filter = BOX_NONE,
    .control = &imc_control,
};
