/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A slice of the last-level cache, and its filter of two registers: Linux, IVBEP_CB0_MSR_PMON_BOX_FILTER_*.
 */
#include "oracle/snbep/ivt/ivt.h"
#include "oracle/snbep/signal.h"

#include <string.h>

/* Bits 3:1 are kinds of lookups, bit 4 is for all. Of victims, bits 3:0 are states. NID is a bit that the
 * other bits are combined with, and alone takes all. The list lacks MISS_ALL of TOR_INSERTS. */
static const struct oracle_sub llc_lookup[] = {ORACLE_NUMBERED("DATA_READ", 0x03, 0x2),
    ORACLE_NUMBERED("WRITE", 0x05, 0x4), ORACLE_NUMBERED("REMOTE_SNOOP", 0x09, 0x8),
    ORACLE_NUMBERED("ANY", 0x11, 0xe), ORACLE_NUMBERED("NID", 0x41, 0xe), END};
static const struct oracle_sub llc_victims[] = {ORACLE_NUMBERED("M_STATE", 0x01, 0x1),
    ORACLE_NUMBERED("E_STATE", 0x02, 0x2), ORACLE_NUMBERED("S_STATE", 0x04, 0x4),
    ORACLE_NUMBERED("MISS", 0x08, 0x8), ORACLE_NUMBERED("NID", 0x40, 0xf), END};
static const struct oracle_sub tor_inserts[] = {S("OPCODE", 0x01), S("EVICTION", 0x04), S("ALL", 0x08),
    S("WB", 0x10), S("MISS_OPCODE", 0x03), S("MISS_ALL", 0x0a), S("LOCAL_OPCODE", 0x21),
    S("MISS_LOCAL_OPCODE", 0x23), S("LOCAL", 0x28), S("MISS_LOCAL", 0x2a), S("NID_OPCODE", 0x41),
    S("NID_MISS_OPCODE", 0x43), S("NID_EVICTION", 0x44), S("NID_ALL", 0x48), S("NID_MISS_ALL", 0x4a),
    S("NID_WB", 0x50), S("REMOTE_OPCODE", 0x81), S("MISS_REMOTE_OPCODE", 0x83), S("REMOTE", 0x88),
    S("MISS_REMOTE", 0x8a), END};

enum { IPQ_RETRY = 0x31, LLC_LOOKUP = 0x34, TOR_INSERTS, TOR_OCCUPANCY, LLC_VICTIMS };

/* The list has unions of the IV ring alone; its polarities are as of the other rings. */
static const struct oracle_sub txr_inserts[] = {S("AD_CACHE", 0x01), S("AK_CACHE", 0x02), S("BL_CACHE", 0x04),
    S("IV_CACHE", 0x08), S("AD_CORE", 0x10), S("AK_CORE", 0x20), S("BL_CORE", 0x40), END};
static const struct oracle_sub txr_starved[] = {S("AK_BOTH", 0x02), S("IV", 0x08), S("AD_CORE", 0x10), END};
static const struct oracle_sub txr_ads_used[] = {S("AD", 0x01), S("AK", 0x02), S("BL", 0x04), END};
static const struct oracle_sub ring_bounces[] = {S("AD_IRQ", 0x02), S("AK_CORE", 0x02), S("AK", 0x04),
    S("BL_CORE", 0x04), S("BL", 0x08), S("IV_CORE", 0x08), S("IV", 0x10), END};
static const struct oracle_sub ring_sink_starved[] = {
    S("AD_IRQ", 0x01), S("AD_IPQ", 0x02), S("IV", 0x10), END};
static const struct oracle_sub rxr_occupancy[] = {
    S("IRQ", 0x01), S("IRQ_REJ", 0x02), S("IRQ_REJECTED", 0x02), S("IPQ", 0x04), S("VFIFO", 0x10), END};
static const struct oracle_sub rxr_ext_starved[] = {
    S("IRQ", 0x01), S("IPQ", 0x02), S("PRQ", 0x04), S("ISMQ_BIDS", 0x08), END};
static const struct oracle_sub rxr_int_starved[] = {S("IRQ", 0x01), S("IPQ", 0x04), S("ISMQ", 0x08), END};
static const struct oracle_sub ring_ad_used[] = {S("UP_VR0_EVEN", 0x01), S("UP_VR0_ODD", 0x02),
    S("DOWN_VR0_EVEN", 0x04), S("DOWN_VR0_ODD", 0x08), S("UP_VR1_EVEN", 0x10), S("UP_VR1_ODD", 0x20),
    S("DOWN_VR1_EVEN", 0x40), S("DOWN_VR1_ODD", 0x80), S("CW", 0x03), S("CCW", 0x0c), S("UP", 0x33),
    S("DOWN", 0xcc), END};
static const struct oracle_sub ring_iv_used[] = {S("UP_VR0_EVEN", 0x01), S("UP_VR0_ODD", 0x02),
    S("DOWN_VR0_EVEN", 0x04), S("DOWN_VR0_ODD", 0x08), S("UP_VR1_EVEN", 0x10), S("UP_VR1_ODD", 0x20),
    S("DOWN_VR1_EVEN", 0x40), S("DOWN_VR1_ODD", 0x80), S("ANY", 0x0f), S("UP", 0x33), S("DOWN", 0xcc), END};
static const struct oracle_sub rxr_ipq_retry[] = {
    S("ANY", 0x01), S("FULL", 0x02), S("ADDR_CONFLICT", 0x04), S("QPI_CREDITS", 0x10), END};
static const struct oracle_sub rxr_irq_retry[] = {S("ANY", 0x01), S("FULL", 0x02), S("ADDR_CONFLICT", 0x04),
    S("RTID", 0x08), S("QPI_CREDITS", 0x10), S("IIO_CREDITS", 0x20), END};
