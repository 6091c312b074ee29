/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the utility box. */
#include "models/snbep/boxes/ubox_bank.h"
#include "models/snbep/ivt/ubox.events.h"

static const struct reg_field fixed_ctl_fields[] = {IMC_FIXED_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field fixed_ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctl_fields[] = {UBOX_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};

static const struct reg regs[UBOX_REGS] =
    UBOX_BANK(fixed_ctl_fields, fixed_ctr_fields, ctl_fields, ctr_fields);

const struct reg_bank ivt_ubox_bank = {"ubox-msr-ivt",
    "processor utility box monitor of Ivy Bridge-EP; register number is C00 plus the offset",
    REG_SPACE_MSR, REG_BANK_REGS(regs, UBOX_REGS)};

static const struct box_control control = UBOX_CONTROL;

const struct box_type ivt_ubox_type = {
    UBOX_TYPE(ivt_ubox_bank),
    .name = "ubox",
    .events = &ivt_ubox_events,
    .clock = BOX_UCLK,
    .control = &control,
};
