/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stop between the mesh and a UPI link. */
#include "oracle/snbep/skx/mesh.h"

static const struct oracle_sub cha_ad_credits_empty[] = {
    S("REQ", 0x04), S("SNP", 0x08), S("VNA", 0x01), S("WB", 0x02), END};
static const struct oracle_sub m2_bl_credits_empty[] = {S("IIO0_IIO1_NCB", 0x01),
    S("IIO2_NCB", 0x02), S("IIO3_NCB", 0x04), S("IIO4_NCB", 0x08), S("IIO5_NCB", 0x10),
    S("NCS", 0x20), S("NCS_SEL", 0x40), END};
static const struct oracle_sub multi_slot_rcvd[] = {S("AD_SLOT0", 0x01), S("AD_SLOT1", 0x02),
    S("AD_SLOT2", 0x04), S("AK_SLOT0", 0x10), S("AK_SLOT2", 0x20), S("BL_SLOT0", 0x08), END};
static const struct oracle_sub rxc_arb_lost_vn0[] = {S("AD_REQ", 0x01), S("AD_RSP", 0x04),
    S("AD_SNP", 0x02), S("BL_NCB", 0x20), S("BL_NCS", 0x40), S("BL_RSP", 0x08), S("BL_WB", 0x10),
    END};
static const struct oracle_sub rxc_arb_misc[] = {S("ADBL_PARALLEL_WIN", 0x40),
    S("NO_PROG_AD_VN0", 0x04), S("NO_PROG_AD_VN1", 0x08), S("NO_PROG_BL_VN0", 0x10),
    S("NO_PROG_BL_VN1", 0x20), S("PAR_BIAS_VN0", 0x01), S("PAR_BIAS_VN1", 0x02), END};
static const struct oracle_sub rxc_bypassed[] = {S("AD_S0_BL_ARB", 0x02), S("AD_S0_IDLE", 0x01),
    S("AD_S1_BL_SLOT", 0x04), S("AD_S2_BL_SLOT", 0x08), END};
static const struct oracle_sub rxc_crd_misc[] = {
    S("ANY_BGF_FIFO", 0x01), S("ANY_BGF_PATH", 0x02), S("NO_D2K_FOR_ARB", 0x04), END};
static const struct oracle_sub rxc_crd_occ[] = {S("D2K_CRD", 0x10), S("FLITS_IN_FIFO", 0x02),
    S("FLITS_IN_PATH", 0x04), S("P1P_FIFO", 0x40), S("P1P_TOTAL", 0x20), S("TxQ_CRD", 0x08),
    S("VNA_IN_USE", 0x01), END};
static const struct oracle_sub rxc_flit_gen_hdr1[] = {S("ACCUM", 0x01), S("ACCUM_READ", 0x02),
    S("ACCUM_WASTED", 0x04), S("AHEAD_BLOCKED", 0x08), S("AHEAD_MSG", 0x10), S("PAR", 0x20),
    S("PAR_FLIT", 0x80), S("PAR_MSG", 0x40), END};
static const struct oracle_sub rxc_flit_gen_hdr2[] = {
    S("RMSTALL", 0x01), S("RMSTALL_NOMSG", 0x02), END};
static const struct oracle_sub rxc_flit_not_sent[] = {S("ALL", 0x01), S("NO_BGF_CRD", 0x02),
    S("NO_BGF_NO_MSG", 0x08), S("NO_TXQ_CRD", 0x04), S("NO_TXQ_NO_MSG", 0x10), S("ONE_TAKEN", 0x20),
    S("THREE_TAKEN", 0x80), S("TWO_TAKEN", 0x40), END};
static const struct oracle_sub rxc_flits_data_not_sent[] = {
    S("ALL", 0x01), S("NO_BGF", 0x02), S("NO_TXQ", 0x04), END};
static const struct oracle_sub rxc_flits_gen_bl[] = {S("P0_WAIT", 0x01), S("P1_WAIT", 0x02),
    S("P1P_AT_LIMIT", 0x10), S("P1P_BUSY", 0x08), S("P1P_FIFO_FULL", 0x40), S("P1P_HOLD_P0", 0x20),
    S("P1P_TO_LIMBO", 0x04), END};
static const struct oracle_sub rxc_flits_sent[] = {S("1_MSG", 0x01), S("1_MSG_VNX", 0x08),
    S("2_MSGS", 0x02), S("3_MSGS", 0x04), S("SLOTS_1", 0x10), S("SLOTS_2", 0x20),
    S("SLOTS_3", 0x40), END};
