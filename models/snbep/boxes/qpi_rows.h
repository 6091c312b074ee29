/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows and sub-events of QPI's link layer in the E5-2600 and in Haswell-EP. */
#ifndef PMULAB_MODELS_SNBEP_BOXES_QPI_ROWS_H
#define PMULAB_MODELS_SNBEP_BOXES_QPI_ROWS_H

#include "models/snbep/boxes/rows.h"
#include "models/snbep/pmon_regs.h"

static const struct box_sub qpi_g0[] = {{"IDLE", 0x01}, {"DATA", 0x02}, {"NON_DATA", 0x04}};
static const struct box_sub qpi_g1[] = {{"SNP", 0x01}, {"HOM_REQ", 0x02}, {"HOM_NONREQ", 0x04},
    {"DRS_DATA", 0x08}, {"DRS_NONDATA", 0x10}, {"HOM", 0x06}, {"DRS", 0x18}};
static const struct box_sub qpi_g2[] = {{"NDR_AD", 0x01}, {"NDR_AK", 0x02}, {"NCB_DATA", 0x04},
    {"NCB_NONDATA", 0x08}, {"NCS", 0x10}, {"NCB", 0x0c}};
static const struct box_sub qpi_no_credits[] = {{"FULL", 0x01}, {"ALMOST_FULL", 0x02}};
static const struct box_sub qpi_crc[] = {{"LINK_INIT", 0x01}, {"NORMAL_OP", 0x02}};
static const struct box_sub qpi_vn0[] = {
    {"DRS", 0x01}, {"NCB", 0x02}, {"NCS", 0x04}, {"HOM", 0x08}, {"SNP", 0x10}, {"NDR", 0x20}};
static const struct box_sub qpi_stalls[] = {{"BGF_DRS", 0x01}, {"BGF_NCB", 0x02}, {"BGF_NCS", 0x04},
    {"BGF_HOM", 0x08}, {"BGF_SNP", 0x10}, {"BGF_NDR", 0x20}, {"EGRESS_CREDITS", 0x40},
    {"GV", 0x80}};
/* Most flits of a queue: the table's maximum of RxL_OCCUPANCY. */
enum { QUEUE_FLITS = 128 };

#define QPI_ROWS(E)                                                                                \
    E(TxL_FLITS_G0, 0x00, BOX_ADDS(2), BOX_SUBS(qpi_g0), .prose = "flits sent: idle, data, other") \
    E(RxL_FLITS_G0, 0x01, BOX_ADDS(2), BOX_SUBS(qpi_g0),                                           \
        .prose = "flits received: idle, data, other")                                              \
    E(TxL_CRC_NO_CREDITS, 0x02, BOX_ANY, BOX_SUBS(qpi_no_credits),                                 \
        .prose = "cycles in which retries leave no credit to send")                                \
    E(RxL_CRC_ERRORS, 0x03, BOX_PLAIN, BOX_SUBS(qpi_crc), .prose = "CRC errors found")             \
    E(TxL_INSERTS, 0x04, BOX_PLAIN, .prose = "allocations in the send queue")                      \
    E(TxL_BYPASSED, 0x05, BOX_PLAIN, .prose = "flits that bypassed the send queue")                \
    E(TxL_CYCLES_NE, 0x06, BOX_FROM(TxL_OCCUPANCY, 1),                                             \
        .prose = "cycles in which the send queue is not empty")                                    \
    E(TxL_OCCUPANCY, 0x07, BOX_ADDS(QUEUE_FLITS),                                                  \
        .prose = "flits in the send queue, added each cycle; the table's maximum, 1, is taken "    \
                 "for a mistake")                                                                  \
    E(RxL_INSERTS, 0x08, BOX_PLAIN, .prose = "allocations in the receive queue")                   \
    E(RxL_BYPASSED, 0x09, BOX_PLAIN, .prose = "flits that bypassed the receive queue")             \
    E(RxL_CYCLES_NE, 0x0a, BOX_FROM(RxL_OCCUPANCY, 1),                                             \
        .prose = "cycles in which the receive queue is not empty")                                 \
    E(RxL_OCCUPANCY, 0x0b, BOX_ADDS(QUEUE_FLITS),                                                  \
        .prose = "flits in the receive queue, added each cycle")                                   \
    E(TxL0_POWER_CYCLES, 0x0c, BOX_PLAIN, .prose = "cycles in which the sending side is in L0")    \
    E(TxL0P_POWER_CYCLES, 0x0d, BOX_PLAIN,                                                         \
        .prose = "cycles in which the sending side is in L0p, half as wide")                       \
    E(RxL0_POWER_CYCLES, 0x0f, BOX_PLAIN, .prose = "cycles in which the receiving side is in L0")  \
    E(RxL0P_POWER_CYCLES, 0x10, BOX_PLAIN,                                                         \
        .prose = "cycles in which the receiving side is in L0p")                                   \
    E(L1_POWER_CYCLES, 0x12, BOX_PLAIN, .prose = "cycles in which the link is shut down, L1")      \
    E(CLOCKTICKS, 0x14, BOX_CLOCK,                                                                 \
        .prose = "cycles of the link's clock, an eighth of its transfers")                         \
    E(TxL_FLITS_G1, BOX_CODE_EXT | 0x00, BOX_ADDS(2), BOX_SUBS(qpi_g1),                            \
        .prose = "flits sent: snoops, requests, data")                                             \
    E(TxL_FLITS_G2, BOX_CODE_EXT | 0x01, BOX_ADDS(2), BOX_SUBS(qpi_g2),                            \
        .prose = "flits sent: responses, non-coherent")                                            \
    E(RxL_FLITS_G1, BOX_CODE_EXT | 0x02, BOX_ADDS(2), BOX_SUBS(qpi_g1),                            \
        .prose = "flits received: snoops, requests, data")                                         \
    E(RxL_FLITS_G2, BOX_CODE_EXT | 0x03, BOX_ADDS(2), BOX_SUBS(qpi_g2),                            \
        .prose = "flits received: responses, non-coherent")                                        \
    E(VNA_CREDIT_RETURN_OCCUPANCY, BOX_CODE_EXT | 0x1b, BOX_ADDS(QUEUE_FLITS),                     \
        .prose = "VNA credits that wait to be returned, added each cycle")                         \
    E(VNA_CREDIT_RETURNS, BOX_CODE_EXT | 0x1c, BOX_PLAIN, .prose = "VNA credits returned")         \
    E(RxL_CREDITS_CONSUMED_VNA, BOX_CODE_EXT | 0x1d, BOX_PLAIN, .prose = "VNA credits used")       \
    E(RxL_CREDITS_CONSUMED_VN0, BOX_CODE_EXT | 0x1e, BOX_PLAIN, BOX_SUBS(qpi_vn0),                 \
        .prose = "VN0 credits used")                                                               \
    E(CTO_COUNT, BOX_CODE_EXT | 0x38, BOX_ADDS(2),                                                 \
        .prose = "packets that match in both slots; without match and mask registers all do")

#endif
