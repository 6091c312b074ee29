/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of a QPI link, with three counters: 327043-001,
 * section 2.9. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/boxes/r3qpi.events.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI3_BOX_REGS] = PCI_BOX_THREE(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank r3qpi_bank = {"r3qpi", "monitor of the ring stop of a QPI link",
    REG_SPACE_PCI, REG_BANK_REGS(regs, PCI3_BOX_REGS)};

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

const struct box_type r3qpi_type = {
    PCI3_BOX_TYPE(r3qpi_bank),
    .name = "r3qpi",
    .events = &r3qpi_events,
    .clock = BOX_UCLK,
    .control = &control,
};
