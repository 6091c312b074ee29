/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The home agent: guide, section 2.4. REQUESTS and TRACKER_INSERTS have names
 * of single bits as in the list of Ivy Bridge-EP.
 */
#include "oracle/snbep/kinds/kinds.h"
#include "oracle/snbep/kinds/rings.h"

static const struct oracle_sub ha_requests[] = {S("READS_LOCAL", 0x01), S("READS_REMOTE", 0x02),
    S("WRITES_LOCAL", 0x04), S("WRITES_REMOTE", 0x08), S("INVITOE_LOCAL", 0x10),
    S("INVITOE_REMOTE", 0x20), S("READS", 0x03), S("WRITES", 0x0c), END};
static const struct oracle_sub ha_txr_ad[] = {S("HOM", 0x04), END};
static const struct oracle_sub ha_txr_bl[] = {
    S("DRS_CACHE", 0x01), S("DRS_CORE", 0x02), S("DRS_QPI", 0x04), END};
static const struct oracle_sub ha_bypass_imc[] = {S("TAKEN", 0x01), S("NOT_TAKEN", 0x02), END};
static const struct oracle_sub ha_rpq_cycles_no_reg_credits[] = {
    S("CHN0", 0x01), S("CHN1", 0x02), S("CHN2", 0x04), S("CHN3", 0x08), END};
static const struct oracle_sub ha_imc_reads[] = {S("NORMAL", 0x01), END};
static const struct oracle_sub ha_imc_writes[] = {S("FULL", 0x01), S("PARTIAL", 0x02),
    S("FULL_ISOCH", 0x04), S("PARTIAL_ISOCH", 0x08), S("ALL", 0x0f), END};
static const struct oracle_sub ha_tad_requests_g0[] = {S("REGION0", 0x01), S("REGION1", 0x02),
    S("REGION2", 0x04), S("REGION3", 0x08), S("REGION4", 0x10), S("REGION5", 0x20),
    S("REGION6", 0x40), S("REGION7", 0x80), END};
static const struct oracle_sub ha_tad_requests_g1[] = {
    S("REGION8", 0x01), S("REGION9", 0x02), S("REGION10", 0x04), S("REGION11", 0x08), END};
static const struct oracle_sub ha_snoop_resp[] = {S("RSPI", 0x01), S("RSPS", 0x02),
    S("RSPIFWD", 0x04), S("RSPSFWD", 0x08), S("RSP_WB", 0x10), S("RSP_FWD_WB", 0x20),
    S("RSPCNFLCT", 0x40), END};
static const struct oracle_sub ha_igr_no_credit_cycles[] = {
    S("AD_QPI0", 0x01), S("AD_QPI1", 0x02), S("BL_QPI0", 0x04), S("BL_QPI1", 0x08), END};
static const struct oracle_sub ha_txr_ad_inserts[] = {
    S("SCHED0", 0x01), S("SCHED1", 0x02), S("ALL", 0x03), END};
/* The egress queues to the AD, AK and BL rings, each of 32 entries. */
#define HA_EGRESS_QUEUE(ring, inserts, entries, not_empty, full)                                   \
    ADDS(inserts, 1, "TxR_" ring "_INSERTS", ha_txr_ad_inserts, 0),                                \
        EACH(entries, 32, "TxR_" ring "_OCCUPANCY", ha_txr_ad_inserts, 0),                         \
        NOT_EMPTY(not_empty, "TxR_" ring "_CYCLES_NE", ha_txr_ad_inserts, 0, entries),             \
        FULL(full, "TxR_" ring "_CYCLES_FULL", ha_txr_ad_inserts, 0, entries)
#define HA_EGRESS_QUEUES                                                                           \
    HA_EGRESS_QUEUE("AD", 0x27, 0x28, 0x29, 0x2a), HA_EGRESS_QUEUE("AK", 0x2f, 0x30, 0x31, 0x32),  \
        HA_EGRESS_QUEUE("BL", 0x33, 0x34, 0x35, 0x36)
