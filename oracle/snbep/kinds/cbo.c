/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A slice of the last-level cache: guide, section 2.3. */
#include "oracle/snbep/kinds/kinds.h"
#include "oracle/snbep/kinds/slice.h"

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

static const struct oracle_sub txr_starved[] = {S("AK", 0x02), S("BL", 0x04), END};
static const struct oracle_sub ring_bounces[] = {
    S("AK_CORE", 0x02), S("BL_CORE", 0x04), S("IV_CORE", 0x08), END};
static const struct oracle_sub ring_sink_starved[] = {
    S("AD_CACHE", 0x01), S("AK_CORE", 0x02), S("BL_CORE", 0x04), S("IV_CORE", 0x08), END};
static const struct oracle_sub rxr_occupancy[] = {
    S("IRQ", 0x01), S("IRQ_REJECTED", 0x02), S("IPQ", 0x04), S("VFIFO", 0x10), END};
static const struct oracle_sub rxr_ext_starved[] = {
    S("IRQ", 0x01), S("IPQ", 0x02), S("ISMQ", 0x04), S("ISMQ_BIDS", 0x08), END};
static const struct oracle_sub ring_ad_used[] = {
    S("UP_EVEN", 0x01), S("UP_ODD", 0x02), S("DOWN_EVEN", 0x04), S("DOWN_ODD", 0x08), END};
static const struct oracle_sub ring_iv_used[] = {S("UP_EVEN", 0x01), S("UP_ODD", 0x02),
    S("DOWN_EVEN", 0x04), S("DOWN_ODD", 0x08), S("ANY", 0x0f), END};
static const struct oracle_sub rxr_irq_retry[] = {S("ANY", 0x01), S("FULL", 0x02),
    S("ADDR_CONFLICT", 0x04), S("RTID", 0x08), S("QPI_CREDITS", 0x10), END};
static const struct oracle_sub rxr_ismq_retry[] = {S("ANY", 0x01), S("FULL", 0x02), S("RTID", 0x08),
    S("QPI_CREDITS", 0x10), S("IIO_CREDITS", 0x20), END};
/* Bits 3:1 are kinds of lookups; bits 3:0 are states. NID is combined with
 * other bits, and alone covers all. */
static const struct oracle_sub llc_lookup[] = {ORACLE_NUMBERED("DATA_READ", 0x03, 0x2),
    ORACLE_NUMBERED("WRITE", 0x05, 0x4), ORACLE_NUMBERED("REMOTE_SNOOP", 0x09, 0x8),
    ORACLE_NUMBERED("NID", 0x41, 0xe), END};
static const struct oracle_sub tor_inserts[] = {S("OPCODE", 0x01), S("EVICTION", 0x04),
    S("WB", 0x10), S("MISS_OPCODE", 0x03), S("MISS_ALL", 0x0a), S("NID_OPCODE", 0x41),
    S("NID_MISS_OPCODE", 0x43), S("NID_EVICTION", 0x44), S("NID_ALL", 0x48),
    S("NID_MISS_ALL", 0x4a), S("NID_WB", 0x50), END};
static const struct oracle_sub tor_occupancy[] = {S("OPCODE", 0x01), S("EVICTION", 0x04),
    S("ALL", 0x08), S("MISS_OPCODE", 0x03), S("MISS_ALL", 0x0a), S("NID_OPCODE", 0x41),
    S("NID_MISS_OPCODE", 0x43), S("NID_EVICTION", 0x44), S("NID_ALL", 0x48),
    S("NID_MISS_ALL", 0x4a), END};

