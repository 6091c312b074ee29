/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Events of a stop between the mesh and a memory controller (M2M): by the lists of Skylake-SP (SKX) and
 * Cascade Lake (CLX), which give no maximum increments.
 */
#ifndef PMULAB_MODELS_SNBEP_SKX_M2M_ROWS_H
#define PMULAB_MODELS_SNBEP_SKX_M2M_ROWS_H

#include "models/snbep/skx/mesh_rows.h"
#include "models/snbep/skx/pci.h"

/* Entries of queues and tables, and credits: no list gives maxima. */
enum { ENTRIES = 32 };

static const struct box_sub txc_ak_inserts[] = {{"CMS0", 0x01}, {"CMS1", 0x02}, {"ALL", 0x03},
    {"RDCRD", 0x08}, {"WRCRD", 0x10}, {"WRCMP", 0x20}, {"PREF_RD_CAM_HIT", 0x40}};
static const struct box_sub txc_ak_occupancy[] = {
    {"CMS0", 0x01}, {"CMS1", 0x02}, {"ALL", 0x03}, {"RDCRD", 0x08}, {"WRCRD", 0x10}, {"WRCMP", 0x20}};
static const struct box_sub txc_bl_inserts[] = {{"CMS0", 0x01}, {"CMS1", 0x02}, {"ALL", 0x03}};
static const struct box_sub txc_bl_credits_acquired[] = {{"CMS0", 0x01}, {"CMS1", 0x02}};
static const struct box_sub bypass_m2m_ingress[] = {{"TAKEN", 0x01}, {"NOT_TAKEN", 0x02}};
static const struct box_sub directory_hit[] = {{"DIRTY_I", 0x01}, {"DIRTY_S", 0x02}, {"DIRTY_P", 0x04},
    {"DIRTY_A", 0x08}, {"CLEAN_I", 0x10}, {"CLEAN_S", 0x20}, {"CLEAN_P", 0x40}, {"CLEAN_A", 0x80}};
static const struct box_sub directory_lookup[] = {
    {"ANY", 0x01}, {"STATE_I", 0x02}, {"STATE_S", 0x04}, {"STATE_A", 0x08}};
static const struct box_sub directory_update[] = {
    {"ANY", 0x01}, {"I2S", 0x02}, {"I2A", 0x04}, {"S2I", 0x08}, {"S2A", 0x10}, {"A2I", 0x20}, {"A2S", 0x40}};
static const struct box_sub txc_ak[] = {{"NDR", 0x01}, {"CRD_CBO", 0x02}};
static const struct box_sub txc_bl[] = {{"DRS_CACHE", 0x01}, {"DRS_CORE", 0x02}, {"DRS_UPI", 0x04}};
static const struct box_sub rpq_cycles_reg_credits[] = {{"CHN0", 0x01}, {"CHN1", 0x02}, {"CHN2", 0x04}};
static const struct box_sub tracker_cycles_full[] = {{"CH0", 0x01}, {"CH1", 0x02}, {"CH2", 0x04}};
static const struct box_sub pkt_match[] = {{"MESH", 0x01}, {"MC", 0x02}};
static const struct box_sub txc_ak_sideband[] = {{"RD", 0x01}, {"WR", 0x02}};
static const struct box_sub txc_ak_cycles_full[] = {{"CMS0", 0x01}, {"CMS1", 0x02}, {"ALL", 0x03},
    {"RDCRD0", 0x08}, {"WRCRD0", 0x10}, {"WRCMP0", 0x20}, {"RDCRD1", 0x88}, {"WRCRD1", 0x90},
    {"WRCMP1", 0xa0}};
static const uint32_t txc_ak_cycles_full_units[] = {0x01, 0x02, 0x03, 0x08, 0x10, 0x20, 0x40, 0x80, 0x100};

