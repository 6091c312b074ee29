/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the names of the uncore's events as perf does. */
#include "oracle/epyc/uncore_asked.h"

#include "oracle/epyc/df_units.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* sysfs: format/event and so on. */
static const struct oracle_format umc_formats[] = {{"event", 0, 8}, {"rdwrmask", 8, 2}};
static const struct oracle_format l3_zen1_formats[] = {
    {"event", 0, 8}, {"umask", 8, 8}, {"slicemask", 48, 4}, {"threadmask", 56, 8}};
static const struct oracle_format l3_zen3_formats[] = {{"event", 0, 8}, {"umask", 8, 8},
    {"coreid", 42, 3}, {"enallslices", 46, 1}, {"enallcores", 47, 1}, {"sliceid", 48, 3},
    {"threadmask", 56, 2}};
static const struct oracle_format df_zen1_formats[] = {
    {"event", 0, 8}, {"event", 32, 4}, {"event", 59, 2}, {"umask", 8, 8}};
static const struct oracle_format df_zen4_formats[] = {
    {"event", 0, 8}, {"event", 32, 6}, {"umask", 8, 8}, {"umask", 24, 4}};

struct listed {
    const char *name;
    uint64_t config;
};

/* tools/perf/pmu-events/arch/x86/amdzen4/memory-controller.json */
static const struct listed umc_list[] = {
    {"umc_mem_clk", 0x000},
    {"umc_act_cmd.all", 0x005},
    {"umc_act_cmd.rd", 0x105},
    {"umc_act_cmd.wr", 0x205},
    {"umc_pchg_cmd.all", 0x006},
    {"umc_pchg_cmd.rd", 0x106},
    {"umc_pchg_cmd.wr", 0x206},
    {"umc_cas_cmd.all", 0x00a},
    {"umc_cas_cmd.rd", 0x10a},
    {"umc_cas_cmd.wr", 0x20a},
    {"umc_data_slot_clks.all", 0x014},
    {"umc_data_slot_clks.rd", 0x114},
    {"umc_data_slot_clks.wr", 0x214},
    {NULL, 0},
};

/* cache.json and recommended.json of amdzen1 and amdzen2 */
static const struct listed l3_zen1_list[] = {
    {"l3_request_g1.caching_l3_cache_accesses", 0x8001},
    {"l3_lookup_state.all_l3_req_typs", 0xff04},
    {"l3_comb_clstr_state.other_l3_miss_typs", 0xfe06},
    {"l3_comb_clstr_state.request_miss", 0x0106},
    {"xi_sys_fill_latency", 0x0090},
    {"xi_ccx_sdp_req1.all_l3_miss_req_typs", 0x3f9a},
    {"l3_accesses", 0xff04},
    {"l3_misses", 0x0104},
    {NULL, 0},
};

/* ... of amdzen3 */
static const struct listed l3_zen3_list[] = {
    {"l3_request_g1.caching_l3_cache_accesses", 0x8001},
    {"l3_lookup_state.all_l3_req_typs", 0xff04},
    {"l3_comb_clstr_state.other_l3_miss_typs", 0xfe06},
    {"l3_comb_clstr_state.request_miss", 0x0106},
    {"xi_sys_fill_latency", 0x0090},
    {"xi_ccx_sdp_req1", 0xff9a},
    {"l3_cache_accesses", 0xff04},
    {"l3_misses", 0x0104},
    {NULL, 0},
};

/* cache.json of amdzen4, l3-cache.json of amdzen5. Sampled latencies have slice
 * 3, both threads, all slices and all cores. */
#define SAMPLED(config) (UINT64_C(0x0303c00000000000) | (config))
static const struct listed l3_zen4_list[] = {
    {"l3_lookup_state.l3_miss", 0x0104},
    {"l3_lookup_state.l3_hit", 0xfe04},
    {"l3_lookup_state.all_coherent_accesses_to_l3", 0xff04},
    {"l3_xi_sampled_latency.dram_near", SAMPLED(0x01ac)},
    {"l3_xi_sampled_latency.dram_far", SAMPLED(0x02ac)},
    {"l3_xi_sampled_latency.near_cache", SAMPLED(0x04ac)},
    {"l3_xi_sampled_latency.far_cache", SAMPLED(0x08ac)},
    {"l3_xi_sampled_latency.ext_near", SAMPLED(0x10ac)},
    {"l3_xi_sampled_latency.ext_far", SAMPLED(0x20ac)},
    {"l3_xi_sampled_latency.all", SAMPLED(0x3fac)},
    {"l3_xi_sampled_latency_requests.dram_near", SAMPLED(0x01ad)},
    {"l3_xi_sampled_latency_requests.dram_far", SAMPLED(0x02ad)},
    {"l3_xi_sampled_latency_requests.near_cache", SAMPLED(0x04ad)},
    {"l3_xi_sampled_latency_requests.far_cache", SAMPLED(0x08ad)},
    {"l3_xi_sampled_latency_requests.ext_near", SAMPLED(0x10ad)},
    {"l3_xi_sampled_latency_requests.ext_far", SAMPLED(0x20ad)},
    {"l3_xi_sampled_latency_requests.all", SAMPLED(0x3fad)},
    {NULL, 0},
};