static const struct oracle_event snb_events[] = {
    CLOCK(0x00),
    ADDS(0x02, 1, "TxR_INSERTS", cbo_txr_inserts, 0x3),
    ADDS(0x03, 1, "TxR_STARVED", txr_starved, 0x3),
    ADDS(0x04, 1, "TxR_ADS_USED", NULL, 0x3),
    ADDS(0x05, 1, "RING_BOUNCES", ring_bounces, 0x3),
    ADDS(0x06, 1, "RING_SINK_STARVED", ring_sink_starved, 0x3),
    ADDS(0x07, 1, "RING_SRC_THRTL", NULL, 0x3),
    EACH(0x11, 20, "RxR_OCCUPANCY", rxr_occupancy, 0x1),
    ANY(0x12, "RxR_EXT_STARVED", rxr_ext_starved, 0x3),
    ADDS(0x13, 1, "RxR_INSERTS", rxr_occupancy, 0x3),
    ANY(0x14, "RxR_INT_STARVED", cbo_rxr_int_starved, 0x3),
    ANY(0x1b, "RING_AD_USED", ring_ad_used, 0xc),
    ANY(0x1c, "RING_AK_USED", ring_ad_used, 0xc),
    ANY(0x1d, "RING_BL_USED", ring_ad_used, 0xc),
    ANY(0x1e, "RING_IV_USED", ring_iv_used, 0xc),
    ADDS(0x21, 20, "ISMQ_DRD_MISS_OCC", NULL, 0x3),
    ADDS(0x31, 1, "RxR_IPQ_RETRY", cbo_rxr_ipq_retry, 0x3),
    ADDS(0x32, 1, "RxR_IRQ_RETRY", rxr_irq_retry, 0x3),
    ADDS(0x33, 1, "RxR_ISMQ_RETRY", rxr_ismq_retry, 0x3),
    {SLICE_LOOKUP, 1, "LLC_LOOKUP", llc_lookup, ORACLE_ADDS, 0, 0, 0x3, true, 0},
    ADDS(SLICE_INSERTS, 1, "TOR_INSERTS", tor_inserts, 0x3),
    EACH(SLICE_OCCUPANCY, 20, "TOR_OCCUPANCY", tor_occupancy, 0x1),
    {SLICE_VICTIMS, 1, "LLC_VICTIMS", cbo_llc_victims, ORACLE_ADDS, 0, 0, 0x3, true, 0},
    ADDS(0x39, 1, "MISC", cbo_misc, 0x3),
};

static const struct oracle_register registers[] = {NUMBERED};
/* Linux, snbep_uncore_cbox_formats_attr. */
static const struct oracle_format formats[] = {FORMATS, {"tid_en", 19, 1}, {"filter_tid", 64, 5},
    {"filter_nid", 64 + 10, 8}, {"filter_state", 64 + 18, 5}, {"filter_opc", 64 + 23, 9}};

/* Guide, page 34, Cn_MSR_PMON_BOX_FILTER; tid 4:0. */
static const struct oracle_slice slice = {.state = 18,
    .states = 0x1f,
    .nid = 10,
    .nids = 0xff,
    .opc = 23,
    .kinds = 0x0e,
    .victims = 0x0f};

static bool selects(const struct oracle_ask *ask, const struct oracle_part *part)
{
    int index = oracle_event_coded(&oracle_cbo, ask->code);

    if (ask->tid_en && (ask->filter & 0x1f) != part->marks.tid)
        return false;
    if (ask->code < SLICE_LOOKUP || ask->code > SLICE_VICTIMS)
        return oracle_units(&oracle_cbo.events[index], ask->umask) >> part->unit & 1;
    return oracle_slice_counts(&slice, ask, part);
}

static unsigned *mark(struct oracle_marks *marks, const char *name)
{
    static const char *const names[] = {"opc", "state", "nid", "tid", "miss", NULL};

    return oracle_slice_mark(marks, names, name);
}

const struct oracle_kind oracle_cbo = {
    .pmu = "uncore_cbox",
    .list = "unc_c_",
    .numbered = true,
    .general = 4,
    .bits = 44,
    .filter = 0xfffffc1f,
    .selects = selects,
    .mark = mark,
    .fields = {CTL_FIELDS, .tid_en = UINT64_C(1) << 19},
    KIND_HAS(registers, snb_events, formats),
    KIND_FREEZES,
};

/* ---- Ivy Bridge-EP ---- */

/* Its filter has two registers: Linux, IVBEP_CB0_MSR_PMON_BOX_FILTER_*. */

/* Bits 3:1 are kinds of lookups, bit 4 is for all. For victims, bits 3:0 are
 * states. NID is combined with other bits, and alone covers all. The list lacks
 * MISS_ALL of SLICE_INSERTS. */
