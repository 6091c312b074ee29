/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of a mesh stop, common to CHA, M2M and M3UPI: Intel's event list
 * (SKX). */
#ifndef PMULAB_ORACLE_SNBEP_SKX_MESH_H
#define PMULAB_ORACLE_SNBEP_SKX_MESH_H

#include "oracle/snbep/skx/skx.h"

static const struct oracle_sub ag0_ad_crd_acquired[] = {S("TGR0", 0x01), S("TGR1", 0x02),
    S("TGR2", 0x04), S("TGR3", 0x08), S("TGR4", 0x10), S("TGR5", 0x20), END};
static const struct oracle_sub egress_ordering[] = {
    S("IV_SNOOPGO_DN", 0x04), S("IV_SNOOPGO_UP", 0x01), END};
static const struct oracle_sub fast_asserted[] = {S("HORZ", 0x02), S("VERT", 0x01), END};
static const struct oracle_sub horz_ring_ad_in_use[] = {
    S("LEFT_EVEN", 0x01), S("LEFT_ODD", 0x02), S("RIGHT_EVEN", 0x04), S("RIGHT_ODD", 0x08), END};
static const struct oracle_sub horz_ring_iv_in_use[] = {S("LEFT", 0x01), S("RIGHT", 0x04), END};
static const struct oracle_sub ring_bounces_horz[] = {
    S("AD", 0x01), S("AK", 0x02), S("BL", 0x04), S("IV", 0x08), END};
static const struct oracle_sub ring_sink_starved_horz[] = {
    S("AD", 0x01), S("AK", 0x02), S("AK_AG1", 0x20), S("BL", 0x04), S("IV", 0x08), END};
static const struct oracle_sub rxr_busy_starved[] = {
    S("AD_BNC", 0x01), S("AD_CRD", 0x10), S("BL_BNC", 0x04), S("BL_CRD", 0x40), END};
static const struct oracle_sub rxr_bypass[] = {S("AD_BNC", 0x01), S("AD_CRD", 0x10),
    S("AK_BNC", 0x02), S("BL_BNC", 0x04), S("BL_CRD", 0x40), S("IV_BNC", 0x08), END};
static const struct oracle_sub rxr_crd_starved[] = {S("AD_BNC", 0x01), S("AD_CRD", 0x10),
    S("AK_BNC", 0x02), S("BL_BNC", 0x04), S("BL_CRD", 0x40), S("IFV", 0x80), S("IV_BNC", 0x08),
    END};
static const struct oracle_sub txr_horz_ads_used[] = {S("AD_BNC", 0x01), S("AD_CRD", 0x10),
    S("AK_BNC", 0x02), S("BL_BNC", 0x04), S("BL_CRD", 0x40), END};
static const struct oracle_sub txr_horz_nack[] = {S("AD_BNC", 0x01), S("AD_CRD", 0x20),
    S("AK_BNC", 0x02), S("BL_BNC", 0x04), S("BL_CRD", 0x40), S("IV_BNC", 0x08), END};
static const struct oracle_sub txr_horz_starved[] = {
    S("AD_BNC", 0x01), S("AK_BNC", 0x02), S("BL_BNC", 0x04), S("IV_BNC", 0x08), END};
static const struct oracle_sub txr_vert_ads_used[] = {S("AD_AG0", 0x01), S("AD_AG1", 0x10),
    S("AK_AG0", 0x02), S("AK_AG1", 0x20), S("BL_AG0", 0x04), S("BL_AG1", 0x40), END};
static const struct oracle_sub txr_vert_bypass[] = {S("AD_AG0", 0x01), S("AD_AG1", 0x10),
    S("AK_AG0", 0x02), S("AK_AG1", 0x20), S("BL_AG0", 0x04), S("BL_AG1", 0x40), S("IV", 0x08), END};
static const struct oracle_sub vert_ring_ad_in_use[] = {
    S("DN_EVEN", 0x04), S("DN_ODD", 0x08), S("UP_EVEN", 0x01), S("UP_ODD", 0x02), END};
static const struct oracle_sub vert_ring_iv_in_use[] = {S("DN", 0x04), S("UP", 0x01), END};

