/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fields that the registers of several kinds of boxes share. 327043-001 has a
 * separate table for each box, with the same fields at the same bits if the box
 * has them. Box control and the fixed counter's control are in imc_regs.h.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose)
 */
#ifndef PMULAB_MODELS_SNBEP_PMON_REGS_H
#define PMULAB_MODELS_SNBEP_PMON_REGS_H

#include "models/snbep/imc_regs.h"

/* The control of a general counter of a box in model-specific registers. @TID:
 * access mode of tid_en. */
#define PMON_CTL_FIELDS(F, TID)                                                                    \
    F(PMON_CTL_RSV_63, "rsv", 63, 32, REG_RV, 0, "reads as 0")                                     \
    F(PMON_CTL_THRESH, "thresh", 31, 24, REG_RW, 0,                                                \
        "compared with the increment of each cycle; 0: no comparison")                             \
    F(PMON_CTL_INVERT, "invert", 23, 23, REG_RW, 0,                                                \
        "0: true at thresh or above; 1: true below; needs thresh")                                 \
    F(PMON_CTL_EN, "en", 22, 22, REG_RW, 0, "the counter counts, unless its box is frozen")        \
    F(PMON_CTL_RSV_21, "rsv", 21, 20, REG_RV, 0, "write 0")                                        \
    F(PMON_CTL_TID_EN, "tid_en", 19, 19, TID, 0, "counts only the thread in the filter's tid")     \
    F(PMON_CTL_EDGE_DET, "edge_det", 18, 18, REG_RW, 0,                                            \
        "counts changes from false to true; needs thresh")                                         \
    F(PMON_CTL_RSV_17, "rsv", 17, 16, REG_RV, 0, "write 0")                                        \
    F(PMON_CTL_UMASK, "umask", 15, 8, REG_RW, 0, "sub-events; the counter counts their union")     \
    F(PMON_CTL_EV_SEL, "ev_sel", 7, 0, REG_RW, 0, "event")

/* The control of a general counter of a box in configuration space, of 32 bits.
 * @EXT: access mode of ev_sel_ext. */
#define PMON_PCI_CTL_FIELDS(F, EXT)                                                                \
    F(PCI_CTL_THRESH, "thresh", 31, 24, REG_RW, 0,                                                 \
        "compared with the increment of each cycle; 0: no comparison")                             \
    F(PCI_CTL_INVERT, "invert", 23, 23, REG_RW, 0,                                                 \
        "0: true at thresh or above; 1: true below; needs thresh")                                 \
    F(PCI_CTL_EN, "en", 22, 22, REG_RW, 0, "the counter counts, unless its box is frozen")         \
    F(PCI_CTL_EXT, "ev_sel_ext", 21, 21, EXT, 0, "another set of events")                          \
    F(PCI_CTL_RSV_20, "rsv", 20, 19, REG_RV, 0, "write 0")                                         \
    F(PCI_CTL_EDGE_DET, "edge_det", 18, 18, REG_RW, 0,                                             \
        "counts changes from false to true; needs thresh")                                         \
    F(PCI_CTL_RSV_17, "rsv", 17, 16, REG_RV, 0, "write 0")                                         \
    F(PCI_CTL_UMASK, "umask", 15, 8, REG_RW, 0, "sub-events; the counter counts their union")      \
    F(PCI_CTL_EV_SEL, "ev_sel", 7, 0, REG_RW, 0, "event")

/* The control of a general counter of the utility box: a threshold of 5
 * bits. */
#define UBOX_CTL_FIELDS(F)                                                                         \
    F(UBOX_CTL_RSV_63, "rsv", 63, 29, REG_RV, 0, "reads as 0")                                     \
    F(UBOX_CTL_THRESH, "thresh", 28, 24, REG_RW, 0,                                                \
        "compared with the increment of each cycle; 0: no comparison")                             \
    F(UBOX_CTL_INVERT, "invert", 23, 23, REG_RW, 0,                                                \
        "0: true at thresh or above; 1: true below; needs thresh")                                 \
    F(UBOX_CTL_EN, "en", 22, 22, REG_RW, 0,                                                        \
        "the counter counts: the box has no control that freezes it")                              \
    F(UBOX_CTL_RSV_21, "rsv", 21, 19, REG_RV, 0, "write 0")                                        \
    F(UBOX_CTL_EDGE_DET, "edge_det", 18, 18, REG_RW, 0,                                            \
        "counts changes from false to true; needs thresh")                                         \
    F(UBOX_CTL_RSV_17, "rsv", 17, 16, REG_RV, 0, "write 0")                                        \
    F(UBOX_CTL_UMASK, "umask", 15, 8, REG_RW, 0, "sub-events; the counter counts their union")     \
    F(UBOX_CTL_EV_SEL, "ev_sel", 7, 0, REG_RW, 0, "event")

