/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of events, and what a counter has counted. */
#include "models/x86/core_events.h"

#define NOTHING X86_N_WORK

/*
 * AMD processor programming references of families 10h (31116) and 17h to 1Ah (54945, 55898, 55901, 57238),
 * "performance monitor counters". One instruction is one op.
 */
#define AMD_COMMON                                                                                           \
    {0x076, 0, X86_CYCLES, X86_INSTRUCTIONS, NOTHING, "CPU Clocks not Halted"},                              \
        {0x0c0, 0, 1, X86_INSTRUCTIONS, NOTHING, "Retired Instructions"},                                    \
        {0x0c1, 0, 1, X86_INSTRUCTIONS, NOTHING, "Retired Ops"},                                             \
        {0x0c2, 0, 1, X86_BRANCHES, X86_EXCEPTIONS, "Retired Branch Instructions"},                          \
        {0x0c3, 0, 1, X86_MISPREDICTED, NOTHING, "Retired Branch Instructions Mispredicted"},                \
        {0x0c4, 0, 1, X86_TAKEN, NOTHING, "Retired Taken Branch Instructions"},                              \
    {                                                                                                        \
        0x040, 0, 1, X86_DATA_ACCESSES, NOTHING, "Data Cache Accesses"                                       \
    }

static const struct x86_event amd_10h[] = {
    AMD_COMMON,
    {0x041, 0x01, 1, X86_LOAD_MISSES, X86_STORE_MISSES, "Data Cache Misses"},
    {0x046, 0x07, 1, X86_DTLB_WALKS, NOTHING, "L1 DTLB and L2 DTLB Miss"},
    {0x07d, 0x01, 1, X86_FETCH_MISSES, NOTHING, "Requests to L2 Cache: IC fill"},
    {0x07d, 0x02, 1, X86_LOAD_MISSES, X86_STORE_MISSES, "Requests to L2 Cache: DC fill"},
    {0x07e, 0x01, 1, X86_FETCH_L2_MISSES, NOTHING, "L2 Cache Misses: IC fill"},
    {0x07e, 0x02, 1, X86_DATA_L2_MISSES, NOTHING, "L2 Cache Misses: DC fill"},
    {0x080, 0, 1, X86_FETCHES, NOTHING, "Instruction Cache Fetches"},
    {0x081, 0, 1, X86_FETCH_MISSES, NOTHING, "Instruction Cache Misses"},
    {0x084, 0, 1, X86_ITLB_HITS, NOTHING, "L1 ITLB Miss, L2 ITLB Hit"},
    {0x085, 0x03, 1, X86_ITLB_WALKS, NOTHING, "L1 ITLB Miss, L2 ITLB Miss"},
    {0x0d0, 0, X86_WAITING, X86_INSTRUCTIONS, NOTHING, "Decoder Empty"},
    {0x0d1, 0, X86_WAITING, X86_INSTRUCTIONS, NOTHING, "Dispatch Stalls"},
};

static const struct x86_event amd_zen[] = {
    AMD_COMMON,
    {0x120, 0x01, X86_CYCLES, X86_INSTRUCTIONS, NOTHING, "P0 Freq Cycles not in Halt"},
    {0x0a9, 0, X86_WAITING, X86_INSTRUCTIONS, NOTHING, "Op Queue Empty"},
    {0x087, 0x02, X86_WAITING, X86_INSTRUCTIONS, NOTHING, "IC Fetch Stall: queue empty"},
    {0x087, 0x01, 0, X86_INSTRUCTIONS, NOTHING, "IC Fetch Stall: back pressure"},
    {0x060, 0x80, 1, X86_LOAD_MISSES, NOTHING, "Requests to L2: data cache reads"},
    {0x060, 0x40, 1, X86_STORE_MISSES, NOTHING, "Requests to L2: data cache stores"},
    {0x060, 0x10, 1, X86_FETCH_MISSES, NOTHING, "Requests to L2: instruction cache reads"},
    {0x064, 0x01, 1, X86_FETCH_L2_MISSES, NOTHING, "L2 status: instruction cache miss"},
    {0x064, 0x08, 1, X86_DATA_L2_MISSES, NOTHING, "L2 status: data cache miss"},
    {0x045, 0x01, 1, X86_DTLB_HITS, NOTHING, "L1 DTLB Misses: L2 DTLB hit"},
    {0x045, 0x10, 1, X86_DTLB_WALKS, NOTHING, "L1 DTLB Misses: L2 DTLB miss"},
    {0x080, 0, 1, X86_FETCHES, NOTHING, "32 Byte Instruction Cache Fetches"},
    {0x081, 0, 1, X86_FETCH_MISSES, NOTHING, "32 Byte Instruction Cache Misses"},
    {0x084, 0, 1, X86_ITLB_HITS, NOTHING, "L1 ITLB Miss, L2 ITLB Hit"},
    {0x085, 0x01, 1, X86_ITLB_WALKS, NOTHING, "L1 ITLB Miss, L2 ITLB Miss"},
};

