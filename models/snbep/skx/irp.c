/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of a stack's coherent side (IRP). */
#include "models/snbep/skx/irp.events.h"
#include "models/snbep/skx/msr.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field ctl_fields[] = {PMON_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};

static const struct reg regs[] = {SKX_MSR_BOX_CTL("IRP", box_ctl_fields),
    SKX_MSR_CTR("IRP", 0, ctr_fields), SKX_MSR_CTR("IRP", 1, ctr_fields),
    SKX_MSR_CTL("IRP", 0, 0x3, ctl_fields), SKX_MSR_CTL("IRP", 1, 0x3, ctl_fields)};

const struct reg_bank skx_irp_bank = {"irp",
    "monitor of a stack's coherent side; register number is A58 + 20 a stack plus the offset",
    REG_SPACE_MSR, REG_BANK_TABLE(regs)};

static const struct box_control control = MSR_BOX_CONTROL_OF(BOX_NONE);

const struct box_type skx_irp_type = {
    SKX_MSR_TYPE(skx_irp_bank, 2),
    .name = "irp",
    .events = &skx_irp_events,
    .clock = BOX_UCLK,
    .control = &control,
};
