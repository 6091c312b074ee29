/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of a QPI link. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/hsx/r3qpi.events.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field bdx_ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg regs[PCI3_BOX_REGS] = PCI_BOX_THREE(ctr_fields, ctl_fields, box_ctl_fields);
static const struct reg bdx_regs[PCI3_BOX_REGS] =
    PCI_BOX_THREE(bdx_ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank hsx_r3qpi_bank = {"r3qpi-hsx",
    "monitor of the ring stop of a QPI link of Haswell-EP", REG_SPACE_PCI,
    REG_BANK_REGS(regs, PCI3_BOX_REGS)};
const struct reg_bank bdx_r3qpi_bank = {"r3qpi-bdx",
    "the same of Broadwell-EP, whose counters are wider", REG_SPACE_PCI,
    REG_BANK_REGS(bdx_regs, PCI3_BOX_REGS)};

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

/* Widths of counters as in Linux: 44 bits, and since Broadwell 48. */
#define TYPE(bank)                                                                                 \
    {                                                                                              \
        PCI3_BOX_TYPE(bank), .name = "r3qpi", .events = &hsx_r3qpi_events, .clock = BOX_UCLK,      \
                             .control = &control, .frz_alone = true                                \
    }

const struct box_type hsx_r3qpi_type = TYPE(hsx_r3qpi_bank);
const struct box_type bdx_r3qpi_type = TYPE(bdx_r3qpi_bank);
