/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers and events of the uncore from AMD's lists. */
#include "oracle/epyc/uncore_manual.h"

#include "oracle/epyc/df_units.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#define BIT(n) (UINT64_C(1) << (n))

const struct oracle_amd_uncore_row oracle_amd_uncore_rows[ORACLE_AMD_UNCORE_KINDS] = {
    /* Control: event in 7:0, reads and writes in 9:8, on in 31. Counter: 48
     * bits, and overflow bit 48. */
    [ORACLE_UMC] = {"umc", false, ORACLE_ZEN4, ORACLE_ZEN6, 4, BIT(31), 0x3ff, 0x1ffffffffffff,
        0xffffffffffff, BIT(48)},
    /* Control: event in 7:0, unit mask in 15:8, on in 22, slices in 51:48,
     * threads in 63:56. */
    [ORACLE_L3_ZEN1] = {"l3", true, ORACLE_ZEN1, ORACLE_ZEN2, 6, BIT(22), 0xff0f00000000ffff,
        0xffffffffffff, 0xffffffffffff, 0},
    /* ... core in 44:42, all slices in 46, all cores in 47, slice in 50:48,
     * threads in 57:56. */
    [ORACLE_L3_ZEN3] = {"l3", true, ORACLE_ZEN3, ORACLE_ZEN3, 6, BIT(22), 0x0307dc000000ffff,
        0xffffffffffff, 0xffffffffffff, 0},
    [ORACLE_L3_ZEN4] = {"l3", true, ORACLE_ZEN4, ORACLE_ZEN6, 6, BIT(22), 0x0307dc000000ffff,
        0xffffffffffff, 0xffffffffffff, 0},
    /* Control: event's bits 7:0 in 7:0, 11:8 in 35:32, 13:12 in 60:59, unit
     * mask in 15:8, on in 22. */
    [ORACLE_DF_ZEN1] = {"df", true, ORACLE_ZEN1, ORACLE_ZEN3, 4, BIT(22), 0x1800000f0000ffff,
        0xffffffffffff, 0xffffffffffff, 0},
    /* ... event's bits 13:8 in 37:32, unit mask's bits 11:8 in 27:24. */
    [ORACLE_DF_ZEN4] = {"df", true, ORACLE_ZEN4, ORACLE_ZEN6, 16, BIT(22), 0x3f0f00ffff,
        0xffffffffffff, 0xffffffffffff, 0},
};

static const struct oracle_amd_uncore_stream umc[] = {
    {.code = 0x00, .name = "MEM_CLK", .clock = true},
    {.code = 0x05, .mask = 1, .name = "ACT_CMD.RD"},
    {.code = 0x05, .mask = 2, .name = "ACT_CMD.WR"},
    {.code = 0x06, .mask = 1, .name = "PCHG_CMD.RD"},
    {.code = 0x06, .mask = 2, .name = "PCHG_CMD.WR"},
    {.code = 0x0a, .mask = 1, .name = "CAS_CMD.RD", .bytes = 64},
    {.code = 0x0a, .mask = 2, .name = "CAS_CMD.WR", .bytes = 64},
    {.code = 0x14, .mask = 1, .name = "DATA_SLOT_CLKS.RD"},
    {.code = 0x14, .mask = 2, .name = "DATA_SLOT_CLKS.WR"},
    {.name = NULL},
};

static const struct oracle_amd_uncore_stream l3_zen1[] = {
    {.code = 0x01, .mask = 0x80, .name = "REQUEST_G1.CACHING_L3_CACHE_ACCESSES"},
    {.code = 0x04, .mask = 0x01, .name = "LOOKUP_STATE.L3_MISS"},
    {.code = 0x04, .mask = 0xfe, .name = "LOOKUP_STATE.L3_HIT"},
    {.code = 0x06, .mask = 0x01, .name = "COMB_CLSTR_STATE.REQUEST_MISS"},
    {.code = 0x06, .mask = 0xfe, .name = "COMB_CLSTR_STATE.OTHER_L3_MISS_TYPS"},
    {.code = 0x90, .name = "XI_SYS_FILL_LATENCY", .everywhere = true},
    {.code = 0x9a,
        .mask = 0x3f,
        .name = "XI_CCX_SDP_REQ1.ALL_L3_MISS_REQ_TYPS",
        .everywhere = true},
    {.name = NULL},
};

static const struct oracle_amd_uncore_stream l3_zen3[] = {
    {.code = 0x01, .mask = 0x80, .name = "REQUEST_G1.CACHING_L3_CACHE_ACCESSES"},
    {.code = 0x04, .mask = 0x01, .name = "LOOKUP_STATE.L3_MISS"},
    {.code = 0x04, .mask = 0xfe, .name = "LOOKUP_STATE.L3_HIT"},
    {.code = 0x06, .mask = 0x01, .name = "COMB_CLSTR_STATE.REQUEST_MISS"},
    {.code = 0x06, .mask = 0xfe, .name = "COMB_CLSTR_STATE.OTHER_L3_MISS_TYPS"},
    {.code = 0x90, .name = "XI_SYS_FILL_LATENCY", .everywhere = true},
    {.code = 0x9a, .mask = 0xff, .name = "XI_CCX_SDP_REQ1", .everywhere = true},
    {.name = NULL},
};

