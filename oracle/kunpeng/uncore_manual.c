/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers, events and formats of HiSilicon's uncore PMUs, in the order of
 * their drivers. */
#include "oracle/kunpeng/uncore_manual.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- registers ---- */

#define COUNTERS(name, at, held)                                                                   \
    {name "0", (at), 8, held}, {name "1", (at) + 8, 8, held}, {name "2", (at) + 16, 8, held},      \
        {name "3", (at) + 24, 8, held}, {name "4", (at) + 32, 8, held},                            \
        {name "5", (at) + 40, 8, held}, {name "6", (at) + 48, 8, held},                            \
    {                                                                                              \
        name "7", (at) + 56, 8, held                                                               \
    }

#define ALL64 UINT64_MAX
#define ALL48 UINT64_C(0x0000ffffffffffff)
#define ALL32 UINT64_C(0xffffffff)

static const struct oracle_uncore_register ddrc[] = {
    {"PERF_CTRL", 0x010, 4, 0x2},
    {"FLUX_WR", 0x380, 4, ALL32},
    {"FLUX_RD", 0x384, 4, ALL32},
    {"FLUX_WCMD", 0x388, 4, ALL32},
    {"FLUX_RCMD", 0x38c, 4, ALL32},
    {"PRE_CMD", 0x3c0, 4, ALL32},
    {"ACT_CMD", 0x3c4, 4, ALL32},
    {"RNK_CHG", 0x3cc, 4, ALL32},
    {"RW_CHG", 0x3d0, 4, ALL32},
    {"EVENT_CTRL", 0x6c0, 4, 0xff},
    {"INT_MASK", 0x6c8, 4, 0xff},
    {"INT_STATUS", 0x6cc, 4, 0},
    {"INT_CLEAR", 0x6d0, 4, 0},
    {"VERSION", 0x710, 4, 0},
};

static const struct oracle_uncore_register dmc[] = {
    {"INT_MASK", 0x528, 4, 0xff},
    {"INT_STATUS", 0x52c, 4, 0},
    {"INT_CLEAR", 0x530, 4, 0},
    {"VERSION", 0x710, 4, 0},
    COUNTERS("EVENT_CNT", 0xe00, ALL48),
    {"EVENT_CTRL", 0xe70, 4, 0xff},
    {"EVENT_TYPE0", 0xe74, 4, 0xff},
    {"EVENT_TYPE1", 0xe78, 4, 0xff},
    {"EVENT_TYPE2", 0xe7c, 4, 0xff},
    {"EVENT_TYPE3", 0xe80, 4, 0xff},
    {"EVENT_TYPE4", 0xe84, 4, 0xff},
    {"EVENT_TYPE5", 0xe88, 4, 0xff},
    {"EVENT_TYPE6", 0xe8c, 4, 0xff},
    {"EVENT_TYPE7", 0xe90, 4, 0xff},
    {"PERF_CTRL", 0xea0, 4, 0x1},
};

/* SRCID_CTRL: the bits that the driver sets and clears. */
static const struct oracle_uncore_register hha[] = {
    {"INT_MASK", 0x804, 4, 0xffff},
    {"INT_STATUS", 0x808, 4, 0},
    {"INT_CLEAR", 0x80c, 4, 0},
    {"DATSRC_CTRL", 0x1bf0, 4, UINT64_C(1) << 23},
    {"VERSION", 0x1cf0, 4, 0},
    {"PERF_CTRL", 0x1e00, 4, 0x1},
    {"EVENT_CTRL", 0x1e04, 4, 0xffff},
    {"SRCID_CTRL", 0x1e08, 4, UINT64_C(0xfff1ffc4)},
    {"EVENT_TYPE0", 0x1e80, 4, ALL32},
    {"EVENT_TYPE1", 0x1e84, 4, ALL32},
    {"EVENT_TYPE2", 0x1e88, 4, ALL32},
    {"EVENT_TYPE3", 0x1e8c, 4, ALL32},
    COUNTERS("EVENT_CNT", 0x1f00, ALL64),
    {"EVENT_CNT8", 0x1f40, 8, ALL64},
    {"EVENT_CNT9", 0x1f48, 8, ALL64},
    {"EVENT_CNT10", 0x1f50, 8, ALL64},
    {"EVENT_CNT11", 0x1f58, 8, ALL64},
    {"EVENT_CNT12", 0x1f60, 8, ALL64},
    {"EVENT_CNT13", 0x1f68, 8, ALL64},
    {"EVENT_CNT14", 0x1f70, 8, ALL64},
    {"EVENT_CNT15", 0x1f78, 8, ALL64},
};