static const struct oracle_sub ha_bt_to_ht_not_issued[] = {S("INCOMING_SNP_HAZARD", 0x02),
    S("INCOMING_BL_HAZARD", 0x04), S("RSPACKCFLT_HAZARD", 0x08), S("WBMDATA_HAZARD", 0x10), END};
static const struct oracle_sub ha_osb_edr[] = {S("ALL", 0x01), S("READS_LOCAL_I", 0x02),
    S("READS_REMOTE_I", 0x04), S("READS_LOCAL_S", 0x08), S("READS_REMOTE_S", 0x10), END};
static const struct oracle_sub ha_snp_resp_recv_local[] = {S("RSPI", 0x01), S("RSPS", 0x02),
    S("RSPIFWD", 0x04), S("RSPSFWD", 0x08), S("RSPxWB", 0x10), S("RSPxFWDxWB", 0x20),
    S("RSPCNFLCT", 0x40), S("OTHER", 0x80), END};
static const struct oracle_sub ha_directory_lookup[] = {S("SNP", 0x01), S("NO_SNP", 0x02), END};
static const struct oracle_sub ha_directory_update[] = {
    S("SET", 0x01), S("CLEAR", 0x02), S("ANY", 0x03), END};

static const struct oracle_sub requests[] = {S("READS_LOCAL", 0x01), S("READS_REMOTE", 0x02),
    S("WRITES_LOCAL", 0x04), S("WRITES_REMOTE", 0x08), S("READS", 0x03), S("WRITES", 0x0c), END};
static const struct oracle_sub tracker_inserts[] = {
    S("LOCAL", 0x01), S("REMOTE", 0x02), S("ALL", 0x03), END};
static const struct oracle_sub conflict_cycles[] = {
    S("NO_CONFLICT", 0x01), S("CONFLICT", 0x02), END};
static const struct oracle_sub txr_ad[] = {S("NDR", 0x01), S("SNP", 0x02), END};

static const struct oracle_event snb_events[] = {
    CLOCK(0x00),
    ADDS(0x01, 1, "REQUESTS", requests, 0),
    ADDS(0x06, 1, "TRACKER_INSERTS", tracker_inserts, 0),
    ADDS(0x0b, 1, "CONFLICT_CYCLES", conflict_cycles, 0),
    ADDS(0x0c, 1, "DIRECTORY_LOOKUP", ha_directory_lookup, 0),
    ADDS(0x0d, 1, "DIRECTORY_UPDATE", ha_directory_update, 0),
    ADDS(0x0e, 1, "TxR_AK_NDR", NULL, 0),
    ADDS(0x0f, 1, "TxR_AD", txr_ad, 0),
    ADDS(0x10, 1, "TxR_BL", ha_txr_bl, 0),
    ADDS(0x11, 1, "DIRECT2CORE_COUNT", NULL, 0),
    ADDS(0x12, 1, "DIRECT2CORE_CYCLES_DISABLED", NULL, 0),
    ADDS(0x13, 1, "DIRECT2CORE_TXN_OVERRIDE", NULL, 0),
    ADDS(0x14, 1, "BYPASS_IMC", ha_bypass_imc, 0),
    EACH(0x15, 4, "RPQ_CYCLES_NO_REG_CREDITS", ha_rpq_cycles_no_reg_credits, 0),
    EACH(0x16, 4, "RPQ_CYCLES_NO_SPEC_CREDITS", ha_rpq_cycles_no_reg_credits, 0),
    EACH(0x18, 4, "WPQ_CYCLES_NO_REG_CREDITS", ha_rpq_cycles_no_reg_credits, 0),
    EACH(0x19, 4, "WPQ_CYCLES_NO_SPEC_CREDITS", ha_rpq_cycles_no_reg_credits, 0),
    ADDS(0x1a, 1, "IMC_WRITES", ha_imc_writes, 0),
    ADDS(0x1b, 2, "TAD_REQUESTS_G0", ha_tad_requests_g0, 0),
    ADDS(0x1c, 2, "TAD_REQUESTS_G1", ha_tad_requests_g1, 0),
    ADDS(0x1e, 1, "IMC_RETRY", NULL, 0),
    ANY(0x22, "IGR_NO_CREDIT_CYCLES", ha_igr_no_credit_cycles, 0),
    HA_EGRESS_QUEUES,
    ANY(0x3e, "RING_AD_USED", ring_ad_used, 0),
    ANY(0x3f, "RING_AK_USED", ring_ad_used, 0),
    ANY(0x40, "RING_BL_USED", ring_ad_used, 0),
};