#define M2M_ROWS(E)                                                                                          \
    E(CLOCKTICKS, 0x00, BOX_CLOCK, .prose = "uncore clock cycles")                                           \
    E(RxC_AD_INSERTS, 0x01, BOX_PLAIN, .prose = "allocations in the AD ingress")                             \
    E(RxC_AD_OCCUPANCY, 0x02, BOX_ADDS(ENTRIES), .prose = "entries of the AD ingress, added each cycle")     \
    E(RxC_AD_CYCLES_NE, 0x03, BOX_PLAIN, .prose = "cycles in which the AD ingress is not empty")             \
    E(RxC_AD_CYCLES_FULL, 0x04, BOX_PLAIN, .prose = "cycles in which the AD ingress is full")                \
    E(RxC_BL_INSERTS, 0x05, BOX_PLAIN, .prose = "allocations in the BL ingress")                             \
    E(RxC_BL_OCCUPANCY, 0x06, BOX_ADDS(ENTRIES), .prose = "entries of the BL ingress, added each cycle")     \
    E(RxC_BL_CYCLES_NE, 0x07, BOX_PLAIN, .prose = "cycles in which the BL ingress is not empty")             \
    E(RxC_BL_CYCLES_FULL, 0x08, BOX_PLAIN, .prose = "cycles in which the BL ingress is full")                \
    E(TxC_AD_INSERTS, 0x09, BOX_PLAIN, .prose = "allocations in the AD egress")                              \
    E(TxC_AD_OCCUPANCY, 0x0a, BOX_ADDS(ENTRIES), .prose = "entries of the AD egress, added each cycle")      \
    E(TxC_AD_CYCLES_NE, 0x0b, BOX_PLAIN, .prose = "cycles in which the AD egress is not empty")              \
    E(TxC_AD_CYCLES_FULL, 0x0c, BOX_PLAIN, .prose = "cycles in which the AD egress is full")                 \
    E(TxC_AD_CREDITS_ACQUIRED, 0x0d, BOX_PLAIN, .prose = "AD egress credits acquired")                       \
    E(TxC_AD_CREDIT_OCCUPANCY, 0x0e, BOX_ADDS(ENTRIES),                                                      \
        .prose = "AD egress credits in use, added each cycle")                                               \
    E(TxC_AD_NO_CREDIT_CYCLES, 0x0f, BOX_PLAIN, .prose = "cycles without an AD egress credit")               \
    E(TxC_AD_NO_CREDIT_STALLED, 0x10, BOX_PLAIN,                                                             \
        .prose = "cycles in which the AD egress waits for a credit")                                         \
    E(TxC_AK_INSERTS, 0x11, BOX_PLAIN, BOX_SUBS(txc_ak_inserts), .prose = "allocations in the AK egress")    \
    E(TxC_AK_OCCUPANCY, 0x12, BOX_EACH(ENTRIES), BOX_SUBS(txc_ak_occupancy),                                 \
        .prose = "entries of the AK egress, added each cycle")                                               \
    E(TxC_AK_CYCLES_NE, 0x13, BOX_ANY, BOX_SUBS(txc_ak_occupancy),                                           \
        .prose = "cycles in which the AK egress is not empty")                                               \
    E(TxC_BL_INSERTS, 0x15, BOX_PLAIN, BOX_SUBS(txc_bl_inserts), .prose = "allocations in the BL egress")    \
    E(TxC_BL_OCCUPANCY, 0x16, BOX_EACH(ENTRIES), BOX_SUBS(txc_bl_inserts),                                   \
        .prose = "entries of the BL egress, added each cycle")                                               \
    E(TxC_BL_CYCLES_NE, 0x17, BOX_ANY, BOX_SUBS(txc_bl_inserts),                                             \
        .prose = "cycles in which the BL egress is not empty")                                               \
    E(TxC_BL_CYCLES_FULL, 0x18, BOX_ANY, BOX_SUBS(txc_bl_inserts),                                           \
        .prose = "cycles in which the BL egress is full")                                                    \
    E(TxC_BL_CREDITS_ACQUIRED, 0x19, BOX_PLAIN, BOX_SUBS(txc_bl_credits_acquired),                           \
        .prose = "BL egress credits acquired")                                                               \
    E(TxC_BL_CREDIT_OCCUPANCY, 0x1a, BOX_EACH(ENTRIES), BOX_SUBS(txc_bl_credits_acquired),                   \
        .prose = "BL egress credits in use, added each cycle")                                               \
    E(TxC_BL_NO_CREDIT_CYCLES, 0x1b, BOX_ANY, BOX_SUBS(txc_bl_credits_acquired),                             \
        .prose = "cycles without a BL egress credit")                                                        \
    E(TxC_BL_NO_CREDIT_STALLED, 0x1c, BOX_ANY, BOX_SUBS(txc_bl_credits_acquired),                            \
        .prose = "cycles in which the BL egress waits for a credit")                                         \
    E(TxC_AK_CREDITS_ACQUIRED, 0x1d, BOX_PLAIN, BOX_SUBS(txc_bl_credits_acquired),                           \
        .prose = "AK egress credits acquired")                                                               \
    E(TxC_AK_CREDIT_OCCUPANCY, 0x1e, BOX_EACH(ENTRIES), BOX_SUBS(txc_bl_credits_acquired),                   \
        .prose = "AK egress credits in use, added each cycle")                                               \
    E(TxC_AK_NO_CREDIT_CYCLES, 0x1f, BOX_ANY, BOX_SUBS(txc_bl_credits_acquired),                             \
        .prose = "cycles without an AK egress credit")                                                       \
    E(TxC_AK_NO_CREDIT_STALLED, 0x20, BOX_ANY, BOX_SUBS(txc_bl_credits_acquired),                            \
        .prose = "cycles in which the AK egress waits for a credit")                                         \
    E(BYPASS_M2M_INGRESS, 0x21, BOX_PLAIN, BOX_SUBS(bypass_m2m_ingress), .prose = "bypasses of the ingress") \
    E(BYPASS_M2M_Egress, 0x22, BOX_PLAIN, BOX_SUBS(bypass_m2m_ingress), .prose = "bypasses of the egress")   \
    E(DIRECT2CORE_TAKEN, 0x23, BOX_PLAIN, .prose = "data sent directly to the core")                         \
    E(DIRECT2CORE_NOT_TAKEN_DIRSTATE, 0x24, BOX_PLAIN,                                                       \
        .prose = "data not sent directly to the core, for the directory's state")                            \
    E(DIRECT2CORE_TXN_OVERRIDE, 0x25, BOX_PLAIN, .prose = "data to the core whose way was changed")          \
    E(DIRECT2UPI_TAKEN, 0x26, BOX_PLAIN, .prose = "data sent directly to UPI")                               \
    E(DIRECT2UPI_NOT_TAKEN_DIRSTATE, 0x27, BOX_PLAIN,                                                        \
        .prose = "data not sent directly to UPI, for the directory's state")                                 \
    E(DIRECT2UPI_NOT_TAKEN_CREDITS, 0x28, BOX_PLAIN,                                                         \
        .prose = "data not sent directly to UPI, for want of a credit")                                      \
    E(DIRECT2UPI_TXN_OVERRIDE, 0x29, BOX_PLAIN, .prose = "data to UPI whose way was changed")                \
    E(DIRECTORY_HIT, 0x2a, BOX_PLAIN, BOX_SUBS(directory_hit),                                               \
        .prose = "hits of the directory, by the line and the directory's state")                             \
    E(DIRECTORY_MISS, 0x2b, BOX_PLAIN, BOX_SUBS(directory_hit),                                              \
        .prose = "misses of the directory, likewise")                                                        \
    E(DIRECTORY_LOOKUP, 0x2d, BOX_PLAIN, BOX_SUBS(directory_lookup),                                         \
        .prose = "lookups of the directory, by its state")                                                   \
    E(DIRECTORY_UPDATE, 0x2e, BOX_PLAIN, BOX_SUBS(directory_update),                                         \
        .prose = "updates of the directory, by the change")                                                  \
    E(TxC_AK, 0x39, BOX_PLAIN, BOX_SUBS(txc_ak), .prose = "messages on AK")                                  \
    E(TxC_BL, 0x40, BOX_PLAIN, BOX_SUBS(txc_bl), .prose = "data on BL, by the target")                       \
    E(TGR_AD_CREDITS, 0x41, BOX_PLAIN, .prose = "AD credits of the mesh stop acquired")                      \
    E(TGR_BL_CREDITS, 0x42, BOX_PLAIN, .prose = "BL credits of the mesh stop acquired")                      \
    E(RPQ_CYCLES_REG_CREDITS, 0x43, BOX_ANY, BOX_SUBS(rpq_cycles_reg_credits),                               \
        .prose = "cycles with a regular credit of the read queue, by channel")                               \
    E(RPQ_CYCLES_SPEC_CREDITS, 0x44, BOX_ANY, BOX_SUBS(rpq_cycles_reg_credits),                              \
        .prose = "cycles with a special credit of the read queue")                                           \
    E(TRACKER_CYCLES_FULL, 0x45, BOX_ANY, BOX_SUBS(tracker_cycles_full),                                     \
        .prose = "cycles in which the tracker is full")                                                      \
    E(TRACKER_CYCLES_NE, 0x46, BOX_ANY, BOX_SUBS(tracker_cycles_full),                                       \
        .prose = "cycles in which the tracker is not empty")                                                 \
    E(TRACKER_OCCUPANCY, 0x47, BOX_EACH(ENTRIES), BOX_SUBS(tracker_cycles_full),                             \
        .prose = "entries of the tracker, added each cycle")                                                 \
    E(TRACKER_PENDING_OCCUPANCY, 0x48, BOX_ADDS(ENTRIES),                                                    \
        .prose = "entries of the tracker that are pending, added each cycle")                                \
    E(TRACKER_INSERTS, 0x49, BOX_PLAIN, BOX_SUBS(tracker_cycles_full),                                       \
        .prose = "allocations in the tracker")                                                               \
    E(WRITE_TRACKER_CYCLES_FULL, 0x4a, BOX_ANY, BOX_SUBS(tracker_cycles_full),                               \
        .prose = "cycles in which the tracker of writes is full")                                            \
    E(WRITE_TRACKER_CYCLES_NE, 0x4b, BOX_ANY, BOX_SUBS(tracker_cycles_full),                                 \
        .prose = "cycles in which the tracker of writes is not empty")                                       \
    E(PKT_MATCH, 0x4c, BOX_PLAIN, BOX_SUBS(pkt_match),                                                       \
        .prose = "packets; without match and mask registers all match")                                      \
    E(WPQ_CYCLES_REG_CREDITS, 0x4d, BOX_ANY, BOX_SUBS(rpq_cycles_reg_credits),                               \
        .prose = "cycles with a regular credit of the write queue, by channel")                              \
    E(WPQ_CYCLES_SPEC_CREDITS, 0x4e, BOX_ANY, BOX_SUBS(rpq_cycles_reg_credits),                              \
        .prose = "cycles with a special credit of the write queue")                                          \
    E(PREFCAM_CYCLES_FULL, 0x53, BOX_PLAIN, .prose = "cycles in which the table of prefetches is full")      \
    E(PREFCAM_CYCLES_NE, 0x54, BOX_PLAIN, .prose = "cycles in which the table of prefetches is not empty")   \
    E(PREFCAM_OCCUPANCY, 0x55, BOX_ADDS(ENTRIES),                                                            \
        .prose = "entries of the table of prefetches, added each cycle")                                     \
    E(PREFCAM_DEMAND_PROMOTIONS, 0x56, BOX_PLAIN, .prose = "prefetches that a demand met")                   \
    E(PREFCAM_INSERTS, 0x57, BOX_PLAIN, .prose = "allocations in the table of prefetches")                   \
    E(WRITE_TRACKER_OCCUPANCY, 0x60, BOX_EACH(ENTRIES), BOX_SUBS(tracker_cycles_full),                       \
        .prose = "entries of the tracker of writes, added each cycle")                                       \
    E(WRITE_TRACKER_INSERTS, 0x61, BOX_PLAIN, BOX_SUBS(tracker_cycles_full),                                 \
        .prose = "allocations in the tracker of writes")                                                     \
    E(TxC_AK_SIDEBAND, 0x6b, BOX_PLAIN, BOX_SUBS(txc_ak_sideband), .prose = "credits on the sideband of AK") \
    E(TxC_AK_CYCLES_FULL, 0x14, BOX_ANY, BOX_SUBS(txc_ak_cycles_full), .units = txc_ak_cycles_full_units,    \
        .prose = "cycles in which the AK egress is full")

/* The registers, as everything that a kind has. */
#define M2M_REGS(ctr, ctl, box_ctl) SKX_PCI_FOUR(0x200, ctr, 0x228, ctl, 0x258, box_ctl)

#endif