/* The control of a general counter of the power control unit. */
#define PCU_CTL_FIELDS(F)                                                                          \
    F(PCU_CTL_RSV_63, "rsv", 63, 32, REG_RV, 0, "reads as 0")                                      \
    F(PCU_CTL_OCC_EDGE, "occ_edge_det", 31, 31, REG_RW, 0,                                         \
        "POWER_STATE_OCCUPANCY: counts changes from false to true; needs thresh")                  \
    F(PCU_CTL_OCC_INVERT, "occ_invert", 30, 30, REG_RW, 0,                                         \
        "POWER_STATE_OCCUPANCY: true below thresh, not at it or above")                            \
    F(PCU_CTL_RSV_29, "rsv", 29, 29, REG_RV, 0, "write 0")                                         \
    F(PCU_CTL_THRESH, "thresh", 28, 24, REG_RW, 0,                                                 \
        "compared with the increment of each cycle; 0: no comparison")                             \
    F(PCU_CTL_INVERT, "invert", 23, 23, REG_RW, 0,                                                 \
        "0: true at thresh or above; 1: true below; needs thresh")                                 \
    F(PCU_CTL_EN, "en", 22, 22, REG_RW, 0, "the counter counts, unless its box is frozen")         \
    F(PCU_CTL_EXT, "ev_sel_ext", 21, 21, REG_RW, 0, "another set of events")                       \
    F(PCU_CTL_RSV_20, "rsv", 20, 19, REG_RV, 0, "write 0")                                         \
    F(PCU_CTL_EDGE_DET, "edge_det", 18, 18, REG_RW, 0,                                             \
        "counts changes from false to true; needs thresh")                                         \
    F(PCU_CTL_RSV_17, "rsv", 17, 16, REG_RV, 0, "write 0")                                         \
    F(PCU_CTL_OCC_SEL, "occ_sel", 15, 14, REG_RW, 0,                                               \
        "POWER_STATE_OCCUPANCY: the state; 1: C0, 2: C3, 3: C6")                                   \
    F(PCU_CTL_RSV_13, "rsv", 13, 8, REG_RV, 0, "write 0")                                          \
    F(PCU_CTL_EV_SEL, "ev_sel", 7, 0, REG_RW, 0, "event")

/* A counter of 44 bits, with the same field for its count. imc_regs.h has the
 * counters of 48 bits. */
#define PMON_CTR44_FIELDS(F)                                                                       \
    F(CTR44_RSV_63, "rsv", 63, 44, REG_RV, 0, "reads as 0")                                        \
    F(CTR44_EVENT_COUNT, "event_count", 43, 0, REG_RW, 0, "wraps to 0 when it overflows")

/* The lines that a box watching the last-level cache counts. */
#define CBO_FILTER_FIELDS(F)                                                                       \
    F(CBO_FILTER_RSV_63, "rsv", 63, 32, REG_RV, 0, "reads as 0")                                   \
    F(CBO_FILTER_OPC, "opc", 31, 23, REG_RW, 0, "opcode, for the events that match one")           \
    F(CBO_FILTER_STATE, "state", 22, 18, REG_RW, 0,                                                \
        "states of the line, for LLC_LOOKUP: F, M, E, S and I from the highest bit down; a union") \
    F(CBO_FILTER_NID, "nid", 17, 10, REG_RW, 0,                                                    \
        "target nodes, a bit each, for sub-events with NID; a union")                              \
    F(CBO_FILTER_RSV_9, "rsv", 9, 5, REG_RV, 0, "write 0")                                         \
    F(CBO_FILTER_TID, "tid", 4, 0, REG_RW, 0,                                                      \
        "thread, for controls with tid_en: core << 1 | thread")

