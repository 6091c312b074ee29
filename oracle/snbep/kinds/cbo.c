/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A slice of the last-level cache: guide, section 2.3. */
#include "oracle/snbep/kinds/cbo_subs.h"
#include "oracle/snbep/kinds/slice.h"

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

static const struct oracle_event events[] = {
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
    KIND_HAS,
    KIND_FREEZES,
};