/* data-fabric.json of amdzen1 to amdzen3: events of up to twelve bits. */
#define DF(code, mask) (((code)&0xff) | (mask) << 8 | UINT64_C(1) * ((code) >> 8) << 32)
#define OLD_LINK(n, code)                                                                          \
    {                                                                                              \
        "remote_outbound_data_controller_" #n, DF(code, 0x02)                                      \
    }
#define OLD_DRAM(n, code)                                                                          \
    {                                                                                              \
        "dram_channel_data_controller_" #n, DF(code, 0x38)                                         \
    }
static const struct listed df_zen1_list[] = {DF_UNITS_ZEN1(OLD_LINK, OLD_DRAM), {NULL, 0}};

/* ... of amdzen4: unit masks also have twelve bits. There is no such list for
 * Zen5. */
#define DF_MASKED(code, mask) (DF(code, (mask)&0xff) | ((mask) >> 8) << 24)
#define BEATS(code, mask, name)                                                                    \
    {                                                                                              \
        name, DF_MASKED(code, mask)                                                                \
    }
#define CS(n, code)                                                                                \
    BEATS(code, 0x7fe, "local_processor_read_data_beats_cs" #n),                                   \
        BEATS(code, 0x7ff, "local_processor_write_data_beats_cs" #n),                              \
        BEATS(code, 0xbfe, "remote_processor_read_data_beats_cs" #n),                              \
        BEATS(code, 0xbff, "remote_processor_write_data_beats_cs" #n)
#define IOM(n, code)                                                                               \
    BEATS(code, 0x7fe, "local_socket_upstream_read_beats_iom" #n),                                 \
        BEATS(code, 0x7ff, "local_socket_upstream_write_beats_iom" #n),                            \
        BEATS(code, 0xbfe, "remote_socket_upstream_read_beats_iom" #n),                            \
        BEATS(code, 0xbff, "remote_socket_upstream_write_beats_iom" #n)
#define CCM(n, inf, code)                                                                          \
    BEATS(code, 0x7fe, "local_socket_inf" #inf "_inbound_data_beats_ccm" #n),                      \
        BEATS(code, 0x7ff, "local_socket_inf" #inf "_outbound_data_beats_ccm" #n),                 \
        BEATS(code, 0xbfe, "remote_socket_inf" #inf "_inbound_data_beats_ccm" #n),                 \
        BEATS(code, 0xbff, "remote_socket_inf" #inf "_outbound_data_beats_ccm" #n)
#define LINK(n, code) BEATS(code, 0xf3e, "local_socket_outbound_data_beats_link" #n)
static const struct listed df_zen4_list[] = {DF_UNITS_ZEN4(CS, CCM, IOM, LINK), {NULL, 0}};

#define FORMATS(formats) formats, sizeof(formats) / sizeof((formats)[0])

static const struct {
    const char *pmu;       /* "amd_umc", of which there are several: "amd_umc_3" */
    const char *begins[2]; /* the prefixes of names in perf's list */
    const struct listed *list;
    const struct oracle_format *formats;
    unsigned n_formats;
    const char *expected;
} pmus[ORACLE_AMD_UNCORE_KINDS] = {
    [ORACLE_UMC] = {"amd_umc", {"umc_"}, umc_list, FORMATS(umc_formats),
        "event, rdwrmask, config or an event's name"},
    [ORACLE_L3_ZEN1] = {"amd_l3", {"l3_", "xi_"}, l3_zen1_list, FORMATS(l3_zen1_formats),
        "event, umask, slicemask, threadmask, config or an event's name"},
    [ORACLE_L3_ZEN3] = {"amd_l3", {"l3_", "xi_"}, l3_zen3_list, FORMATS(l3_zen3_formats),
        "event, umask, coreid, enallcores, sliceid, enallslices, threadmask, config or an event's "
        "name"},
    [ORACLE_L3_ZEN4] = {"amd_l3", {"l3_"}, l3_zen4_list, FORMATS(l3_zen3_formats),
        "event, umask, coreid, enallcores, sliceid, enallslices, threadmask, config or an event's "
        "name"},
    [ORACLE_DF_ZEN1] = {"amd_df", {"remote_", "dram_"}, df_zen1_list, FORMATS(df_zen1_formats),
        "event, umask, config or an event's name"},
    [ORACLE_DF_ZEN4] = {"amd_df", {"local_", "remote_"}, df_zen4_list, FORMATS(df_zen4_formats),
        "event, umask, config or an event's name"},
};

struct reading {
    struct oracle_amd_uncore_asked *asked;
    uint64_t config; /* perf's attr.config */
    char *why;
};

/* As struct oracle_terms' named(). */
static bool named(void *self, const char *name, uint64_t *config)
{
    const struct reading *r = self;

    for (const struct listed *event = pmus[r->asked->kind].list; event->name; event++)
        if (!strcasecmp(event->name, name)) {
            *config = event->config;
            return true;
        }
    return false;
}

/* All slices and threads if none is named: amd_uncore_l3_event_init(). */
static uint64_t with_all_zen1(uint64_t config)
{
    if (!(config >> 48 & 0xf))
        config |= UINT64_C(0xf) << 48;
    if (!(config >> 56))
        config |= UINT64_C(0xff) << 56;
    return config;
}

/* Without a thread: all threads of all cores in all slices, regardless of the
 * other terms. */
static uint64_t with_all_zen3(uint64_t config)
{
    if (config >> 56 & 3)
        return config;
    return (config & 0xffff) | UINT64_C(0x0300c00000000000);
}

/* The driver keeps the bits of its formats, and adds the bits that an L3
 * needs. */
static enum oracle_amd_uncore_asked_kind drive(struct reading *r)
{
    enum oracle_amd_uncore_kind kind = r->asked->kind;

    if (kind == ORACLE_L3_ZEN1)
        r->config = with_all_zen1(r->config);
    else if (kind == ORACLE_L3_ZEN3 || kind == ORACLE_L3_ZEN4)
        r->config = with_all_zen3(r->config);
    r->asked->control = r->config & oracle_amd_uncore_rows[kind].selects;
    r->asked->ask = oracle_amd_uncore_ask_of(kind, r->asked->control);
    return ORACLE_AMD_UNCORE_ASKED;
}

/* "PMU/TERMS/": @rest begins after the PMU's name. */
static enum oracle_amd_uncore_asked_kind of_pmu(struct reading *r, const char *rest)
{
    const struct oracle_terms known = {pmus[r->asked->kind].formats, pmus[r->asked->kind].n_formats,
        pmus[r->asked->kind].expected, named, r};
    const char *end;

    if (*rest == '_' && isdigit((unsigned char)rest[1])) {
        char *digits;

        r->asked->pmu = (int)strtol(rest + 1, &digits, 10);
        rest = digits;
    }
    end = *rest == '/' ? strchr(rest + 1, '/') : NULL;
    if (!end)
        oracle_refuse(r->why, "expected PMU/TERMS/");
    else if (end[1])
        oracle_refuse(r->why, "modifiers have no meaning for counters that no CPU owns");
    else if (oracle_terms(&known, rest + 1, (size_t)(end - rest - 1), &r->config, r->why))
        return drive(r);
    return ORACLE_AMD_UNCORE_REFUSED;
}

static enum oracle_amd_uncore_asked_kind of_list(struct reading *r, const char *name)
{
    if (strchr(name, ':'))
        oracle_refuse(r->why, "modifiers have no meaning for counters that no CPU owns");
    else if (named(r, name, &r->config))
        return drive(r);
    else
        oracle_refuse(r->why, "no such event in perf's list");
    return ORACLE_AMD_UNCORE_REFUSED;
}

static bool begins(enum oracle_amd_uncore_kind kind, const char *name)
{
    for (unsigned i = 0; i < 2 && pmus[kind].begins[i]; i++)
        if (!strncasecmp(name, pmus[kind].begins[i], strlen(pmus[kind].begins[i])))
            return true;
    return false;
}

enum oracle_amd_uncore_asked_kind oracle_amd_uncore_what_is_asked(enum oracle_part part,
    const char *name, struct oracle_amd_uncore_asked *asked, char why[ORACLE_WHY])
{
    struct reading r = {.asked = asked, .why = why};
    bool elsewhere = false;

    for (unsigned k = 0; k < ORACLE_AMD_UNCORE_KINDS; k++) {
        enum oracle_amd_uncore_kind kind = (enum oracle_amd_uncore_kind)k;
        size_t n = strlen(pmus[k].pmu);
        bool of_this = !strncmp(name, pmus[k].pmu, n) && strchr("/_", name[n]);

        *asked = (struct oracle_amd_uncore_asked){.kind = kind, .pmu = -1};
        if (!of_this && !begins(kind, name))
            continue;
        elsewhere = true;
        if (oracle_amd_uncore_has(part, kind))
            return of_this ? of_pmu(&r, name + n) : of_list(&r, name);
    }
    if (elsewhere)
        oracle_refuse(why, "these processors have no such counters");
    return elsewhere ? ORACLE_AMD_UNCORE_REFUSED : ORACLE_AMD_UNCORE_OTHER;
}
