/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of a QPI link, with three counters: 327043-001,
 * section 2.9. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/boxes/r3qpi_rows.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI3_BOX_REGS] = PCI_BOX_THREE(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank r3qpi_bank = {"r3qpi", "monitor of the ring stop of a QPI link",
    REG_SPACE_PCI, REG_BANK_REGS(regs, PCI3_BOX_REGS)};

/* Entries of the ingress queue: the table's maximum of RxR_OCCUPANCY. */
enum { INGRESS_ENTRIES = 32 };

static const struct box_sub ring[] = PCI_BOX_RING_SUBS;
static const struct box_sub iv[] = PCI_BOX_IV_SUBS;
static const struct box_sub data_classes[] = {{"DRS", 0x08}, {"NCB", 0x10}, {"NCS", 0x20}};
static const struct box_sub bypassed[] = {{"AD", 0x01}};

#define EVENTS(E)                                                                                  \
    R3QPI_ROWS(E)                                                                                  \
    E(CLOCKTICKS, 0x01, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    E(RING_AD_USED, 0x07, BOX_ANY, BOX_SUBS(ring), BOX_RING("AD"))                                 \
    E(RING_AK_USED, 0x08, BOX_ANY, BOX_SUBS(ring), BOX_RING("AK"))                                 \
    E(RING_BL_USED, 0x09, BOX_ANY, BOX_SUBS(ring), BOX_RING("BL"))                                 \
    E(RING_IV_USED, 0x0a, BOX_ANY, BOX_SUBS(iv), BOX_RING("IV"))                                   \
    E(RxR_CYCLES_NE, 0x10, BOX_FROM(RxR_OCCUPANCY, 1), ON_01, BOX_SUBS(r3_classes),                \
        .prose = "cycles in which the ingress queue is not empty")                                 \
    E(RxR_BYPASSED, 0x12, BOX_PLAIN, ON_01, BOX_SUBS(bypassed),                                    \
        .prose = "messages that bypassed the ingress queue")                                       \
    E(RxR_OCCUPANCY, 0x13, BOX_EACH(INGRESS_ENTRIES), .counters = BOX_ON_0, BOX_SUBS(r3_classes),  \
        .prose = "entries of the ingress queue, added each cycle")                                 \
    E(IIO_CREDITS_ACQUIRED, 0x20, BOX_PLAIN, ON_01, BOX_SUBS(data_classes),                        \
        .prose = "credits of the I/O ring acquired")                                               \
    E(IIO_CREDITS_REJECT, 0x21, BOX_PLAIN, ON_01, BOX_SUBS(data_classes),                          \
        .prose = "credits of the I/O ring asked for in vain")                                      \
    E(IIO_CREDITS_USED, 0x22, BOX_ANY, ON_01, BOX_SUBS(data_classes),                              \
        .prose = "cycles with a credit of the I/O ring in use")                                    \
    E(TxR_CYCLES_NE, 0x23, BOX_PLAIN, ON_01,                                                       \
        .prose = "cycles in which an egress buffer is not empty")                                  \
    E(TxR_INSERTS, 0x24, BOX_PLAIN, ON_01, .prose = "allocations in the egress buffers")           \
    E(TxR_CYCLES_FULL, 0x25, BOX_PLAIN, ON_01,                                                     \
        .prose = "cycles in which an egress buffer is full")                                       \
    E(TxR_NACK, 0x26, BOX_PLAIN, ON_01, .prose = "egress messages that were refused")              \
    E(VNA_CREDIT_CYCLES_OUT, 0x31, BOX_PLAIN, ON_01, .prose = "cycles without a VNA credit")       \
    E(VNA_CREDIT_CYCLES_USED, 0x32, BOX_PLAIN, ON_01, .prose = "cycles with a VNA credit in use")  \
    E(VNA_CREDITS_ACQUIRED, 0x33, BOX_ADDS(4), ON_01, .prose = "VNA credits acquired")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

const struct box_type r3qpi_type = {
    PCI3_BOX_TYPE(r3qpi_bank),
    .name = "r3qpi",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
};
