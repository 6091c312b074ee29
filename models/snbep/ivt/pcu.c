/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the power control unit. */
#include "models/snbep/boxes/msr_box.h"
#include "models/snbep/ivt/pcu.events.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PCU_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field filter_fields[] = {PCU_FILTER_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg regs[MSR_BOX_REGS] =
    MSR_BOX_FOUR(box_ctl_fields, ctl_fields, filter_fields, ctr_fields);

const struct reg_bank ivt_pcu_bank = {"pcu-ivt",
    "power control unit monitor of Ivy Bridge-EP; register number is C20 plus the offset",
    REG_SPACE_MSR, REG_BANK_REGS(regs, MSR_BOX_REGS)};

static const struct box_control control = PCU_CONTROL;

const struct box_type ivt_pcu_type = {
    MSR_BOX_TYPE(ivt_pcu_bank),
    .name = "pcu",
    .events = &ivt_pcu_events,
    .clock = BOX_PCLK,
    .control = &control,
    .frz_alone = true,
};