static const struct oracle_amd_uncore_stream l3_zen4[] = {
    {.code = 0x04, .mask = 0x01, .name = "LOOKUP_STATE.L3_MISS"},
    {.code = 0x04, .mask = 0xfe, .name = "LOOKUP_STATE.L3_HIT"},
    {.code = 0xac, .mask = 0x01, .name = "XI_SAMPLED_LATENCY.DRAM_NEAR"},
    {.code = 0xac, .mask = 0x02, .name = "XI_SAMPLED_LATENCY.DRAM_FAR"},
    {.code = 0xac, .mask = 0x04, .name = "XI_SAMPLED_LATENCY.NEAR_CACHE"},
    {.code = 0xac, .mask = 0x08, .name = "XI_SAMPLED_LATENCY.FAR_CACHE"},
    {.code = 0xac, .mask = 0x10, .name = "XI_SAMPLED_LATENCY.EXT_NEAR"},
    {.code = 0xac, .mask = 0x20, .name = "XI_SAMPLED_LATENCY.EXT_FAR"},
    {.code = 0xad, .mask = 0x01, .name = "XI_SAMPLED_LATENCY_REQUESTS.DRAM_NEAR"},
    {.code = 0xad, .mask = 0x02, .name = "XI_SAMPLED_LATENCY_REQUESTS.DRAM_FAR"},
    {.code = 0xad, .mask = 0x04, .name = "XI_SAMPLED_LATENCY_REQUESTS.NEAR_CACHE"},
    {.code = 0xad, .mask = 0x08, .name = "XI_SAMPLED_LATENCY_REQUESTS.FAR_CACHE"},
    {.code = 0xad, .mask = 0x10, .name = "XI_SAMPLED_LATENCY_REQUESTS.EXT_NEAR"},
    {.code = 0xad, .mask = 0x20, .name = "XI_SAMPLED_LATENCY_REQUESTS.EXT_FAR"},
    {.name = NULL},
};

#define DATA(at, bits, text, size)                                                                 \
    {                                                                                              \
        .code = (at), .mask = (bits), .name = (text), .bytes = (size)                              \
    }
#define OLD_LINK(n, code) DATA(code, 0x02, "LINK" #n ".OUTBOUND_DATA", 32)
#define OLD_DRAM(n, code) DATA(code, 0x38, "DRAM" #n ".DATA", 64)

#define MOVED(unit, code)                                                                          \
    DATA(code, 0x7fe, unit ".LOCAL_READ", 64), DATA(code, 0x7ff, unit ".LOCAL_WRITE", 64),         \
        DATA(code, 0xbfe, unit ".REMOTE_READ", 64), DATA(code, 0xbff, unit ".REMOTE_WRITE", 64)
