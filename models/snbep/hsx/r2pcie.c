/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of PCIe. Events are from the list of Haswell-EP
 * (HSX, version 29), which gives no maximum increments. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/boxes/r2pcie_rows.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI_BOX_REGS] = PCI_BOX_FOUR(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank hsx_r2pcie_bank = {"r2pcie-hsx",
    "monitor of the ring stop of PCIe of Haswell-EP and later", REG_SPACE_PCI,
    REG_BANK_REGS(regs, PCI_BOX_REGS)};

/* Entries of an ingress queue and credits: no list gives maxima. */
enum { ENTRIES = 32 };

static const struct box_sub ring_ad_used[] = {{"CW_EVEN", 0x01}, {"CW_ODD", 0x02},
    {"CCW_EVEN", 0x04}, {"CCW_ODD", 0x08}, {"CW", 0x03}, {"CCW", 0x0c}, {"ALL", 0x0f}};
static const struct box_sub ring_iv_used[] = {{"CW_EVEN", 0x01}, {"CW_ODD", 0x02},
    {"CCW_EVEN", 0x04}, {"CCW_ODD", 0x08}, {"CW", 0x03}, {"CCW", 0x0c}, {"ANY", 0x0f}};
static const struct box_sub in_cycles_ne[] = {{"NCB", 0x10}, {"NCS", 0x20}};
static const struct box_sub ring_ak_bounces[] = {{"UP", 0x01}, {"DN", 0x02}};
static const struct box_sub in_occupancy[] = {{"DRS", 0x08}};
static const struct box_sub out_nack_cw[] = {{"DN_AD", 0x01}, {"DN_BL", 0x02}, {"DN_AK", 0x04},
    {"UP_AD", 0x08}, {"UP_BL", 0x10}, {"UP_AK", 0x20}};
static const struct box_sub sbo0_credits_acquired[] = {{"AD", 0x01}, {"BL", 0x02}};
static const struct box_sub stall_no_sbo_credit[] = {
    {"SBO0_AD", 0x01}, {"SBO1_AD", 0x02}, {"SBO0_BL", 0x04}, {"SBO1_BL", 0x08}};
static const struct box_sub iio_credit[] = {
    {"PRQ_QPI0", 0x01}, {"PRQ_QPI1", 0x02}, {"ISOCH_QPI0", 0x04}, {"ISOCH_QPI1", 0x08}};

#define EVENTS(E)                                                                                  \
    R2PCIE_ROWS(E)                                                                                 \
    E(CLOCKTICKS, 0x01, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    E(RING_AD_USED, 0x07, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("AD"))                         \
    E(RING_AK_USED, 0x08, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("AK"))                         \
    E(RING_BL_USED, 0x09, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("BL"))                         \
    E(RING_IV_USED, 0x0a, BOX_ANY, BOX_SUBS(ring_iv_used), BOX_RING("IV"))                         \
    E(RxR_CYCLES_NE, 0x10, BOX_ANY, .counters = BOX_ON_01, BOX_SUBS(in_cycles_ne),                 \
        .prose = "cycles in which an ingress queue is not empty")                                  \
    E(RxR_INSERTS, 0x11, BOX_PLAIN, .counters = BOX_ON_01, BOX_SUBS(in_cycles_ne),                 \
        .prose = "allocations in an ingress queue")                                                \
    E(RING_AK_BOUNCES, 0x12, BOX_PLAIN, BOX_SUBS(ring_ak_bounces),                                 \
        .prose = "requests for the AK ingress that bounced")                                       \
    E(RxR_OCCUPANCY, 0x13, BOX_EACH(ENTRIES), .counters = BOX_ON_0, BOX_SUBS(in_occupancy),        \
        .prose = "entries of the ingress queue, added each cycle")                                 \
    E(TxR_NACK_CW, 0x26, BOX_PLAIN, .counters = BOX_ON_01, BOX_SUBS(out_nack_cw),                  \
        .prose = "egress messages that were refused")                                              \
    E(SBO0_CREDITS_ACQUIRED, 0x28, BOX_PLAIN, .counters = BOX_ON_01,                               \
        BOX_SUBS(sbo0_credits_acquired), .prose = "credits of the bridge acquired")                \
    E(SBO0_CREDIT_OCCUPANCY, 0x2a, BOX_EACH(ENTRIES), .counters = BOX_ON_0,                        \
        BOX_SUBS(sbo0_credits_acquired),                                                           \
        .prose = "credits of the bridge in use, added each cycle")                                 \
    E(STALL_NO_SBO_CREDIT, 0x2c, BOX_ANY, .counters = BOX_ON_01, BOX_SUBS(stall_no_sbo_credit),    \
        .prose = "cycles without a bridge's credit")                                               \
    E(IIO_CREDIT, 0x2d, BOX_PLAIN, .counters = BOX_ON_01, BOX_SUBS(iio_credit),                    \
        .prose = "credits of the I/O unit; the list gives no details")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

const struct box_type hsx_r2pcie_type = {
    PCI_BOX_TYPE(hsx_r2pcie_bank),
    .name = "r2pcie",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
    .frz_alone = true,
};
