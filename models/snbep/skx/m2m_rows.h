/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of a stop between the mesh and a memory controller (M2M), from the
 * lists of Skylake-SP (SKX) and Cascade Lake (CLX), which give no maximum
 * increments. */
#ifndef PMULAB_MODELS_SNBEP_SKX_M2M_ROWS_H
#define PMULAB_MODELS_SNBEP_SKX_M2M_ROWS_H

#include "models/snbep/skx/mesh_rows.h"
#include "models/snbep/skx/pci.h"

/* Entries of queues and tables, and credits: no list gives maxima. */
enum { ENTRIES = 32 };

static const struct box_sub ak_inserts[] = {BOX_BITS2("CMS0", "CMS1"), {"ALL", 0x03},
    {"RDCRD", 0x08}, {"WRCRD", 0x10}, {"WRCMP", 0x20}, {"PREF_RD_CAM_HIT", 0x40}};
static const struct box_sub ak_level[] = {
    BOX_BITS2("CMS0", "CMS1"), {"ALL", 0x03}, {"RDCRD", 0x08}, {"WRCRD", 0x10}, {"WRCMP", 0x20}};
static const struct box_sub bl_stops[] = {BOX_BITS2("CMS0", "CMS1"), {"ALL", 0x03}};
static const struct box_sub stops[] = {BOX_BITS2("CMS0", "CMS1")};
static const struct box_sub bypass[] = {BOX_BITS2("TAKEN", "NOT_TAKEN")};
static const struct box_sub hit[] = {BOX_BITS8(
    "DIRTY_I", "DIRTY_S", "DIRTY_P", "DIRTY_A", "CLEAN_I", "CLEAN_S", "CLEAN_P", "CLEAN_A")};
static const struct box_sub dir_lookup[] = {BOX_BITS4("ANY", "STATE_I", "STATE_S", "STATE_A")};
static const struct box_sub dir_update[] = {
    BOX_BITS7("ANY", "I2S", "I2A", "S2I", "S2A", "A2I", "A2S")};
static const struct box_sub txc_bl[] = {BOX_BITS3("DRS_CACHE", "DRS_CORE", "DRS_UPI")};
static const struct box_sub channels[] = {BOX_BITS3("CHN0", "CHN1", "CHN2")};
static const struct box_sub trackers[] = {BOX_BITS3("CH0", "CH1", "CH2")};
static const struct box_sub sideband[] = {BOX_BITS2("RD", "WR")};
static const struct box_sub ak_full[] = {BOX_BITS2("CMS0", "CMS1"), {"ALL", 0x03}, {"RDCRD0", 0x08},
    {"WRCRD0", 0x10}, {"WRCMP0", 0x20}, {"RDCRD1", 0x88}, {"WRCRD1", 0x90}, {"WRCMP1", 0xa0}};
static const uint32_t ak_full_units[] = {0x01, 0x02, 0x03, 0x08, 0x10, 0x20, 0x40, 0x80, 0x100};

/* Four rows of a queue without sub-events, and rows for an egress's credits, by
 * the mesh stop. */
