/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the utility box. The filter of threads is omitted, because no
 * event of the list needs it. */
#include "models/snbep/hsx/msr.h"
#include "models/snbep/skx/ubox.events.h"

static const struct reg_field fixed_ctl_fields[] = {IMC_FIXED_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctl_fields[] = {UBOX_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};

enum { FIXED_CTL, FIXED_CTR, CTL0, CTR0 = CTL0 + 2, N_REGS = CTR0 + 2 };

static const struct reg regs[N_REGS] = {
    [FIXED_CTL] = HSX_MSR("FIXED_CTL", 0x3, 32, fixed_ctl_fields, "switches the fixed counter"),
    [FIXED_CTR] = HSX_MSR("FIXED_CTR", 0x4, 64, ctr_fields, "counts uncore clocks"),
    [CTL0] = HSX_MSR("CTL0", 0x5, 64, ctl_fields, "event of counter 0"),
    [CTL0 + 1] = HSX_MSR("CTL1", 0x6, 64, ctl_fields, "event of counter 1"),
    [CTR0] = HSX_MSR("CTR0", 0x9, 64, ctr_fields, "counter 0"),
    [CTR0 + 1] = HSX_MSR("CTR1", 0xa, 64, ctr_fields, "counter 1"),
};

const struct reg_bank skx_ubox_bank = {"ubox-msr-skx",
    "processor utility box monitor of Skylake-SP; register number is 700 plus the offset",
    REG_SPACE_MSR, REG_BANK_REGS(regs, N_REGS)};

static const struct box_control control = UBOX_CONTROL;

const struct box_type skx_ubox_type = {
    .name = "ubox",
    .banks = {&skx_ubox_bank, &skx_ubox_bank},
    .events = &skx_ubox_events,
    .clock = BOX_UCLK,
    .n_counters = 2,
    .ctr0 = CTR0,
    .ctl0 = CTL0,
    .fixed_ctr = FIXED_CTR,
    .fixed_ctl = FIXED_CTL,
    .box_ctl = BOX_NONE,
    .status = BOX_NONE,
    .filter = BOX_NONE,
    .control = &control,
};
