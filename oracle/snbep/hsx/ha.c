/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The home agent. */
#include "oracle/snbep/hsx/hsx.h"
#include "oracle/snbep/kinds/ha_subs.h"

static const struct oracle_sub tracker_cycles_full[] = {S("GP", 0x01), S("ALL", 0x02), END};
static const struct oracle_sub tracker_cycles_ne[] = {
    S("LOCAL", 0x01), S("REMOTE", 0x02), S("ALL", 0x03), END};
static const struct oracle_sub tracker_occupancy[] = {S("READS_LOCAL", 0x04),
    S("READS_REMOTE", 0x08), S("WRITES_LOCAL", 0x10), S("WRITES_REMOTE", 0x20),
    S("INVITOE_LOCAL", 0x40), S("INVITOE_REMOTE", 0x80), END};
static const struct oracle_sub tracker_pending_occupancy[] = {
    S("LOCAL", 0x01), S("REMOTE", 0x02), END};
static const struct oracle_sub igr_no_credit_cycles[] = {S("AD_QPI0", 0x01), S("AD_QPI1", 0x02),
    S("BL_QPI0", 0x04), S("BL_QPI1", 0x08), S("AD_QPI2", 0x10), S("BL_QPI2", 0x20), END};
static const struct oracle_sub ring_ad_used[] = {S("CW_EVEN", 0x01), S("CW_ODD", 0x02),
    S("CCW_EVEN", 0x04), S("CCW_ODD", 0x08), S("CW", 0x03), S("CCW", 0x0c), S("ALL", 0x0f), END};
static const struct oracle_sub osb[] = {S("READS_LOCAL", 0x02), S("INVITOE_LOCAL", 0x04),
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

static const struct oracle_event events[] = {
    CLOCK(0x00),
    ADDS(0x01, 1, "REQUESTS", ha_requests, 0),
    ANY(0x02, "TRACKER_CYCLES_FULL", tracker_cycles_full, 0),
    ANY(0x03, "TRACKER_CYCLES_NE", tracker_cycles_ne, 0),
    EACH(0x04, 128, "TRACKER_OCCUPANCY", tracker_occupancy, 0),
    EACH(0x05, 128, "TRACKER_PENDING_OCCUPANCY", tracker_pending_occupancy, 0),
    ANY(0x08, "SNOOP_CYCLES_NE", tracker_cycles_ne, 0),
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
    ANY(0x3e, "RING_AD_USED", ring_ad_used, 0),
    ANY(0x3f, "RING_AK_USED", ring_ad_used, 0),
    ANY(0x40, "RING_BL_USED", ring_ad_used, 0),
    ADDS(0x41, 1, "DIRECTORY_LAT_OPT", NULL, 0),
    ADDS(0x42, 1, "BT_CYCLES_NE", NULL, 0),
    ANY(0x51, "BT_TO_HT_NOT_ISSUED", ha_bt_to_ht_not_issued, 0),
    ADDS(0x53, 1, "OSB", osb, 0),
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

static const struct oracle_register registers[] = {CTR("PMON_CTR0", 0), CTR("PMON_CTR1", 1),
    CTR("PMON_CTR2", 2), CTR("PMON_CTR3", 3), CTL("PMON_CTL0", 0), CTL("PMON_CTL1", 1),
    CTL("PMON_CTL2", 2), CTL("PMON_CTL3", 3), BOX_CTL};
static const struct oracle_format formats[] = {FORMATS};

/* A line of 64 bytes, printed in bytes. */
static const struct oracle_alias names[] = {{"unc_h_snoop_resp.rspifwd", 0x0421, 64, "Bytes"},
    {"unc_h_snoop_resp.rsps", 0x0221, 64, "Bytes"},
    {"unc_h_snoop_resp.rspsfwd", 0x0821, 64, "Bytes"},
    {"unc_h_snoop_resp.rsp_fwd_wb", 0x2021, 64, "Bytes"}, {NULL, 0, 0, NULL}};

#define KIND(...)                                                                                  \
    {                                                                                              \
        .pmu = "uncore_ha", .list = "unc_h_", .general = 4, .bits = 48, .fields = {CTL_FIELDS},    \
        .indexed = true, KIND_HAS, KIND_FREEZES, .frz_alone = true, __VA_ARGS__                    \
    }

const struct oracle_kind oracle_hsx_ha = KIND(.names = names);
/* The list of Broadwell-DE has the same names. */
const struct oracle_kind oracle_bdx_de_ha = KIND(.names = NULL);