static const struct oracle_sub ivt_llc_lookup[] = {ORACLE_NUMBERED("DATA_READ", 0x03, 0x2),
    ORACLE_NUMBERED("WRITE", 0x05, 0x4), ORACLE_NUMBERED("REMOTE_SNOOP", 0x09, 0x8),
    ORACLE_NUMBERED("ANY", 0x11, 0xe), ORACLE_NUMBERED("NID", 0x41, 0xe), END};
static const struct oracle_sub ivt_tor_inserts[] = {S("OPCODE", 0x01), S("EVICTION", 0x04),
    S("ALL", 0x08), S("WB", 0x10), S("MISS_OPCODE", 0x03), S("MISS_ALL", 0x0a),
    S("LOCAL_OPCODE", 0x21), S("MISS_LOCAL_OPCODE", 0x23), S("LOCAL", 0x28), S("MISS_LOCAL", 0x2a),
    S("NID_OPCODE", 0x41), S("NID_MISS_OPCODE", 0x43), S("NID_EVICTION", 0x44), S("NID_ALL", 0x48),
    S("NID_MISS_ALL", 0x4a), S("NID_WB", 0x50), S("REMOTE_OPCODE", 0x81),
    S("MISS_REMOTE_OPCODE", 0x83), S("REMOTE", 0x88), S("MISS_REMOTE", 0x8a), END};
enum { IPQ_RETRY = 0x31 };
/* The list has only unions of the IV ring, which is assumed to have the other
 * rings' polarities. */
static const struct oracle_sub ivt_txr_starved[] = {
    S("AK_BOTH", 0x02), S("IV", 0x08), S("AD_CORE", 0x10), END};
static const struct oracle_sub ivt_ring_bounces[] = {S("AD_IRQ", 0x02), S("AK_CORE", 0x02),
    S("AK", 0x04), S("BL_CORE", 0x04), S("BL", 0x08), S("IV_CORE", 0x08), S("IV", 0x10), END};
static const struct oracle_sub ivt_ring_sink_starved[] = {
    S("AD_IRQ", 0x01), S("AD_IPQ", 0x02), S("IV", 0x10), END};
static const struct oracle_sub ivt_rxr_occupancy[] = {S("IRQ", 0x01), S("IRQ_REJ", 0x02),
    S("IRQ_REJECTED", 0x02), S("IPQ", 0x04), S("VFIFO", 0x10), END};
static const struct oracle_sub ivt_ring_ad_used[] = {S("UP_VR0_EVEN", 0x01), S("UP_VR0_ODD", 0x02),
    S("DOWN_VR0_EVEN", 0x04), S("DOWN_VR0_ODD", 0x08), S("UP_VR1_EVEN", 0x10),
    S("UP_VR1_ODD", 0x20), S("DOWN_VR1_EVEN", 0x40), S("DOWN_VR1_ODD", 0x80), S("CW", 0x03),
    S("CCW", 0x0c), S("UP", 0x33), S("DOWN", 0xcc), END};
static const struct oracle_sub ivt_ring_iv_used[] = {S("UP_VR0_EVEN", 0x01), S("UP_VR0_ODD", 0x02),
    S("DOWN_VR0_EVEN", 0x04), S("DOWN_VR0_ODD", 0x08), S("UP_VR1_EVEN", 0x10),
    S("UP_VR1_ODD", 0x20), S("DOWN_VR1_EVEN", 0x40), S("DOWN_VR1_ODD", 0x80), S("ANY", 0x0f),
    S("UP", 0x33), S("DOWN", 0xcc), END};
static const struct oracle_sub ivt_rxr_irq_retry[] = {S("ANY", 0x01), S("FULL", 0x02),
    S("ADDR_CONFLICT", 0x04), S("RTID", 0x08), S("QPI_CREDITS", 0x10), S("IIO_CREDITS", 0x20), END};
static const struct oracle_sub ivt_rxr_ismq_retry[] = {S("ANY", 0x01), S("FULL", 0x02),
    S("RTID", 0x08), S("QPI_CREDITS", 0x10), S("IIO_CREDITS", 0x20), S("WB_CREDITS", 0x80), END};

