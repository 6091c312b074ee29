/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events that UPI links have since Skylake-SP. The file around has direct_attempts,
 * rxl_basic_hdr_match and rxl_flits, which differ. */
#ifndef PMULAB_ORACLE_SNBEP_KINDS_UPI_H
#define PMULAB_ORACLE_SNBEP_KINDS_UPI_H

#include "oracle/snbep/kinds/kinds.h"

static const struct oracle_sub flowq_no_vna_crd[] = {S("AD_VNA_EQ0", 0x01), S("AD_VNA_EQ1", 0x02),
    S("AD_VNA_EQ2", 0x04), S("AK_VNA_EQ0", 0x10), S("AK_VNA_EQ1", 0x20), S("AK_VNA_EQ2", 0x40),
    S("AK_VNA_EQ3", 0x80), S("BL_VNA_EQ0", 0x08), END};
static const struct oracle_sub m3_byp_blocked[] = {S("BGF_CRD", 0x08), S("FLOWQ_AD_VNA_LE2", 0x01),
    S("FLOWQ_AK_VNA_LE3", 0x04), S("FLOWQ_BL_VNA_EQ0", 0x02), S("GV_BLOCK", 0x10), END};
static const struct oracle_sub m3_rxq_blocked[] = {S("BGF_CRD", 0x20),
    S("FLOWQ_AD_VNA_BTW_2_THRESH", 0x02), S("FLOWQ_AD_VNA_LE2", 0x01), S("FLOWQ_AK_VNA_LE3", 0x10),
    S("FLOWQ_BL_VNA_BTW_0_THRESH", 0x08), S("FLOWQ_BL_VNA_EQ0", 0x04), S("GV_BLOCK", 0x40), END};
static const struct oracle_sub req_slot2_from_m3[] = {
    S("ACK", 0x08), S("VN0", 0x02), S("VN1", 0x04), S("VNA", 0x01), END};
static const struct oracle_sub rxl_bypassed[] = {
    S("SLOT0", 0x01), S("SLOT1", 0x02), S("SLOT2", 0x04), END};
static const struct oracle_sub rxl_slot_bypass[] = {S("S0_RXQ1", 0x01), S("S0_RXQ2", 0x02),
    S("S1_RXQ0", 0x04), S("S1_RXQ2", 0x08), S("S2_RXQ0", 0x10), S("S2_RXQ1", 0x20), END};
static const struct oracle_sub txl0p_clk_active[] = {S("CFG_CTL", 0x01), S("DFX", 0x40),
    S("RETRY", 0x20), S("RXQ", 0x02), S("RXQ_BYPASS", 0x04), S("RXQ_CRED", 0x08), S("SPARE", 0x80),
    S("TXQ", 0x10), END};

#define UPI_EVENTS                                                                                 \
    ROW(0x01, 1, "CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0),                                          \
        ADDS(0x12, 1, "DIRECT_ATTEMPTS", direct_attempts, 0),                                      \
        ANY(0x18, "FLOWQ_NO_VNA_CRD", flowq_no_vna_crd, 0),                                        \
        ADDS(0x21, 1, "L1_POWER_CYCLES", NULL, 0), ANY(0x14, "M3_BYP_BLOCKED", m3_byp_blocked, 0), \
        ADDS(0x16, 1, "M3_CRD_RETURN_BLOCKED", NULL, 0),                                           \
        ANY(0x15, "M3_RXQ_BLOCKED", m3_rxq_blocked, 0), ADDS(0x20, 1, "PHY_INIT_CYCLES", NULL, 0), \
        ADDS(0x23, 1, "POWER_L1_NACK", NULL, 0), ADDS(0x22, 1, "POWER_L1_REQ", NULL, 0),           \
        ADDS(0x46, 1, "REQ_SLOT2_FROM_M3", req_slot2_from_m3, 0),                                  \
        ADDS(0x24, 1, "RxL0_POWER_CYCLES", NULL, 0), ADDS(0x25, 1, "RxL0P_POWER_CYCLES", NULL, 0), \
        {0x05, 1, "RxL_BASIC_HDR_MATCH", rxl_basic_hdr_match, ORACLE_ADDS, 0, 0, 0, true, 0},      \
        ADDS(0x31, 1, "RxL_BYPASSED", rxl_bypassed, 0), ADDS(0x0b, 1, "RxL_CRC_ERRORS", NULL, 0),  \
        ADDS(0x08, 1, "RxL_CRC_LLR_REQ_TRANSMIT", NULL, 0),                                        \
        ADDS(0x39, 1, "RxL_CREDITS_CONSUMED_VN0", NULL, 0),                                        \
        ADDS(0x3a, 1, "RxL_CREDITS_CONSUMED_VN1", NULL, 0),                                        \
        ADDS(0x38, 1, "RxL_CREDITS_CONSUMED_VNA", NULL, 0),                                        \
        EACH(0x03, 1, "RxL_FLITS", rxl_flits, 0), ADDS(0x30, 1, "RxL_INSERTS", rxl_bypassed, 0),   \
        EACH(0x32, MOST, "RxL_OCCUPANCY", rxl_bypassed, 0),                                        \
        ADDS(0x33, 1, "RxL_SLOT_BYPASS", rxl_slot_bypass, 0),                                      \
        ADDS(0x26, 1, "TxL0_POWER_CYCLES", NULL, 0),                                               \
        ANY(0x2a, "TxL0P_CLK_ACTIVE", txl0p_clk_active, 0),                                        \
        ADDS(0x27, 1, "TxL0P_POWER_CYCLES", NULL, 0),                                              \
        ADDS(0x28, 1, "TxL0P_POWER_CYCLES_LL_ENTER", NULL, 0),                                     \
        ADDS(0x29, 1, "TxL0P_POWER_CYCLES_M3_EXIT", NULL, 0),                                      \
        {0x04, 1, "TxL_BASIC_HDR_MATCH", rxl_basic_hdr_match, ORACLE_ADDS, 0, 0, 0, true, 0},      \
        ADDS(0x41, 1, "TxL_BYPASSED", NULL, 0), EACH(0x02, 1, "TxL_FLITS", rxl_flits, 0),          \
        ADDS(0x40, 1, "TxL_INSERTS", NULL, 0), ADDS(0x42, MOST, "TxL_OCCUPANCY", NULL, 0),         \
        ADDS(0x45, 1, "VNA_CREDIT_RETURN_BLOCKED_VN01", NULL, 0),                                  \
        ADDS(0x44, MOST, "VNA_CREDIT_RETURN_OCCUPANCY", NULL, 0)

#endif