static const struct oracle_uncore_register l3c[] = {
    {"PERF_CTRL", 0x408, 4, UINT64_C(0x80110000)},
    {"INT_MASK", 0x800, 4, 0xff},
    {"INT_STATUS", 0x808, 4, 0},
    {"INT_CLEAR", 0x80c, 4, 0},
    {"CORE_CTRL", 0x1b04, 4, 0xff},
    {"TRACETAG_CTRL", 0x1b20, 4, 0x38d},
    {"DATSRC_TYPE0", 0x1b48, 4, ALL32},
    {"DATSRC_TYPE1", 0x1b4c, 4, ALL32},
    {"DATSRC_CTRL", 0x1bf0, 4, UINT64_C(1) << 23},
    {"EVENT_CTRL", 0x1c00, 4, 0xff},
    {"VERSION", 0x1cf0, 4, 0},
    {"EVENT_TYPE0", 0x1d00, 4, ALL32},
    {"EVENT_TYPE1", 0x1d04, 4, ALL32},
    COUNTERS("CNTR", 0x1e00, ALL64),
};

static const struct oracle_uncore_register sllc[] = {
    {"INT_MASK", 0x814, 4, 0xff},
    {"INT_STATUS", 0x818, 4, 0},
    {"INT_CLEAR", 0x81c, 4, 0},
    {"PERF_CTRL", 0x1c00, 4, 0x37},
    {"SRCID_CTRL", 0x1c04, 4, 0x7ffffe},
    {"TGTID_CTRL", 0x1c08, 4, 0x7ffffe},
    {"EVENT_CTRL", 0x1c14, 4, 0xff},
    {"EVENT_TYPE0", 0x1c18, 4, ALL32},
    {"EVENT_TYPE1", 0x1c1c, 4, ALL32},
    {"VERSION", 0x1cf0, 4, 0},
    COUNTERS("EVENT_CNT", 0x1d00, ALL64),
};

static const struct oracle_uncore_register pa[] = {
    {"PERF_CTRL", 0x1c00, 4, 0x1},
    {"EVENT_CTRL", 0x1c04, 4, 0xff},
    {"TT_CTRL", 0x1c08, 4, 0x10},
    {"TGTID_CTRL", 0x1c14, 4, 0x7fffff},
    {"SRCID_CTRL", 0x1c18, 4, 0x7fffff},
    {"INT_MASK", 0x1c70, 4, 0xff},
    {"INT_STATUS", 0x1c78, 4, 0},
    {"INT_CLEAR", 0x1c7c, 4, 0},
    {"EVENT_TYPE0", 0x1c80, 4, ALL32},
    {"EVENT_TYPE1", 0x1c84, 4, ALL32},
    {"VERSION", 0x1cf0, 4, 0},
    COUNTERS("EVENT_CNT", 0x1d00, ALL64),
};

static const struct oracle_uncore_register cpa[] = {
    {"CFG", 0x0534, 4, 0x200},
    {"PERF_CTRL", 0x1c00, 4, 0x1},
    {"EVENT_CTRL", 0x1c04, 4, 0xff},
    {"INT_MASK", 0x1c70, 4, 0xff},
    {"INT_STATUS", 0x1c78, 4, 0},
    {"INT_CLEAR", 0x1c7c, 4, 0},
    {"EVENT_TYPE0", 0x1c80, 4, ALL32},
    {"EVENT_TYPE1", 0x1c84, 4, ALL32},
    {"VERSION", 0x1cf0, 4, 0},
    COUNTERS("EVENT_CNT", 0x1d00, ALL64),
};

