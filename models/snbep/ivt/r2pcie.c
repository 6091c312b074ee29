/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of PCIe. */
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/ivt/r2pcie.events.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI_BOX_REGS] = PCI_BOX_FOUR(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank ivt_r2pcie_bank = {"r2pcie-ivt",
    "monitor of the ring stop of PCIe of Ivy Bridge-EP", REG_SPACE_PCI,
    REG_BANK_REGS(regs, PCI_BOX_REGS)};

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

const struct box_type ivt_r2pcie_type = {
    PCI_BOX_TYPE(ivt_r2pcie_bank),
    .name = "r2pcie",
    .events = &ivt_r2pcie_events,
    .clock = BOX_UCLK,
    .control = &control,
    .frz_alone = true,
};
