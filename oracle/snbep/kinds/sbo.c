/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A bridge between rings. */
#include "oracle/snbep/kinds/kinds.h"

static const struct oracle_sub txr_occupancy[] = {S("AD_CRD", 0x01), S("AD_BNC", 0x02),
    S("BL_CRD", 0x04), S("BL_BNC", 0x08), S("AK", 0x10), S("IV", 0x20), END};
static const struct oracle_sub txr_starved[] = {
    S("AD", 0x01), S("AK", 0x02), S("BL", 0x04), S("IV", 0x08), END};
static const struct oracle_sub txr_ads_used[] = {S("AD", 0x01), S("AK", 0x02), S("BL", 0x04), END};
static const struct oracle_sub ring_bounces[] = {
    S("AD_CACHE", 0x01), S("AK_CORE", 0x02), S("BL_CORE", 0x04), S("IV_CORE", 0x08), END};
static const struct oracle_sub rxr_crd_starved[] = {S("AD_CRD", 0x01), S("AD_BNC", 0x02),
    S("BL_CRD", 0x04), S("BL_BNC", 0x08), S("AK", 0x10), S("IV", 0x20), S("IFV", 0x40), END};
static const struct oracle_sub rxr_busy_starved[] = {
    S("AD_CRD", 0x01), S("AD_BNC", 0x02), S("BL_CRD", 0x04), S("BL_BNC", 0x08), END};
static const struct oracle_sub ring_ad_used[] = {S("UP_EVEN", 0x01), S("UP_ODD", 0x02),
    S("DOWN_EVEN", 0x04), S("DOWN_ODD", 0x08), S("UP", 0x03), S("DOWN", 0x0c), S("ALL", 0x0f), END};
static const struct oracle_sub ring_iv_used[] = {S("UP_EVEN", 0x01), S("UP_ODD", 0x02),
    S("DOWN_EVEN", 0x04), S("DOWN_ODD", 0x08), S("UP", 0x03), S("DN", 0x0c), S("ANY", 0x0f), END};

static const struct oracle_event events[] = {
    CLOCK(0x00),
    EACH(0x01, 32, "TxR_OCCUPANCY", txr_occupancy, 0),
    ADDS(0x02, 1, "TxR_INSERTS", txr_occupancy, 0),
    ANY(0x03, "TxR_STARVED", txr_starved, 0),
    ADDS(0x04, 1, "TxR_ADS_USED", txr_ads_used, 0),
    ADDS(0x05, 1, "RING_BOUNCES", ring_bounces, 0),
    ANY(0x06, "RING_SINK_STARVED", ring_bounces, 0),
    ADDS(0x09, 1, "FAST_ASSERTED", NULL, 0),
    ADDS(0x0a, 1, "BOUNCE_CONTROL", NULL, 0),
    EACH(0x11, 32, "RxR_OCCUPANCY", txr_occupancy, 0),
    ADDS(0x12, 1, "RxR_BYPASS", txr_occupancy, 0),
    ADDS(0x13, 1, "RxR_INSERTS", txr_occupancy, 0),
    ANY(0x14, "RxR_CRD_STARVED", rxr_crd_starved, 0),
    ANY(0x15, "RxR_BUSY_STARVED", rxr_busy_starved, 0),
    ANY(0x1b, "RING_AD_USED", ring_ad_used, 0),
    ANY(0x1c, "RING_AK_USED", ring_ad_used, 0),
    ANY(0x1d, "RING_BL_USED", ring_ad_used, 0),
    ANY(0x1e, "RING_IV_USED", ring_iv_used, 0),
};

static const struct oracle_register registers[] = {NUMBERED_HSX(0x6)};
/* Linux, hswep_uncore_sbox_formats_attr. */
static const struct oracle_format formats[] = {FORMATS, {"tid_en", 19, 1}};

const struct oracle_kind oracle_hsx_sbo = {
    .pmu = "uncore_sbox",
    .list = "unc_s_",
    .general = 4,
    .bits = 44,
    .fields = {CTL_FIELDS, .tid_en = UINT64_C(1) << 19},
    .numbered = true,
    KIND_HAS(registers, events, formats),
    KIND_FREEZES,
    .frz_alone = true,
};