static const struct oracle_register registers[] = {CTR("PMON_CTR0", 0), CTR("PMON_CTR1", 1),
    CTR("PMON_CTR2", 2), CTR("PMON_CTR3", 3), CTL("PMON_CTL0", 0), CTL("PMON_CTL1", 1),
    CTL("PMON_CTL2", 2), CTL("PMON_CTL3", 3), BOX_CTL};
static const struct oracle_format formats[] = {FORMATS};

const struct oracle_kind oracle_ha = {
    .pmu = "uncore_ha",
    .list = "unc_h_",
    .general = 4,
    .bits = 48,
    .fields = {CTL_FIELDS},
    KIND_HAS(registers, snb_events, formats),
    KIND_FREEZES,
};

/* ---- Ivy Bridge-EP ---- */

/* TxR_AD_OCCUPANCY and TxR_AK_OCCUPANCY also have ALL, as in the E5-2600. */

static const struct oracle_sub ivt_conflict_cycles[] = {
    S("CONFLICT", 0x02), S("LAST", 0x04), S("ACKCNFLTS", 0x08), S("CMP_FWDS", 0x10), END};
static const struct oracle_sub directory_lookup[] = {S("SNP", 0x01), S("NO_SNP", 0x02),
    S("SNOOP_S", 0x02), S("SNOOP_A", 0x08), S("ANY", 0x10), S("STATE_I", 0x20), S("STATE_S", 0x40),
    S("STATE_A", 0x80), END};
static const struct oracle_sub directory_update[] = {S("SET", 0x01), S("CLEAR", 0x02),
    S("I2S", 0x02), S("I2A", 0x04), S("S2I", 0x08), S("S2A", 0x10), S("A2I", 0x20), S("A2S", 0x40),
    S("ANY", 0x03), END};
static const struct oracle_sub txr_ak[] = {S("CRD_CBO", 0x02), END};
static const struct oracle_sub bt_cycles_ne[] = {S("LOCAL", 0x01), S("REMOTE", 0x02), END};
static const struct oracle_sub bt_occupancy[] = {S("LOCAL", 0x01), S("REMOTE", 0x02),
    S("READS_LOCAL", 0x04), S("READS_REMOTE", 0x08), S("WRITES_LOCAL", 0x10),
    S("WRITES_REMOTE", 0x20), END};
static const struct oracle_sub osb[] = {
    S("READS_LOCAL", 0x02), S("INVITOE_LOCAL", 0x04), S("REMOTE", 0x08), END};
static const struct oracle_sub iodc_conflicts[] = {S("ANY", 0x01),
    S("REMOTE_INVI2E_SAME_RTID", 0x01), S("LAST", 0x04), S("REMOTE_OTHER_SAME_ADDR", 0x04), END};

