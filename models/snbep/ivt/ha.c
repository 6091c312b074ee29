/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The home agent's monitor. Events are from the list of Ivy Bridge-EP (IVT,
 * version 24), which gives no maximum increments. */
#include "models/snbep/boxes/ha_later_rows.h"
#include "models/snbep/boxes/pci_box.h"
#include "models/snbep/ivt/rows.h"

static const struct reg_field ctl_fields[] = {PMON_PCI_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg regs[PCI_BOX_REGS] = PCI_BOX_FOUR(ctr_fields, ctl_fields, box_ctl_fields);

const struct reg_bank ivt_ha_bank = {"ha-ivt", "home agent monitor of Ivy Bridge-EP", REG_SPACE_PCI,
    REG_BANK_REGS(regs, PCI_BOX_REGS)};

/* Entries of the backup tracker, and credits. No list gives maxima. */
enum { ENTRIES = 128 };

/* The list has two names for 2, and for 1 and 4 of IODC_CONFLICTS. */
static const struct box_sub lookup[] = {{"SNP", 0x01}, {"NO_SNP", 0x02}, {"SNOOP_S", 0x02},
    {"SNOOP_A", 0x08}, {"ANY", 0x10}, {"STATE_I", 0x20}, {"STATE_S", 0x40}, {"STATE_A", 0x80}};
static const struct box_sub update[] = {{"SET", 0x01}, {"CLEAR", 0x02}, {"I2S", 0x02},
    {"I2A", 0x04}, {"S2I", 0x08}, {"S2A", 0x10}, {"A2I", 0x20}, {"A2S", 0x40}, {"ANY", 0x03}};
static const struct box_sub conflict[] = {
    {"CONFLICT", 0x02}, {"LAST", 0x04}, {"ACKCNFLTS", 0x08}, {"CMP_FWDS", 0x10}};
static const struct box_sub ak[] = {{"CRD_CBO", 0x02}};
static const struct box_sub credits[] = {
    {"AD_QPI0", 0x01}, {"AD_QPI1", 0x02}, {"BL_QPI0", 0x04}, {"BL_QPI1", 0x08}};
static const struct box_sub ring[] = {IVT_RING("CW", "CCW")};
static const struct box_sub bt_cycles[] = {{"LOCAL", 0x01}, {"REMOTE", 0x02}};
static const struct box_sub bt_occupancy[] = {{"LOCAL", 0x01}, {"REMOTE", 0x02},
    {"READS_LOCAL", 0x04}, {"READS_REMOTE", 0x08}, {"WRITES_LOCAL", 0x10}, {"WRITES_REMOTE", 0x20}};
static const struct box_sub osb[] = {
    {"READS_LOCAL", 0x02}, {"INVITOE_LOCAL", 0x04}, {"REMOTE", 0x08}};
static const struct box_sub iodc[] = {{"REMOTE_INVI2E_SAME_RTID", 0x01}, {"ANY", 0x01},
    {"REMOTE_OTHER_SAME_ADDR", 0x04}, {"LAST", 0x04}};

#define EVENTS(E)                                                                                  \
    HA_ROWS(E)                                                                                     \
    HA_LATER_ROWS(E)                                                                               \
    HA_EGRESS(E, AD, 0x27)                                                                         \
    HA_EGRESS(E, AK, 0x2f)                                                                         \
    HA_EGRESS(E, BL, 0x33)                                                                         \
    E(TRACKER_CYCLES_NE, 0x03, BOX_PLAIN, .prose = "cycles in which the tracker is not empty")     \
    E(CONFLICT_CYCLES, 0x0b, BOX_PLAIN, BOX_SUBS(conflict),                                        \
        .prose = "cycles of handling conflicts")                                                   \
    E(DIRECTORY_LOOKUP, 0x0c, BOX_PLAIN, BOX_SUBS(lookup),                                         \
        .prose = "lookups in the directory, by whether a snoop follows, and by state")             \
    E(DIRECTORY_UPDATE, 0x0d, BOX_PLAIN, BOX_SUBS(update),                                         \
        .prose = "changes of the directory's state")                                               \
    E(TxR_AK, 0x0e, BOX_PLAIN, BOX_SUBS(ak), .prose = "messages sent on the AK ring")              \
    E(IGR_NO_CREDIT_CYCLES, 0x22, BOX_ANY, BOX_SUBS(credits),                                      \
        .prose = "cycles without a credit for a link's ingress")                                   \
    E(RING_AD_USED, 0x3e, BOX_ANY, BOX_SUBS(ring), BOX_RING("AD"))                                 \
    E(RING_AK_USED, 0x3f, BOX_ANY, BOX_SUBS(ring), BOX_RING("AK"))                                 \
    E(RING_BL_USED, 0x40, BOX_ANY, BOX_SUBS(ring), BOX_RING("BL"))                                 \
    E(BT_CYCLES_NE, 0x42, BOX_ANY, BOX_SUBS(bt_cycles),                                            \
        .prose = "cycles in which the backup tracker is not empty")                                \
    E(BT_OCCUPANCY, 0x43, BOX_EACH(ENTRIES), BOX_SUBS(bt_occupancy),                               \
        .prose = "entries of the backup tracker, added each cycle")                                \
    E(BT_BYPASS, 0x52, BOX_PLAIN, .prose = "transactions that bypass the backup tracker")          \
    E(OSB, 0x53, BOX_PLAIN, BOX_SUBS(osb), .prose = "opportunistic snoop broadcasts")              \
    E(IODC_INSERTS, 0x56, BOX_PLAIN, .prose = "allocations in the directory cache of I/O")         \
    E(IODC_CONFLICTS, 0x57, BOX_PLAIN, BOX_SUBS(iodc), .prose = "conflicts in that cache")         \
    E(IODC_OLEN_WBMTOI, 0x58, BOX_PLAIN, .prose = "writebacks for which that cache has an entry")  \
    E(IGR_AD_QPI2_ACCUMULATOR, 0x59, BOX_ADDS(ENTRIES),                                            \
        .prose = "AD credits of link 2, added each cycle; also called IGR_CREDITS_AD_QPI2")        \
    E(IGR_BL_QPI2_ACCUMULATOR, 0x5a, BOX_ADDS(ENTRIES),                                            \
        .prose = "BL credits of link 2, added each cycle; also called IGR_CREDITS_BL_QPI2")

BOX_EVENT_LIST(events, EVENTS);

static const struct box_control control = PCI_BOX_CONTROL(BOX_NONE);

const struct box_type ivt_ha_type = {
    PCI_BOX_TYPE(ivt_ha_bank),
    .name = "ha",
    .events = &events,
    .clock = BOX_UCLK,
    .control = &control,
    .frz_alone = true,
};
