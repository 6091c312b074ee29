/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows and sub-events of QPI's link layer since Ivy Bridge-EP: two virtual
 * networks. */
#ifndef PMULAB_MODELS_SNBEP_BOXES_QPI_VN_ROWS_H
#define PMULAB_MODELS_SNBEP_BOXES_QPI_VN_ROWS_H

#include "models/snbep/boxes/qpi_rows.h"

static const struct box_sub qpi_direct2core[] = {{"SUCCESS_RBT_HIT", 0x01},
    {"FAILURE_CREDITS", 0x02}, {"FAILURE_RBT_HIT", 0x04}, {"FAILURE_CREDITS_RBT", 0x08},
    {"FAILURE_MISS", 0x10}, {"FAILURE_CREDITS_MISS", 0x20}, {"FAILURE_RBT_MISS", 0x40},
    {"FAILURE_CREDITS_RBT_MISS", 0x80}};
static const struct box_sub qpi_stalls_vn1[] = {{"BGF_DRS", 0x01}, {"BGF_NCB", 0x02},
    {"BGF_NCS", 0x04}, {"BGF_HOM", 0x08}, {"BGF_SNP", 0x10}, {"BGF_NDR", 0x20}};
static const struct box_sub qpi_vn[] = {{"VN0", 0x01}, {"VN1", 0x02}};
static const struct box_sub qpi_vn_shared[] = {{"VN0", 0x01}, {"VN1", 0x02}, {"VN_SHR", 0x04}};

/* The queue of a class of messages. */
#define QPI_VN_CLASS(E, of, inserts)                                                               \
    E(RxL_INSERTS_##of, BOX_CODE_EXT | (inserts), BOX_PLAIN, BOX_SUBS(qpi_vn),                     \
        .prose = "allocations of " #of " in the receive queue")                                    \
    E(RxL_CYCLES_NE_##of, BOX_CODE_EXT | ((inserts) + 6), BOX_FROM(RxL_OCCUPANCY_##of, 1),         \
        BOX_SUBS(qpi_vn), .prose = "cycles with " #of " in the receive queue")                     \
    E(RxL_OCCUPANCY_##of, BOX_CODE_EXT | ((inserts) + 12), BOX_EACH(QUEUE_FLITS),                  \
        BOX_SUBS(qpi_vn), .prose = #of " flits in the receive queue, added each cycle")

/* Credits for a class of messages on a ring. */
#define QPI_VN_CREDITS(E, of, occupancy, acquired, table)                                          \
    E(TxR_##of##_CREDIT_OCCUPANCY, BOX_CODE_EXT | (occupancy), BOX_EACH(QUEUE_FLITS),              \
        BOX_SUBS(table),                                                                           \
        .prose = #of " credits in use, added each cycle; the list gives no maximum")               \
    E(TxR_##of##_CREDIT_ACQUIRED, BOX_CODE_EXT | (acquired), BOX_PLAIN, BOX_SUBS(table),           \
        .prose = #of " credits acquired")

#define QPI_VN_ROWS(E)                                                                             \
    QPI_VN_CLASS(E, DRS, 0x09)                                                                     \
    QPI_VN_CLASS(E, NCB, 0x0a)                                                                     \
    QPI_VN_CLASS(E, NCS, 0x0b)                                                                     \
    QPI_VN_CLASS(E, HOM, 0x0c)                                                                     \
    QPI_VN_CLASS(E, SNP, 0x0d)                                                                     \
    QPI_VN_CLASS(E, NDR, 0x0e)                                                                     \
    QPI_VN_CREDITS(E, BL_DRS, 0x1f, 0x2a, qpi_vn_shared)                                           \
    QPI_VN_CREDITS(E, BL_NCB, 0x20, 0x2b, qpi_vn)                                                  \
    QPI_VN_CREDITS(E, BL_NCS, 0x21, 0x2c, qpi_vn)                                                  \
    QPI_VN_CREDITS(E, AD_HOM, 0x22, 0x26, qpi_vn)                                                  \
    QPI_VN_CREDITS(E, AD_SNP, 0x23, 0x27, qpi_vn)                                                  \
    QPI_VN_CREDITS(E, AD_NDR, 0x24, 0x28, qpi_vn)                                                  \
    E(DIRECT2CORE, 0x13, BOX_PLAIN, BOX_SUBS(qpi_direct2core),                                     \
        .prose = "data packets to be sent directly to the core")                                   \
    E(RxL_STALLS_VN0, BOX_CODE_EXT | 0x35, BOX_ANY, BOX_SUBS(qpi_stalls),                          \
        .prose = "cycles in which a packet of VN0 waits")                                          \
    E(RxL_CREDITS_CONSUMED_VN1, BOX_CODE_EXT | 0x39, BOX_PLAIN, BOX_SUBS(qpi_vn0),                 \
        .prose = "VN1 credits used")                                                               \
    E(RxL_STALLS_VN1, BOX_CODE_EXT | 0x3a, BOX_ANY, BOX_SUBS(qpi_stalls_vn1),                      \
        .prose = "cycles in which a packet of VN1 waits")

#endif
