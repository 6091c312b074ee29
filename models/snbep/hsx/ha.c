/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The home agent's monitor. Events are from the list of Haswell-EP (HSX,
 * version 29), which gives no maximum increments. */
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/ha_later_rows.h"
#include "models/snbep/boxes/pci_box.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI_BOX_REGS] = PCI_BOX_FOUR(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank hsx_ha_bank = {"ha-hsx", "home agent monitor of Haswell-EP and later",
    REG_SPACE_PCI, REG_BANK_REGS(regs, PCI_BOX_REGS)};

/* Entries of the tracker, snoops in flight, and credits. No list gives maxima.
 * */
enum { ENTRIES = 128 };

/* An egress queue. The list omits its occupancy, so cycles have separate
 * traffic. */
#define EGRESS(E, of, code)                                                                        \
    E(TxR_##of##_INSERTS, code, BOX_PLAIN, BOX_SUBS(ha_schedulers),                                \
        .prose = "allocations in the " #of " egress queue")                                        \
    E(TxR_##of##_CYCLES_NE, code + 2, BOX_ANY, BOX_SUBS(ha_schedulers),                            \
        .prose = "cycles in which the " #of " egress queue is not empty")                          \
    E(TxR_##of##_CYCLES_FULL, code + 3, BOX_ANY, BOX_SUBS(ha_schedulers),                          \
        .prose = "cycles in which the " #of " egress queue is full")

static const struct box_sub tracker_cycles_full[] = {{"GP", 0x01}, {"ALL", 0x02}};
static const struct box_sub tracker_cycles_ne[] = {
    {"LOCAL", 0x01}, {"REMOTE", 0x02}, {"ALL", 0x03}};
static const struct box_sub tracker_occupancy[] = {{"READS_LOCAL", 0x04}, {"READS_REMOTE", 0x08},
    {"WRITES_LOCAL", 0x10}, {"WRITES_REMOTE", 0x20}, {"INVITOE_LOCAL", 0x40},
    {"INVITOE_REMOTE", 0x80}};
static const struct box_sub tracker_pending_occupancy[] = {{"LOCAL", 0x01}, {"REMOTE", 0x02}};
static const struct box_sub igr_no_credit_cycles[] = {{"AD_QPI0", 0x01}, {"AD_QPI1", 0x02},
    {"BL_QPI0", 0x04}, {"BL_QPI1", 0x08}, {"AD_QPI2", 0x10}, {"BL_QPI2", 0x20}};
static const struct box_sub ring_ad_used[] = {{"CW_EVEN", 0x01}, {"CW_ODD", 0x02},
    {"CCW_EVEN", 0x04}, {"CCW_ODD", 0x08}, {"CW", 0x03}, {"CCW", 0x0c}, {"ALL", 0x0f}};
static const struct box_sub osb[] = {{"READS_LOCAL", 0x02}, {"INVITOE_LOCAL", 0x04},
    {"REMOTE", 0x08}, {"CANCELLED", 0x10}, {"READS_LOCAL_USEFUL", 0x20}, {"REMOTE_USEFUL", 0x40}};
static const struct box_sub iot_backpressure[] = {{"SAT", 0x01}, {"HUB", 0x02}};
static const struct box_sub iot_cts_west_lo[] = {{"CTS0", 0x01}, {"CTS1", 0x02}};
static const struct box_sub iot_cts_hi[] = {{"CTS2", 0x01}, {"CTS3", 0x02}};
static const struct box_sub sbo0_credits_acquired[] = {{"AD", 0x01}, {"BL", 0x02}};
static const struct box_sub stall_no_sbo_credit[] = {
    {"SBO0_AD", 0x01}, {"SBO1_AD", 0x02}, {"SBO0_BL", 0x04}, {"SBO1_BL", 0x08}};
static const struct box_sub out_starved[] = {{"AK", 0x01}, {"BL", 0x02}};
static const struct box_sub hitme_lookup[] = {{"READ_OR_INVITOE", 0x01}, {"WBMTOI", 0x02},
    {"ACKCNFLTWBI", 0x04}, {"WBMTOE_OR_S", 0x08}, {"RSPFWDI_REMOTE", 0x10}, {"RSPFWDI_LOCAL", 0x20},
    {"RSPFWDS", 0x40}, {"RSP", 0x80}, {"HOM", 0x0f}, {"INVALS", 0x26}, {"ALLOCS", 0x70},
    {"ALL", 0xff}};
static const struct box_sub hitme_hit[] = {{"READ_OR_INVITOE", 0x01}, {"WBMTOI", 0x02},
    {"ACKCNFLTWBI", 0x04}, {"WBMTOE_OR_S", 0x08}, {"RSPFWDI_REMOTE", 0x10}, {"RSPFWDI_LOCAL", 0x20},
    {"RSPFWDS", 0x40}, {"RSP", 0x80}, {"HOM", 0x0f}, {"INVALS", 0x26}, {"EVICTS", 0x42},
    {"ALLOCS", 0x70}, {"ALL", 0xff}};
static const struct box_sub hitme_hit_pv_bits_set[] = {{"READ_OR_INVITOE", 0x01}, {"WBMTOI", 0x02},
    {"ACKCNFLTWBI", 0x04}, {"WBMTOE_OR_S", 0x08}, {"RSPFWDI_REMOTE", 0x10}, {"RSPFWDI_LOCAL", 0x20},
    {"RSPFWDS", 0x40}, {"RSP", 0x80}, {"HOM", 0x0f}, {"ALL", 0xff}};

#define EVENTS(E)                                                                                  \
    HA_ROWS(E)                                                                                     \
    HA_DIRECTORY_ROWS(E)                                                                           \
    HA_LATER_ROWS(E)                                                                               \
    EGRESS(E, AD, 0x27)                                                                            \
    EGRESS(E, AK, 0x2f)                                                                            \
    EGRESS(E, BL, 0x33)                                                                            \
    E(TRACKER_CYCLES_FULL, 0x02, BOX_ANY, BOX_SUBS(tracker_cycles_full),                           \
        .prose = "cycles in which the tracker is full")                                            \
    E(TRACKER_CYCLES_NE, 0x03, BOX_ANY, BOX_SUBS(tracker_cycles_ne),                               \
        .prose = "cycles in which the tracker is not empty")                                       \
    E(TRACKER_OCCUPANCY, 0x04, BOX_EACH(ENTRIES), BOX_SUBS(tracker_occupancy),                     \
        .prose = "entries of the tracker, added each cycle")                                       \
    E(TRACKER_PENDING_OCCUPANCY, 0x05, BOX_EACH(ENTRIES), BOX_SUBS(tracker_pending_occupancy),     \
        .prose = "entries that have their data and wait, added each cycle")                        \
    E(SNOOP_CYCLES_NE, 0x08, BOX_ANY, BOX_SUBS(tracker_cycles_ne),                                 \
        .prose = "cycles with a snoop under way")                                                  \
    E(SNOOP_OCCUPANCY, 0x09, BOX_EACH(ENTRIES), BOX_SUBS(tracker_pending_occupancy),               \
        .prose = "snoops under way, added each cycle")                                             \
    E(SNOOPS_RSP_AFTER_DATA, 0x0a, BOX_PLAIN, BOX_SUBS(tracker_pending_occupancy),                 \
        .prose = "reads whose snoop came after the data")                                          \
    E(IGR_NO_CREDIT_CYCLES, 0x22, BOX_ANY, BOX_SUBS(igr_no_credit_cycles),                         \
        .prose = "cycles without a credit for a link's ingress")                                   \
    E(RING_AD_USED, 0x3e, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("AD"))                         \
    E(RING_AK_USED, 0x3f, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("AK"))                         \
    E(RING_BL_USED, 0x40, BOX_ANY, BOX_SUBS(ring_ad_used), BOX_RING("BL"))                         \
    E(BT_CYCLES_NE, 0x42, BOX_PLAIN, .prose = "cycles in which the backup tracker is not empty")   \
    E(OSB, 0x53, BOX_PLAIN, BOX_SUBS(osb), .prose = "opportunistic snoop broadcasts")              \
    E(IOT_BACKPRESSURE, 0x61, BOX_ANY, .counters = 0x7, BOX_SUBS(iot_backpressure),                \
        .prose = "cycles of back pressure")                                                        \
    E(IOT_CTS_WEST_LO, 0x62, BOX_ANY, .counters = 0x7, BOX_SUBS(iot_cts_west_lo),                  \
        .prose = "debug signals")                                                                  \
    E(IOT_CTS_EAST_LO, 0x64, BOX_ANY, .counters = 0x7, BOX_SUBS(iot_cts_west_lo),                  \
        .prose = "debug signals")                                                                  \
    E(IOT_CTS_HI, 0x65, BOX_ANY, .counters = 0x7, BOX_SUBS(iot_cts_hi), .prose = "debug signals")  \
    E(SBO0_CREDITS_ACQUIRED, 0x68, BOX_PLAIN, BOX_SUBS(sbo0_credits_acquired),                     \
        .prose = "credits of bridge 0 acquired")                                                   \
    E(SBO1_CREDITS_ACQUIRED, 0x69, BOX_PLAIN, BOX_SUBS(sbo0_credits_acquired),                     \
        .prose = "credits of bridge 1 acquired")                                                   \
    E(SBO0_CREDIT_OCCUPANCY, 0x6a, BOX_EACH(ENTRIES), BOX_SUBS(sbo0_credits_acquired),             \
        .prose = "credits of bridge 0 in use, added each cycle")                                   \
    E(SBO1_CREDIT_OCCUPANCY, 0x6b, BOX_EACH(ENTRIES), BOX_SUBS(sbo0_credits_acquired),             \
        .prose = "credits of bridge 1 in use, added each cycle")                                   \
    E(STALL_NO_SBO_CREDIT, 0x6c, BOX_ANY, BOX_SUBS(stall_no_sbo_credit),                           \
        .prose = "cycles without a bridge's credit")                                               \
    E(TxR_STARVED, 0x6d, BOX_ANY, BOX_SUBS(out_starved),                                           \
        .prose = "cycles of starvation of the egress queue")                                       \
    E(HITME_LOOKUP, 0x70, BOX_PLAIN, BOX_SUBS(hitme_lookup),                                       \
        .prose = "lookups in the HitMe cache")                                                     \
    E(HITME_HIT, 0x71, BOX_PLAIN, BOX_SUBS(hitme_hit), .prose = "hits in the HitMe cache")         \
    E(HITME_HIT_PV_BITS_SET, 0x72, BOX_PLAIN, BOX_SUBS(hitme_hit_pv_bits_set),                     \
        .prose = "presence bits that hits set")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

const struct box_type hsx_ha_type = {
    PCI_BOX_TYPE(hsx_ha_bank),
    .name = "ha",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
    .frz_alone = true,
};