static const struct oracle_uncore_register uc[] = {
    {"INT_MASK", 0x0800, 4, 0xff},
    {"INT_STATUS", 0x0808, 4, 0},
    {"INT_CLEAR", 0x080c, 4, 0},
    {"TRACETAG_CTRL", 0x1b2c, 4, 0x38d},
    {"SRCID_CTRL", 0x1b40, 4, 0x7ffe},
    {"EVENT_CTRL", 0x1c00, 4, UINT64_C(0x3c0000ff)},
    {"VERSION", 0x1cf0, 4, 0},
    {"EVENT_TYPE0", 0x1d00, 4, ALL32},
    {"EVENT_TYPE1", 0x1d04, 4, ALL32},
    COUNTERS("CNTR", 0x1e00, ALL64),
};

/* ---- events: sysfs, events/NAME ---- */

enum { V1 = 1, V2 = 2, BOTH = 3 };

static const struct oracle_uncore_event ddrc_events[] = {
    {0, V1, false, "flux_wr"},
    {1, V1, false, "flux_rd"},
    {2, V1, false, "flux_wcmd"},
    {3, V1, false, "flux_rcmd"},
    {4, V1, false, "pre_cmd"},
    {5, V1, false, "act_cmd"},
    {6, V1, false, "rnk_chg"},
    {7, V1, false, "rw_chg"},
};
static const struct oracle_uncore_event dmc_events[] = {
    {0x00, V2, true, "cycles"},
    {0x83, V2, false, "flux_wr"},
    {0x84, V2, false, "flux_rd"},
};
static const struct oracle_uncore_event hha_events[] = {
    {0x00, BOTH, false, "rx_ops_num"},
    {0x01, BOTH, false, "rx_outer"},
    {0x02, BOTH, false, "rx_sccl"},
    {0x03, V1, false, "rx_ccix"},
    {0x04, V1, false, "rx_wbi"},
    {0x05, V1, false, "rx_wbip"},
    {0x11, V1, false, "rx_wtistash"},
    {0x1c, V1, false, "rd_ddr_64b"},
    {0x1d, V1, false, "wr_ddr_64b"},
    {0x1e, V1, false, "rd_ddr_128b"},
    {0x1f, V1, false, "wr_ddr_128b"},
    {0x20, V1, false, "spill_num"},
    {0x21, V1, false, "spill_success"},
    {0x23, V1, false, "bi_num"},
    {0x32, V1, false, "mediated_num"},
    {0x33, V1, false, "tx_snp_num"},
    {0x34, V1, false, "tx_snp_outer"},
    {0x35, V1, false, "tx_snp_ccix"},
    {0x38, V1, false, "rx_snprspdata"},
    {0x3c, V1, false, "rx_snprsp_outer"},
    {0x40, V1, false, "sdir-lookup"},
    {0x41, V1, false, "edir-lookup"},
    {0x42, V1, false, "sdir-hit"},
    {0x43, V1, false, "edir-hit"},
    {0x4c, V1, false, "sdir-home-migrate"},
    {0x4d, V1, false, "edir-home-migrate"},
    {0x2e, V2, false, "hha_retry"},
    {0x55, V2, true, "cycles"},
};
static const struct oracle_uncore_event l3c_events[] = {
    {0x00, V1, false, "rd_cpipe"},
    {0x01, V1, false, "wr_cpipe"},
    {0x02, V1, false, "rd_hit_cpipe"},
    {0x03, V1, false, "wr_hit_cpipe"},
    {0x04, V1, false, "victim_num"},
    {0x20, V1, false, "rd_spipe"},
    {0x21, V1, false, "wr_spipe"},
    {0x22, V1, false, "rd_hit_spipe"},
    {0x23, V1, false, "wr_hit_spipe"},
    {0x29, V1, false, "back_invalid"},
    {0x40, V1, false, "retry_cpu"},
    {0x41, V1, false, "retry_ring"},
    {0x42, V1, false, "prefetch_drop"},
    {0x48, V2, false, "l3c_hit"},
    {0x7f, V2, true, "cycles"},
    {0xb8, V2, false, "l3c_ref"},
    {0xb9, V2, false, "dat_access"},
};
static const struct oracle_uncore_event sllc_events[] = {
    {0x30, V2, false, "rx_req"},
    {0x31, V2, false, "rx_data"},
    {0x34, V2, false, "tx_req"},
    {0x35, V2, false, "tx_data"},
    {0x09, V2, true, "cycles"},
};
static const struct oracle_uncore_event pa_events[] = {
    {0x40, V2, false, "rx_req"},
    {0x5c, V2, false, "tx_req"},
    {0x78, V2, true, "cycle"},
};
static const struct oracle_uncore_event cpa_events[] = {
    {0x00, V2, true, "cpa_cycles"},
    {0x61, V2, false, "cpa_p1_wr_dat"},
    {0x62, V2, false, "cpa_p1_rd_dat"},
    {0xe1, V2, false, "cpa_p0_wr_dat"},
    {0xe2, V2, false, "cpa_p0_rd_dat"},
    /* only in perf's list */
    {0x03, V2, false, "cpa_p1_rd_dat_64b"},
    {0x04, V2, false, "cpa_p1_rd_dat_32b"},
    {0x83, V2, false, "cpa_p0_rd_dat_64b"},
    {0x84, V2, false, "cpa_p0_rd_dat_32b"},
};
static const struct oracle_uncore_event uc_events[] = {
    {0x00, V2, false, "sq_time"},
    {0x01, V2, false, "pq_time"},
    {0x02, V2, false, "hbm_time"},
    {0x03, V2, false, "iq_comp_time_cring"},
    {0x05, V2, false, "iq_comp_time_uring"},
    {0x10, V2, false, "cpu_rd"},
    {0x17, V2, false, "cpu_rd64"},
    {0x19, V2, false, "cpu_rs64"},
    {0x1c, V2, false, "cpu_mru"},
    {0x95, V2, true, "cycles"},
    {0xb3, V2, false, "spipe_hit"},
    {0xdb, V2, false, "hpipe_hit"},
    {0xfa, V2, false, "cring_rxdat_cnt"},
    {0xfb, V2, false, "cring_txdat_cnt"},
    {0xfc, V2, false, "uring_rxdat_cnt"},
    {0xfd, V2, false, "uring_txdat_cnt"},
};

