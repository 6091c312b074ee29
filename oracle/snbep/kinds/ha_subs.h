/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sub-events common to the home agents of several products, by each product's
 * list. */
#ifndef PMULAB_ORACLE_SNBEP_KINDS_HA_SUBS_H
#define PMULAB_ORACLE_SNBEP_KINDS_HA_SUBS_H

#include "oracle/snbep/kinds/kinds.h"

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

#endif