static const struct oracle_event ivt_events[] = {
    CLOCK(0x00),
    ADDS(0x02, 1, "TxR_INSERTS", cbo_txr_inserts, 0x3),
    ADDS(0x03, 1, "TxR_STARVED", ivt_txr_starved, 0x3),
    ADDS(0x04, 1, "TxR_ADS_USED", cbo_txr_ads_used, 0x3),
    ADDS(0x05, 1, "RING_BOUNCES", ivt_ring_bounces, 0x3),
    ADDS(0x06, 1, "RING_SINK_STARVED", ivt_ring_sink_starved, 0x3),
    ADDS(0x07, 1, "RING_SRC_THRTL", NULL, 0x3),
    EACH(0x11, 20, "RxR_OCCUPANCY", ivt_rxr_occupancy, 0x1),
    ANY(0x12, "RxR_EXT_STARVED", cbo_rxr_ext_starved, 0x3),
    ADDS(0x13, 1, "RxR_INSERTS", ivt_rxr_occupancy, 0x3),
    ANY(0x14, "RxR_INT_STARVED", cbo_rxr_int_starved, 0x3),
    ANY(0x1b, "RING_AD_USED", ivt_ring_ad_used, 0xc),
    ANY(0x1c, "RING_AK_USED", ivt_ring_ad_used, 0xc),
    ANY(0x1d, "RING_BL_USED", ivt_ring_ad_used, 0xc),
    ANY(0x1e, "RING_IV_USED", ivt_ring_iv_used, 0xc),
    ADDS(IPQ_RETRY, 1, "RxR_IPQ_RETRY", cbo_rxr_ipq_retry, 0x3),
    ADDS(0x32, 1, "RxR_IRQ_RETRY", ivt_rxr_irq_retry, 0x3),
    ADDS(0x33, 1, "RxR_ISMQ_RETRY", ivt_rxr_ismq_retry, 0x3),
    {SLICE_LOOKUP, 1, "LLC_LOOKUP", ivt_llc_lookup, ORACLE_ADDS, 0, 0, 0x3, true, 0},
    ADDS(SLICE_INSERTS, 1, "TOR_INSERTS", ivt_tor_inserts, 0x3),
    EACH(SLICE_OCCUPANCY, 20, "TOR_OCCUPANCY", ivt_tor_inserts, 0x1),
    {SLICE_VICTIMS, 1, "LLC_VICTIMS", cbo_llc_victims, ORACLE_ADDS, 0, 0, 0x3, true, 0},
    ADDS(0x39, 1, "MISC", cbo_misc, 0x3),
    ADDS(0x3c, 1, "QLRU", cbo_qlru, 0x3),
};

static const struct oracle_register ivt_registers[] = {{"BOX_CTL", 0x4, 4, ORACLE_IS_BOX_CTL, 0},
    {"CTL0", 0x10, 8, ORACLE_IS_CTL, 0}, {"CTL1", 0x11, 8, ORACLE_IS_CTL, 1},
    {"CTL2", 0x12, 8, ORACLE_IS_CTL, 2}, {"CTL3", 0x13, 8, ORACLE_IS_CTL, 3},
    {"CTR0", 0x16, 8, ORACLE_IS_CTR, 0}, {"CTR1", 0x17, 8, ORACLE_IS_CTR, 1},
    {"CTR2", 0x18, 8, ORACLE_IS_CTR, 2}, {"CTR3", 0x19, 8, ORACLE_IS_CTR, 3},
    {"FILTER0", 0x14, 8, ORACLE_IS_FILTER, 0}, {"FILTER1", 0x1a, 8, ORACLE_IS_FILTER, 1}};
/* Linux, ivbep_uncore_cbox_formats_attr: no inv. */
static const struct oracle_format ivt_formats[] = {{"event", 0, 8}, {"umask", 8, 8},
    {"edge", 18, 1}, {"tid_en", 19, 1}, {"thresh", 24, 8}, {"filter_tid", 64, 5},
    {"filter_link", 64 + 5, 4}, {"filter_state", 64 + 17, 6}, {"filter_nid", 64 + 32, 16},
    {"filter_opc", 64 + 52, 9}, {"filter_c6", 64 + 61, 1}, {"filter_nc", 64 + 62, 1},
    {"filter_isoc", 64 + 63, 1}};