#define CS(n, code)  MOVED("CS" #n, code)
#define IOM(n, code) MOVED("IOM" #n, code)
#define CCM(n, inf, code)                                                                          \
    DATA(code, 0x7fe, "CCM" #n "_INF" #inf ".LOCAL_INBOUND", 32),                                  \
        DATA(code, 0x7ff, "CCM" #n "_INF" #inf ".LOCAL_OUTBOUND", 64),                             \
        DATA(code, 0xbfe, "CCM" #n "_INF" #inf ".REMOTE_INBOUND", 32),                             \
        DATA(code, 0xbff, "CCM" #n "_INF" #inf ".REMOTE_OUTBOUND", 64)
#define LINK(n, code) DATA(code, 0xf3e, "LINK" #n ".LOCAL_OUTBOUND", 64)

static const struct oracle_amd_uncore_stream df_zen1[] = {
    DF_UNITS_ZEN1(OLD_LINK, OLD_DRAM), {.name = NULL}};
static const struct oracle_amd_uncore_stream df_zen4[] = {
    DF_UNITS_ZEN4(CS, CCM, IOM, LINK), {.name = NULL}};

const struct oracle_amd_uncore_stream *const oracle_amd_uncore_streams[ORACLE_AMD_UNCORE_KINDS] = {
    [ORACLE_UMC] = umc,
    [ORACLE_L3_ZEN1] = l3_zen1,
    [ORACLE_L3_ZEN3] = l3_zen3,
    [ORACLE_L3_ZEN4] = l3_zen4,
    [ORACLE_DF_ZEN1] = df_zen1,
    [ORACLE_DF_ZEN4] = df_zen4,
};

bool oracle_amd_uncore_has(enum oracle_part part, enum oracle_amd_uncore_kind kind)
{
    return part >= oracle_amd_uncore_rows[kind].from && part <= oracle_amd_uncore_rows[kind].to;
}

/* ---- the selection of a control ---- */

/* Four cores with two threads each: every other bit of ThreadMask is a core's
 * first thread. */
static void ask_of_zen1(uint64_t control, struct oracle_amd_uncore_ask *ask)
{
    ask->slices = control >> 48 & 0xf;
    for (unsigned core = 0; core < 4; core++)
        ask->cores |= (unsigned)(control >> (56 + 2 * core) & 1) << core;
}

/* Eight cores and eight slices: one of them, or all; bit 56 is the first
 * thread. */
static void ask_of_zen3(uint64_t control, struct oracle_amd_uncore_ask *ask)
{
    ask->slices = control & BIT(46) ? 0xff : 1u << (control >> 48 & 7);
    ask->cores = control & BIT(47) ? 0xff : 1u << (control >> 42 & 7);
    if (!(control & BIT(56)))
        ask->cores = 0;
}

static void ask_of_df(
    enum oracle_amd_uncore_kind kind, uint64_t control, struct oracle_amd_uncore_ask *ask)
{
    if (kind == ORACLE_DF_ZEN1)
        ask->code |= (unsigned)(control >> 32 & 0xf) << 8 | (unsigned)(control >> 59 & 3) << 12;
    else {
        ask->code |= (unsigned)(control >> 32 & 0x3f) << 8;
        ask->mask |= (unsigned)(control >> 24 & 0xf) << 8;
    }
}

bool oracle_is_l3(enum oracle_amd_uncore_kind kind)
{
    return kind == ORACLE_L3_ZEN1 || kind == ORACLE_L3_ZEN3 || kind == ORACLE_L3_ZEN4;
}

static bool is_df(enum oracle_amd_uncore_kind kind)
{
    return kind == ORACLE_DF_ZEN1 || kind == ORACLE_DF_ZEN4;
}

struct oracle_amd_uncore_ask oracle_amd_uncore_ask_of(
    enum oracle_amd_uncore_kind kind, uint64_t control)
{
    struct oracle_amd_uncore_ask ask = {.code = control & 0xff, .mask = control >> 8 & 0xff};

    if (kind == ORACLE_L3_ZEN1)
        ask_of_zen1(control, &ask);
    else if (oracle_is_l3(kind))
        ask_of_zen3(control, &ask);
    else if (is_df(kind))
        ask_of_df(kind, control, &ask);
    else if (!(ask.mask &= 3))
        ask.mask = 3;
    return ask;
}

/* A data fabric's unit mask is one number; no document explains its bits. */
bool oracle_amd_uncore_counts(enum oracle_amd_uncore_kind kind,
    const struct oracle_amd_uncore_ask *ask, const struct oracle_amd_uncore_stream *stream)
{
    unsigned mask = is_df(kind) ? ask->mask : ask->mask & stream->mask;

    return ask->code == stream->code && mask == stream->mask;
}

/* Occurrence k is in slice k modulo S, and on CPU k / S modulo C: one place in
 * a round of S * C. */
uint64_t oracle_l3_share(enum oracle_amd_uncore_kind kind, const struct oracle_amd_uncore_ask *ask,
    unsigned cpus, uint64_t n)
{
    const unsigned slices = kind == ORACLE_L3_ZEN1 ? 4 : 8, cores = kind == ORACLE_L3_ZEN1 ? 4 : 8;
    uint64_t sum = 0;

    for (unsigned cpu = 0; cpu < cpus; cpu++)
        for (unsigned slice = 0; slice < slices; slice++) {
            uint64_t place = slice + (uint64_t)slices * cpu;

            if (ask->slices >> slice & ask->cores >> cpu % cores & 1 && n > place)
                sum += (n - place - 1) / (slices * cpus) + 1;
        }
    return sum;
}

int oracle_amd_uncore_stream_named(enum oracle_amd_uncore_kind kind, const char *name)
{
    for (int i = 0; oracle_amd_uncore_streams[kind][i].name; i++)
        if (!strcasecmp(oracle_amd_uncore_streams[kind][i].name, name))
            return i;
    return -1;
}

int oracle_amd_uncore_register(enum oracle_amd_uncore_kind kind, const char *name)
{
    for (unsigned reg = 0; reg < 2 * oracle_amd_uncore_rows[kind].counters; reg++) {
        char known[24];

        oracle_amd_uncore_register_name(reg, known);
        if (!strcasecmp(known, name))
            return (int)reg;
    }
    return -1;
}

void oracle_amd_uncore_register_name(unsigned reg, char name[24])
{
    snprintf(name, 24, "PERF_CT%c%u", reg % 2 ? 'R' : 'L', reg / 2);
}