static const struct oracle_sub rxc_flits_slot_bl[] = {S("ALL", 0x01), S("NEED_DATA", 0x02),
    S("P0_WAIT", 0x04), S("P1_NOT_REQ", 0x10), S("P1_NOT_REQ_BUT_BUBBLE", 0x20),
    S("P1_NOT_REQ_NOT_AVAIL", 0x40), S("P1_WAIT", 0x08), END};
static const struct oracle_sub rxc_held[] = {S("CANT_SLOT_AD", 0x40), S("CANT_SLOT_BL", 0x80),
    S("PARALLEL_AD_LOST", 0x10), S("PARALLEL_ATTEMPT", 0x04), S("PARALLEL_BL_LOST", 0x20),
    S("PARALLEL_SUCCESS", 0x08), S("VN0", 0x01), S("VN1", 0x02), END};
static const struct oracle_sub rxc_smi3_pftch[] = {S("ARB_LOST", 0x02), S("ARRIVED", 0x01),
    S("DROP_OLD", 0x08), S("DROP_WRAP", 0x10), S("SLOTTED", 0x04), END};
static const struct oracle_sub rxc_vna_crd[] = {S("ANY_IN_USE", 0x20), S("CORRECTED", 0x02),
    S("LT1", 0x04), S("LT4", 0x08), S("LT5", 0x10), S("USED", 0x01), END};
static const struct oracle_sub txc_ad_arb_fail[] = {S("VN0_REQ", 0x01), S("VN0_RSP", 0x04),
    S("VN0_SNP", 0x02), S("VN0_WB", 0x08), S("VN1_REQ", 0x10), S("VN1_RSP", 0x40),
    S("VN1_SNP", 0x20), S("VN1_WB", 0x80), END};
static const struct oracle_sub txc_ad_flq_bypass[] = {
    S("AD_SLOT0", 0x01), S("AD_SLOT1", 0x02), S("AD_SLOT2", 0x04), S("BL_EARLY_RSP", 0x08), END};
static const struct oracle_sub txc_ad_flq_inserts[] = {S("VN0_REQ", 0x01), S("VN0_RSP", 0x04),
    S("VN0_SNP", 0x02), S("VN0_WB", 0x08), S("VN1_REQ", 0x10), S("VN1_RSP", 0x40),
    S("VN1_SNP", 0x20), END};
static const struct oracle_sub txc_ad_snpf_grp1_vn1[] = {S("VN0_CHA", 0x04),
    S("VN0_NON_IDLE", 0x40), S("VN0_PEER_UPI0", 0x01), S("VN0_PEER_UPI1", 0x02), S("VN1_CHA", 0x20),
    S("VN1_NON_IDLE", 0x80), S("VN1_PEER_UPI0", 0x08), S("VN1_PEER_UPI1", 0x10), END};
static const struct oracle_sub txc_ad_snpf_grp2_vn1[] = {S("VN0_SNPFP_NONSNP", 0x01),
    S("VN0_SNPFP_VN2SNP", 0x04), S("VN1_SNPFP_NONSNP", 0x02), S("VN1_SNPFP_VN0SNP", 0x08), END};
static const struct oracle_sub txc_ad_spec_arb_crd_avail[] = {S("VN0_REQ", 0x01),
    S("VN0_SNP", 0x02), S("VN0_WB", 0x08), S("VN1_REQ", 0x10), S("VN1_SNP", 0x20),
    S("VN1_WB", 0x80), END};
static const struct oracle_sub txc_bl_arb_fail[] = {S("VN0_NCB", 0x04), S("VN0_NCS", 0x08),
    S("VN0_RSP", 0x01), S("VN0_WB", 0x02), S("VN1_NCB", 0x40), S("VN1_NCS", 0x80),
    S("VN1_RSP", 0x10), S("VN1_WB", 0x20), END};
static const struct oracle_sub txc_bl_flq_inserts[] = {S("VN0_NCB", 0x01), S("VN0_NCS", 0x02),
    S("VN0_RSP", 0x08), S("VN0_WB", 0x04), S("VN1_NCB", 0x10), S("VN1_NCS", 0x20),
    S("VN1_RSP", 0x80), S("VN1_WB", 0x40), END};
static const struct oracle_sub txc_bl_spec_arb_new_msg[] = {S("VN0_NCB", 0x02), S("VN0_NCS", 0x08),
    S("VN0_WB", 0x01), S("VN1_NCB", 0x20), S("VN1_NCS", 0x80), S("VN1_WB", 0x10), END};