static const struct oracle_slice ivt_slice = {.state = 17,
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
static bool ivt_selects(const struct oracle_ask *ask, const struct oracle_part *part)
{
    int index = oracle_event_coded(&oracle_ivt_cbo, ask->code);

    if (ask->tid_en && (ask->filter & 0x1f) != part->marks.tid)
        return false;
    if (ask->code >= SLICE_LOOKUP && ask->code <= SLICE_VICTIMS)
        return oracle_slice_counts(&ivt_slice, ask, part);
    return oracle_units(&oracle_ivt_cbo.events[index], ask->umask) >> part->unit & 1 &&
           (ask->code != IPQ_RETRY || part->unit != 4 || link_matches(ask, part));
}

static unsigned *ivt_mark(struct oracle_marks *marks, const char *name)
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
    .selects = ivt_selects,
    .mark = ivt_mark,
    .fields = {CTL_FIELDS, .tid_en = UINT64_C(1) << 19},
    KIND_HAS(ivt_registers, ivt_events, ivt_formats),
    KIND_FREEZES,
    .frz_alone = true,
};

/* ---- Haswell-EP and its successors ---- */

/* As Ivy Bridge-EP's: Linux, HSWEP_CB0_MSR_PMON_BOX_FILTER_*. */

/* Bits 3:1 and 5 are kinds of lookups, bit 4 is for all. For victims, bits 4:0
 * are states. NID is combined with other bits, and alone covers all. */
static const struct oracle_sub hsx_llc_lookup[] = {ORACLE_NUMBERED("DATA_READ", 0x03, 0x2),
    ORACLE_NUMBERED("WRITE", 0x05, 0x4), ORACLE_NUMBERED("REMOTE_SNOOP", 0x09, 0x8),
    ORACLE_NUMBERED("ANY", 0x11, 0x2e), ORACLE_NUMBERED("READ", 0x21, 0x20),
    ORACLE_NUMBERED("NID", 0x41, 0x2e), END};
/* The list has two names for 4. */
static const struct oracle_sub llc_victims[] = {ORACLE_NUMBERED("M_STATE", 0x01, 0x1),
    ORACLE_NUMBERED("E_STATE", 0x02, 0x2), ORACLE_NUMBERED("S_STATE", 0x04, 0x4),
    ORACLE_NUMBERED("I_STATE", 0x04, 0x4), ORACLE_NUMBERED("F_STATE", 0x08, 0x8),
    ORACLE_NUMBERED("MISS", 0x10, 0x10), ORACLE_NUMBERED("NID", 0x40, 0x1f), END};
static const struct oracle_sub hsx_tor_inserts[] = {S("OPCODE", 0x01), S("MISS_OPCODE", 0x03),
    S("EVICTION", 0x04), S("ALL", 0x08), S("MISS_ALL", 0x0a), S("WB", 0x10),
    S("LOCAL_OPCODE", 0x21), S("MISS_LOCAL_OPCODE", 0x23), S("LOCAL", 0x28), S("MISS_LOCAL", 0x2a),
    S("NID_OPCODE", 0x41), S("NID_MISS_OPCODE", 0x43), S("NID_EVICTION", 0x44), S("NID_ALL", 0x48),
    S("NID_MISS_ALL", 0x4a), S("NID_WB", 0x50), S("REMOTE_OPCODE", 0x81),
    S("MISS_REMOTE_OPCODE", 0x83), S("REMOTE", 0x88), S("MISS_REMOTE", 0x8a), END};
static const struct oracle_sub hsx_txr_starved[] = {
    S("AK_BOTH", 0x02), S("BL_BOTH", 0x04), S("IV", 0x08), S("AD_CORE", 0x10), END};
static const struct oracle_sub hsx_ring_bounces[] = {
    S("AD", 0x01), S("AK", 0x02), S("BL", 0x04), S("IV", 0x10), END};
static const struct oracle_sub hsx_ring_sink_starved[] = {
    S("AD", 0x01), S("AK", 0x02), S("BL", 0x04), S("IV", 0x08), END};
static const struct oracle_sub hsx_rxr_occupancy[] = {
    S("IRQ", 0x01), S("IRQ_REJ", 0x02), S("IPQ", 0x04), S("PRQ_REJ", 0x20), END};
static const struct oracle_sub rxr_inserts[] = {
    S("IRQ", 0x01), S("IRQ_REJ", 0x02), S("IPQ", 0x04), S("PRQ", 0x10), S("PRQ_REJ", 0x20), END};