#define M2M_QUEUE(E, name, code, queue)                                                            \
    E(name##_INSERTS, code, BOX_COUNT("allocations in the " queue))                                \
    E(name##_OCCUPANCY, (code) + 1, BOX_LEVEL("entries of the " queue))                            \
    E(name##_CYCLES_NE, (code) + 2, BOX_COUNT("cycles in which the " queue " is not empty"))       \
    E(name##_CYCLES_FULL, (code) + 3, BOX_COUNT("cycles in which the " queue " is full"))
#define M2M_CREDITS(E, a, ring, code)                                                              \
    E(TxC_##ring##_CREDITS_ACQUIRED, code, BOX_COUNTS(stops, #ring " egress credits acquired"))    \
    E(TxC_##ring##_CREDIT_OCCUPANCY, (code) + 1,                                                   \
        BOX_LEVELS(stops, #ring " egress credits in use"))                                         \
    E(TxC_##ring##_NO_CREDIT_CYCLES, (code) + 2,                                                   \
        BOX_CYCLES(stops, "cycles without " a #ring " egress credit"))                             \
    E(TxC_##ring##_NO_CREDIT_STALLED, (code) + 3,                                                  \
        BOX_CYCLES(stops, "cycles in which the " #ring " egress waits for a credit"))

#define M2M_ROWS(E)                                                                                \
    E(CLOCKTICKS, 0x00, BOX_CLOCK, .prose = "uncore clock cycles")                                 \
    M2M_QUEUE(E, RxC_AD, 0x01, "AD ingress")                                                       \
    M2M_QUEUE(E, RxC_BL, 0x05, "BL ingress")                                                       \
    M2M_QUEUE(E, TxC_AD, 0x09, "AD egress")                                                        \
    E(TxC_AD_CREDITS_ACQUIRED, 0x0d, BOX_COUNT("AD egress credits acquired"))                      \
    E(TxC_AD_CREDIT_OCCUPANCY, 0x0e, BOX_LEVEL("AD egress credits in use"))                        \
    E(TxC_AD_NO_CREDIT_CYCLES, 0x0f, BOX_COUNT("cycles without an AD egress credit"))              \
    E(TxC_AD_NO_CREDIT_STALLED, 0x10,                                                              \
        BOX_COUNT("cycles in which the AD egress waits for a credit"))                             \
    E(TxC_AK_INSERTS, 0x11, BOX_COUNTS(ak_inserts, "allocations in the AK egress"))                \
    E(TxC_AK_OCCUPANCY, 0x12, BOX_LEVELS(ak_level, "entries of the AK egress"))                    \
    E(TxC_AK_CYCLES_NE, 0x13, BOX_CYCLES(ak_level, "cycles in which the AK egress is not empty"))  \
    E(TxC_BL_INSERTS, 0x15, BOX_COUNTS(bl_stops, "allocations in the BL egress"))                  \
    E(TxC_BL_OCCUPANCY, 0x16, BOX_LEVELS(bl_stops, "entries of the BL egress"))                    \
    E(TxC_BL_CYCLES_NE, 0x17, BOX_CYCLES(bl_stops, "cycles in which the BL egress is not empty"))  \
    E(TxC_BL_CYCLES_FULL, 0x18, BOX_CYCLES(bl_stops, "cycles in which the BL egress is full"))     \
    M2M_CREDITS(E, "a ", BL, 0x19)                                                                 \
    M2M_CREDITS(E, "an ", AK, 0x1d)                                                                \
    E(BYPASS_M2M_INGRESS, 0x21, BOX_COUNTS(bypass, "bypasses of the ingress"))                     \
    E(BYPASS_M2M_Egress, 0x22, BOX_COUNTS(bypass, "bypasses of the egress"))                       \
    E(DIRECT2CORE_TAKEN, 0x23, BOX_COUNT("data sent directly to the core"))                        \
    E(DIRECT2CORE_NOT_TAKEN_DIRSTATE, 0x24,                                                        \
        BOX_COUNT("data not sent directly to the core, for the directory's state"))                \
    E(DIRECT2CORE_TXN_OVERRIDE, 0x25, BOX_COUNT("data to the core whose way was changed"))         \
    E(DIRECT2UPI_TAKEN, 0x26, BOX_COUNT("data sent directly to UPI"))                              \
    E(DIRECT2UPI_NOT_TAKEN_DIRSTATE, 0x27,                                                         \
        BOX_COUNT("data not sent directly to UPI, for the directory's state"))                     \
    E(DIRECT2UPI_NOT_TAKEN_CREDITS, 0x28,                                                          \
        BOX_COUNT("data not sent directly to UPI, for want of a credit"))                          \
    E(DIRECT2UPI_TXN_OVERRIDE, 0x29, BOX_COUNT("data to UPI whose way was changed"))               \
    E(DIRECTORY_HIT, 0x2a,                                                                         \
        BOX_COUNTS(hit, "hits of the directory, by the line and the directory's state"))           \
    E(DIRECTORY_MISS, 0x2b, BOX_COUNTS(hit, "the same for misses of the directory"))               \
    E(DIRECTORY_LOOKUP, 0x2d, BOX_COUNTS(dir_lookup, "lookups of the directory, by its state"))    \
    E(DIRECTORY_UPDATE, 0x2e, BOX_COUNTS(dir_update, "updates of the directory, by the change"))   \
    E(TxC_AK, 0x39, BOX_PAIR("NDR", "CRD_CBO", "messages on AK"))                                  \
    E(TxC_BL, 0x40, BOX_COUNTS(txc_bl, "data on BL, by the target"))                               \
    E(TGR_AD_CREDITS, 0x41, BOX_COUNT("AD credits of the mesh stop acquired"))                     \
    E(TGR_BL_CREDITS, 0x42, BOX_COUNT("BL credits of the mesh stop acquired"))                     \
    E(RPQ_CYCLES_REG_CREDITS, 0x43,                                                                \
        BOX_CYCLES(channels, "cycles with a regular credit of the read queue, by channel"))        \
    E(RPQ_CYCLES_SPEC_CREDITS, 0x44,                                                               \
        BOX_CYCLES(channels, "cycles with a special credit of the read queue"))                    \
    E(TRACKER_CYCLES_FULL, 0x45, BOX_CYCLES(trackers, "cycles in which the tracker is full"))      \
    E(TRACKER_CYCLES_NE, 0x46, BOX_CYCLES(trackers, "cycles in which the tracker is not empty"))   \
    E(TRACKER_OCCUPANCY, 0x47, BOX_LEVELS(trackers, "entries of the tracker"))                     \
    E(TRACKER_PENDING_OCCUPANCY, 0x48, BOX_LEVEL("entries of the tracker that are pending"))       \
    E(TRACKER_INSERTS, 0x49, BOX_COUNTS(trackers, "allocations in the tracker"))                   \
    E(WRITE_TRACKER_CYCLES_FULL, 0x4a,                                                             \
        BOX_CYCLES(trackers, "cycles in which the tracker of writes is full"))                     \
    E(WRITE_TRACKER_CYCLES_NE, 0x4b,                                                               \
        BOX_CYCLES(trackers, "cycles in which the tracker of writes is not empty"))                \
    E(PKT_MATCH, 0x4c,                                                                             \
        BOX_PAIR("MESH", "MC", "packets; without match and mask registers all match"))             \
    E(WPQ_CYCLES_REG_CREDITS, 0x4d,                                                                \
        BOX_CYCLES(channels, "cycles with a regular credit of the write queue, by channel"))       \
    E(WPQ_CYCLES_SPEC_CREDITS, 0x4e,                                                               \
        BOX_CYCLES(channels, "cycles with a special credit of the write queue"))                   \
    E(PREFCAM_CYCLES_FULL, 0x53, BOX_COUNT("cycles in which the table of prefetches is full"))     \
    E(PREFCAM_CYCLES_NE, 0x54, BOX_COUNT("cycles in which the table of prefetches is not empty"))  \
    E(PREFCAM_OCCUPANCY, 0x55, BOX_LEVEL("entries of the table of prefetches"))                    \
    E(PREFCAM_DEMAND_PROMOTIONS, 0x56, BOX_COUNT("prefetches that a demand met"))                  \
    E(PREFCAM_INSERTS, 0x57, BOX_COUNT("allocations in the table of prefetches"))                  \
    E(WRITE_TRACKER_OCCUPANCY, 0x60, BOX_LEVELS(trackers, "entries of the tracker of writes"))     \
    E(WRITE_TRACKER_INSERTS, 0x61, BOX_COUNTS(trackers, "allocations in the tracker of writes"))   \
    E(TxC_AK_SIDEBAND, 0x6b, BOX_COUNTS(sideband, "credits on the sideband of AK"))                \
    E(TxC_AK_CYCLES_FULL, 0x14, BOX_CYCLES(ak_full, "cycles in which the AK egress is full"),      \
        .units = ak_full_units)

/* The registers, in all products that have the box. */
#define M2M_REGS SKX_PCI_REGS(0x200, 0x228, 0x258, REG_RV)

#endif
