/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The power control unit since Sapphire Rapids. */
#include "models/snbep/box_types.h"
#include "models/snbep/discovered/pcu.events.h"
#include "models/snbep/discovered/unit_regs.h"

static const struct box_unit unit_fields = UNIT_FIELDS;
static const struct reg_field box_fields[] = {UNIT_BOX_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctl_fields[] = {UNIT_EVENT64_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};

/* The filter is 0xe after the box control, as in Linux for cache slices:
 * SPR_C0_MSR_PMON_BOX_FILTER0. */
static const struct reg regs[UNIT_REGS] =
    UNIT_FOUR(0x0, 0x2, 1, 0x8, 1, box_fields, ctl_fields, ctr_fields);

const struct reg_bank spr_pcu_bank = {"pcu-spr",
    "power control unit's monitor, as tables of units list it", REG_SPACE_MSR,
    REG_BANK_REGS(regs, UNIT_REGS)};

static const struct box_control control = UNIT_CONTROL(EVENT64);

const struct box_type spr_pcu_type = {
    UNIT_TYPE_FOUR(spr_pcu_bank, UNIT_PCU),
    .name = "pcu",
    .events = &spr_pcu_events,
    .clock = BOX_PCLK,
    .control = &control,
};