static const struct oracle_sub rxr_int_starved[] = {
    S("IRQ", 0x01), S("IPQ", 0x04), S("ISMQ", 0x08), S("PRQ", 0x10), END};
static const struct oracle_sub hsx_ring_ad_used[] = {S("UP_EVEN", 0x01), S("UP_ODD", 0x02),
    S("DOWN_EVEN", 0x04), S("DOWN_ODD", 0x08), S("UP", 0x03), S("DOWN", 0x0c), S("ALL", 0x0f), END};
static const struct oracle_sub hsx_ring_iv_used[] = {S("UP_EVEN", 0x01), S("UP_ODD", 0x02),
    S("DOWN_EVEN", 0x04), S("DOWN_ODD", 0x08), S("UP", 0x03), S("DN", 0x0c), S("ANY", 0x0f),
    S("DOWN", 0xcc), END};
static const struct oracle_sub rxr_ipq_retry2[] = {S("AD_SBO", 0x01), S("TARGET", 0x40), END};
static const struct oracle_sub rxr_irq_retry2[] = {
    S("AD_SBO", 0x01), S("BL_SBO", 0x02), S("TARGET", 0x40), END};
static const struct oracle_sub hsx_rxr_irq_retry[] = {S("ANY", 0x01), S("FULL", 0x02),
    S("ADDR_CONFLICT", 0x04), S("RTID", 0x08), S("QPI_CREDITS", 0x10), S("IIO_CREDITS", 0x20),
    S("NID", 0x40), END};
static const struct oracle_sub hsx_rxr_ismq_retry[] = {S("ANY", 0x01), S("FULL", 0x02),
    S("RTID", 0x08), S("QPI_CREDITS", 0x10), S("IIO_CREDITS", 0x20), S("NID", 0x40),
    S("WB_CREDITS", 0x80), END};
static const struct oracle_sub misc[] = {S("RSPI_WAS_FSE", 0x01), S("WC_ALIASING", 0x02),
    S("STARTED", 0x04), S("RFO_HIT_S", 0x08), S("CVZERO_PREFETCH_VICTIM", 0x10),
    S("CVZERO_PREFETCH_MISS", 0x20), END};
static const struct oracle_sub sbo_credits_acquired[] = {S("AD", 0x01), S("BL", 0x02), END};

static const struct oracle_event hsx_events[] = {
    CLOCK(0x00),
    ADDS(0x02, 1, "TxR_INSERTS", cbo_txr_inserts, 0),
    ADDS(0x03, 1, "TxR_STARVED", hsx_txr_starved, 0),
    ADDS(0x04, 1, "TxR_ADS_USED", cbo_txr_ads_used, 0),
    ADDS(0x05, 1, "RING_BOUNCES", hsx_ring_bounces, 0),
    ADDS(0x06, 1, "RING_SINK_STARVED", hsx_ring_sink_starved, 0),
    ADDS(0x07, 1, "RING_SRC_THRTL", NULL, 0),
    ADDS(0x09, 1, "FAST_ASSERTED", NULL, 0x3),
    ADDS(0x0a, 1, "BOUNCE_CONTROL", NULL, 0),
    EACH(0x11, 20, "RxR_OCCUPANCY", hsx_rxr_occupancy, 0x1),
    ANY(0x12, "RxR_EXT_STARVED", cbo_rxr_ext_starved, 0),
    ADDS(0x13, 1, "RxR_INSERTS", rxr_inserts, 0),
    ANY(0x14, "RxR_INT_STARVED", rxr_int_starved, 0),
    ANY(0x1b, "RING_AD_USED", hsx_ring_ad_used, 0),
    ANY(0x1c, "RING_AK_USED", hsx_ring_ad_used, 0),
    ANY(0x1d, "RING_BL_USED", hsx_ring_ad_used, 0),
    ANY(0x1e, "RING_IV_USED", hsx_ring_iv_used, 0),
    ADDS(0x28, 1, "RxR_IPQ_RETRY2", rxr_ipq_retry2, 0),
    ADDS(0x29, 1, "RxR_IRQ_RETRY2", rxr_irq_retry2, 0),
    ADDS(0x2a, 1, "RxR_ISMQ_RETRY2", rxr_irq_retry2, 0),
    ADDS(0x31, 1, "RxR_IPQ_RETRY", cbo_rxr_ipq_retry, 0),
    ADDS(0x32, 1, "RxR_IRQ_RETRY", hsx_rxr_irq_retry, 0),
    ADDS(0x33, 1, "RxR_ISMQ_RETRY", hsx_rxr_ismq_retry, 0),
    {SLICE_LOOKUP, 1, "LLC_LOOKUP", hsx_llc_lookup, ORACLE_ADDS, 0, 0, 0, true, 0},
    ADDS(SLICE_INSERTS, 1, "TOR_INSERTS", hsx_tor_inserts, 0),
    EACH(SLICE_OCCUPANCY, 20, "TOR_OCCUPANCY", hsx_tor_inserts, 0x1),
    {SLICE_VICTIMS, 1, "LLC_VICTIMS", llc_victims, ORACLE_ADDS, 0, 0, 0, true, 0},
    ADDS(0x39, 1, "MISC", misc, 0),
    ADDS(0x3c, 1, "QLRU", cbo_qlru, 0),
    ADDS(0x3d, 1, "SBO_CREDITS_ACQUIRED", sbo_credits_acquired, 0),
    EACH(0x3e, 20, "SBO_CREDIT_OCCUPANCY", sbo_credits_acquired, 0x1),
};

