/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A slice of the last-level cache, and its filter of two registers: Linux,
 * IVBEP_CB0_MSR_PMON_BOX_FILTER_*. */
#include "oracle/snbep/ivt/ivt.h"
#include "oracle/snbep/kinds/cbo_subs.h"
#include "oracle/snbep/kinds/slice.h"

/* Bits 3:1 are kinds of lookups, bit 4 is for all. For victims, bits 3:0 are
 * states. NID is combined with other bits, and alone covers all. The list lacks
 * MISS_ALL of SLICE_INSERTS. */
static const struct oracle_sub llc_lookup[] = {ORACLE_NUMBERED("DATA_READ", 0x03, 0x2),
    ORACLE_NUMBERED("WRITE", 0x05, 0x4), ORACLE_NUMBERED("REMOTE_SNOOP", 0x09, 0x8),
    ORACLE_NUMBERED("ANY", 0x11, 0xe), ORACLE_NUMBERED("NID", 0x41, 0xe), END};
static const struct oracle_sub tor_inserts[] = {S("OPCODE", 0x01), S("EVICTION", 0x04),
    S("ALL", 0x08), S("WB", 0x10), S("MISS_OPCODE", 0x03), S("MISS_ALL", 0x0a),
    S("LOCAL_OPCODE", 0x21), S("MISS_LOCAL_OPCODE", 0x23), S("LOCAL", 0x28), S("MISS_LOCAL", 0x2a),
    S("NID_OPCODE", 0x41), S("NID_MISS_OPCODE", 0x43), S("NID_EVICTION", 0x44), S("NID_ALL", 0x48),
    S("NID_MISS_ALL", 0x4a), S("NID_WB", 0x50), S("REMOTE_OPCODE", 0x81),
    S("MISS_REMOTE_OPCODE", 0x83), S("REMOTE", 0x88), S("MISS_REMOTE", 0x8a), END};

enum { IPQ_RETRY = 0x31 };

/* The list has only unions of the IV ring; its polarities are assumed to be
 * those of the other rings. */
static const struct oracle_sub txr_starved[] = {
    S("AK_BOTH", 0x02), S("IV", 0x08), S("AD_CORE", 0x10), END};
static const struct oracle_sub ring_bounces[] = {S("AD_IRQ", 0x02), S("AK_CORE", 0x02),
    S("AK", 0x04), S("BL_CORE", 0x04), S("BL", 0x08), S("IV_CORE", 0x08), S("IV", 0x10), END};
static const struct oracle_sub ring_sink_starved[] = {
    S("AD_IRQ", 0x01), S("AD_IPQ", 0x02), S("IV", 0x10), END};
static const struct oracle_sub rxr_occupancy[] = {S("IRQ", 0x01), S("IRQ_REJ", 0x02),
    S("IRQ_REJECTED", 0x02), S("IPQ", 0x04), S("VFIFO", 0x10), END};
static const struct oracle_sub ring_ad_used[] = {S("UP_VR0_EVEN", 0x01), S("UP_VR0_ODD", 0x02),
    S("DOWN_VR0_EVEN", 0x04), S("DOWN_VR0_ODD", 0x08), S("UP_VR1_EVEN", 0x10),
    S("UP_VR1_ODD", 0x20), S("DOWN_VR1_EVEN", 0x40), S("DOWN_VR1_ODD", 0x80), S("CW", 0x03),
    S("CCW", 0x0c), S("UP", 0x33), S("DOWN", 0xcc), END};
static const struct oracle_sub ring_iv_used[] = {S("UP_VR0_EVEN", 0x01), S("UP_VR0_ODD", 0x02),
    S("DOWN_VR0_EVEN", 0x04), S("DOWN_VR0_ODD", 0x08), S("UP_VR1_EVEN", 0x10),
    S("UP_VR1_ODD", 0x20), S("DOWN_VR1_EVEN", 0x40), S("DOWN_VR1_ODD", 0x80), S("ANY", 0x0f),
    S("UP", 0x33), S("DOWN", 0xcc), END};
static const struct oracle_sub rxr_irq_retry[] = {S("ANY", 0x01), S("FULL", 0x02),
    S("ADDR_CONFLICT", 0x04), S("RTID", 0x08), S("QPI_CREDITS", 0x10), S("IIO_CREDITS", 0x20), END};
static const struct oracle_sub rxr_ismq_retry[] = {S("ANY", 0x01), S("FULL", 0x02), S("RTID", 0x08),
    S("QPI_CREDITS", 0x10), S("IIO_CREDITS", 0x20), S("WB_CREDITS", 0x80), END};

