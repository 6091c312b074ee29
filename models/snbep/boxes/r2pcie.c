/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of PCIe: 327043-001, section 2.8. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/boxes/r2pcie_rows.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI_BOX_REGS] = PCI_BOX_FOUR(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank r2pcie_bank = {
    "r2pcie", "monitor of the ring stop of PCIe", REG_SPACE_PCI, REG_BANK_REGS(regs, PCI_BOX_REGS)};

static const struct box_sub ring[] = PCI_BOX_RING_SUBS;
static const struct box_sub iv[] = PCI_BOX_IV_SUBS;

#define EVENTS(E)                                                                                  \
    R2PCIE_ROWS(E)                                                                                 \
    E(CLOCKTICKS, 0x01, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    E(RING_AD_USED, 0x07, BOX_ANY, BOX_SUBS(ring), BOX_RING("AD"))                                 \
    E(RING_AK_USED, 0x08, BOX_ANY, BOX_SUBS(ring), BOX_RING("AK"))                                 \
    E(RING_BL_USED, 0x09, BOX_ANY, BOX_SUBS(ring), BOX_RING("BL"))                                 \
    E(RING_IV_USED, 0x0a, BOX_ANY, BOX_SUBS(iv), BOX_RING("IV"))                                   \
    E(RxR_CYCLES_NE, 0x10, BOX_ANY, .counters = BOX_ON_01, BOX_SUBS(r2_ingress),                   \
        .prose = "cycles in which an ingress queue is not empty")                                  \
    E(RxR_AK_BOUNCES, 0x12, BOX_PLAIN, .counters = BOX_ON_0,                                       \
        .prose = "requests for the AK ingress that bounced")                                       \
    E(TxR_INSERTS, 0x24, BOX_PLAIN, .counters = BOX_ON_0,                                          \
        .prose = "allocations in the egress buffers")                                              \
    E(TxR_NACKS, 0x26, BOX_PLAIN, .counters = BOX_ON_01, BOX_SUBS(r2_egress),                      \
        .prose = "egress messages that were refused")                                              \
    E(IIO_CREDITS_REJECT, 0x34, BOX_PLAIN, .counters = BOX_ON_01, BOX_SUBS(r2_ingress),            \
        .prose = "credits of the I/O ring asked for in vain")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

const struct box_type r2pcie_type = {
    PCI_BOX_TYPE(r2pcie_bank),
    .name = "r2pcie",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
};
