/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the stop between the mesh and a UPI link. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/skx/m3upi.events.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI3_BOX_REGS] = PCI_BOX_THREE(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank skx_m3upi_bank = {"m3upi",
    "monitor of the stop between the mesh and a UPI link", REG_SPACE_PCI,
    REG_BANK_REGS(regs, PCI3_BOX_REGS)};

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

const struct box_type skx_m3upi_type = {
    PCI3_BOX_TYPE(skx_m3upi_bank),
    .name = "m3upi",
    .events = &skx_m3upi_events,
    .clock = BOX_UCLK,
    .control = &control,
    .frz_alone = true,
};
