/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The home agent. TxR_AD_OCCUPANCY and TxR_AK_OCCUPANCY also have ALL, as in
 * the E5-2600. */
#include "oracle/snbep/ivt/ivt.h"
#include "oracle/snbep/kinds/ha_subs.h"

static const struct oracle_sub conflict_cycles[] = {
    S("CONFLICT", 0x02), S("LAST", 0x04), S("ACKCNFLTS", 0x08), S("CMP_FWDS", 0x10), END};
static const struct oracle_sub directory_lookup[] = {S("SNP", 0x01), S("NO_SNP", 0x02),
    S("SNOOP_S", 0x02), S("SNOOP_A", 0x08), S("ANY", 0x10), S("STATE_I", 0x20), S("STATE_S", 0x40),
    S("STATE_A", 0x80), END};
static const struct oracle_sub directory_update[] = {S("SET", 0x01), S("CLEAR", 0x02),
    S("I2S", 0x02), S("I2A", 0x04), S("S2I", 0x08), S("S2A", 0x10), S("A2I", 0x20), S("A2S", 0x40),
    S("ANY", 0x03), END};
static const struct oracle_sub txr_ak[] = {S("CRD_CBO", 0x02), END};
static const struct oracle_sub ring_ad_used[] = {S("CW_VR0_EVEN", 0x01), S("CW_VR0_ODD", 0x02),
    S("CCW_VR0_EVEN", 0x04), S("CCW_VR0_ODD", 0x08), S("CW_VR1_EVEN", 0x10), S("CW_VR1_ODD", 0x20),
    S("CCW_VR1_EVEN", 0x40), S("CCW_VR1_ODD", 0x80), S("CW", 0x33), S("CCW", 0xcc), END};
static const struct oracle_sub bt_cycles_ne[] = {S("LOCAL", 0x01), S("REMOTE", 0x02), END};
static const struct oracle_sub bt_occupancy[] = {S("LOCAL", 0x01), S("REMOTE", 0x02),
    S("READS_LOCAL", 0x04), S("READS_REMOTE", 0x08), S("WRITES_LOCAL", 0x10),
    S("WRITES_REMOTE", 0x20), END};
static const struct oracle_sub osb[] = {
    S("READS_LOCAL", 0x02), S("INVITOE_LOCAL", 0x04), S("REMOTE", 0x08), END};
static const struct oracle_sub iodc_conflicts[] = {S("ANY", 0x01),
    S("REMOTE_INVI2E_SAME_RTID", 0x01), S("LAST", 0x04), S("REMOTE_OTHER_SAME_ADDR", 0x04), END};

static const struct oracle_event events[] = {
    CLOCK(0x00),
    ADDS(0x01, 1, "REQUESTS", ha_requests, 0),
    ADDS(0x03, 1, "TRACKER_CYCLES_NE", NULL, 0),
    ADDS(0x0b, 1, "CONFLICT_CYCLES", conflict_cycles, 0),
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
    ANY(0x3e, "RING_AD_USED", ring_ad_used, 0),
    ANY(0x3f, "RING_AK_USED", ring_ad_used, 0),
    ANY(0x40, "RING_BL_USED", ring_ad_used, 0),
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

static const struct oracle_register registers[] = {CTR("PMON_CTR0", 0), CTR("PMON_CTR1", 1),
    CTR("PMON_CTR2", 2), CTR("PMON_CTR3", 3), CTL("PMON_CTL0", 0), CTL("PMON_CTL1", 1),
    CTL("PMON_CTL2", 2), CTL("PMON_CTL3", 3), BOX_CTL};
static const struct oracle_format formats[] = {FORMATS};
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
    KIND_HAS,
    KIND_FREEZES,
    .frz_alone = true,
};