static const struct oracle_register hsx_registers[] = {NUMBERED_HSX(0x8),
    {"FILTER0", 0x5, 8, ORACLE_IS_FILTER, 0}, {"FILTER1", 0x6, 8, ORACLE_IS_FILTER, 1}};
/* Linux, hswep_uncore_cbox_formats_attr: no inv. */
static const struct oracle_format hsx_formats[] = {{"event", 0, 8}, {"umask", 8, 8},
    {"edge", 18, 1}, {"tid_en", 19, 1}, {"thresh", 24, 8}, {"filter_tid", 64, 6},
    {"filter_link", 64 + 6, 3}, {"filter_state", 64 + 17, 7}, {"filter_nid", 64 + 32, 16},
    {"filter_opc", 64 + 52, 9}, {"filter_c6", 64 + 61, 1}, {"filter_nc", 64 + 62, 1},
    {"filter_isoc", 64 + 63, 1}};

/* Names that set the filter, or are printed in bytes. */
static const struct oracle_alias names[] = {{"llc_misses.code_llc_prefetch", 0x0335, 64, "Bytes"},
    {"llc_misses.data_llc_prefetch", 0x0335, 64, "Bytes"},
    {"llc_misses.data_read", 0x0335, 64, "Bytes"}, {"llc_misses.mmio_read", 0x0335, 64, "Bytes"},
    {"llc_misses.mmio_write", 0x0335, 64, "Bytes"},
    {"llc_misses.pcie_non_snoop_write", 0x0335, 64, "Bytes"},
    {"llc_misses.pcie_read", 0x0335, 64, "Bytes"}, {"llc_misses.pcie_write", 0x0335, 64, "Bytes"},
    {"llc_misses.rfo_llc_prefetch", 0x0335, 64, "Bytes"},
    {"llc_misses.uncacheable", 0x0335, 64, "Bytes"},
    {"llc_references.code_llc_prefetch", 0x0135, 64, "Bytes"},
    {"llc_references.pcie_ns_partial_write", 0x0135, 1, ""},
    {"llc_references.pcie_read", 0x0135, 64, "Bytes"},
    {"llc_references.pcie_write", 0x0135, 64, "Bytes"},
    {"llc_references.streaming_full", 0x0135, 64, "Bytes"},
    {"llc_references.streaming_partial", 0x0135, 64, "Bytes"},
    {"unc_c_llc_lookup.any", 0x1134, 64, "Bytes"},
    {"unc_c_llc_victims.m_state", 0x0137, 64, "Bytes"},
    {"unc_c_tor_occupancy.llc_data_read", 0x0336, 1, ""}, {NULL, 0, 0, NULL}};

