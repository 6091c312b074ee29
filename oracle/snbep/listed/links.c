/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Monitors of Sapphire Rapids' links and stacks that are listed: links of UPI,
 * a stack's coherent side, links between dies. Events by perf's list
 * sapphirerapids, without those whose umask has more than eight bits. 32 is
 * assumed for levels, otherwise 1. Sub-events that are cycles of something may
 * coincide and then add 1. */
#include "oracle/snbep/listed/listed.h"

enum { MOST = 32 };

/* ---- links of UPI ---- */

static const struct oracle_sub direct_attempts[] = {S("D2C", 0x1), S("D2K", 0x2), END};
static const struct oracle_sub flowq_no_vna_crd[] = {S("AD_VNA_EQ0", 0x1), S("AD_VNA_EQ1", 0x2),
    S("AD_VNA_EQ2", 0x4), S("AK_VNA_EQ0", 0x10), S("AK_VNA_EQ1", 0x20), S("AK_VNA_EQ2", 0x40),
    S("AK_VNA_EQ3", 0x80), S("BL_VNA_EQ0", 0x8), END};
static const struct oracle_sub m3_byp_blocked[] = {S("BGF_CRD", 0x8), S("FLOWQ_AD_VNA_LE2", 0x1),
    S("FLOWQ_AK_VNA_LE3", 0x4), S("FLOWQ_BL_VNA_EQ0", 0x2), S("GV_BLOCK", 0x10), END};
static const struct oracle_sub m3_rxq_blocked[] = {S("BGF_CRD", 0x20),
    S("FLOWQ_AD_VNA_BTW_2_THRESH", 0x2), S("FLOWQ_AD_VNA_LE2", 0x1), S("FLOWQ_AK_VNA_LE3", 0x10),
    S("FLOWQ_BL_VNA_BTW_0_THRESH", 0x8), S("FLOWQ_BL_VNA_EQ0", 0x4), S("GV_BLOCK", 0x40), END};
static const struct oracle_sub req_slot2_from_m3[] = {
    S("ACK", 0x8), S("VN0", 0x2), S("VN1", 0x4), S("VNA", 0x1), END};
static const struct oracle_sub rxl_any_flits[] = {S("DATA", 0x8), S("LLCRD", 0x10),
    S("LLCTRL", 0x40), S("NULL", 0x20), S("PROTHDR", 0x80), S("SLOT0", 0x1), S("SLOT1", 0x2),
    S("SLOT2", 0x4), END};
static const struct oracle_sub rxl_basic_hdr_match[] = {
    ORACLE_NUMBERED("NCB", 0xe, 0x1), ORACLE_NUMBERED("NCS", 0xf, 0x2), END};
static const struct oracle_sub rxl_bypassed[] = {
    S("SLOT0", 0x1), S("SLOT1", 0x2), S("SLOT2", 0x4), END};
static const struct oracle_sub rxl_slot_bypass[] = {S("S0_RXQ1", 0x1), S("S0_RXQ2", 0x2),
    S("S1_RXQ0", 0x4), S("S1_RXQ2", 0x8), S("S2_RXQ0", 0x10), S("S2_RXQ1", 0x20), END};
static const struct oracle_sub txl0p_clk_active[] = {S("CFG_CTL", 0x1), S("DFX", 0x40),
    S("RETRY", 0x20), S("RXQ", 0x2), S("RXQ_BYPASS", 0x4), S("RXQ_CRED", 0x8), S("SPARE", 0x80),
    S("TXQ", 0x10), END};
static const struct oracle_sub flits[] = {S("ALL_DATA", 0xf), S("ALL_LLCRD", 0x17), S("IDLE", 0x47),
    S("ALL_NULL", 0x27), S("ALL_PROTHDR", 0x87), S("DATA", 0x8), S("LLCRD", 0x10),
    S("LLCTRL", 0x40), S("NON_DATA", 0x97), S("NULL", 0x20), S("PROTHDR", 0x80), S("SLOT0", 0x1),
    S("SLOT1", 0x2), S("SLOT2", 0x4), END};

