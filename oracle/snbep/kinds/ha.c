/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The home agent: guide, section 2.4. REQUESTS and TRACKER_INSERTS have names
 * of single bits as in the list of Ivy Bridge-EP. */
#include "oracle/snbep/kinds/ha_subs.h"

static const struct oracle_sub requests[] = {S("READS_LOCAL", 0x01), S("READS_REMOTE", 0x02),
    S("WRITES_LOCAL", 0x04), S("WRITES_REMOTE", 0x08), S("READS", 0x03), S("WRITES", 0x0c), END};
static const struct oracle_sub tracker_inserts[] = {
    S("LOCAL", 0x01), S("REMOTE", 0x02), S("ALL", 0x03), END};
static const struct oracle_sub conflict_cycles[] = {
    S("NO_CONFLICT", 0x01), S("CONFLICT", 0x02), END};
static const struct oracle_sub txr_ad[] = {S("NDR", 0x01), S("SNP", 0x02), END};
static const struct oracle_sub ring_ad_used[] = {
    S("CW_EVEN", 0x01), S("CW_ODD", 0x02), S("CCW_EVEN", 0x04), S("CCW_ODD", 0x08), END};

static const struct oracle_event events[] = {
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
    KIND_HAS,
    KIND_FREEZES,
};
