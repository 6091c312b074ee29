/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of a QPI link. */
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/ivt/r3qpi.events.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI3_BOX_REGS] = PCI_BOX_THREE(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank ivt_r3qpi_bank = {"r3qpi-ivt",
    "monitor of the ring stop of a QPI link of Ivy Bridge-EP", REG_SPACE_PCI,
    REG_BANK_REGS(regs, PCI3_BOX_REGS)};

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

const struct box_type ivt_r3qpi_type = {
    PCI3_BOX_TYPE(ivt_r3qpi_bank),
    .name = "r3qpi",
    .events = &ivt_r3qpi_events,
    .clock = BOX_UCLK,
    .control = &control,
    .frz_alone = true,
};
