/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the utility box. */
#include "models/snbep/hsx/msr.h"
#include "models/snbep/hsx/ubox.events.h"

static const struct reg_field fixed_ctl_fields[] = {IMC_FIXED_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field fixed_ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctl_fields[] = {UBOX_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};
static const struct reg_field bdx_ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field filter_fields[] = {
    {"rsv", 63, 6, REG_RV, 0, "reads as 0"},
    {"cid", 5, 1, REG_RW, 0, "core, for FILTER_MATCH"},
    {"tid", 0, 0, REG_RW, 0, "its thread"},
};

enum { FIXED_CTL, FIXED_CTR, CTL0, CTR0 = CTL0 + 2, FILTER = CTR0 + 2, N_REGS };

#define REGS(ctr)                                                                                  \
    {                                                                                              \
        [FIXED_CTL] =                                                                              \
            HSX_MSR("FIXED_CTL", 0x3, 32, fixed_ctl_fields, "switches the fixed counter"),         \
        [FIXED_CTR] = HSX_MSR("FIXED_CTR", 0x4, 64, fixed_ctr_fields, "counts uncore clocks"),     \
        [CTL0] = HSX_MSR("CTL0", 0x5, 64, ctl_fields, "event of counter 0"),                       \
        [CTL0 + 1] = HSX_MSR("CTL1", 0x6, 64, ctl_fields, "event of counter 1"),                   \
        [CTR0] = HSX_MSR("CTR0", 0x9, 64, ctr, "counter 0"),                                       \
        [CTR0 + 1] = HSX_MSR("CTR1", 0xa, 64, ctr, "counter 1"),                                   \
        [FILTER] = {.name = "FILTER",                                                              \
            .offset = 0x7,                                                                         \
            .width = 64,                                                                           \
            .numbering = REG_LSB0,                                                                 \
            REG_TABLE(filter_fields),                                                              \
            .prose = "thread whose messages match",                                                \
            .source = "Linux, uncore_snbep.c: HSWEP_U_MSR_PMON_FILTER",                            \
            .not_modelled = "unmatched messages also count"},                                      \
    }

static const struct reg regs[N_REGS] = REGS(ctr_fields), bdx_regs[N_REGS] = REGS(bdx_ctr_fields);

const struct reg_bank hsx_ubox_bank = {"ubox-msr-hsx",
    "processor utility box monitor of Haswell-EP; register number is 700 plus the offset",
    REG_SPACE_MSR, REG_BANK_REGS(regs, N_REGS)};
const struct reg_bank bdx_ubox_bank = {"ubox-msr-bdx",
    "the same of Broadwell-EP, whose counters are wider", REG_SPACE_MSR,
    REG_BANK_REGS(bdx_regs, N_REGS)};

static const struct box_control control = UBOX_CONTROL;

/* Widths of counters as in Linux: 44 bits, and since Broadwell 48. */
#define TYPE(bank)                                                                                 \
    {                                                                                              \
        .name = "ubox", .banks = {&(bank), &(bank)}, .events = &hsx_ubox_events,                   \
        .clock = BOX_UCLK, .n_counters = 2, .ctr0 = CTR0, .ctl0 = CTL0, .fixed_ctr = FIXED_CTR,    \
        .fixed_ctl = FIXED_CTL, .box_ctl = BOX_NONE, .status = BOX_NONE, .filter = FILTER,         \
        .control = &control                                                                        \
    }

const struct box_type hsx_ubox_type = TYPE(hsx_ubox_bank);
const struct box_type bdx_ubox_type = TYPE(bdx_ubox_bank);