static const struct oracle_filtered filtered[] = {
    {"llc_misses.code_llc_prefetch", UINT64_C(0x191) << 52},
    {"llc_misses.data_llc_prefetch", UINT64_C(0x192) << 52},
    {"llc_misses.data_read", UINT64_C(0x182) << 52},
    {"llc_misses.mmio_read", UINT64_C(0x187) << 52 | UINT64_C(0x1) << 62},
    {"llc_misses.mmio_write", UINT64_C(0x18f) << 52 | UINT64_C(0x1) << 62},
    {"llc_misses.pcie_non_snoop_write", UINT64_C(0x1c8) << 52 | 0x3e},
    {"llc_misses.pcie_read", UINT64_C(0x19e) << 52},
    {"llc_misses.pcie_write", UINT64_C(0x1c8) << 52},
    {"llc_misses.rfo_llc_prefetch", UINT64_C(0x190) << 52},
    {"llc_misses.uncacheable", UINT64_C(0x187) << 52},
    {"llc_references.code_llc_prefetch", UINT64_C(0x181) << 52},
    {"llc_references.pcie_ns_partial_write", UINT64_C(0x180) << 52 | 0x3e},
    {"llc_references.pcie_read", UINT64_C(0x19e) << 52},
    {"llc_references.pcie_write", UINT64_C(0x1c8) << 52 | 0x3e},
    {"llc_references.streaming_full", UINT64_C(0x18c) << 52},
    {"llc_references.streaming_partial", UINT64_C(0x18d) << 52},
    {"unc_c_llc_lookup.any", UINT64_C(0x1) << 17},
    {"unc_c_tor_occupancy.llc_data_read", UINT64_C(0x182) << 52}, {NULL, 0}};

static const struct oracle_slice hsx_slice = {.state = 17,
    .states = 0x7f,
    .nid = 32,
    .nids = 0xffff,
    .opc = 52,
    .kinds = 0x2e,
    .victims = 0x1f,
    .since_ivt = true};

/* Bit 6 of other events with a sub-event NID or TARGET selects requests to the
 * filter's nodes. */
static bool hsx_selects(const struct oracle_ask *ask, const struct oracle_part *part)
{
    int index = oracle_event_coded(&oracle_hsx_cbo, ask->code);

    if (ask->tid_en && (ask->filter & 0x3f) != part->marks.tid)
        return false;
    if (ask->code < SLICE_LOOKUP || ask->code > SLICE_VICTIMS)
        return oracle_units(&oracle_hsx_cbo.events[index], ask->umask) >> part->unit & 1 &&
               (part->unit != 6 || ask->code == 0x02 ||
                   oracle_slice_nid_matches(&hsx_slice, ask, part));
    return oracle_slice_counts(&hsx_slice, ask, part);
}

static unsigned *hsx_mark(struct oracle_marks *marks, const char *name)
{
    static const char *const attributes[] = {
        "opc", "state", "nid", "tid", "miss", "remote", "nc", "c6", "isoc", NULL};

    return oracle_slice_mark(marks, attributes, name);
}

#define KIND(...)                                                                                  \
    {                                                                                              \
        .pmu = "uncore_cbox", .list = "unc_c_", .general = 4, .bits = 48,                          \
        .fields = {CTL_FIELDS, .tid_en = UINT64_C(1) << 19}, .numbered = true,                     \
        .filter = UINT64_C(0xfff0ffff00fe03ff), .selects = hsx_selects, .mark = hsx_mark,          \
        KIND_HAS(hsx_registers, hsx_events, hsx_formats), KIND_FREEZES, .frz_alone = true,         \
        __VA_ARGS__                                                                                \
    }

const struct oracle_kind oracle_hsx_cbo = KIND(.names = names, .filtered = filtered);

/* The list of Broadwell-DE has the same names, plus other names of a ring's
 * directions. */
static const struct oracle_alias de_names[] = {{"unc_c_ring_ad_used.cw", 0x031b, 1, ""},
    {"unc_c_ring_ad_used.ccw", 0x0c1b, 1, ""}, {"unc_c_ring_ak_used.cw", 0x031c, 1, ""},
    {"unc_c_ring_ak_used.ccw", 0x0c1c, 1, ""}, {"unc_c_ring_bl_used.cw", 0x031d, 1, ""},
    {"unc_c_ring_bl_used.ccw", 0x0c1d, 1, ""}, {NULL, 0, 0, NULL}};

const struct oracle_kind oracle_bdx_de_cbo = KIND(.names = de_names);
