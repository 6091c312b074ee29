/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The home agent: guide, section 2.4. REQUESTS and TRACKER_INSERTS have names of single bits as in the list
 * of Ivy Bridge-EP. */
#include "oracle/snbep/kinds/kinds.h"

static const struct oracle_sub requests[] = {S("READS_LOCAL", 0x01), S("READS_REMOTE", 0x02),
    S("WRITES_LOCAL", 0x04), S("WRITES_REMOTE", 0x08), S("READS", 0x03), S("WRITES", 0x0c), END};
static const struct oracle_sub tracker_inserts[] = {S("LOCAL", 0x01), S("REMOTE", 0x02), S("ALL", 0x03), END};
static const struct oracle_sub conflict_cycles[] = {S("NO_CONFLICT", 0x01), S("CONFLICT", 0x02), END};
static const struct oracle_sub directory_lookup[] = {S("SNP", 0x01), S("NO_SNP", 0x02), END};
static const struct oracle_sub directory_update[] = {S("SET", 0x01), S("CLEAR", 0x02), S("ANY", 0x03), END};
static const struct oracle_sub txr_ad[] = {S("NDR", 0x01), S("SNP", 0x02), END};
static const struct oracle_sub txr_bl[] = {
    S("DRS_CACHE", 0x01), S("DRS_CORE", 0x02), S("DRS_QPI", 0x04), END};
static const struct oracle_sub bypass_imc[] = {S("TAKEN", 0x01), S("NOT_TAKEN", 0x02), END};
static const struct oracle_sub rpq_cycles_no_reg_credits[] = {
    S("CHN0", 0x01), S("CHN1", 0x02), S("CHN2", 0x04), S("CHN3", 0x08), END};
static const struct oracle_sub imc_writes[] = {S("FULL", 0x01), S("PARTIAL", 0x02), S("FULL_ISOCH", 0x04),
    S("PARTIAL_ISOCH", 0x08), S("ALL", 0x0f), END};
static const struct oracle_sub tad_requests_g0[] = {S("REGION0", 0x01), S("REGION1", 0x02),
    S("REGION2", 0x04), S("REGION3", 0x08), S("REGION4", 0x10), S("REGION5", 0x20), S("REGION6", 0x40),
    S("REGION7", 0x80), END};
static const struct oracle_sub tad_requests_g1[] = {
    S("REGION8", 0x01), S("REGION9", 0x02), S("REGION10", 0x04), S("REGION11", 0x08), END};
static const struct oracle_sub igr_no_credit_cycles[] = {
    S("AD_QPI0", 0x01), S("AD_QPI1", 0x02), S("BL_QPI0", 0x04), S("BL_QPI1", 0x08), END};
static const struct oracle_sub txr_ad_inserts[] = {S("SCHED0", 0x01), S("SCHED1", 0x02), S("ALL", 0x03), END};
static const struct oracle_sub ring_ad_used[] = {
    S("CW_EVEN", 0x01), S("CW_ODD", 0x02), S("CCW_EVEN", 0x04), S("CCW_ODD", 0x08), END};

static const struct oracle_event events[] = {
    CLOCK(0x00),
    ADDS(0x01, 1, "REQUESTS", requests, 0),
    ADDS(0x06, 1, "TRACKER_INSERTS", tracker_inserts, 0),
    ADDS(0x0b, 1, "CONFLICT_CYCLES", conflict_cycles, 0),
    ADDS(0x0c, 1, "DIRECTORY_LOOKUP", directory_lookup, 0),
    ADDS(0x0d, 1, "DIRECTORY_UPDATE", directory_update, 0),
    ADDS(0x0e, 1, "TxR_AK_NDR", NULL, 0),
    ADDS(0x0f, 1, "TxR_AD", txr_ad, 0),
    ADDS(0x10, 1, "TxR_BL", txr_bl, 0),
    ADDS(0x11, 1, "DIRECT2CORE_COUNT", NULL, 0),
    ADDS(0x12, 1, "DIRECT2CORE_CYCLES_DISABLED", NULL, 0),
    ADDS(0x13, 1, "DIRECT2CORE_TXN_OVERRIDE", NULL, 0),
    ADDS(0x14, 1, "BYPASS_IMC", bypass_imc, 0),
    EACH(0x15, 4, "RPQ_CYCLES_NO_REG_CREDITS", rpq_cycles_no_reg_credits, 0),
    EACH(0x16, 4, "RPQ_CYCLES_NO_SPEC_CREDITS", rpq_cycles_no_reg_credits, 0),
    EACH(0x18, 4, "WPQ_CYCLES_NO_REG_CREDITS", rpq_cycles_no_reg_credits, 0),
    EACH(0x19, 4, "WPQ_CYCLES_NO_SPEC_CREDITS", rpq_cycles_no_reg_credits, 0),
    ADDS(0x1a, 1, "IMC_WRITES", imc_writes, 0),
    ADDS(0x1b, 2, "TAD_REQUESTS_G0", tad_requests_g0, 0),
    ADDS(0x1c, 2, "TAD_REQUESTS_G1", tad_requests_g1, 0),
    ADDS(0x1e, 1, "IMC_RETRY", NULL, 0),
    ANY(0x22, "IGR_NO_CREDIT_CYCLES", igr_no_credit_cycles, 0),
    ADDS(0x27, 1, "TxR_AD_INSERTS", txr_ad_inserts, 0),
    EACH(0x28, 32, "TxR_AD_OCCUPANCY", txr_ad_inserts, 0),
    NOT_EMPTY(0x29, "TxR_AD_CYCLES_NE", txr_ad_inserts, 0x0, 0x28),
    FULL(0x2a, "TxR_AD_CYCLES_FULL", txr_ad_inserts, 0x0, 0x28),
    ADDS(0x2f, 1, "TxR_AK_INSERTS", txr_ad_inserts, 0),
    EACH(0x30, 32, "TxR_AK_OCCUPANCY", txr_ad_inserts, 0),
    NOT_EMPTY(0x31, "TxR_AK_CYCLES_NE", txr_ad_inserts, 0x0, 0x30),
    FULL(0x32, "TxR_AK_CYCLES_FULL", txr_ad_inserts, 0x0, 0x30),
    ADDS(0x33, 1, "TxR_BL_INSERTS", txr_ad_inserts, 0),
    EACH(0x34, 32, "TxR_BL_OCCUPANCY", txr_ad_inserts, 0),
    NOT_EMPTY(0x35, "TxR_BL_CYCLES_NE", txr_ad_inserts, 0x0, 0x34),
    FULL(0x36, "TxR_BL_CYCLES_FULL", txr_ad_inserts, 0x0, 0x34),
    ANY(0x3e, "RING_AD_USED", ring_ad_used, 0),
    ANY(0x3f, "RING_AK_USED", ring_ad_used, 0),
    ANY(0x40, "RING_BL_USED", ring_ad_used, 0),
};

static const struct oracle_register registers[] = {CTR("PMON_CTR0", 0), CTR("PMON_CTR1", 1),
    CTR("PMON_CTR2", 2), CTR("PMON_CTR3", 3), CTL("PMON_CTL0", 0), CTL("PMON_CTL1", 1), CTL("PMON_CTL2", 2),
    CTL("PMON_CTL3", 3), BOX_CTL};
static const struct oracle_format formats[] = {FORMATS};

const struct oracle_kind oracle_ha = {
    .pmu = "uncore_ha",
    .list = "unc_h_",
    .general = 4,
    .bits = 48,
    .fields = {CTL_FIELDS},
    KIND_HAS,
    KIND_FREEZES,
};
