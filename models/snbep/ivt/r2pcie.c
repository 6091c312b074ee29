/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of PCIe. Events are from the list of Ivy
 * Bridge-EP (IVT, version 24), which gives no maximum increments. */
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/boxes/r2pcie_rows.h"
#include "models/snbep/ivt/rows.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI_BOX_REGS] = PCI_BOX_FOUR(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank ivt_r2pcie_bank = {"r2pcie-ivt",
    "monitor of the ring stop of PCIe of Ivy Bridge-EP", REG_SPACE_PCI,
    REG_BANK_REGS(regs, PCI_BOX_REGS)};

/* Entries of the ingress queue. No list gives a maximum. */
enum { ENTRIES = 32 };

static const struct box_sub ring[] = {IVT_RING("CW", "CCW")};
static const struct box_sub iv[] = {IVT_RING("CW", "CCW"), {"ANY", 0xff}};
static const struct box_sub queued[] = {{"NCB", 0x10}, {"NCS", 0x20}};
static const struct box_sub bounces[] = {{"CW", 0x01}, {"CCW", 0x02}};
static const struct box_sub drs[] = {{"DRS", 0x08}};

#define EVENTS(E)                                                                                  \
    R2PCIE_ROWS(E)                                                                                 \
    E(CLOCKTICKS, 0x01, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    E(RING_AD_USED, 0x07, BOX_ANY, BOX_SUBS(ring), BOX_RING("AD"))                                 \
    E(RING_AK_USED, 0x08, BOX_ANY, BOX_SUBS(ring), BOX_RING("AK"))                                 \
    E(RING_BL_USED, 0x09, BOX_ANY, BOX_SUBS(ring), BOX_RING("BL"))                                 \
    E(RING_IV_USED, 0x0a, BOX_ANY, BOX_SUBS(iv), BOX_RING("IV"))                                   \
    E(RxR_CYCLES_NE, 0x10, BOX_ANY, ON_01, BOX_SUBS(queued),                                       \
        .prose = "cycles in which an ingress queue is not empty")                                  \
    E(RxR_INSERTS, 0x11, BOX_PLAIN, ON_01, BOX_SUBS(queued),                                       \
        .prose = "allocations in an ingress queue")                                                \
    E(RxR_AK_BOUNCES, 0x12, BOX_PLAIN, .counters = BOX_ON_0, BOX_SUBS(bounces),                    \
        .prose = "requests for the AK ingress that bounced")                                       \
    E(RxR_OCCUPANCY, 0x13, BOX_EACH(ENTRIES), .counters = BOX_ON_0, BOX_SUBS(drs),                 \
        .prose = "entries of the ingress queue, added each cycle")                                 \
    E(TxR_NACK_CW, 0x26, BOX_PLAIN, ON_01, BOX_SUBS(r2_egress),                                    \
        .prose = "egress messages that were refused, clockwise")                                   \
    E(TxR_NACK_CCW, 0x28, BOX_PLAIN, ON_01, BOX_SUBS(r2_egress),                                   \
        .prose = "likewise counter-clockwise")                                                     \
    E(IIO_CREDITS_REJECT, 0x34, BOX_PLAIN, ON_01, BOX_SUBS(drs),                                   \
        .prose = "credits of the I/O ring asked for in vain")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

const struct box_type ivt_r2pcie_type = {
    PCI_BOX_TYPE(ivt_r2pcie_bank),
    .name = "r2pcie",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
    .frz_alone = true,
};
