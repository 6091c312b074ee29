/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the link layer of a QPI link. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/hsx/qpi.events.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI_BOX_REGS] = PCI_BOX_FOUR(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank hsx_qpi_bank = {"qpi-hsx", "monitor of a QPI link of Haswell-EP and later",
    REG_SPACE_PCI, REG_BANK_REGS(regs, PCI_BOX_REGS)};

static const struct box_control control = PCI_BOX_CONTROL(PCI_CTL_EXT);

const struct box_type hsx_qpi_type = {
    PCI_BOX_TYPE(hsx_qpi_bank),
    .name = "qpi",
    .events = &hsx_qpi_events,
    .clock = BOX_QFCLK,
    .control = &control,
    .frz_alone = true,
};
