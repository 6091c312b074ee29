/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The home agent's monitor. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/hsx/ha.events.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI_BOX_REGS] = PCI_BOX_FOUR(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank hsx_ha_bank = {"ha-hsx", "home agent monitor of Haswell-EP and later",
    REG_SPACE_PCI, REG_BANK_REGS(regs, PCI_BOX_REGS)};

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

const struct box_type hsx_ha_type = {
    PCI_BOX_TYPE(hsx_ha_bank),
    .name = "ha",
    .events = &hsx_ha_events,
    .clock = BOX_UCLK,
    .control = &control,
    .frz_alone = true,
};