static const struct oracle_event events[] = {
    CLOCK(0x00),
    ADDS(0x02, 1, "TxR_INSERTS", cbo_txr_inserts, 0x3),
    ADDS(0x03, 1, "TxR_STARVED", txr_starved, 0x3),
    ADDS(0x04, 1, "TxR_ADS_USED", cbo_txr_ads_used, 0x3),
    ADDS(0x05, 1, "RING_BOUNCES", ring_bounces, 0x3),
    ADDS(0x06, 1, "RING_SINK_STARVED", ring_sink_starved, 0x3),
    ADDS(0x07, 1, "RING_SRC_THRTL", NULL, 0x3),
    EACH(0x11, 20, "RxR_OCCUPANCY", rxr_occupancy, 0x1),
    ANY(0x12, "RxR_EXT_STARVED", cbo_rxr_ext_starved, 0x3),
    ADDS(0x13, 1, "RxR_INSERTS", rxr_occupancy, 0x3),
    ANY(0x14, "RxR_INT_STARVED", cbo_rxr_int_starved, 0x3),
    ANY(0x1b, "RING_AD_USED", ring_ad_used, 0xc),
    ANY(0x1c, "RING_AK_USED", ring_ad_used, 0xc),
    ANY(0x1d, "RING_BL_USED", ring_ad_used, 0xc),
    ANY(0x1e, "RING_IV_USED", ring_iv_used, 0xc),
    ADDS(IPQ_RETRY, 1, "RxR_IPQ_RETRY", cbo_rxr_ipq_retry, 0x3),
    ADDS(0x32, 1, "RxR_IRQ_RETRY", rxr_irq_retry, 0x3),
    ADDS(0x33, 1, "RxR_ISMQ_RETRY", rxr_ismq_retry, 0x3),
    {SLICE_LOOKUP, 1, "LLC_LOOKUP", llc_lookup, ORACLE_ADDS, 0, 0, 0x3, true, 0},
    ADDS(SLICE_INSERTS, 1, "TOR_INSERTS", tor_inserts, 0x3),
    EACH(SLICE_OCCUPANCY, 20, "TOR_OCCUPANCY", tor_inserts, 0x1),
    {SLICE_VICTIMS, 1, "LLC_VICTIMS", cbo_llc_victims, ORACLE_ADDS, 0, 0, 0x3, true, 0},
    ADDS(0x39, 1, "MISC", cbo_misc, 0x3),
    ADDS(0x3c, 1, "QLRU", cbo_qlru, 0x3),
};

static const struct oracle_register registers[] = {{"BOX_CTL", 0x4, 4, ORACLE_IS_BOX_CTL, 0},
    {"CTL0", 0x10, 8, ORACLE_IS_CTL, 0}, {"CTL1", 0x11, 8, ORACLE_IS_CTL, 1},
    {"CTL2", 0x12, 8, ORACLE_IS_CTL, 2}, {"CTL3", 0x13, 8, ORACLE_IS_CTL, 3},
    {"CTR0", 0x16, 8, ORACLE_IS_CTR, 0}, {"CTR1", 0x17, 8, ORACLE_IS_CTR, 1},
    {"CTR2", 0x18, 8, ORACLE_IS_CTR, 2}, {"CTR3", 0x19, 8, ORACLE_IS_CTR, 3},
    {"FILTER0", 0x14, 8, ORACLE_IS_FILTER, 0}, {"FILTER1", 0x1a, 8, ORACLE_IS_FILTER, 1}};
/* Linux, ivbep_uncore_cbox_formats_attr: no inv. */
static const struct oracle_format formats[] = {{"event", 0, 8}, {"umask", 8, 8}, {"edge", 18, 1},
    {"tid_en", 19, 1}, {"thresh", 24, 8}, {"filter_tid", 64, 5}, {"filter_link", 64 + 5, 4},
    {"filter_state", 64 + 17, 6}, {"filter_nid", 64 + 32, 16}, {"filter_opc", 64 + 52, 9},
    {"filter_c6", 64 + 61, 1}, {"filter_nc", 64 + 62, 1}, {"filter_isoc", 64 + 63, 1}};

static const struct oracle_slice slice = {.state = 17,
    .states = 0x3f,
    .nid = 32,
    .nids = 0xffff,
    .opc = 52,
    .kinds = 0x0e,
    .victims = 0x0f,
    .since_ivt = true};

/* An assumption, since no public document says it: without a bit, all links. */
static bool link_matches(const struct oracle_ask *ask, const struct oracle_part *part)
{
    uint64_t links = ask->filter >> 5 & 0xf;

    return !links || links >> part->marks.link & 1;
}

/* For probes, unit 4 is the one that lacked a link's credits. */
static bool selects(const struct oracle_ask *ask, const struct oracle_part *part)
{
    int index = oracle_event_coded(&oracle_ivt_cbo, ask->code);

    if (ask->tid_en && (ask->filter & 0x1f) != part->marks.tid)
        return false;
    if (ask->code >= SLICE_LOOKUP && ask->code <= SLICE_VICTIMS)
        return oracle_slice_counts(&slice, ask, part);
    return oracle_units(&oracle_ivt_cbo.events[index], ask->umask) >> part->unit & 1 &&
           (ask->code != IPQ_RETRY || part->unit != 4 || link_matches(ask, part));
}

static unsigned *mark(struct oracle_marks *marks, const char *name)
{
    static const char *const attributes[] = {
        "opc", "state", "nid", "link", "tid", "miss", "remote", "nc", "c6", "isoc", NULL};

    return oracle_slice_mark(marks, attributes, name);
}

const struct oracle_kind oracle_ivt_cbo = {
    .pmu = "uncore_cbox",
    .list = "unc_c_",
    .numbered = true,
    .general = 4,
    .bits = 44,
    .filter = UINT64_C(0xfff0ffff007e01ff),
    .selects = selects,
    .mark = mark,
    .fields = {CTL_FIELDS, .tid_en = UINT64_C(1) << 19},
    KIND_HAS,
    KIND_FREEZES,
    .frz_alone = true,
};