static const struct oracle_event ivt_events[] = {
    CLOCK(0x00),
    ADDS(0x01, 1, "REQUESTS", ha_requests, 0),
    ADDS(0x03, 1, "TRACKER_CYCLES_NE", NULL, 0),
    ADDS(0x0b, 1, "CONFLICT_CYCLES", ivt_conflict_cycles, 0),
    ADDS(0x0c, 1, "DIRECTORY_LOOKUP", directory_lookup, 0),
    ADDS(0x0d, 1, "DIRECTORY_UPDATE", directory_update, 0),
    ADDS(0x0e, 1, "TxR_AK", txr_ak, 0),
    ADDS(0x0f, 1, "TxR_AD", ha_txr_ad, 0),
    ADDS(0x10, 1, "TxR_BL", ha_txr_bl, 0),
    ADDS(0x11, 1, "DIRECT2CORE_COUNT", NULL, 0),
    ADDS(0x12, 1, "DIRECT2CORE_CYCLES_DISABLED", NULL, 0),
    ADDS(0x13, 1, "DIRECT2CORE_TXN_OVERRIDE", NULL, 0),
    ADDS(0x14, 1, "BYPASS_IMC", ha_bypass_imc, 0),
    EACH(0x15, 4, "RPQ_CYCLES_NO_REG_CREDITS", ha_rpq_cycles_no_reg_credits, 0),
    EACH(0x16, 4, "RPQ_CYCLES_NO_SPEC_CREDITS", ha_rpq_cycles_no_reg_credits, 0),
    ADDS(0x17, 1, "IMC_READS", ha_imc_reads, 0),
    EACH(0x18, 4, "WPQ_CYCLES_NO_REG_CREDITS", ha_rpq_cycles_no_reg_credits, 0),
    EACH(0x19, 4, "WPQ_CYCLES_NO_SPEC_CREDITS", ha_rpq_cycles_no_reg_credits, 0),
    ADDS(0x1a, 1, "IMC_WRITES", ha_imc_writes, 0),
    ADDS(0x1b, 2, "TAD_REQUESTS_G0", ha_tad_requests_g0, 0),
    ADDS(0x1c, 2, "TAD_REQUESTS_G1", ha_tad_requests_g1, 0),
    ADDS(0x1e, 1, "IMC_RETRY", NULL, 0),
    ADDS(0x21, 1, "SNOOP_RESP", ha_snoop_resp, 0),
    ANY(0x22, "IGR_NO_CREDIT_CYCLES", ha_igr_no_credit_cycles, 0),
    HA_EGRESS_QUEUES,
    ANY(0x3e, "RING_AD_USED", ivt_ring_ad_used, 0),
    ANY(0x3f, "RING_AK_USED", ivt_ring_ad_used, 0),
    ANY(0x40, "RING_BL_USED", ivt_ring_ad_used, 0),
    ADDS(0x41, 1, "DIRECTORY_LAT_OPT", NULL, 0),
    ANY(0x42, "BT_CYCLES_NE", bt_cycles_ne, 0),
    EACH(0x43, 128, "BT_OCCUPANCY", bt_occupancy, 0),
    ANY(0x51, "BT_TO_HT_NOT_ISSUED", ha_bt_to_ht_not_issued, 0),
    ADDS(0x52, 1, "BT_BYPASS", NULL, 0),
    ADDS(0x53, 1, "OSB", osb, 0),
    ADDS(0x54, 1, "OSB_EDR", ha_osb_edr, 0),
    ADDS(0x56, 1, "IODC_INSERTS", NULL, 0),
    ADDS(0x57, 1, "IODC_CONFLICTS", iodc_conflicts, 0),
    ADDS(0x58, 1, "IODC_OLEN_WBMTOI", NULL, 0),
    ADDS(0x59, 128, "IGR_AD_QPI2_ACCUMULATOR", NULL, 0),
    ADDS(0x5a, 128, "IGR_BL_QPI2_ACCUMULATOR", NULL, 0),
    ADDS(0x60, 1, "SNP_RESP_RECV_LOCAL", ha_snp_resp_recv_local, 0),
};

/* The list has second names for two events. It also names one event with
 * sub-events without a sub-event: umask 0. */
