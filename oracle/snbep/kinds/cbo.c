/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A slice of the last-level cache: guide, section 2.3. */
#include "oracle/snbep/kinds/kinds.h"
#include "oracle/snbep/signal.h"

#include <string.h>

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

/* Bits 3:1 are kinds of lookups; bits 3:0 are states. NID is a bit that the other bits are combined with, and
 * alone takes all. */
static const struct oracle_sub llc_lookup[] = {ORACLE_NUMBERED("DATA_READ", 0x03, 0x2),
    ORACLE_NUMBERED("WRITE", 0x05, 0x4), ORACLE_NUMBERED("REMOTE_SNOOP", 0x09, 0x8),
    ORACLE_NUMBERED("NID", 0x41, 0xe), END};
static const struct oracle_sub llc_victims[] = {ORACLE_NUMBERED("M_STATE", 0x01, 0x1),
    ORACLE_NUMBERED("E_STATE", 0x02, 0x2), ORACLE_NUMBERED("S_STATE", 0x04, 0x4),
    ORACLE_NUMBERED("MISS", 0x08, 0x8), ORACLE_NUMBERED("NID", 0x40, 0xf), END};
static const struct oracle_sub tor_inserts[] = {S("OPCODE", 0x01), S("EVICTION", 0x04), S("WB", 0x10),
    S("MISS_OPCODE", 0x03), S("MISS_ALL", 0x0a), S("NID_OPCODE", 0x41), S("NID_MISS_OPCODE", 0x43),
    S("NID_EVICTION", 0x44), S("NID_ALL", 0x48), S("NID_MISS_ALL", 0x4a), S("NID_WB", 0x50), END};
static const struct oracle_sub tor_occupancy[] = {S("OPCODE", 0x01), S("EVICTION", 0x04), S("ALL", 0x08),
    S("MISS_OPCODE", 0x03), S("MISS_ALL", 0x0a), S("NID_OPCODE", 0x41), S("NID_MISS_OPCODE", 0x43),
    S("NID_EVICTION", 0x44), S("NID_ALL", 0x48), S("NID_MISS_ALL", 0x4a), END};

enum { LLC_LOOKUP = 0x34, TOR_INSERTS, TOR_OCCUPANCY, LLC_VICTIMS };

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
    {LLC_LOOKUP, 1, "LLC_LOOKUP", llc_lookup, ORACLE_ADDS, 0, 0, 0x3, true, 0},
    ADDS(TOR_INSERTS, 1, "TOR_INSERTS", tor_inserts, 0x3),
    EACH(TOR_OCCUPANCY, 20, "TOR_OCCUPANCY", tor_occupancy, 0x1),
    {LLC_VICTIMS, 1, "LLC_VICTIMS", llc_victims, ORACLE_ADDS, 0, 0, 0x3, true, 0},
    ADDS(0x39, 1, "MISC", misc, 0x3),
};

static const struct oracle_register registers[] = {NUMBERED};
/* Linux, snbep_uncore_cbox_formats_attr. */
static const struct oracle_format formats[] = {FORMATS, {"tid_en", 19, 1}, {"filter_tid", 64, 5},
    {"filter_nid", 64 + 10, 8}, {"filter_state", 64 + 18, 5}, {"filter_opc", 64 + 23, 9}};

/* Guide, page 34, Cn_MSR_PMON_BOX_FILTER: opc 31:23, state 22:18 and nid 17:10 (a bit each), tid 4:0. */
static bool state_matches(const struct oracle_ask *ask, const struct oracle_part *part)
{
    return ask->filter >> 18 & UINT64_C(1) << part->marks.state & 0x1f;
}

static bool nid_matches(const struct oracle_ask *ask, const struct oracle_part *part)
{
    return ask->filter >> 10 & UINT64_C(1) << part->marks.nid & 0xff;
}

/* Page 35: bit 0 must be set. */
static bool looked_up(const struct oracle_ask *ask, const struct oracle_part *part)
{
    bool of_all = !(ask->umask & 0xe);

    return ask->umask & 1 && (of_all || ask->umask >> part->unit & 1) && state_matches(ask, part);
}

/* Page 43: bit 1 is for misses; of the rest, bit 0 is for requests with an opcode, bit 3 for all. */
static bool in_table(const struct oracle_ask *ask, const struct oracle_part *part)
{
    if (ask->umask & 2 && !part->marks.miss)
        return false;
    if (ask->umask & 8)
        return true;
    if (part->unit == 0 && ask->filter >> 23 != part->marks.opc)
        return false;
    return ask->umask >> part->unit & 1;
}

static bool of_event(const struct oracle_ask *ask, const struct oracle_part *part)
{
    switch (ask->code) {
    case LLC_LOOKUP:
        return looked_up(ask, part);
    case TOR_INSERTS:
    case TOR_OCCUPANCY:
        return in_table(ask, part);
    default:
        return ask->umask & 0xf ? ask->umask >> part->unit & 1 : ask->umask;
    }
}

static bool has_filter(uint16_t code)
{
    return code == LLC_LOOKUP || code == TOR_INSERTS || code == TOR_OCCUPANCY || code == LLC_VICTIMS;
}

static bool selects(const struct oracle_ask *ask, const struct oracle_part *part)
{
    int index = oracle_event_coded(&oracle_cbo, ask->code);

    if (ask->tid_en && (ask->filter & 0x1f) != part->marks.tid)
        return false;
    if (!has_filter(ask->code))
        return oracle_units(&oracle_cbo.events[index], ask->umask) >> part->unit & 1;
    return of_event(ask, part) && (!(ask->umask & 0x40) || nid_matches(ask, part));
}

static unsigned *mark(struct oracle_marks *marks, const char *name)
{
    const struct {
        const char *name;
        unsigned *value;
    } all[] = {{"opc", &marks->opc}, {"state", &marks->state}, {"nid", &marks->nid}, {"tid", &marks->tid},
        {"miss", &marks->miss}};

    for (unsigned i = 0; i < COUNT(all); i++)
        if (!strcmp(all[i].name, name))
            return all[i].value;
    return NULL;
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
