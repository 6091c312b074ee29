/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Mesh to memory, since Sapphire Rapids. It is here for the part without an
 * event list. */
#include "models/snbep/box_types.h"
#include "models/snbep/discovered/m2m.events.h"
#include "models/snbep/discovered/unit_regs.h"

static const struct box_unit unit_fields = UNIT_FIELDS;
static const struct reg_field box_fields[] = {UNIT_BOX_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctl_fields[] = {UNIT_EVENT64_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};

/* Places as on Snow Ridge: Linux, SNR_M2M_PCI_PMON_*. They are above offset ff.
 * */
static const struct reg regs[UNIT_REGS] =
    UNIT_FOUR(0x438, 0x468, 8, 0x440, 8, box_fields, ctl_fields, ctr_fields);

const struct reg_bank spr_m2m_bank = {"m2m-spr",
    "monitor of mesh to memory, as tables of units list it", REG_SPACE_PCI,
    REG_BANK_REGS(regs, UNIT_REGS)};

static const struct box_control control = UNIT_CONTROL(EVENT64);

const struct box_type spr_m2m_type = {
    UNIT_TYPE_FOUR(spr_m2m_bank, UNIT_M2M),
    .name = "m2m",
    .events = &spr_m2m_events,
    .clock = BOX_UCLK,
    .control = &control,
};
