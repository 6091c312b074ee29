/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of a QPI link. Events are from the list of Ivy
 * Bridge-EP (IVT, version 24), which gives no maximum increments. */
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/boxes/r3qpi_rows.h"
#include "models/snbep/ivt/rows.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI3_BOX_REGS] = PCI_BOX_THREE(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank ivt_r3qpi_bank = {"r3qpi-ivt",
    "monitor of the ring stop of a QPI link of Ivy Bridge-EP", REG_SPACE_PCI,
    REG_BANK_REGS(regs, PCI3_BOX_REGS)};

/* Entries of the ingress queue: the E5-2600's. */
enum { INGRESS_ENTRIES = 32 };

static const struct box_sub ring[] = {IVT_RING("CW", "CCW")};
static const struct box_sub iv[] = {IVT_RING("CW", "CCW"), {"ANY", 0xff}};
static const struct box_sub queued[] = {{"HOM", 0x01}, {"SNP", 0x02}, {"NDR", 0x04}};
static const struct box_sub bypassed[] = {{"AD", 0x01}};
static const struct box_sub refused[] = {{"AD", 0x01}, {"AK", 0x02}, {"BL", 0x04}};
static const struct box_sub link_credits[] = {{"VNA", 0x01}, {"VN0_HOM", 0x02}, {"VN0_SNP", 0x04},
    {"VN0_NDR", 0x08}, {"VN1_HOM", 0x10}, {"VN1_SNP", 0x20}, {"VN1_NDR", 0x40}};
static const struct box_sub slices0[] = {{"CBO0", 0x01}, {"CBO1", 0x02}, {"CBO2", 0x04},
    {"CBO3", 0x08}, {"CBO4", 0x10}, {"CBO5", 0x20}, {"CBO6", 0x40}, {"CBO7", 0x80}};
static const struct box_sub slices8[] = {{"CBO8", 0x01}, {"CBO9", 0x02}, {"CBO10", 0x04},
    {"CBO11", 0x08}, {"CBO12", 0x10}, {"CBO13", 0x20}, {"CBO14", 0x40}};
static const struct box_sub agents[] = {
    {"HA0", 0x01}, {"HA1", 0x02}, {"R2_NCB", 0x04}, {"R2_NCS", 0x08}};
static const struct box_sub acquired[] = {{"AD", 0x01}, {"BL", 0x04}};

/* Cycles in which a sub-event lacks a credit. */
#define EMPTY(E, event, code, table, of)                                                           \
    E(event##_CREDITS_EMPTY, code, BOX_ANY, ON_01, BOX_SUBS(table), .prose = "cycles without " of)

#define EVENTS(E)                                                                                  \
    R3QPI_ROWS(E)                                                                                  \
    E(CLOCKTICKS, 0x01, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    E(RING_AD_USED, 0x07, BOX_ANY, BOX_SUBS(ring), BOX_RING("AD"))                                 \
    E(RING_AK_USED, 0x08, BOX_ANY, BOX_SUBS(ring), BOX_RING("AK"))                                 \
    E(RING_BL_USED, 0x09, BOX_ANY, BOX_SUBS(ring), BOX_RING("BL"))                                 \
    E(RING_IV_USED, 0x0a, BOX_ANY, BOX_SUBS(iv), BOX_RING("IV"))                                   \
    E(RxR_CYCLES_NE, 0x10, BOX_FROM(RxR_OCCUPANCY, 1), ON_01, BOX_SUBS(queued),                    \
        .prose = "cycles in which the ingress queue is not empty")                                 \
    E(RxR_BYPASSED, 0x12, BOX_PLAIN, ON_01, BOX_SUBS(bypassed),                                    \
        .prose = "messages that bypassed the ingress queue")                                       \
    E(RxR_OCCUPANCY, 0x13, BOX_EACH(INGRESS_ENTRIES), .counters = BOX_ON_0, BOX_SUBS(r3_classes),  \
        .prose = "entries of the ingress queue, added each cycle")                                 \
    E(TxR_NACK_CW, 0x26, BOX_PLAIN, ON_01, BOX_SUBS(refused),                                      \
        .prose = "egress messages that were refused, clockwise")                                   \
    E(TxR_NACK_CCW, 0x28, BOX_PLAIN, ON_01, BOX_SUBS(refused),                                     \
        .prose = "likewise counter-clockwise")                                                     \
    EMPTY(E, QPI0_AD, 0x29, link_credits, "an AD credit of link 0")                                \
    EMPTY(E, QPI1_AD, 0x2a, link_credits, "an AD credit of link 1")                                \
    EMPTY(E, C_LO_AD, 0x2b, slices0, "a credit for a slice, lower half")                           \
    EMPTY(E, C_HI_AD, 0x2c, slices8, "a credit for a slice, upper half")                           \
    EMPTY(E, QPI0_BL, 0x2d, link_credits, "a BL credit of link 0")                                 \
    EMPTY(E, QPI1_BL, 0x2e, link_credits, "a BL credit of link 1")                                 \
    EMPTY(E, HA_R2_BL, 0x2f, agents, "a BL credit of a home agent or R2")                          \
    E(VNA_CREDIT_CYCLES_OUT, 0x31, BOX_PLAIN, ON_01, .prose = "cycles without a VNA credit")       \
    E(VNA_CREDIT_CYCLES_USED, 0x32, BOX_PLAIN, ON_01, .prose = "cycles with a VNA credit in use")  \
    E(VNA_CREDITS_ACQUIRED, 0x33, BOX_ADDS(4), ON_01, BOX_SUBS(acquired),                          \
        .prose = "VNA credits acquired")                                                           \
    E(VN1_CREDITS_USED, 0x38, BOX_PLAIN, ON_01, BOX_SUBS(r3_classes), .prose = "VN1 credits used") \
    E(VN1_CREDITS_REJECT, 0x39, BOX_PLAIN, ON_01, BOX_SUBS(r3_classes),                            \
        .prose = "VN1 credits asked for in vain")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

const struct box_type ivt_r3qpi_type = {
    PCI3_BOX_TYPE(ivt_r3qpi_bank),
    .name = "r3qpi",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
    .frz_alone = true,
};