/* ---- formats: sysfs, format/NAME; in config1 except for the event ---- */

enum { CONFIG1 = 64 };

static const struct oracle_format event_format[] = {{"event", 0, 8}};
static const struct oracle_format hha_formats[] = {{"event", 0, 8}, {"srcid_cmd", CONFIG1 + 0, 11},
    {"srcid_msk", CONFIG1 + 11, 11}, {"tracetag_en", CONFIG1 + 22, 1},
    {"datasrc_skt", CONFIG1 + 23, 1}};
static const struct oracle_format l3c_formats[] = {{"event", 0, 8}, {"tt_core", CONFIG1 + 0, 8},
    {"tt_req", CONFIG1 + 8, 3}, {"datasrc_cfg", CONFIG1 + 11, 5}, {"datasrc_skt", CONFIG1 + 16, 1}};
static const struct oracle_format sllc_formats[] = {{"event", 0, 8}, {"tgtid_min", CONFIG1 + 0, 11},
    {"tgtid_max", CONFIG1 + 11, 11}, {"srcid_cmd", CONFIG1 + 22, 11},
    {"srcid_msk", CONFIG1 + 33, 11}, {"tracetag_en", CONFIG1 + 44, 1}};
static const struct oracle_format pa_formats[] = {{"event", 0, 8}, {"tgtid_cmd", CONFIG1 + 0, 11},
    {"tgtid_msk", CONFIG1 + 11, 11}, {"srcid_cmd", CONFIG1 + 22, 11},
    {"srcid_msk", CONFIG1 + 33, 11}, {"tracetag_en", CONFIG1 + 44, 1}};
