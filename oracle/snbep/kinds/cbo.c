/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A slice of the last-level cache: guide, section 2.3. */
#include "oracle/snbep/kinds/kinds.h"

static const struct oracle_sub txr_inserts[] = {S("AD_CACHE", 0x01), S("AK_CACHE", 0x02), S("BL_CACHE", 0x04),
    S("IV_CACHE", 0x08), S("AD_CORE", 0x10), S("AK_CORE", 0x20), S("BL_CORE", 0x40), END};
static const struct oracle_sub txr_starved[] = {S("AK", 0x02), S("BL", 0x04), END};
static const struct oracle_sub ring_bounces[] = {
    S("AK_CORE", 0x02), S("BL_CORE", 0x04), S("IV_CORE", 0x08), END};
static const struct oracle_sub ring_sink_starved[] = {
    S("AD_CACHE", 0x01), S("AK_CORE", 0x02), S("BL_CORE", 0x04), S("IV_CORE", 0x08), END};
static const struct oracle_sub rxr_occupancy[] = {
    S("IRQ", 0x01), S("IRQ_REJECTED", 0x02), S("IPQ", 0x04), S("VFIFO", 0x10), END};
static const struct oracle_sub rxr_ext_starved[] = {
    S("IRQ", 0x01), S("IPQ", 0x02), S("ISMQ", 0x04), S("ISMQ_BIDS", 0x08), END};
static const struct oracle_sub rxr_int_starved[] = {S("IRQ", 0x01), S("IPQ", 0x04), S("ISMQ", 0x08), END};
static const struct oracle_sub ring_ad_used[] = {
    S("UP_EVEN", 0x01), S("UP_ODD", 0x02), S("DOWN_EVEN", 0x04), S("DOWN_ODD", 0x08), END};
static const struct oracle_sub ring_iv_used[] = {
    S("UP_EVEN", 0x01), S("UP_ODD", 0x02), S("DOWN_EVEN", 0x04), S("DOWN_ODD", 0x08), S("ANY", 0x0f), END};
static const struct oracle_sub rxr_ipq_retry[] = {
    S("ANY", 0x01), S("FULL", 0x02), S("ADDR_CONFLICT", 0x04), S("QPI_CREDITS", 0x10), END};
static const struct oracle_sub rxr_irq_retry[] = {
    S("ANY", 0x01), S("FULL", 0x02), S("ADDR_CONFLICT", 0x04), S("RTID", 0x08), S("QPI_CREDITS", 0x10), END};
static const struct oracle_sub rxr_ismq_retry[] = {
    S("ANY", 0x01), S("FULL", 0x02), S("RTID", 0x08), S("QPI_CREDITS", 0x10), S("IIO_CREDITS", 0x20), END};
static const struct oracle_sub misc[] = {
    S("RSPI_WAS_FSE", 0x01), S("WC_ALIASING", 0x02), S("STARTED", 0x04), S("RFO_HIT_S", 0x08), END};

static const struct oracle_event events[] = {
    CLOCK(0x00),
    ADDS(0x02, 1, "TxR_INSERTS", txr_inserts, 0x3),
    ADDS(0x03, 1, "TxR_STARVED", txr_starved, 0x3),
    ADDS(0x04, 1, "TxR_ADS_USED", NULL, 0x3),
    ADDS(0x05, 1, "RING_BOUNCES", ring_bounces, 0x3),
    ADDS(0x06, 1, "RING_SINK_STARVED", ring_sink_starved, 0x3),
    ADDS(0x07, 1, "RING_SRC_THRTL", NULL, 0x3),
    EACH(0x11, 20, "RxR_OCCUPANCY", rxr_occupancy, 0x1),
    ANY(0x12, "RxR_EXT_STARVED", rxr_ext_starved, 0x3),
    ADDS(0x13, 1, "RxR_INSERTS", rxr_occupancy, 0x3),
    ANY(0x14, "RxR_INT_STARVED", rxr_int_starved, 0x3),
    ANY(0x1b, "RING_AD_USED", ring_ad_used, 0xc),
    ANY(0x1c, "RING_AK_USED", ring_ad_used, 0xc),
    ANY(0x1d, "RING_BL_USED", ring_ad_used, 0xc),
    ANY(0x1e, "RING_IV_USED", ring_iv_used, 0xc),
    ADDS(0x21, 20, "ISMQ_DRD_MISS_OCC", NULL, 0x3),
    ADDS(0x31, 1, "RxR_IPQ_RETRY", rxr_ipq_retry, 0x3),
    ADDS(0x32, 1, "RxR_IRQ_RETRY", rxr_irq_retry, 0x3),
    ADDS(0x33, 1, "RxR_ISMQ_RETRY", rxr_ismq_retry, 0x3),
    ADDS(0x39, 1, "MISC", misc, 0x3),
};

static const struct oracle_register registers[] = {NUMBERED};
/* Linux, snbep_uncore_cbox_formats_attr. */
static const struct oracle_format formats[] = {FORMATS, {"tid_en", 19, 1}, {"filter_tid", 64, 5},
    {"filter_nid", 64 + 10, 8}, {"filter_state", 64 + 18, 5}, {"filter_opc", 64 + 23, 9}};

/* Cn_MSR_PMON_BOX_FILTER: opc 31:23, state 22:18, nid 17:10, tid 4:0. */
const struct oracle_kind oracle_cbo = {
    .pmu = "uncore_cbox",
    .list = "unc_c_",
    .numbered = true,
    .general = 4,
    .bits = 44,
    .filter = 0xfffffc1f,
    .fields = {CTL_FIELDS, .tid_en = UINT64_C(1) << 19},
    KIND_HAS,
    KIND_FREEZES,
};
