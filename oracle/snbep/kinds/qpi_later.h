/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The link layer of a QPI link since Ivy Bridge-EP: Intel's event lists of the
 * products (IVT, HSX). */
#ifndef PMULAB_ORACLE_SNBEP_KINDS_QPI_LATER_H
#define PMULAB_ORACLE_SNBEP_KINDS_QPI_LATER_H

#include "oracle/snbep/kinds/kinds.h"

static const struct oracle_sub txl_flits_g0[] = {
    S("IDLE", 0x01), S("DATA", 0x02), S("NON_DATA", 0x04), END};
static const struct oracle_sub txl_crc_no_credits[] = {
    S("FULL", 0x01), S("ALMOST_FULL", 0x02), END};
static const struct oracle_sub rxl_crc_errors[] = {S("LINK_INIT", 0x01), S("NORMAL_OP", 0x02), END};
static const struct oracle_sub direct2core[] = {S("SUCCESS_RBT_HIT", 0x01),
    S("FAILURE_CREDITS", 0x02), S("FAILURE_RBT_HIT", 0x04), S("FAILURE_CREDITS_RBT", 0x08),
    S("FAILURE_MISS", 0x10), S("FAILURE_CREDITS_MISS", 0x20), S("FAILURE_RBT_MISS", 0x40),
    S("FAILURE_CREDITS_RBT_MISS", 0x80), END};
static const struct oracle_sub txl_flits_g1[] = {S("SNP", 0x01), S("HOM_REQ", 0x02),
    S("HOM_NONREQ", 0x04), S("DRS_DATA", 0x08), S("DRS_NONDATA", 0x10), S("HOM", 0x06),
    S("DRS", 0x18), END};
static const struct oracle_sub txl_flits_g2[] = {S("NDR_AD", 0x01), S("NDR_AK", 0x02),
    S("NCB_DATA", 0x04), S("NCB_NONDATA", 0x08), S("NCS", 0x10), S("NCB", 0x0c), END};
static const struct oracle_sub rxl_inserts_drs[] = {S("VN0", 0x01), S("VN1", 0x02), END};
static const struct oracle_sub rxl_credits_consumed_vn0[] = {S("DRS", 0x01), S("NCB", 0x02),
    S("NCS", 0x04), S("HOM", 0x08), S("SNP", 0x10), S("NDR", 0x20), END};
static const struct oracle_sub txr_bl_drs_credit_occupancy[] = {
    S("VN0", 0x01), S("VN1", 0x02), S("VN_SHR", 0x04), END};
static const struct oracle_sub rxl_stalls_vn0[] = {S("BGF_DRS", 0x01), S("BGF_NCB", 0x02),
    S("BGF_NCS", 0x04), S("BGF_HOM", 0x08), S("BGF_SNP", 0x10), S("BGF_NDR", 0x20),
    S("EGRESS_CREDITS", 0x40), S("GV", 0x80), END};
static const struct oracle_sub rxl_stalls_vn1[] = {S("BGF_DRS", 0x01), S("BGF_NCB", 0x02),
    S("BGF_NCS", 0x04), S("BGF_HOM", 0x08), S("BGF_SNP", 0x10), S("BGF_NDR", 0x20), END};

