/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a bridge between rings (SBOX). */
#include "models/snbep/hsx/msr.h"
#include "models/snbep/hsx/sbo.events.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PMON_CTL_FIELDS(REG_FIELD_ROW, REG_RW)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};
static const struct reg regs[] = {HSX_MSR_FOUR(box_ctl_fields, ctl_fields, 0x6, ctr_fields)};

const struct reg_bank hsx_sbo_bank = {"sbo-hsx",
    "monitor of a bridge between rings; register number is 720 + A a bridge plus the offset",
    REG_SPACE_MSR, REG_BANK_TABLE(regs)};

static const struct box_control control = MSR_BOX_CONTROL;

const struct box_type hsx_sbo_type = {
    HSX_MSR_TYPE(hsx_sbo_bank),
    .name = "sbo",
    .events = &hsx_sbo_events,
    .clock = BOX_UCLK,
    .control = &control,
    .filter = BOX_NONE,
};