static const struct oracle_sub upi_peer_ad_credits_empty[] = {S("VN0_REQ", 0x02),
    S("VN0_RSP", 0x08), S("VN0_SNP", 0x04), S("VN1_REQ", 0x10), S("VN1_RSP", 0x40),
    S("VN1_SNP", 0x20), S("VNA", 0x01), END};
static const struct oracle_sub upi_peer_bl_credits_empty[] = {S("VN0_NCS_NCB", 0x04),
    S("VN0_RSP", 0x02), S("VN0_WB", 0x08), S("VN1_NCS_NCB", 0x20), S("VN1_RSP", 0x10),
    S("VN1_WB", 0x40), S("VNA", 0x01), END};
static const struct oracle_sub vn0_credits_used[] = {S("NCB", 0x10), S("NCS", 0x20), S("REQ", 0x01),
    S("RSP", 0x04), S("SNP", 0x02), S("WB", 0x08), END};

static const struct oracle_event events[] = {
    ANY(0x22, "CHA_AD_CREDITS_EMPTY", cha_ad_credits_empty, 0),
    ROW(0x01, 1, "CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0), ADDS(0x2b, 1, "D2C_SENT", NULL, 0),
    ADDS(0x2a, 1, "D2U_SENT", NULL, 0), ANY(0x23, "M2_BL_CREDITS_EMPTY", m2_bl_credits_empty, 0),
    ADDS(0x3e, 1, "MULTI_SLOT_RCVD", multi_slot_rcvd, 0),
    ADDS(0x4b, 1, "RxC_ARB_LOST_VN0", rxc_arb_lost_vn0, 0),
    ADDS(0x4c, 1, "RxC_ARB_LOST_VN1", rxc_arb_lost_vn0, 0),
    ADDS(0x4d, 1, "RxC_ARB_MISC", rxc_arb_misc, 0),
    ADDS(0x49, 1, "RxC_ARB_NOAD_REQ_VN0", rxc_arb_lost_vn0, 0),
    ADDS(0x4a, 1, "RxC_ARB_NOAD_REQ_VN1", rxc_arb_lost_vn0, 0),
    ANY(0x47, "RxC_ARB_NOCRED_VN0", rxc_arb_lost_vn0, 0),
    ANY(0x48, "RxC_ARB_NOCRED_VN1", rxc_arb_lost_vn0, 0),
    ADDS(0x40, 1, "RxC_BYPASSED", rxc_bypassed, 0),
    ADDS(0x50, 1, "RxC_COLLISION_VN0", rxc_arb_lost_vn0, 0),
    ADDS(0x51, 1, "RxC_COLLISION_VN1", rxc_arb_lost_vn0, 0),
    ADDS(0x60, 1, "RxC_CRD_MISC", rxc_crd_misc, 0), EACH(0x61, MOST, "RxC_CRD_OCC", rxc_crd_occ, 0),
    ANY(0x43, "RxC_CYCLES_NE_VN0", rxc_arb_lost_vn0, 0),
    ANY(0x44, "RxC_CYCLES_NE_VN1", rxc_arb_lost_vn0, 0),
    ADDS(0x53, 1, "RxC_FLIT_GEN_HDR1", rxc_flit_gen_hdr1, 0),
    ADDS(0x54, 1, "RxC_FLIT_GEN_HDR2", rxc_flit_gen_hdr2, 0),
    ANY(0x55, "RxC_FLIT_NOT_SENT", rxc_flit_not_sent, 0),
    ANY(0x57, "RxC_FLITS_DATA_NOT_SENT", rxc_flits_data_not_sent, 0),
    ADDS(0x59, 1, "RxC_FLITS_GEN_BL", rxc_flits_gen_bl, 0),
    ADDS(0x5a, 1, "RxC_FLITS_MISC", NULL, 0), ADDS(0x56, 1, "RxC_FLITS_SENT", rxc_flits_sent, 0),
    ADDS(0x58, 1, "RxC_FLITS_SLOT_BL", rxc_flits_slot_bl, 0),
    ADDS(0x52, 1, "RxC_HELD", rxc_held, 0), ADDS(0x41, 1, "RxC_INSERTS_VN0", rxc_arb_lost_vn0, 0),
    ADDS(0x42, 1, "RxC_INSERTS_VN1", rxc_arb_lost_vn0, 0),
    EACH(0x45, MOST, "RxC_OCCUPANCY_VN0", rxc_arb_lost_vn0, 0),
    EACH(0x46, MOST, "RxC_OCCUPANCY_VN1", rxc_arb_lost_vn0, 0),
    ADDS(0x4e, 1, "RxC_PACKING_MISS_VN0", rxc_arb_lost_vn0, 0),
    ADDS(0x4f, 1, "RxC_PACKING_MISS_VN1", rxc_arb_lost_vn0, 0),
    ADDS(0x62, 1, "RxC_SMI3_PFTCH", rxc_smi3_pftch, 0),
    ADDS(0x5b, 1, "RxC_VNA_CRD", rxc_vna_crd, 0),
    ADDS(0x30, 1, "TxC_AD_ARB_FAIL", txc_ad_arb_fail, 0),
    ADDS(0x2c, 1, "TxC_AD_FLQ_BYPASS", txc_ad_flq_bypass, 0),
    ANY(0x27, "TxC_AD_FLQ_CYCLES_NE", txc_ad_arb_fail, 0),
    ADDS(0x2d, 1, "TxC_AD_FLQ_INSERTS", txc_ad_flq_inserts, 0),
    EACH(0x1c, MOST, "TxC_AD_FLQ_OCCUPANCY", txc_ad_flq_inserts, 0x1),
    ADDS(0x3c, 1, "TxC_AD_SNPF_GRP1_VN1", txc_ad_snpf_grp1_vn1, 0x1),
    ADDS(0x3d, 1, "TxC_AD_SNPF_GRP2_VN1", txc_ad_snpf_grp2_vn1, 0),
    ADDS(0x34, 1, "TxC_AD_SPEC_ARB_CRD_AVAIL", txc_ad_spec_arb_crd_avail, 0),
    ADDS(0x33, 1, "TxC_AD_SPEC_ARB_NEW_MSG", txc_ad_spec_arb_crd_avail, 0),
    ADDS(0x32, 1, "TxC_AD_SPEC_ARB_NO_OTHER_PEND", txc_ad_arb_fail, 0),
    ADDS(0x2f, 1, "TxC_AK_FLQ_INSERTS", NULL, 0),
    ADDS(0x1e, MOST, "TxC_AK_FLQ_OCCUPANCY", NULL, 0x1),
    ADDS(0x35, 1, "TxC_BL_ARB_FAIL", txc_bl_arb_fail, 0),
    ANY(0x28, "TxC_BL_FLQ_CYCLES_NE", txc_ad_arb_fail, 0),
    ADDS(0x2e, 1, "TxC_BL_FLQ_INSERTS", txc_bl_flq_inserts, 0),
    EACH(0x1d, MOST, "TxC_BL_FLQ_OCCUPANCY", txc_bl_arb_fail, 0x1),
    ADDS(0x38, 1, "TxC_BL_SPEC_ARB_NEW_MSG", txc_bl_spec_arb_new_msg, 0),
    ADDS(0x37, 1, "TxC_BL_SPEC_ARB_NO_OTHER_PEND", txc_bl_arb_fail, 0),
    ANY(0x20, "UPI_PEER_AD_CREDITS_EMPTY", upi_peer_ad_credits_empty, 0),
    ANY(0x21, "UPI_PEER_BL_CREDITS_EMPTY", upi_peer_bl_credits_empty, 0),
    ADDS(0x29, 1, "UPI_PREFETCH_SPAWN", NULL, 0),
    ADDS(0x5c, 1, "VN0_CREDITS_USED", vn0_credits_used, 0),
    ANY(0x5e, "VN0_NO_CREDITS", vn0_credits_used, 0),
    ADDS(0x5d, 1, "VN1_CREDITS_USED", vn0_credits_used, 0),
    ANY(0x5f, "VN1_NO_CREDITS", vn0_credits_used, 0), MESH_EVENTS, MESH_AG1_BL(0x1)};

static const struct oracle_register registers[] = {CTR("PMON_CTR0", 0), CTR("PMON_CTR1", 1),
    CTR("PMON_CTR2", 2), CTL("PMON_CTL0", 0), CTL("PMON_CTL1", 1), CTL("PMON_CTL2", 2), BOX_CTL};
/* Linux, skx_uncore_formats_attr. */
static const struct oracle_format formats[] = {FORMATS};

const struct oracle_kind oracle_skx_m3upi = {
    .pmu = "uncore_m3upi",
    .list = "unc_m3upi_",
    .general = 3,
    .bits = 48,
    .fields = {CTL_FIELDS},
    KIND_HAS(registers, events, formats),
    KIND_FREEZES,
    .frz_alone = true,
};
