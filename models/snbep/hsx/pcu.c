/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the power control unit. */
#include "models/snbep/hsx/msr.h"
#include "models/snbep/hsx/pcu.events.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PCU_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field filter_fields[] = {PCU_FILTER_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg regs[] = {HSX_MSR_FOUR(box_ctl_fields, ctl_fields, 0x7, ctr_fields),
    [HSX_FILTER] =
        HSX_MSR("FILTER", 0x5, 64, filter_fields, "bands of the frequency, for all counters")};

const struct reg_bank hsx_pcu_bank = {"pcu-hsx",
    "power control unit monitor; register number is 710 plus the offset", REG_SPACE_MSR,
    REG_BANK_TABLE(regs)};

static const struct box_control control = PCU_CONTROL;

const struct box_type hsx_pcu_type = {
    HSX_MSR_TYPE(hsx_pcu_bank),
    .name = "pcu",
    .events = &hsx_pcu_events,
    .clock = BOX_PCLK,
    .control = &control,
    .filter = HSX_FILTER,
};
