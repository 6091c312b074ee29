/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The events of AMD's core PMUs. Source: AMD's processor programming references
 * of families 10h (31116) and 17h to 1Ah (54945, 55898, 55901, 57238),
 * "performance monitor counters". One instruction is one op, which comes from
 * the decoder. While an instruction waits, the op queue is empty.
 */
#include "models/x86/core_events.h"

#define NONE X86_N_WORK
#define LIST(rows)                                                                                 \
    {                                                                                              \
        (rows), sizeof(rows) / sizeof((rows)[0])                                                   \
    }

/* All families. */
static const struct x86_event every[] = {
    {0x076, 0x00, 1, 1, X86_INSTRUCTIONS, NONE, "CPU Clocks not Halted"},
    {0x0c0, 0x00, 1, 0, X86_INSTRUCTIONS, NONE, "Retired Instructions"},
    {0x0c1, 0x00, 1, 0, X86_INSTRUCTIONS, NONE, "Retired Ops"},
    {0x0c2, 0x00, 1, 0, X86_BRANCHES, X86_EXCEPTIONS, "Retired Branch Instructions"},
    {0x0c3, 0x00, 1, 0, X86_MISPREDICTED, NONE, "Retired Branch Instructions Mispredicted"},
    {0x0c4, 0x00, 1, 0, X86_TAKEN, NONE, "Retired Taken Branch Instructions"},
    {0x0c5, 0x00, 1, 0, X86_MISP_COND_TAKEN, X86_MISP_JUMPS,
        "Retired Taken Branch Instructions Mispredicted"},
    {0x0c5, 0x00, 1, 0, X86_MISP_CALLS, X86_MISP_RETURNS,
        "Retired Taken Branch Instructions Mispredicted"},
    {0x0c5, 0x00, 1, 0, X86_MISP_FAR, NONE, "Retired Taken Branch Instructions Mispredicted: far"},
    {0x0c6, 0x00, 1, 0, X86_FAR, X86_EXCEPTIONS, "Retired Far Control Transfers"},
    {0x0c8, 0x00, 1, 0, X86_RETURNS, NONE, "Retired Near Returns"},
    {0x0c9, 0x00, 1, 0, X86_MISP_RETURNS, NONE, "Retired Near Returns Mispredicted"},
    {0x0ca, 0x00, 1, 0, X86_MISP_JUMPS, X86_MISP_CALLS,
        "Retired Indirect Branch Instructions Mispredicted"},
    {0x040, 0x00, 1, 0, X86_LOADS, X86_STORES, "Data Cache Accesses"},
    {0x080, 0x00, 1, 0, X86_FETCHES, NONE, "Instruction Cache Fetches"},
    {0x081, 0x00, 1, 0, X86_FETCH_MISSES, NONE, "Instruction Cache Misses"},
    {0x084, 0x00, 1, 0, X86_ITLB_HITS, NONE, "L1 ITLB Miss, L2 ITLB Hit"},
};

static const struct x86_event fam10h[] = {
    {0x041, 0x01, 1, 0, X86_LOAD_MISSES, X86_STORE_MISSES, "Data Cache Misses"},
    {0x046, 0x07, 1, 0, X86_LOAD_DTLB_WALKS, X86_STORE_DTLB_WALKS, "L1 DTLB and L2 DTLB Miss"},
    {0x07d, 0x01, 1, 0, X86_FETCH_MISSES, NONE, "Requests to L2 Cache: IC fill"},
    {0x07d, 0x02, 1, 0, X86_LOAD_MISSES, X86_STORE_MISSES, "Requests to L2 Cache: DC fill"},
    {0x07e, 0x01, 1, 0, X86_FETCH_L2_MISSES, NONE, "L2 Cache Misses: IC fill"},
    {0x07e, 0x02, 1, 0, X86_LOAD_L2_MISSES, X86_STORE_L2_MISSES, "L2 Cache Misses: DC fill"},
    {0x085, 0x03, 1, 0, X86_ITLB_WALKS, NONE, "L1 ITLB Miss, L2 ITLB Miss"},
    {0x0d0, 0x00, 0, 1, X86_INSTRUCTIONS, NONE, "Decoder Empty"},
    {0x0d1, 0x00, 0, 1, X86_INSTRUCTIONS, NONE, "Dispatch Stalls"},
};