static const struct oracle_sub rxr_ismq_retry[] = {S("ANY", 0x01), S("FULL", 0x02), S("RTID", 0x08),
    S("QPI_CREDITS", 0x10), S("IIO_CREDITS", 0x20), S("WB_CREDITS", 0x80), END};
static const struct oracle_sub misc[] = {
    S("RSPI_WAS_FSE", 0x01), S("WC_ALIASING", 0x02), S("STARTED", 0x04), S("RFO_HIT_S", 0x08), END};
static const struct oracle_sub qlru[] = {S("AGE0", 0x01), S("AGE1", 0x02), S("AGE2", 0x04), S("AGE3", 0x08),
    S("LRU_DECREMENT", 0x10), S("VICTIM_NON_ZERO", 0x20), END};

static const struct oracle_event events[] = {
    CLOCK(0x00),
    ADDS(0x02, 1, "TxR_INSERTS", txr_inserts, 0x3),
    ADDS(0x03, 1, "TxR_STARVED", txr_starved, 0x3),
    ADDS(0x04, 1, "TxR_ADS_USED", txr_ads_used, 0x3),
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
    ADDS(IPQ_RETRY, 1, "RxR_IPQ_RETRY", rxr_ipq_retry, 0x3),
    ADDS(0x32, 1, "RxR_IRQ_RETRY", rxr_irq_retry, 0x3),
    ADDS(0x33, 1, "RxR_ISMQ_RETRY", rxr_ismq_retry, 0x3),
    {LLC_LOOKUP, 1, "LLC_LOOKUP", llc_lookup, ORACLE_ADDS, 0, 0, 0x3, true, 0},
    ADDS(TOR_INSERTS, 1, "TOR_INSERTS", tor_inserts, 0x3),
    EACH(TOR_OCCUPANCY, 20, "TOR_OCCUPANCY", tor_inserts, 0x1),
    {LLC_VICTIMS, 1, "LLC_VICTIMS", llc_victims, ORACLE_ADDS, 0, 0, 0x3, true, 0},
    ADDS(0x39, 1, "MISC", misc, 0x3),
    ADDS(0x3c, 1, "QLRU", qlru, 0x3),
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

/* A bit each: states 22:17, nodes 47:32, links 8:5. */
static bool state_matches(const struct oracle_ask *ask, const struct oracle_part *part)
{
    return ask->filter >> 17 & UINT64_C(1) << part->marks.state & 0x3f;
}

static bool nid_matches(const struct oracle_ask *ask, const struct oracle_part *part)
{
    return ask->filter >> 32 & UINT64_C(1) << part->marks.nid & 0xffff;
}

/* Taken, since no public document says it: without a bit, all links. */
static bool link_matches(const struct oracle_ask *ask, const struct oracle_part *part)
{
    uint64_t links = ask->filter >> 5 & 0xf;

    return !links || links >> part->marks.link & 1;
}

/* Bit 0 must be set, as before. */
static bool looked_up(const struct oracle_ask *ask, const struct oracle_part *part)
{
    bool of_all = ask->umask & 0x10 || !(ask->umask & 0x0e);

    return ask->umask & 1 && (of_all || ask->umask >> part->unit & 1) && state_matches(ask, part);
}

/* Filter bits 63:61: only isochronous, non-coherent, C6 requests. */
static bool of_kinds(const struct oracle_ask *ask, const struct oracle_part *part)
{
    return (!(ask->filter >> 61 & 1) || part->marks.c6) && (!(ask->filter >> 62 & 1) || part->marks.nc) &&
           (!(ask->filter >> 63 & 1) || part->marks.isoc);
}

/* Bit 1 is for misses, bit 5 for near memory, bit 7 for another socket's; of the rest, bit 0 is for requests
 * with an opcode, bit 3 for all. */
static bool in_table(const struct oracle_ask *ask, const struct oracle_part *part)
{
    if (ask->umask & 2 && !part->marks.miss)
        return false;
    if (ask->umask & 0xa0 && !(ask->umask & (part->marks.remote ? 0x80 : 0x20)))
        return false;
    if (ask->umask & 8)
        return true;
    if (part->unit == 0 && ((ask->filter >> 52 & 0x1ff) != part->marks.opc || !of_kinds(ask, part)))
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

/* Of probes, unit 4 is that which lacked a link's credits. */
static bool selects(const struct oracle_ask *ask, const struct oracle_part *part)
{
    int index = oracle_event_coded(&oracle_ivt_cbo, ask->code);

    if (ask->tid_en && (ask->filter & 0x1f) != part->marks.tid)
        return false;
    if (ask->code >= LLC_LOOKUP && ask->code <= LLC_VICTIMS)
        return of_event(ask, part) && (!(ask->umask & 0x40) || nid_matches(ask, part));
    return oracle_units(&oracle_ivt_cbo.events[index], ask->umask) >> part->unit & 1 &&
           (ask->code != IPQ_RETRY || part->unit != 4 || link_matches(ask, part));
}

static unsigned *mark(struct oracle_marks *marks, const char *name)
{
    const struct {
        const char *name;
        unsigned *value;
    } all[] = {{"opc", &marks->opc}, {"state", &marks->state}, {"nid", &marks->nid}, {"link", &marks->link},
        {"tid", &marks->tid}, {"miss", &marks->miss}, {"remote", &marks->remote}, {"nc", &marks->nc},
        {"c6", &marks->c6}, {"isoc", &marks->isoc}};

    for (unsigned i = 0; i < COUNT(all); i++)
        if (!strcmp(all[i].name, name))
            return all[i].value;
    return NULL;
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
