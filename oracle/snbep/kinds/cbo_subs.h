/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sub-events common to the cache slices of several products, by each product's
 * list. */
#ifndef PMULAB_ORACLE_SNBEP_KINDS_CBO_SUBS_H
#define PMULAB_ORACLE_SNBEP_KINDS_CBO_SUBS_H

#include "oracle/snbep/kinds/kinds.h"

static const struct oracle_sub cbo_llc_victims[] = {ORACLE_NUMBERED("M_STATE", 0x01, 0x1),
    ORACLE_NUMBERED("E_STATE", 0x02, 0x2), ORACLE_NUMBERED("S_STATE", 0x04, 0x4),
    ORACLE_NUMBERED("MISS", 0x08, 0x8), ORACLE_NUMBERED("NID", 0x40, 0xf), END};
static const struct oracle_sub cbo_txr_inserts[] = {S("AD_CACHE", 0x01), S("AK_CACHE", 0x02),
    S("BL_CACHE", 0x04), S("IV_CACHE", 0x08), S("AD_CORE", 0x10), S("AK_CORE", 0x20),
    S("BL_CORE", 0x40), END};
static const struct oracle_sub cbo_txr_ads_used[] = {
    S("AD", 0x01), S("AK", 0x02), S("BL", 0x04), END};
static const struct oracle_sub cbo_rxr_ext_starved[] = {
    S("IRQ", 0x01), S("IPQ", 0x02), S("PRQ", 0x04), S("ISMQ_BIDS", 0x08), END};
static const struct oracle_sub cbo_rxr_int_starved[] = {
    S("IRQ", 0x01), S("IPQ", 0x04), S("ISMQ", 0x08), END};
static const struct oracle_sub cbo_rxr_ipq_retry[] = {
    S("ANY", 0x01), S("FULL", 0x02), S("ADDR_CONFLICT", 0x04), S("QPI_CREDITS", 0x10), END};
static const struct oracle_sub cbo_misc[] = {
    S("RSPI_WAS_FSE", 0x01), S("WC_ALIASING", 0x02), S("STARTED", 0x04), S("RFO_HIT_S", 0x08), END};
static const struct oracle_sub cbo_qlru[] = {S("AGE0", 0x01), S("AGE1", 0x02), S("AGE2", 0x04),
    S("AGE3", 0x08), S("LRU_DECREMENT", 0x10), S("VICTIM_NON_ZERO", 0x20), END};

#endif
