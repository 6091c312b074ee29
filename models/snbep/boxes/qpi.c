/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the link layer of a QPI link: 327043-001, section 2.7. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/boxes/qpi_rows.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RW)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI_BOX_REGS] = PCI_BOX_FOUR(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank qpi_bank = {"qpi", "monitor of a QPI link", REG_SPACE_PCI, regs, PCI_BOX_REGS};

static const struct box_sub spawn[] = {
    {"SUCCESS", 0x01}, {"FAILURE_CREDITS", 0x02}, {"FAILURE_RBT", 0x04}, {"FAILURE_CREDITS_RBT", 0x08}};

/* The queue of a class of messages. */
#define CLASS(E, of, inserts, occupancy)                                                                     \
    E(RxL_INSERTS_##of, BOX_CODE_EXT | inserts, BOX_PLAIN,                                                   \
        .prose = "allocations of " #of " in the receive queue")                                              \
    E(RxL_OCCUPANCY_##of, BOX_CODE_EXT | occupancy, BOX_ADDS(QUEUE_FLITS),                                   \
        .prose = #of " flits in the receive queue, added each cycle")

#define EVENTS(E)                                                                                            \
    QPI_ROWS(E)                                                                                              \
    E(DIRECT2CORE, 0x13, BOX_PLAIN, BOX_SUBS(spawn),                                                         \
        .prose = "data packets to be sent directly to the core")                                             \
    CLASS(E, DRS, 0x09, 0x15)                                                                                \
    CLASS(E, NCB, 0x0a, 0x16)                                                                                \
    CLASS(E, NCS, 0x0b, 0x17)                                                                                \
    CLASS(E, HOM, 0x0c, 0x18)                                                                                \
    CLASS(E, SNP, 0x0d, 0x19)                                                                                \
    CLASS(E, NDR, 0x0e, 0x1a)                                                                                \
    E(RxL_STALLS, 0x35, BOX_ANY, BOX_SUBS(qpi_stalls),                                                       \
        .prose = "cycles in which a packet waits for its way to the ring")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCI_BOX_CONTROL(PCI_CTL_EXT);

const struct box_type qpi_type = {
    PCI_BOX_TYPE(qpi_bank),
    .name = "qpi",
    .events = &events,
    .clock = BOX_QFCLK,
    .control = &control,
};
