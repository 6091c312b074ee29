/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The monitor of the ring stop of a QPI link. Events are from the list of
 * Haswell-EP (HSX, version 29), which gives no maximum increments. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/boxes/r3qpi_rows.h"

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

/* Entries of an ingress queue and credits: no list gives maxima. */
enum { ENTRIES = 32 };

static const struct box_sub ring_ad_used[] = {{"CW_EVEN", 0x01}, {"CW_ODD", 0x02},
    {"CCW_EVEN", 0x04}, {"CCW_ODD", 0x08}, {"CW", 0x03}, {"CCW", 0x0c}, {"ALL", 0x0f}};
static const struct box_sub ring_iv_used[] = {{"CW_EVEN", 0x01}, {"CW_ODD", 0x02},
    {"CCW_EVEN", 0x04}, {"CCW_ODD", 0x08}, {"CW", 0x03}, {"CCW", 0x0c}, {"ANY", 0x0f}};
static const struct box_sub iot_backpressure[] = {{"SAT", 0x01}, {"HUB", 0x02}};
static const struct box_sub iot_cts_lo[] = {{"CTS0", 0x01}, {"CTS1", 0x02}};
static const struct box_sub iot_cts_hi[] = {{"CTS2", 0x01}, {"CTS3", 0x02}};
static const struct box_sub ring_sink_starved[] = {{"AK", 0x02}};
static const struct box_sub in_cycles_ne[] = {{"HOM", 0x01}, {"SNP", 0x02}, {"NDR", 0x04}};
static const struct box_sub in_occupancy_vn1[] = {
    {"HOM", 0x01}, {"SNP", 0x02}, {"NDR", 0x04}, {"DRS", 0x08}, {"NCB", 0x10}, {"NCS", 0x20}};
static const struct box_sub c_hi_ad_credits_empty[] = {{"CBO8", 0x01}, {"CBO9", 0x02},
    {"CBO10", 0x04}, {"CBO11", 0x08}, {"CBO12", 0x10}, {"CBO13", 0x20}, {"CBO14_16", 0x40},
    {"CBO_15_17", 0x80}};
static const struct box_sub qpi0_ad_credits_empty[] = {{"VNA", 0x01}, {"VN0_HOM", 0x02},
    {"VN0_SNP", 0x04}, {"VN0_NDR", 0x08}, {"VN1_HOM", 0x10}, {"VN1_SNP", 0x20}, {"VN1_NDR", 0x40}};
static const struct box_sub qpi0_bl_credits_empty[] = {
    {"VNA", 0x01}, {"VN1_HOM", 0x10}, {"VN1_SNP", 0x20}, {"VN1_NDR", 0x40}};
static const struct box_sub c_lo_ad_credits_empty[] = {{"CBO0", 0x01}, {"CBO1", 0x02},
    {"CBO2", 0x04}, {"CBO3", 0x08}, {"CBO4", 0x10}, {"CBO5", 0x20}, {"CBO6", 0x40}, {"CBO7", 0x80}};
static const struct box_sub out_nack[] = {{"DN_AD", 0x01}, {"DN_BL", 0x02}, {"DN_AK", 0x04},
    {"UP_AD", 0x08}, {"UP_BL", 0x10}, {"UP_AK", 0x20}};
static const struct box_sub sbo0_credits_acquired[] = {{"AD", 0x01}, {"BL", 0x02}};
static const struct box_sub stall_no_sbo_credit[] = {
    {"SBO0_AD", 0x01}, {"SBO1_AD", 0x02}, {"SBO0_BL", 0x04}, {"SBO1_BL", 0x08}};
static const struct box_sub ha_r2_bl_credits_empty[] = {
    {"HA0", 0x01}, {"HA1", 0x02}, {"R2_NCB", 0x04}, {"R2_NCS", 0x08}};
static const struct box_sub vna_credits_acquired[] = {{"AD", 0x01}, {"BL", 0x04}};