/* Intel SDM volume 3, sections 19.2.1 (architectural events) and 20.3.4; events of model 2Dh: 325384,
 * table 19-15. One instruction is one uop. */
static const struct x86_event intel_snb[] = {
    {0x03c, 0x00, X86_CYCLES, X86_INSTRUCTIONS, NOTHING, "CPU_CLK_UNHALTED.THREAD"},
    {0x0c0, 0x00, 1, X86_INSTRUCTIONS, NOTHING, "INST_RETIRED.ANY_P"},
    {0x0c0, 0x01, 1, X86_INSTRUCTIONS, NOTHING, "INST_RETIRED.PREC_DIST"},
    {0x0c4, 0x00, 1, X86_BRANCHES, NOTHING, "BR_INST_RETIRED.ALL_BRANCHES"},
    {X86_REFERENCE_CODE, X86_REFERENCE_UMASK, X86_REFERENCE, X86_INSTRUCTIONS, NOTHING,
        "CPU_CLK_UNHALTED.REF_TSC"},
    {0x00e, 0x01, 1, X86_INSTRUCTIONS, NOTHING, "UOPS_ISSUED.ANY"},
    {0x0b1, 0x01, 1, X86_INSTRUCTIONS, NOTHING, "UOPS_DISPATCHED.THREAD"},
    {0x0c2, 0x01, 1, X86_INSTRUCTIONS, NOTHING, "UOPS_RETIRED.ALL"},
    {0x0c2, 0x02, 1, X86_INSTRUCTIONS, NOTHING, "UOPS_RETIRED.RETIRE_SLOTS"},
};

#define TABLE(table, set)                                                                                    \
    {                                                                                                        \
        (table), sizeof(table) / sizeof((table)[0]), (set)                                                   \
    }

/* Events, and whether unit masks are sets of bits; else they are whole numbers. */
struct x86_events {
    const struct x86_event *events;
    unsigned n;
    bool bits;
};

static const struct x86_events tables[X86_N_FAMILIES] = {
    [X86_AMD_10H] = TABLE(amd_10h, true),
    [X86_AMD_ZEN] = TABLE(amd_zen, true),
    [X86_INTEL_SNB] = TABLE(intel_snb, false),
};

static bool selects(const struct x86_counting *how, const struct x86_event *event)
{
    if (event->code != how->code)
        return false;
    if (tables[how->family].bits)
        return !event->umask || event->umask & how->umask;
    return event->umask == how->umask;
}

/* The selected event number @*i or after it, or NULL. */
static const struct x86_event *next(const struct x86_counting *how, unsigned *i)
{
    while (*i < tables[how->family].n) {
        const struct x86_event *event = &tables[how->family].events[(*i)++];
        if (selects(how, event))
            return event;
    }
    return NULL;
}

/* Within a cycle at most one is counted: a threshold above 1 is never reached. With edge detection only the
 * first of neighbouring cycles counts; events that last are in all cycles. */
static uint64_t cycles_of(const struct x86_counting *how, const struct x86_event *event, uint64_t n)
{
    if (how->cmask > 1 || (how->edge && event->per == X86_CYCLES))
        return 0;
    return how->edge ? n * (event->per > 0) : n * event->per;
}

static uint64_t of_privilege(const struct x86_counting *how, const uint64_t *work)
{
    uint64_t sum = 0;
    unsigned i = 0;

    for (const struct x86_event *event = next(how, &i); event; event = next(how, &i)) {
        uint64_t n = work[event->work] + (event->also < X86_N_WORK ? work[event->also] : 0);
        uint64_t cycles = cycles_of(how, event, n);

        /* The edges of a level are as many as those of its inverse. */
        if (how->invert && how->cmask && !how->edge)
            cycles = work[X86_INSTRUCTIONS] * X86_CYCLES - cycles;
        sum += cycles;
    }
    return sum;
}

uint64_t x86_counted(const struct x86_counting *how, const struct x86_worked *worked)
{
    return (how->user ? of_privilege(how, worked->of[0]) : 0) +
           (how->kernel ? of_privilege(how, worked->of[1]) : 0);
}

unsigned x86_counted_most(const struct x86_counting *how)
{
    unsigned most = 0, i = 0;

    if (!how->user && !how->kernel)
        return 0;
    for (const struct x86_event *event = next(how, &i); event; event = next(how, &i))
        most += how->invert && how->cmask ? X86_CYCLES : event->per;
    return most;
}

unsigned x86_counts_followed(const struct x86_counting *how)
{
    unsigned followed = 0, i = 0;

    for (const struct x86_event *event = next(how, &i); event; event = next(how, &i))
        followed |= x86_followed_for(event->work);
    return followed;
}