static const struct oracle_format cpa_formats[] = {{"event", 0, 16}};
static const struct oracle_format uc_formats[] = {{"event", 0, 8}, {"rd_req_en", CONFIG1 + 0, 1},
    {"uring_channel", CONFIG1 + 4, 2}, {"srcid", CONFIG1 + 6, 14}, {"srcid_en", CONFIG1 + 20, 1}};

#define LENGTH(list) (sizeof(list) / sizeof((list)[0]))
#define REGS(list)   list, LENGTH(list)

const struct oracle_family_manual oracle_families[ORACLE_FAMILIES] = {
    [ORACLE_DDRC] = {"ddrc", false, false, REGS(ddrc), "FLUX_WR", "PERF_CTRL", 1, 0,
        REGS(ddrc_events), REGS(event_format)},
    [ORACLE_HHA] = {"hha", false, false, REGS(hha), "EVENT_CNT0", "PERF_CTRL", 0, 4,
        REGS(hha_events), REGS(hha_formats)},
    [ORACLE_L3C] = {"l3c", false, false, REGS(l3c), "CNTR0", "PERF_CTRL", 16, 4, REGS(l3c_events),
        REGS(l3c_formats)},
    [ORACLE_DMC] = {"ddrc", false, true, REGS(dmc), "EVENT_CNT0", "PERF_CTRL", 0, 1,
        REGS(dmc_events), REGS(event_format)},
    [ORACLE_SLLC] = {"sllc", false, false, REGS(sllc), "EVENT_CNT0", "PERF_CTRL", 0, 4,
        REGS(sllc_events), REGS(sllc_formats)},
    [ORACLE_PA] = {"pa", true, false, REGS(pa), "EVENT_CNT0", "PERF_CTRL", 0, 4, REGS(pa_events),
        REGS(pa_formats)},
    [ORACLE_CPA] = {"cpa", true, false, REGS(cpa), "EVENT_CNT0", "PERF_CTRL", 0, 4,
        REGS(cpa_events), REGS(cpa_formats)},
    [ORACLE_UC] = {"uc", false, true, REGS(uc), "CNTR0", "EVENT_CTRL", 26, 4, REGS(uc_events),
        REGS(uc_formats)},
};

int oracle_uncore_reg(enum oracle_family family, const char *name)
{
    for (unsigned i = 0; i < oracle_families[family].n_regs; i++)
        if (!strcasecmp(oracle_families[family].regs[i].name, name))
            return (int)i;
    return -1;
}

int oracle_uncore_at(enum oracle_family family, uint32_t offset, unsigned *byte)
{
    for (unsigned i = 0; i < oracle_families[family].n_regs; i++) {
        const struct oracle_uncore_register *reg = &oracle_families[family].regs[i];

        *byte = offset - reg->offset;
        if (offset >= reg->offset && *byte < reg->bytes)
            return (int)i;
    }
    return -1;
}

/* HHA_V1_NR_COUNTERS, HHA_V2_NR_COUNTERS */
unsigned oracle_uncore_counters(enum oracle_family family, unsigned version)
{
    return family == ORACLE_HHA && version == 1 ? 16 : 8;
}

unsigned oracle_uncore_bits(enum oracle_family family, unsigned version)
{
    if (family == ORACLE_DDRC)
        return 32;
    return family == ORACLE_DMC || version == 1 ? 48 : 64;
}

const struct oracle_uncore_event *oracle_uncore_event(
    enum oracle_family family, unsigned versions, const char *name)
{
    for (unsigned i = 0; i < oracle_families[family].n_events; i++)
        if (oracle_families[family].events[i].versions & versions &&
            !strcasecmp(oracle_families[family].events[i].name, name))
            return &oracle_families[family].events[i];
    return NULL;
}

static const struct oracle_uncore_event *coded(
    enum oracle_family family, unsigned version, unsigned event)
{
    for (unsigned i = 0; i < oracle_families[family].n_events; i++)
        if (oracle_families[family].events[i].versions & version &&
            oracle_families[family].events[i].code == event)
            return &oracle_families[family].events[i];
    return NULL;
}