/* Zen1 and later. */
static const struct x86_event zen[] = {
    {0x120, 0x01, 1, 1, X86_INSTRUCTIONS, NONE, "P0 Freq Cycles not in Halt"},
    {0x0a9, 0x00, 0, 1, X86_INSTRUCTIONS, NONE, "Op Queue Empty"},
    {0x087, 0x02, 0, 1, X86_INSTRUCTIONS, NONE, "IC Fetch Stall: queue empty"},
    {0x087, 0x01, 0, 0, X86_INSTRUCTIONS, NONE, "IC Fetch Stall: back pressure"},
    {0x0d1, 0x00, 1, 0, X86_COND_TAKEN, X86_COND_NOT_TAKEN,
        "Retired Conditional Branch Instructions"},
    {0x043, 0x01, 1, 0, X86_LOAD_L2, X86_STORE_L2, "Demand Data Cache Fills: local L2"},
    {0x043, 0x02, 1, 0, X86_LOAD_L3, X86_STORE_L3,
        "Demand Data Cache Fills: L3 or cache of the same CCX"},
    {0x043, 0x08, 1, 0, X86_LOAD_DRAM, X86_STORE_DRAM, "Demand Data Cache Fills: DRAM"},
    {0x043, 0x10, 1, 0, X86_LOAD_REMOTE, X86_STORE_REMOTE,
        "Demand Data Cache Fills: cache of another node"},
    {0x060, 0x80, 1, 0, X86_LOAD_MISSES, NONE, "Requests to L2: data cache reads"},
    {0x060, 0x40, 1, 0, X86_STORE_MISSES, NONE, "Requests to L2: data cache stores"},
    {0x060, 0x10, 1, 0, X86_FETCH_MISSES, NONE, "Requests to L2: instruction cache reads"},
    {0x064, 0x01, 1, 0, X86_FETCH_L2_MISSES, NONE, "L2 status: instruction cache miss"},
    {0x064, 0x08, 1, 0, X86_LOAD_L2_MISSES, X86_STORE_L2_MISSES, "L2 status: data cache miss"},
    {0x045, 0x01, 1, 0, X86_LOAD_DTLB_HITS, X86_STORE_DTLB_HITS, "L1 DTLB Misses: L2 DTLB hit"},
    {0x045, 0x10, 1, 0, X86_LOAD_DTLB_WALKS, X86_STORE_DTLB_WALKS, "L1 DTLB Misses: L2 DTLB miss"},
    {0x085, 0x01, 1, 0, X86_ITLB_WALKS, NONE, "L1 ITLB Miss, L2 ITLB Miss"},
};

/* Zen4 and later. */
static const struct x86_event from_zen4[] = {
    {0x0aa, 0x01, 1, 0, X86_INSTRUCTIONS, NONE, "Source of Op Dispatched: decoder"},
    {0x0aa, 0x06, 0, 0, X86_INSTRUCTIONS, NONE, "Source of Op Dispatched: op cache, loop buffer"},
    {0x1a0, 0x1e, 0, 0, X86_INSTRUCTIONS, NONE, "Slots without Dispatch: back-end stalls"},
    {0x1a0, 0x60, 0, 0, X86_INSTRUCTIONS, NONE, "Slots without Dispatch: the other thread"},
    {0x0cc, 0x00, 1, 0, X86_INDIRECT_JUMPS, X86_INDIRECT_CALLS,
        "Retired Indirect Branch Instructions"},
    {0x1c7, 0x00, 1, 0, X86_MISP_COND_TAKEN, X86_MISP_COND_NOT_TAKEN,
        "Retired Conditional Branches with a Wrong Direction"},
    {0x0d6, 0x01, 0, 1, X86_INSTRUCTIONS, NONE, "Cycles without Retirement: empty"},
    {0x0d6, 0x1a, 0, 0, X86_INSTRUCTIONS, NONE,
        "Cycles without Retirement: not complete, other, other thread"},
};

static const struct x86_event zen4[] = {
    {0x1a0, 0x01, 5, 6, X86_INSTRUCTIONS, NONE,
        "Slots without Dispatch: no ops from the front end"},
};

/* Zen5 and later. */
static const struct x86_event zen5[] = {
    {0x1a0, 0x01, 7, 8, X86_INSTRUCTIONS, NONE,
        "Slots without Dispatch: no ops from the front end"},
};

const struct x86_event_list amd_event_lists[][X86_FAMILY_LISTS] = {
    [X86_AMD_10H] = {LIST(every), LIST(fam10h)},
    [X86_AMD_ZEN] = {LIST(every), LIST(zen)},
    [X86_AMD_ZEN4] = {LIST(every), LIST(zen), LIST(from_zen4), LIST(zen4)},
    [X86_AMD_ZEN5] = {LIST(every), LIST(zen), LIST(from_zen4), LIST(zen5)},
};
