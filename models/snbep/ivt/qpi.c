/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the link layer of a QPI link. Events are from the list of Ivy
 * Bridge-EP (IVT, version 24), which gives no maximum increments. */
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/boxes/qpi_vn_rows.h"
#include "models/snbep/ivt/rows.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI_BOX_REGS] = PCI_BOX_FOUR(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank ivt_qpi_bank = {"qpi-ivt", "monitor of a QPI link of Ivy Bridge-EP",
    REG_SPACE_PCI, REG_BANK_REGS(regs, PCI_BOX_REGS)};

#define EVENTS(E)                                                                                  \
    QPI_ROWS(E)                                                                                    \
    QPI_VN_ROWS(E)                                                                                 \
    QPI_VN_CREDITS(E, AK_NDR, 0x25, 0x29, qpi_vn)

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCI_BOX_CONTROL(PCI_CTL_EXT);

const struct box_type ivt_qpi_type = {
    PCI_BOX_TYPE(ivt_qpi_bank),
    .name = "qpi",
    .events = &events,
    .clock = BOX_QFCLK,
    .control = &control,
    .frz_alone = true,
};