/* Its second register since Ivy Bridge-EP: bits 63:32 of Linux's config1. */
#define CBO_FILTER1_FIELDS(F)                                                                      \
    F(CBO_F1_RSV_63, "rsv", 63, 32, REG_RV, 0, "reads as 0")                                       \
    F(CBO_F1_ISOC, "isoc", 31, 31, REG_RW, 0, "only isochronous requests with the opcode count")   \
    F(CBO_F1_NC, "nc", 30, 30, REG_RW, 0, "the same for non-coherent ones")                        \
    F(CBO_F1_C6, "c6", 29, 29, REG_RW, 0, "the same for C6")                                       \
    F(CBO_F1_OPC, "opc", 28, 20, REG_RW, 0, "opcode, for the events that match one")               \
    F(CBO_F1_RSV_19, "rsv", 19, 16, REG_RV, 0, "write 0")                                          \
    F(CBO_F1_NID, "nid", 15, 0, REG_RW, 0,                                                         \
        "target nodes, a bit each, for sub-events with NID; a union")

#define PCU_FILTER_FIELDS(F)                                                                       \
    F(PCU_FILTER_RSV_63, "rsv", 63, 32, REG_RV, 0, "reads as 0")                                   \
    F(PCU_FILTER_BAND3, "band3", 31, 24, REG_RW, 0,                                                \
        "least frequency of FREQ_BAND3_CYCLES in 100 MHz")                                         \
    F(PCU_FILTER_BAND2, "band2", 23, 16, REG_RW, 0, "the same for band 2")                         \
    F(PCU_FILTER_BAND1, "band1", 15, 8, REG_RW, 0, "the same for band 1")                          \
    F(PCU_FILTER_BAND0, "band0", 7, 0, REG_RW, 0, "the same for band 0")

/* The required bits of a QPI link's packet (match), and the bits compared
 * (mask): two registers each. 327043-001, section 2.7. */
#define QPI_PKT0_FIELDS(F)                                                                         \
    F(PKT_RNID_4, "rnid_4", 31, 31, REG_RW, 0, "bit 4 of the requester's node")                    \
    F(PKT_RSV_30, "rsv", 30, 18, REG_RV, 0, "write 0")                                             \
    F(PKT_DNID, "dnid", 17, 13, REG_RW, 0, "destination node")                                     \
    F(PKT_MC, "mc", 12, 9, REG_RW, 0, "message class")                                             \
    F(PKT_OPC, "opc", 8, 5, REG_RW, 0, "opcode")                                                   \
    F(PKT_VNW, "vnw", 4, 3, REG_RW, 0, "virtual network")                                          \
    F(PKT_RSV_2, "rsv", 2, 0, REG_RV, 0, "write 0")
#define QPI_PKT1_FIELDS(F)                                                                         \
    F(PKT_RSV_31, "rsv", 31, 20, REG_RV, 0, "write 0")                                             \
    F(PKT_RDS, "rds", 19, 16, REG_RW, 0, "response and data state")                                \
    F(PKT_RSV_15, "rsv", 15, 4, REG_RV, 0, "write 0")                                              \
    F(PKT_RNID_3, "rnid_3_0", 3, 0, REG_RW, 0, "bits 3:0 of the requester's node")

enum qpi_pkt0_field { QPI_PKT0_FIELDS(REG_FIELD_INDEX) };
enum qpi_pkt1_field { QPI_PKT1_FIELDS(REG_FIELD_INDEX) };
enum pmon_ctl_field { PMON_CTL_FIELDS(REG_FIELD_INDEX, ) };
enum pmon_pci_ctl_field { PMON_PCI_CTL_FIELDS(REG_FIELD_INDEX, ) };
enum ubox_ctl_field { UBOX_CTL_FIELDS(REG_FIELD_INDEX) };
enum pcu_ctl_field { PCU_CTL_FIELDS(REG_FIELD_INDEX) };
enum pmon_ctr44_field { PMON_CTR44_FIELDS(REG_FIELD_INDEX) };
enum cbo_filter_field { CBO_FILTER_FIELDS(REG_FIELD_INDEX) };
enum cbo_filter1_field { CBO_FILTER1_FIELDS(REG_FIELD_INDEX) };
enum pcu_filter_field { PCU_FILTER_FIELDS(REG_FIELD_INDEX) };

#endif