/* @ak_level, @ak_count: the rows of the AK egress's credits, which differ. */
#define QPI_LATER_EVENTS(ak_level, ak_count)                                                       \
    ADDS(0x00, 2, "TxL_FLITS_G0", txl_flits_g0, 0),                                                \
        ADDS(0x01, 2, "RxL_FLITS_G0", txl_flits_g0, 0),                                            \
        ANY(0x02, "TxL_CRC_NO_CREDITS", txl_crc_no_credits, 0),                                    \
        ADDS(0x03, 1, "RxL_CRC_ERRORS", rxl_crc_errors, 0), ADDS(0x04, 1, "TxL_INSERTS", NULL, 0), \
        ADDS(0x05, 1, "TxL_BYPASSED", NULL, 0), NOT_EMPTY(0x06, "TxL_CYCLES_NE", NULL, 0, 0x07),   \
        ADDS(0x07, 128, "TxL_OCCUPANCY", NULL, 0), ADDS(0x08, 1, "RxL_INSERTS", NULL, 0),          \
        ADDS(0x09, 1, "RxL_BYPASSED", NULL, 0), NOT_EMPTY(0x0a, "RxL_CYCLES_NE", NULL, 0, 0x0b),   \
        ADDS(0x0b, 128, "RxL_OCCUPANCY", NULL, 0), ADDS(0x0c, 1, "TxL0_POWER_CYCLES", NULL, 0),    \
        ADDS(0x0d, 1, "TxL0P_POWER_CYCLES", NULL, 0), ADDS(0x0f, 1, "RxL0_POWER_CYCLES", NULL, 0), \
        ADDS(0x10, 1, "RxL0P_POWER_CYCLES", NULL, 0), ADDS(0x12, 1, "L1_POWER_CYCLES", NULL, 0),   \
        ADDS(0x13, 1, "DIRECT2CORE", direct2core, 0), CLOCK(0x14),                                 \
        ADDS(ORACLE_EXT | 0x00, 2, "TxL_FLITS_G1", txl_flits_g1, 0),                               \
        ADDS(ORACLE_EXT | 0x01, 2, "TxL_FLITS_G2", txl_flits_g2, 0),                               \
        ADDS(ORACLE_EXT | 0x02, 2, "RxL_FLITS_G1", txl_flits_g1, 0),                               \
        ADDS(ORACLE_EXT | 0x03, 2, "RxL_FLITS_G2", txl_flits_g2, 0),                               \
        ADDS(ORACLE_EXT | 0x09, 1, "RxL_INSERTS_DRS", rxl_inserts_drs, 0),                         \
        ADDS(ORACLE_EXT | 0x0a, 1, "RxL_INSERTS_NCB", rxl_inserts_drs, 0),                         \
        ADDS(ORACLE_EXT | 0x0b, 1, "RxL_INSERTS_NCS", rxl_inserts_drs, 0),                         \
        ADDS(ORACLE_EXT | 0x0c, 1, "RxL_INSERTS_HOM", rxl_inserts_drs, 0),                         \
        ADDS(ORACLE_EXT | 0x0d, 1, "RxL_INSERTS_SNP", rxl_inserts_drs, 0),                         \
        ADDS(ORACLE_EXT | 0x0e, 1, "RxL_INSERTS_NDR", rxl_inserts_drs, 0),                         \
        NOT_EMPTY(ORACLE_EXT | 0x0f, "RxL_CYCLES_NE_DRS", rxl_inserts_drs, 0, ORACLE_EXT | 0x15),  \
        NOT_EMPTY(ORACLE_EXT | 0x10, "RxL_CYCLES_NE_NCB", rxl_inserts_drs, 0, ORACLE_EXT | 0x16),  \
        NOT_EMPTY(ORACLE_EXT | 0x11, "RxL_CYCLES_NE_NCS", rxl_inserts_drs, 0, ORACLE_EXT | 0x17),  \
        NOT_EMPTY(ORACLE_EXT | 0x12, "RxL_CYCLES_NE_HOM", rxl_inserts_drs, 0, ORACLE_EXT | 0x18),  \
        NOT_EMPTY(ORACLE_EXT | 0x13, "RxL_CYCLES_NE_SNP", rxl_inserts_drs, 0, ORACLE_EXT | 0x19),  \
        NOT_EMPTY(ORACLE_EXT | 0x14, "RxL_CYCLES_NE_NDR", rxl_inserts_drs, 0, ORACLE_EXT | 0x1a),  \
        EACH(ORACLE_EXT | 0x15, 128, "RxL_OCCUPANCY_DRS", rxl_inserts_drs, 0),                     \
        EACH(ORACLE_EXT | 0x16, 128, "RxL_OCCUPANCY_NCB", rxl_inserts_drs, 0),                     \
        EACH(ORACLE_EXT | 0x17, 128, "RxL_OCCUPANCY_NCS", rxl_inserts_drs, 0),                     \
        EACH(ORACLE_EXT | 0x18, 128, "RxL_OCCUPANCY_HOM", rxl_inserts_drs, 0),                     \
        EACH(ORACLE_EXT | 0x19, 128, "RxL_OCCUPANCY_SNP", rxl_inserts_drs, 0),                     \
        EACH(ORACLE_EXT | 0x1a, 128, "RxL_OCCUPANCY_NDR", rxl_inserts_drs, 0),                     \
        ADDS(ORACLE_EXT | 0x1b, 128, "VNA_CREDIT_RETURN_OCCUPANCY", NULL, 0),                      \
        ADDS(ORACLE_EXT | 0x1c, 1, "VNA_CREDIT_RETURNS", NULL, 0),                                 \
        ADDS(ORACLE_EXT | 0x1d, 1, "RxL_CREDITS_CONSUMED_VNA", NULL, 0),                           \
        ADDS(ORACLE_EXT | 0x1e, 1, "RxL_CREDITS_CONSUMED_VN0", rxl_credits_consumed_vn0, 0),       \
        EACH(ORACLE_EXT | 0x1f, 128, "TxR_BL_DRS_CREDIT_OCCUPANCY", txr_bl_drs_credit_occupancy,   \
            0),                                                                                    \
        EACH(ORACLE_EXT | 0x20, 128, "TxR_BL_NCB_CREDIT_OCCUPANCY", rxl_inserts_drs, 0),           \
        EACH(ORACLE_EXT | 0x21, 128, "TxR_BL_NCS_CREDIT_OCCUPANCY", rxl_inserts_drs, 0),           \
        EACH(ORACLE_EXT | 0x22, 128, "TxR_AD_HOM_CREDIT_OCCUPANCY", rxl_inserts_drs, 0),           \
        EACH(ORACLE_EXT | 0x23, 128, "TxR_AD_SNP_CREDIT_OCCUPANCY", rxl_inserts_drs, 0),           \
        EACH(ORACLE_EXT | 0x24, 128, "TxR_AD_NDR_CREDIT_OCCUPANCY", rxl_inserts_drs, 0), ak_level, \
        ADDS(ORACLE_EXT | 0x26, 1, "TxR_AD_HOM_CREDIT_ACQUIRED", rxl_inserts_drs, 0),              \
        ADDS(ORACLE_EXT | 0x27, 1, "TxR_AD_SNP_CREDIT_ACQUIRED", rxl_inserts_drs, 0),              \
        ADDS(ORACLE_EXT | 0x28, 1, "TxR_AD_NDR_CREDIT_ACQUIRED", rxl_inserts_drs, 0), ak_count,    \
        ADDS(ORACLE_EXT | 0x2a, 1, "TxR_BL_DRS_CREDIT_ACQUIRED", txr_bl_drs_credit_occupancy, 0),  \
        ADDS(ORACLE_EXT | 0x2b, 1, "TxR_BL_NCB_CREDIT_ACQUIRED", rxl_inserts_drs, 0),              \
        ADDS(ORACLE_EXT | 0x2c, 1, "TxR_BL_NCS_CREDIT_ACQUIRED", rxl_inserts_drs, 0),              \
        ANY(ORACLE_EXT | 0x35, "RxL_STALLS_VN0", rxl_stalls_vn0, 0),                               \
        ADDS(ORACLE_EXT | 0x38, 2, "CTO_COUNT", NULL, 0),                                          \
        ADDS(ORACLE_EXT | 0x39, 1, "RxL_CREDITS_CONSUMED_VN1", rxl_credits_consumed_vn0, 0),       \
        ANY(ORACLE_EXT | 0x3a, "RxL_STALLS_VN1", rxl_stalls_vn1, 0)

static const struct oracle_register qpi_later_registers[] = {CTR("PMON_CTR0", 0),
    CTR("PMON_CTR1", 1), CTR("PMON_CTR2", 2), CTR("PMON_CTR3", 3), CTL("PMON_CTL0", 0),
    CTL("PMON_CTL1", 1), CTL("PMON_CTL2", 2), CTL("PMON_CTL3", 3), BOX_CTL};

#endif