static const struct oracle_alias names[] = {{"unc_h_bt_cycles_ne", 0x42, 1, ""},
    {"unc_h_igr_credits_ad_qpi2", 0x59, 1, ""}, {"unc_h_igr_credits_bl_qpi2", 0x5a, 1, ""},
    {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_ivt_ha = {
    .pmu = "uncore_ha",
    .list = "unc_h_",
    .general = 4,
    .bits = 48,
    .fields = {CTL_FIELDS},
    .names = names,
    KIND_HAS(registers, ivt_events, formats),
    KIND_FREEZES,
    .frz_alone = true,
};

/* ---- Haswell-EP and its successors ---- */

static const struct oracle_sub tracker_cycles_full[] = {S("GP", 0x01), S("ALL", 0x02), END};
static const struct oracle_sub tracker_occupancy[] = {S("READS_LOCAL", 0x04),
    S("READS_REMOTE", 0x08), S("WRITES_LOCAL", 0x10), S("WRITES_REMOTE", 0x20),
    S("INVITOE_LOCAL", 0x40), S("INVITOE_REMOTE", 0x80), END};
static const struct oracle_sub tracker_pending_occupancy[] = {
    S("LOCAL", 0x01), S("REMOTE", 0x02), END};
static const struct oracle_sub igr_no_credit_cycles[] = {S("AD_QPI0", 0x01), S("AD_QPI1", 0x02),
    S("BL_QPI0", 0x04), S("BL_QPI1", 0x08), S("AD_QPI2", 0x10), S("BL_QPI2", 0x20), END};
static const struct oracle_sub hsx_osb[] = {S("READS_LOCAL", 0x02), S("INVITOE_LOCAL", 0x04),
    S("REMOTE", 0x08), S("CANCELLED", 0x10), S("READS_LOCAL_USEFUL", 0x20),
    S("REMOTE_USEFUL", 0x40), END};
static const struct oracle_sub iot_backpressure[] = {S("SAT", 0x01), S("HUB", 0x02), END};
static const struct oracle_sub iot_cts_west_lo[] = {S("CTS0", 0x01), S("CTS1", 0x02), END};
static const struct oracle_sub iot_cts_hi[] = {S("CTS2", 0x01), S("CTS3", 0x02), END};
static const struct oracle_sub sbo0_credits_acquired[] = {S("AD", 0x01), S("BL", 0x02), END};
static const struct oracle_sub stall_no_sbo_credit[] = {
    S("SBO0_AD", 0x01), S("SBO1_AD", 0x02), S("SBO0_BL", 0x04), S("SBO1_BL", 0x08), END};
static const struct oracle_sub txr_starved[] = {S("AK", 0x01), S("BL", 0x02), END};
static const struct oracle_sub hitme_lookup[] = {S("READ_OR_INVITOE", 0x01), S("WBMTOI", 0x02),
    S("ACKCNFLTWBI", 0x04), S("WBMTOE_OR_S", 0x08), S("RSPFWDI_REMOTE", 0x10),
    S("RSPFWDI_LOCAL", 0x20), S("RSPFWDS", 0x40), S("RSP", 0x80), S("HOM", 0x0f), S("INVALS", 0x26),
    S("ALLOCS", 0x70), S("ALL", 0xff), END};
static const struct oracle_sub hitme_hit[] = {S("READ_OR_INVITOE", 0x01), S("WBMTOI", 0x02),
    S("ACKCNFLTWBI", 0x04), S("WBMTOE_OR_S", 0x08), S("RSPFWDI_REMOTE", 0x10),
    S("RSPFWDI_LOCAL", 0x20), S("RSPFWDS", 0x40), S("RSP", 0x80), S("HOM", 0x0f), S("INVALS", 0x26),
    S("EVICTS", 0x42), S("ALLOCS", 0x70), S("ALL", 0xff), END};
static const struct oracle_sub hitme_hit_pv_bits_set[] = {S("READ_OR_INVITOE", 0x01),
    S("WBMTOI", 0x02), S("ACKCNFLTWBI", 0x04), S("WBMTOE_OR_S", 0x08), S("RSPFWDI_REMOTE", 0x10),
    S("RSPFWDI_LOCAL", 0x20), S("RSPFWDS", 0x40), S("RSP", 0x80), S("HOM", 0x0f), S("ALL", 0xff),
    END};

static const struct oracle_event hsx_events[] = {
    CLOCK(0x00),
    ADDS(0x01, 1, "REQUESTS", ha_requests, 0),
    ANY(0x02, "TRACKER_CYCLES_FULL", tracker_cycles_full, 0),
    ANY(0x03, "TRACKER_CYCLES_NE", tracker_inserts, 0),
    EACH(0x04, 128, "TRACKER_OCCUPANCY", tracker_occupancy, 0),
    EACH(0x05, 128, "TRACKER_PENDING_OCCUPANCY", tracker_pending_occupancy, 0),
    ANY(0x08, "SNOOP_CYCLES_NE", tracker_inserts, 0),
    EACH(0x09, 128, "SNOOP_OCCUPANCY", tracker_pending_occupancy, 0),
    ADDS(0x0a, 1, "SNOOPS_RSP_AFTER_DATA", tracker_pending_occupancy, 0),
    ADDS(0x0c, 1, "DIRECTORY_LOOKUP", ha_directory_lookup, 0),
    ADDS(0x0d, 1, "DIRECTORY_UPDATE", ha_directory_update, 0),
    ADDS(0x0f, 1, "TxR_AD", ha_txr_ad, 0),
    ADDS(0x10, 1, "TxR_BL", ha_txr_bl, 0),
    ADDS(0x11, 1, "DIRECT2CORE_COUNT", NULL, 0),
    ADDS(0x12, 1, "DIRECT2CORE_CYCLES_DISABLED", NULL, 0),
    ADDS(0x13, 1, "DIRECT2CORE_TXN_OVERRIDE", NULL, 0),
    ADDS(0x14, 1, "BYPASS_IMC", ha_bypass_imc, 0),
    EACH(0x15, 4, "RPQ_CYCLES_NO_REG_CREDITS", ha_rpq_cycles_no_reg_credits, 0),
    EACH(0x16, 4, "RPQ_CYCLES_NO_SPEC_CREDITS", ha_rpq_cycles_no_reg_credits, 0),
    ADDS(0x17, 1, "IMC_READS", ha_imc_reads, 0),
    EACH(0x18, 4, "WPQ_CYCLES_NO_REG_CREDITS", ha_rpq_cycles_no_reg_credits, 0),
    EACH(0x19, 4, "WPQ_CYCLES_NO_SPEC_CREDITS", ha_rpq_cycles_no_reg_credits, 0),
    ADDS(0x1a, 1, "IMC_WRITES", ha_imc_writes, 0),
    ADDS(0x1b, 2, "TAD_REQUESTS_G0", ha_tad_requests_g0, 0),
    ADDS(0x1c, 2, "TAD_REQUESTS_G1", ha_tad_requests_g1, 0),
    ADDS(0x1e, 1, "IMC_RETRY", NULL, 0),
    ADDS(0x21, 1, "SNOOP_RESP", ha_snoop_resp, 0),
    ANY(0x22, "IGR_NO_CREDIT_CYCLES", igr_no_credit_cycles, 0),
    ADDS(0x27, 1, "TxR_AD_INSERTS", ha_txr_ad_inserts, 0),
    ANY(0x29, "TxR_AD_CYCLES_NE", ha_txr_ad_inserts, 0),
    ANY(0x2a, "TxR_AD_CYCLES_FULL", ha_txr_ad_inserts, 0),
    ADDS(0x2f, 1, "TxR_AK_INSERTS", ha_txr_ad_inserts, 0),
    ANY(0x31, "TxR_AK_CYCLES_NE", ha_txr_ad_inserts, 0),
    ANY(0x32, "TxR_AK_CYCLES_FULL", ha_txr_ad_inserts, 0),
    ADDS(0x33, 1, "TxR_BL_INSERTS", ha_txr_ad_inserts, 0),
    ANY(0x35, "TxR_BL_CYCLES_NE", ha_txr_ad_inserts, 0),
    ANY(0x36, "TxR_BL_CYCLES_FULL", ha_txr_ad_inserts, 0),
    ANY(0x3e, "RING_AD_USED", hsx_ring_ad_used, 0),
    ANY(0x3f, "RING_AK_USED", hsx_ring_ad_used, 0),
    ANY(0x40, "RING_BL_USED", hsx_ring_ad_used, 0),
    ADDS(0x41, 1, "DIRECTORY_LAT_OPT", NULL, 0),
    ADDS(0x42, 1, "BT_CYCLES_NE", NULL, 0),
    ANY(0x51, "BT_TO_HT_NOT_ISSUED", ha_bt_to_ht_not_issued, 0),
    ADDS(0x53, 1, "OSB", hsx_osb, 0),
    ADDS(0x54, 1, "OSB_EDR", ha_osb_edr, 0),
    ADDS(0x60, 1, "SNP_RESP_RECV_LOCAL", ha_snp_resp_recv_local, 0),
    ANY(0x61, "IOT_BACKPRESSURE", iot_backpressure, 0x7),
    ANY(0x62, "IOT_CTS_WEST_LO", iot_cts_west_lo, 0x7),
    ANY(0x64, "IOT_CTS_EAST_LO", iot_cts_west_lo, 0x7),
    ANY(0x65, "IOT_CTS_HI", iot_cts_hi, 0x7),
    ADDS(0x68, 1, "SBO0_CREDITS_ACQUIRED", sbo0_credits_acquired, 0),
    ADDS(0x69, 1, "SBO1_CREDITS_ACQUIRED", sbo0_credits_acquired, 0),
    EACH(0x6a, 128, "SBO0_CREDIT_OCCUPANCY", sbo0_credits_acquired, 0),
    EACH(0x6b, 128, "SBO1_CREDIT_OCCUPANCY", sbo0_credits_acquired, 0),
    ANY(0x6c, "STALL_NO_SBO_CREDIT", stall_no_sbo_credit, 0),
    ANY(0x6d, "TxR_STARVED", txr_starved, 0),
    ADDS(0x70, 1, "HITME_LOOKUP", hitme_lookup, 0),
    ADDS(0x71, 1, "HITME_HIT", hitme_hit, 0),
    ADDS(0x72, 1, "HITME_HIT_PV_BITS_SET", hitme_hit_pv_bits_set, 0),
};

/* A line of 64 bytes, printed in bytes. */
static const struct oracle_alias hsx_names[] = {{"unc_h_snoop_resp.rspifwd", 0x0421, 64, "Bytes"},
    {"unc_h_snoop_resp.rsps", 0x0221, 64, "Bytes"},
    {"unc_h_snoop_resp.rspsfwd", 0x0821, 64, "Bytes"},
    {"unc_h_snoop_resp.rsp_fwd_wb", 0x2021, 64, "Bytes"}, {NULL, 0, 0, NULL}};

#define KIND(...)                                                                                  \
    {                                                                                              \
        .pmu = "uncore_ha", .list = "unc_h_", .general = 4, .bits = 48, .fields = {CTL_FIELDS},    \
        .indexed = true, KIND_HAS(registers, hsx_events, formats), KIND_FREEZES,                   \
        .frz_alone = true, __VA_ARGS__                                                             \
    }

const struct oracle_kind oracle_hsx_ha = KIND(.names = hsx_names);

/* The list of Broadwell-DE has the same names. */
const struct oracle_kind oracle_bdx_de_ha = KIND(.names = NULL);