#define MESH_EVENTS                                                                                \
    ADDS(0x80, 1, "AG0_AD_CRD_ACQUIRED", ag0_ad_crd_acquired, 0),                                  \
        EACH(0x82, MOST, "AG0_AD_CRD_OCCUPANCY", ag0_ad_crd_acquired, 0),                          \
        ADDS(0x88, 1, "AG0_BL_CRD_ACQUIRED", ag0_ad_crd_acquired, 0),                              \
        EACH(0x8a, MOST, "AG0_BL_CRD_OCCUPANCY", ag0_ad_crd_acquired, 0),                          \
        ADDS(0x84, 1, "AG1_AD_CRD_ACQUIRED", ag0_ad_crd_acquired, 0),                              \
        EACH(0x86, MOST, "AG1_AD_CRD_OCCUPANCY", ag0_ad_crd_acquired, 0),                          \
        ADDS(0x8c, 1, "AG1_BL_CREDITS_ACQUIRED", ag0_ad_crd_acquired, 0),                          \
        ROW(0xc0, 1, "CMS_CLOCKTICKS", NULL, ORACLE_CLOCK, 0, 0),                                  \
        ADDS(0xae, 1, "EGRESS_ORDERING", egress_ordering, 0),                                      \
        ANY(0xa5, "FAST_ASSERTED", fast_asserted, 0),                                              \
        ANY(0xa7, "HORZ_RING_AD_IN_USE", horz_ring_ad_in_use, 0),                                  \
        ANY(0xa9, "HORZ_RING_AK_IN_USE", horz_ring_ad_in_use, 0),                                  \
        ANY(0xab, "HORZ_RING_BL_IN_USE", horz_ring_ad_in_use, 0),                                  \
        ANY(0xad, "HORZ_RING_IV_IN_USE", horz_ring_iv_in_use, 0),                                  \
        ADDS(0xa1, 1, "RING_BOUNCES_HORZ", ring_bounces_horz, 0),                                  \
        ADDS(0xa0, 1, "RING_BOUNCES_VERT", ring_bounces_horz, 0),                                  \
        ANY(0xa3, "RING_SINK_STARVED_HORZ", ring_sink_starved_horz, 0),                            \
        ANY(0xa2, "RING_SINK_STARVED_VERT", ring_bounces_horz, 0),                                 \
        ADDS(0xa4, 1, "RING_SRC_THRTL", NULL, 0),                                                  \
        ANY(0xb4, "RxR_BUSY_STARVED", rxr_busy_starved, 0),                                        \
        ADDS(0xb2, 1, "RxR_BYPASS", rxr_bypass, 0),                                                \
        ANY(0xb3, "RxR_CRD_STARVED", rxr_crd_starved, 0),                                          \
        ADDS(0xb1, 1, "RxR_INSERTS", rxr_bypass, 0),                                               \
        EACH(0xb0, MOST, "RxR_OCCUPANCY", rxr_bypass, 0),                                          \
        ANY(0xd0, "STALL_NO_TxR_HORZ_CRD_AD_AG0", ag0_ad_crd_acquired, 0),                         \
        ANY(0xd2, "STALL_NO_TxR_HORZ_CRD_AD_AG1", ag0_ad_crd_acquired, 0),                         \
        ANY(0xd4, "STALL_NO_TxR_HORZ_CRD_BL_AG0", ag0_ad_crd_acquired, 0),                         \
        ANY(0xd6, "STALL_NO_TxR_HORZ_CRD_BL_AG1", ag0_ad_crd_acquired, 0),                         \
        ADDS(0x9d, 1, "TxR_HORZ_ADS_USED", txr_horz_ads_used, 0),                                  \
        ADDS(0x9f, 1, "TxR_HORZ_BYPASS", rxr_bypass, 0),                                           \
        ANY(0x96, "TxR_HORZ_CYCLES_FULL", rxr_bypass, 0),                                          \
        ANY(0x97, "TxR_HORZ_CYCLES_NE", rxr_bypass, 0),                                            \
        ADDS(0x95, 1, "TxR_HORZ_INSERTS", rxr_bypass, 0),                                          \
        ADDS(0x99, 1, "TxR_HORZ_NACK", txr_horz_nack, 0),                                          \
        EACH(0x94, MOST, "TxR_HORZ_OCCUPANCY", rxr_bypass, 0),                                     \
        ANY(0x9b, "TxR_HORZ_STARVED", txr_horz_starved, 0),                                        \
        ADDS(0x9c, 1, "TxR_VERT_ADS_USED", txr_vert_ads_used, 0),                                  \
        ADDS(0x9e, 1, "TxR_VERT_BYPASS", txr_vert_bypass, 0),                                      \
        ANY(0x92, "TxR_VERT_CYCLES_FULL", txr_vert_bypass, 0),                                     \
        ANY(0x93, "TxR_VERT_CYCLES_NE", txr_vert_bypass, 0),                                       \
        ADDS(0x91, 1, "TxR_VERT_INSERTS", txr_vert_bypass, 0),                                     \
        ADDS(0x98, 1, "TxR_VERT_NACK", txr_vert_bypass, 0),                                        \
        EACH(0x90, MOST, "TxR_VERT_OCCUPANCY", txr_vert_bypass, 0),                                \
        ANY(0x9a, "TxR_VERT_STARVED", txr_vert_bypass, 0),                                         \
        ANY(0xa6, "VERT_RING_AD_IN_USE", vert_ring_ad_in_use, 0),                                  \
        ANY(0xa8, "VERT_RING_AK_IN_USE", vert_ring_ad_in_use, 0),                                  \
        ANY(0xaa, "VERT_RING_BL_IN_USE", vert_ring_ad_in_use, 0),                                  \
        ANY(0xac, "VERT_RING_IV_IN_USE", vert_ring_iv_in_use, 0)

/* An event for which the three have different counters. */
#define MESH_AG1_BL(counters)                                                                      \
    EACH(0x8e, MOST, "AG1_BL_CRD_OCCUPANCY", ag0_ad_crd_acquired, counters)

#endif