bool oracle_uncore_has_event(enum oracle_family family, unsigned version, unsigned event)
{
    return coded(family, version, event);
}

bool oracle_uncore_is_clock(enum oracle_family family, unsigned version, unsigned event)
{
    const struct oracle_uncore_event *known = coded(family, version, event);

    return known && known->clock;
}

/* ---- filters ---- */

bool oracle_origin_set(struct oracle_origin *origin, const char *text)
{
    const struct {
        const char *name;
        unsigned *value;
    } all[] = {{"core=", &origin->core}, {"req=", &origin->req}, {"datasrc=", &origin->datasrc},
        {"srcid=", &origin->srcid}, {"tgtid=", &origin->tgtid}, {"tag=", &origin->tag},
        {"channel=", &origin->channel}};

    for (unsigned i = 0; i < LENGTH(all); i++)
        if (!strncmp(text, all[i].name, strlen(all[i].name))) {
            *all[i].value = (unsigned)strtoul(text + strlen(all[i].name), NULL, 0);
            return true;
        }
    return false;
}

static unsigned part(uint64_t config1, unsigned last, unsigned first)
{
    return (unsigned)(config1 >> first & ((UINT64_C(1) << (last - first + 1)) - 1));
}

/* A bit set in the mask is ignored; a command of 0 sets no filter. */
static bool masked(unsigned has, unsigned cmd, unsigned msk)
{
    return !cmd || (has | msk) == (cmd | msk);
}

/* tt_core: a bitmap; tt_req: 4 reads, 5 writes...; datasrc_cfg. */
static bool l3c_wants(uint64_t config1, const struct oracle_origin *origin)
{
    unsigned cores = part(config1, 7, 0), req = part(config1, 10, 8),
             source = part(config1, 15, 11);

    return (!cores || cores >> origin->core & 1) && (!req || origin->req == req) &&
           (!source || origin->datasrc == source);
}

static bool hha_wants(uint64_t config1, const struct oracle_origin *origin)
{
    return masked(origin->srcid, part(config1, 10, 0), part(config1, 21, 11)) &&
           (!part(config1, 22, 22) || origin->tag);
}

/* tgtid_is_valid(): minimum to maximum. */
static bool sllc_wants(uint64_t config1, const struct oracle_origin *origin)
{
    unsigned least = part(config1, 10, 0), most = part(config1, 21, 11);

    return (!most || most < least || (origin->tgtid >= least && origin->tgtid <= most)) &&
           masked(origin->srcid, part(config1, 32, 22), part(config1, 43, 33)) &&
           (!part(config1, 44, 44) || origin->tag);
}

static bool pa_wants(uint64_t config1, const struct oracle_origin *origin)
{
    return masked(origin->tgtid, part(config1, 10, 0), part(config1, 21, 11)) &&
           masked(origin->srcid, part(config1, 32, 22), part(config1, 43, 33)) &&
           (!part(config1, 44, 44) || origin->tag);
}

/* uring_channel: 2'b11 and 2'b01 to uring_ext, 2'b10 to uring; events 0x47 to
 * 0x59. */
static bool uc_wants(uint64_t config1, unsigned event, const struct oracle_origin *origin)
{
    unsigned channel = part(config1, 5, 4);

    if (channel && event >= 0x47 && event <= 0x59 && origin->channel != (channel == 2 ? 2 : 1))
        return false;
    return (!part(config1, 0, 0) || origin->req == 4) &&
           (!part(config1, 20, 20) || origin->srcid == part(config1, 19, 6));
}

bool oracle_uncore_wants(
    enum oracle_family family, uint64_t config1, unsigned event, const struct oracle_origin *origin)
{
    switch (family) {
    case ORACLE_L3C:
        return l3c_wants(config1, origin);
    case ORACLE_HHA:
        return hha_wants(config1, origin);
    case ORACLE_SLLC:
        return sllc_wants(config1, origin);
    case ORACLE_PA:
        return pa_wants(config1, origin);
    case ORACLE_UC:
        return uc_wants(config1, event, origin);
    default:
        return true;
    }
}