static const struct oracle_event upi_events[] = {
    ROW(0x01, 1, "CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0),
    ADDS(0x12, 1, "DIRECT_ATTEMPTS", direct_attempts, 0),
    ANY(0x18, "FLOWQ_NO_VNA_CRD", flowq_no_vna_crd, 0),
    ADDS(0x21, 1, "L1_POWER_CYCLES", NULL, 0),
    ANY(0x14, "M3_BYP_BLOCKED", m3_byp_blocked, 0),
    ADDS(0x16, 1, "M3_CRD_RETURN_BLOCKED", NULL, 0),
    ANY(0x15, "M3_RXQ_BLOCKED", m3_rxq_blocked, 0),
    ADDS(0x20, 1, "PHY_INIT_CYCLES", NULL, 0),
    ADDS(0x23, 1, "POWER_L1_NACK", NULL, 0),
    ADDS(0x22, 1, "POWER_L1_REQ", NULL, 0),
    ADDS(0x46, 1, "REQ_SLOT2_FROM_M3", req_slot2_from_m3, 0),
    ADDS(0x24, 1, "RxL0_POWER_CYCLES", NULL, 0),
    ADDS(0x25, 1, "RxL0P_POWER_CYCLES", NULL, 0),
    EACH(0x4b, 1, "RxL_ANY_FLITS", rxl_any_flits, 0),
    {0x05, 1, "RxL_BASIC_HDR_MATCH", rxl_basic_hdr_match, ORACLE_ADDS, 0, 0, 0, true, 0},
    ADDS(0x31, 1, "RxL_BYPASSED", rxl_bypassed, 0),
    ADDS(0x0b, 1, "RxL_CRC_ERRORS", NULL, 0),
    ADDS(0x08, 1, "RxL_CRC_LLR_REQ_TRANSMIT", NULL, 0),
    ADDS(0x39, 1, "RxL_CREDITS_CONSUMED_VN0", NULL, 0),
    ADDS(0x3a, 1, "RxL_CREDITS_CONSUMED_VN1", NULL, 0),
    ADDS(0x38, 1, "RxL_CREDITS_CONSUMED_VNA", NULL, 0),
    EACH(0x03, 1, "RxL_FLITS", flits, 0),
    ADDS(0x30, 1, "RxL_INSERTS", rxl_bypassed, 0),
    EACH(0x32, MOST, "RxL_OCCUPANCY", rxl_bypassed, 0),
    ADDS(0x33, 1, "RxL_SLOT_BYPASS", rxl_slot_bypass, 0),
    ADDS(0x26, 1, "TxL0_POWER_CYCLES", NULL, 0),
    ANY(0x2a, "TxL0P_CLK_ACTIVE", txl0p_clk_active, 0),
    ADDS(0x27, 1, "TxL0P_POWER_CYCLES", NULL, 0),
    ADDS(0x28, 1, "TxL0P_POWER_CYCLES_LL_ENTER", NULL, 0),
    ADDS(0x29, 1, "TxL0P_POWER_CYCLES_M3_EXIT", NULL, 0),
    EACH(0x4a, 1, "TxL_ANY_FLITS", rxl_any_flits, 0),
    {0x04, 1, "TxL_BASIC_HDR_MATCH", rxl_basic_hdr_match, ORACLE_ADDS, 0, 0, 0, true, 0},
    ADDS(0x41, 1, "TxL_BYPASSED", NULL, 0),
    EACH(0x02, 1, "TxL_FLITS", flits, 0),
    ADDS(0x40, 1, "TxL_INSERTS", NULL, 0),
    ADDS(0x42, MOST, "TxL_OCCUPANCY", NULL, 0),
    ADDS(0x45, 1, "VNA_CREDIT_RETURN_BLOCKED_VN01", NULL, 0),
    ADDS(0x44, MOST, "VNA_CREDIT_RETURN_OCCUPANCY", NULL, 0),
};

/* Linux, ICX_UPI_PCI_PMON_BOX_CTL, _CTL0, _CTR0. */
static const struct oracle_register upi_registers[] = {{"BOX_CTL", 0x318, 4, ORACLE_IS_BOX_CTL, 0},
    FOUR("CTL", ORACLE_IS_CTL, 0x350, 8), FOUR("CTR", ORACLE_IS_CTR, 0x320, 8)};
/* A second name of a sub-event. */
static const struct oracle_alias upi_names[] = {
    {"unc_upi_txl_flits.all_llctrl", 0x4702, 1, ""}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_spr_upi = {
    .pmu = "uncore_upi", .list = "unc_upi_", .names = upi_names, .general = 4, LISTED(upi)};

/* ---- a stack's coherent side ---- */

/* For responses to snoops, each kind of snoop has separate sub-events; the ones
 * named ALL are the states. */
static const struct oracle_sub cache_total_occupancy[] = {S("MEM", 0x4), END};
static const struct oracle_sub irp_all[] = {
    S("EVICTS", 0x4), S("INBOUND_INSERTS", 0x1), S("OUTBOUND_INSERTS", 0x2), END};
static const struct oracle_sub misc0[] = {S("2ND_ATOMIC_INSERT", 0x10), S("2ND_RD_INSERT", 0x4),
    S("2ND_WR_INSERT", 0x8), S("FAST_REJ", 0x2), S("FAST_REQ", 0x1), S("FAST_XFER", 0x20),
    S("PF_ACK_HINT", 0x40), S("SLOWPATH_FWPF_NO_PRF", 0x80), END};
static const struct oracle_sub misc1[] = {S("LOST_FWD", 0x10), S("SEC_RCVD_INVLD", 0x20),
    S("SEC_RCVD_VLD", 0x40), S("SLOW_E", 0x4), S("SLOW_I", 0x1), S("SLOW_M", 0x8), S("SLOW_S", 0x2),
    END};
static const struct oracle_sub snoop_resp[] = {ORACLE_NUMBERED("ALL_HIT", 0x7e, 0xe),
    ORACLE_NUMBERED("ALL_HIT_ES", 0x74, 0x4), ORACLE_NUMBERED("ALL_HIT_I", 0x72, 0x2),
    ORACLE_NUMBERED("ALL_HIT_M", 0x78, 0x8), ORACLE_NUMBERED("ALL_MISS", 0x71, 0x1),
    S("HIT_ES", 0x4), S("HIT_I", 0x2), S("HIT_M", 0x8), S("MISS", 0x1), S("SNPCODE", 0x10),
    S("SNPDATA", 0x20), S("SNPINV", 0x40), END};
static const struct oracle_sub transactions[] = {S("WR_PREF", 0x8), END};

static const struct oracle_event irp_events[] = {
    EACH(0x0f, MOST, "CACHE_TOTAL_OCCUPANCY", cache_total_occupancy, 0),
    ROW(0x01, 1, "CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0),
    ADDS(0x17, 1, "FAF_FULL", NULL, 0),
    ADDS(0x18, 1, "FAF_INSERTS", NULL, 0),
    ADDS(0x19, MOST, "FAF_OCCUPANCY", NULL, 0),
    ADDS(0x16, 1, "FAF_TRANSACTIONS", NULL, 0),
    ADDS(0x20, 1, "IRP_ALL", irp_all, 0),
    ADDS(0x1e, 1, "MISC0", misc0, 0),
    ADDS(0x1f, 1, "MISC1", misc1, 0),
    {0x12, 1, "SNOOP_RESP", snoop_resp, ORACLE_ADDS, 0, 0, 0, true, 0},
    ADDS(0x11, 1, "TRANSACTIONS", transactions, 0),
    ADDS(0x0b, 1, "TxC_AK_INSERTS", NULL, 0),
    ADDS(0x05, 1, "TxC_BL_DRS_CYCLES_FULL", NULL, 0),
    ADDS(0x02, 1, "TxC_BL_DRS_INSERTS", NULL, 0),
    ADDS(0x08, MOST, "TxC_BL_DRS_OCCUPANCY", NULL, 0),
    ADDS(0x06, 1, "TxC_BL_NCB_CYCLES_FULL", NULL, 0),
    ADDS(0x03, 1, "TxC_BL_NCB_INSERTS", NULL, 0),
    ADDS(0x09, MOST, "TxC_BL_NCB_OCCUPANCY", NULL, 0),
    ADDS(0x07, 1, "TxC_BL_NCS_CYCLES_FULL", NULL, 0),
    ADDS(0x04, 1, "TxC_BL_NCS_INSERTS", NULL, 0),
    ADDS(0x0a, MOST, "TxC_BL_NCS_OCCUPANCY", NULL, 0),
    ADDS(0x1c, 1, "TxR2_AD01_STALL_CREDIT_CYCLES", NULL, 0),
    ADDS(0x1a, 1, "TxR2_AD0_STALL_CREDIT_CYCLES", NULL, 0),
    ADDS(0x1b, 1, "TxR2_AD1_STALL_CREDIT_CYCLES", NULL, 0),
    ADDS(0x1d, 1, "TxR2_BL_STALL_CREDIT_CYCLES", NULL, 0),
    ADDS(0x0d, 1, "TxS_DATA_INSERTS_NCB", NULL, 0),
    ADDS(0x0e, 1, "TxS_DATA_INSERTS_NCS", NULL, 0),
    ADDS(0x0c, MOST, "TxS_REQUEST_OCCUPANCY", NULL, 0),
};

/* Intel PCM, SPR_IRP_CTL_REG_OFFSET and SPR_IRP_CTR_REG_OFFSET. */
static const struct oracle_register irp_registers[] = {{"BOX_CTL", 0x0, 4, ORACLE_IS_BOX_CTL, 0},
    TWO("CTL", ORACLE_IS_CTL, 0x2, 1), TWO("CTR", ORACLE_IS_CTR, 0x8, 1)};

const struct oracle_kind oracle_spr_irp = {
    .pmu = "uncore_irp", .list = "unc_i_", .general = 2, .numbered = true, LISTED(irp)};

/* ---- links between dies ---- */

static const struct oracle_sub crs_txr_inserts[] = {S("AD_BNC", 0x1), S("AD_CRD", 0x2),
    S("AK", 0x10), S("AKC", 0x40), S("BL_BNC", 0x4), S("BL_CRD", 0x8), S("IV", 0x20), END};
static const struct oracle_sub crs_txr_v_bounces[] = {
    S("AD", 0x1), S("AK", 0x4), S("AKC", 0x10), S("BL", 0x2), S("IV", 0x8), END};
static const struct oracle_sub fast_asserted[] = {S("AD_BNC", 0x1), S("BL_CRD", 0x2), END};

static const struct oracle_event mdf_events[] = {
    ADDS(0x47, 1, "CRS_TxR_INSERTS", crs_txr_inserts, 0),
    ANY(0x4b, "CRS_TxR_V_BOUNCES", crs_txr_v_bounces, 0),
    ANY(0x15, "FAST_ASSERTED", fast_asserted, 0),
};

/* The offsets are assumed to be the power control unit's. */
static const struct oracle_register mdf_registers[] = {{"BOX_CTL", 0x0, 4, ORACLE_IS_BOX_CTL, 0},
    FOUR("CTL", ORACLE_IS_CTL, 0x2, 1), FOUR("CTR", ORACLE_IS_CTR, 0x8, 1)};

const struct oracle_kind oracle_spr_mdf = {
    .pmu = "uncore_mdf", .list = "unc_mdf_", .general = 4, .numbered = true, LISTED(mdf)};