#define EVENTS(E)                                                                                  \
    R3QPI_ROWS(E)                                                                                  \
    E(CLOCKTICKS, 0x01, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    E(RING_AD_USED, 0x07, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("AD"))                         \
    E(RING_AK_USED, 0x08, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("AK"))                         \
    E(RING_BL_USED, 0x09, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("BL"))                         \
    E(RING_IV_USED, 0x0a, BOX_ANY, BOX_SUBS(ring_iv_used), BOX_RING("IV"))                         \
    E(IOT_BACKPRESSURE, 0x0b, BOX_ANY, BOX_SUBS(iot_backpressure),                                 \
        .prose = "cycles of back pressure")                                                        \
    E(IOT_CTS_LO, 0x0c, BOX_ANY, BOX_SUBS(iot_cts_lo), .prose = "debug signals")                   \
    E(IOT_CTS_HI, 0x0d, BOX_ANY, BOX_SUBS(iot_cts_hi), .prose = "debug signals")                   \
    E(RING_SINK_STARVED, 0x0e, BOX_ANY, BOX_SUBS(ring_sink_starved),                               \
        .prose = "cycles in which a sink of the ring is starved")                                  \
    E(RxR_CYCLES_NE, 0x10, BOX_ANY, .counters = BOX_ON_01, BOX_SUBS(in_cycles_ne),                 \
        .prose = "cycles in which the ingress queue is not empty")                                 \
    E(RxR_OCCUPANCY_VN1, 0x13, BOX_EACH(ENTRIES), .counters = BOX_ON_0,                            \
        BOX_SUBS(in_occupancy_vn1),                                                                \
        .prose = "entries of the ingress queue of VN1, added each cycle")                          \
    E(RxR_CYCLES_NE_VN1, 0x14, BOX_FROM(RxR_OCCUPANCY_VN1, 1), .counters = BOX_ON_01,              \
        BOX_SUBS(in_occupancy_vn1), .prose = "cycles in which that queue is not empty")            \
    E(RxR_INSERTS_VN1, 0x15, BOX_PLAIN, .counters = BOX_ON_01, BOX_SUBS(in_occupancy_vn1),         \
        .prose = "allocations in that queue")                                                      \
    E(C_HI_AD_CREDITS_EMPTY, 0x1f, BOX_ANY, .counters = BOX_ON_01,                                 \
        BOX_SUBS(c_hi_ad_credits_empty),                                                           \
        .prose = "cycles without a credit for a slice, upper half")                                \
    E(QPI0_AD_CREDITS_EMPTY, 0x20, BOX_ANY, .counters = BOX_ON_01,                                 \
        BOX_SUBS(qpi0_ad_credits_empty), .prose = "cycles without an AD credit of link 0")         \
    E(QPI0_BL_CREDITS_EMPTY, 0x21, BOX_ANY, .counters = BOX_ON_01,                                 \
        BOX_SUBS(qpi0_bl_credits_empty), .prose = "cycles without a BL credit of link 0")          \
    E(C_LO_AD_CREDITS_EMPTY, 0x22, BOX_ANY, .counters = BOX_ON_01,                                 \
        BOX_SUBS(c_lo_ad_credits_empty),                                                           \
        .prose = "cycles without a credit for a slice, lower half")                                \
    E(TxR_NACK, 0x26, BOX_PLAIN, .counters = BOX_ON_01, BOX_SUBS(out_nack),                        \
        .prose = "egress messages that were refused")                                              \
    E(SBO0_CREDITS_ACQUIRED, 0x28, BOX_PLAIN, .counters = BOX_ON_01,                               \
        BOX_SUBS(sbo0_credits_acquired), .prose = "credits of bridge 0 acquired")                  \
    E(SBO1_CREDITS_ACQUIRED, 0x29, BOX_PLAIN, .counters = BOX_ON_01,                               \
        BOX_SUBS(sbo0_credits_acquired), .prose = "credits of bridge 1 acquired")                  \
    E(SBO0_CREDIT_OCCUPANCY, 0x2a, BOX_EACH(ENTRIES), .counters = BOX_ON_0,                        \
        BOX_SUBS(sbo0_credits_acquired), .prose = "credits of bridge 0 in use, added each cycle")  \
    E(SBO1_CREDIT_OCCUPANCY, 0x2b, BOX_EACH(ENTRIES), .counters = BOX_ON_0,                        \
        BOX_SUBS(sbo0_credits_acquired), .prose = "credits of bridge 1 in use, added each cycle")  \
    E(STALL_NO_SBO_CREDIT, 0x2c, BOX_ANY, .counters = BOX_ON_01, BOX_SUBS(stall_no_sbo_credit),    \
        .prose = "cycles without a bridge's credit")                                               \
    E(HA_R2_BL_CREDITS_EMPTY, 0x2d, BOX_ANY, .counters = BOX_ON_01,                                \
        BOX_SUBS(ha_r2_bl_credits_empty),                                                          \
        .prose = "cycles without a BL credit of a home agent or R2")                               \
    E(QPI1_AD_CREDITS_EMPTY, 0x2e, BOX_ANY, .counters = BOX_ON_01,                                 \
        BOX_SUBS(qpi0_bl_credits_empty), .prose = "cycles without an AD credit of link 1")         \
    E(QPI1_BL_CREDITS_EMPTY, 0x2f, BOX_ANY, .counters = BOX_ON_01,                                 \
        BOX_SUBS(qpi0_ad_credits_empty), .prose = "cycles without a BL credit of link 1")          \
    E(VNA_CREDITS_ACQUIRED, 0x33, BOX_ADDS(4), .counters = BOX_ON_01,                              \
        BOX_SUBS(vna_credits_acquired), .prose = "VNA credits acquired")                           \
    E(VN1_CREDITS_USED, 0x38, BOX_PLAIN, .counters = BOX_ON_01, BOX_SUBS(in_occupancy_vn1),        \
        .prose = "VN1 credits used")                                                               \
    E(VN1_CREDITS_REJECT, 0x39, BOX_PLAIN, .counters = BOX_ON_01, BOX_SUBS(in_occupancy_vn1),      \
        .prose = "VN1 credits asked for in vain")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

/* Widths of counters as in Linux: 44 bits, and since Broadwell 48. */
#define TYPE(bank)                                                                                 \
    {                                                                                              \
        PCI3_BOX_TYPE(bank), .name = "r3qpi", .events = &events, .clock = BOX_UCLK,                \
                             .control = &control, .frz_alone = true                                \
    }

const struct box_type hsx_r3qpi_type = TYPE(hsx_r3qpi_bank);
const struct box_type bdx_r3qpi_type = TYPE(bdx_r3qpi_bank);
