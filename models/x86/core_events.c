/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of events, and the counts of a counter. */
#include "models/x86/core_events.h"

#define NOTHING X86_N_WORK
/* For events that do not depend on responses. */
#define EVERY                                                                                      \
    {                                                                                              \
        0, 0                                                                                       \
    }

/*
 * AMD processor programming references of families 10h (31116) and 17h to 1Ah
 * (54945, 55898, 55901, 57238), "performance monitor counters". One instruction
 * is one op.
 */
#define AMD_COMMON                                                                                 \
    {0x076, 0, X86_CYCLES, X86_INSTRUCTIONS, NOTHING, "CPU Clocks not Halted", EVERY},             \
        {0x0c0, 0, 1, X86_INSTRUCTIONS, NOTHING, "Retired Instructions", EVERY},                   \
        {0x0c1, 0, 1, X86_INSTRUCTIONS, NOTHING, "Retired Ops", EVERY},                            \
        {0x0c2, 0, 1, X86_BRANCHES, X86_EXCEPTIONS, "Retired Branch Instructions", EVERY},         \
        {0x0c3, 0, 1, X86_MISPREDICTED, NOTHING, "Retired Branch Instructions Mispredicted",       \
            EVERY},                                                                                \
        {0x0c4, 0, 1, X86_TAKEN, NOTHING, "Retired Taken Branch Instructions", EVERY},             \
    {                                                                                              \
        0x040, 0, 1, X86_LOADS, X86_STORES, "Data Cache Accesses", EVERY                           \
    }

static const struct x86_event amd_10h[] = {
    AMD_COMMON,
    {0x041, 0x01, 1, X86_LOAD_MISSES, X86_STORE_MISSES, "Data Cache Misses", EVERY},
    {0x046, 0x07, 1, X86_LOAD_DTLB_WALKS, X86_STORE_DTLB_WALKS, "L1 DTLB and L2 DTLB Miss", EVERY},
    {0x07d, 0x01, 1, X86_FETCH_MISSES, NOTHING, "Requests to L2 Cache: IC fill", EVERY},
    {0x07d, 0x02, 1, X86_LOAD_MISSES, X86_STORE_MISSES, "Requests to L2 Cache: DC fill", EVERY},
    {0x07e, 0x01, 1, X86_FETCH_L2_MISSES, NOTHING, "L2 Cache Misses: IC fill", EVERY},
    {0x07e, 0x02, 1, X86_LOAD_L2_MISSES, X86_STORE_L2_MISSES, "L2 Cache Misses: DC fill", EVERY},
    {0x080, 0, 1, X86_FETCHES, NOTHING, "Instruction Cache Fetches", EVERY},
    {0x081, 0, 1, X86_FETCH_MISSES, NOTHING, "Instruction Cache Misses", EVERY},
    {0x084, 0, 1, X86_ITLB_HITS, NOTHING, "L1 ITLB Miss, L2 ITLB Hit", EVERY},
    {0x085, 0x03, 1, X86_ITLB_WALKS, NOTHING, "L1 ITLB Miss, L2 ITLB Miss", EVERY},
    {0x0d0, 0, X86_WAITING, X86_INSTRUCTIONS, NOTHING, "Decoder Empty", EVERY},
    {0x0d1, 0, X86_WAITING, X86_INSTRUCTIONS, NOTHING, "Dispatch Stalls", EVERY},
};

static const struct x86_event amd_zen[] = {
    AMD_COMMON,
    {0x120, 0x01, X86_CYCLES, X86_INSTRUCTIONS, NOTHING, "P0 Freq Cycles not in Halt", EVERY},
    {0x0a9, 0, X86_WAITING, X86_INSTRUCTIONS, NOTHING, "Op Queue Empty", EVERY},
    {0x087, 0x02, X86_WAITING, X86_INSTRUCTIONS, NOTHING, "IC Fetch Stall: queue empty", EVERY},
    {0x087, 0x01, 0, X86_INSTRUCTIONS, NOTHING, "IC Fetch Stall: back pressure", EVERY},
    {0x060, 0x80, 1, X86_LOAD_MISSES, NOTHING, "Requests to L2: data cache reads", EVERY},
    {0x060, 0x40, 1, X86_STORE_MISSES, NOTHING, "Requests to L2: data cache stores", EVERY},
    {0x060, 0x10, 1, X86_FETCH_MISSES, NOTHING, "Requests to L2: instruction cache reads", EVERY},
    {0x064, 0x01, 1, X86_FETCH_L2_MISSES, NOTHING, "L2 status: instruction cache miss", EVERY},
    {0x064, 0x08, 1, X86_LOAD_L2_MISSES, X86_STORE_L2_MISSES, "L2 status: data cache miss", EVERY},
    {0x045, 0x01, 1, X86_LOAD_DTLB_HITS, X86_STORE_DTLB_HITS, "L1 DTLB Misses: L2 DTLB hit", EVERY},
    {0x045, 0x10, 1, X86_LOAD_DTLB_WALKS, X86_STORE_DTLB_WALKS, "L1 DTLB Misses: L2 DTLB miss",
        EVERY},
    {0x080, 0, 1, X86_FETCHES, NOTHING, "32 Byte Instruction Cache Fetches", EVERY},
    {0x081, 0, 1, X86_FETCH_MISSES, NOTHING, "32 Byte Instruction Cache Misses", EVERY},
    {0x084, 0, 1, X86_ITLB_HITS, NOTHING, "L1 ITLB Miss, L2 ITLB Hit", EVERY},
    {0x085, 0x01, 1, X86_ITLB_WALKS, NOTHING, "L1 ITLB Miss, L2 ITLB Miss", EVERY},
};

/* Bit 7 of the unit mask means all loads (bit 0) or stores (bit 1). An access
 * is one uop. */
#define INTEL_ACCESSES                                                                             \
    {0x0d0, 0x81, 1, X86_LOADS, NOTHING, "MEM_UOPS_RETIRED.ALL_LOADS", EVERY},                     \
        {0x0d0, 0x82, 1, X86_STORES, NOTHING, "MEM_UOPS_RETIRED.ALL_STORES", EVERY},               \
        {0x0d0, 0xf1, 1, X86_LOADS, NOTHING, "MEM_UOPS_RETIRED, loads of all kinds", EVERY},       \
    {                                                                                              \
        0x0d0, 0xf2, 1, X86_STORES, NOTHING, "MEM_UOPS_RETIRED, stores of all kinds", EVERY        \
    }

/* SDM volume 3, section 20.3.4.5: requests that left the core, by request and
 * responder. */
#define INTEL_RESPONSE(event, name, request, answer, work)                                         \
    {                                                                                              \
        (event), 0x01, 1, (work), NOTHING, (name),                                                 \
        {                                                                                          \
            X86_REQUEST_##request, X86_ANSWER_##answer                                             \
        }                                                                                          \
    }
#define INTEL_RESPONSES(event, name)                                                               \
    INTEL_RESPONSE(event, name ": data reads", LOADS, L3, X86_LOAD_L3),                            \
        INTEL_RESPONSE(event, name ": data reads", LOADS, REMOTE, X86_LOAD_REMOTE),                \
        INTEL_RESPONSE(event, name ": data reads", LOADS, DRAM, X86_LOAD_DRAM),                    \
        INTEL_RESPONSE(event, name ": data reads", LOADS, DEVICE, X86_LOAD_DEVICE),                \
        INTEL_RESPONSE(event, name ": ownership", STORES, L3, X86_STORE_L3),                       \
        INTEL_RESPONSE(event, name ": ownership", STORES, REMOTE, X86_STORE_REMOTE),               \
        INTEL_RESPONSE(event, name ": ownership", STORES, DRAM, X86_STORE_DRAM),                   \
        INTEL_RESPONSE(event, name ": ownership", STORES, DEVICE, X86_STORE_DEVICE),               \
        INTEL_RESPONSE(event, name ": fetches", FETCHES, L3, X86_FETCH_L3),                        \
        INTEL_RESPONSE(event, name ": fetches", FETCHES, REMOTE, X86_FETCH_REMOTE),                \
        INTEL_RESPONSE(event, name ": fetches", FETCHES, DRAM, X86_FETCH_DRAM)

/* Intel SDM volume 3, sections 19.2.1 (architectural events) and 20.3.4; events
 * of model 2Dh: 325384, table 19-15. One instruction is one uop. */
static const struct x86_event intel_snb[] = {
    {0x03c, 0x00, X86_CYCLES, X86_INSTRUCTIONS, NOTHING, "CPU_CLK_UNHALTED.THREAD", EVERY},
    {0x0c0, 0x00, 1, X86_INSTRUCTIONS, NOTHING, "INST_RETIRED.ANY_P", EVERY},
    {0x0c0, 0x01, 1, X86_INSTRUCTIONS, NOTHING, "INST_RETIRED.PREC_DIST", EVERY},
    {0x0c4, 0x00, 1, X86_BRANCHES, NOTHING, "BR_INST_RETIRED.ALL_BRANCHES", EVERY},
    {X86_REFERENCE_CODE, X86_REFERENCE_UMASK, X86_REFERENCE, X86_INSTRUCTIONS, NOTHING,
        "CPU_CLK_UNHALTED.REF_TSC", EVERY},
    {0x00e, 0x01, 1, X86_INSTRUCTIONS, NOTHING, "UOPS_ISSUED.ANY", EVERY},
    {0x0b1, 0x01, 1, X86_INSTRUCTIONS, NOTHING, "UOPS_DISPATCHED.THREAD", EVERY},
    {0x0c2, 0x01, 1, X86_INSTRUCTIONS, NOTHING, "UOPS_RETIRED.ALL", EVERY},
    {0x0c2, 0x02, 1, X86_INSTRUCTIONS, NOTHING, "UOPS_RETIRED.RETIRE_SLOTS", EVERY},
    {0x0c5, 0x00, 1, X86_MISPREDICTED, NOTHING, "BR_MISP_RETIRED.ALL_BRANCHES", EVERY},
    INTEL_ACCESSES,
    {0x051, 0x01, 1, X86_LOAD_MISSES, X86_STORE_MISSES, "L1D.REPLACEMENT", EVERY},
    {0x051, 0x02, 1, X86_STORE_MISSES, NOTHING, "L1D.ALLOCATED_IN_M", EVERY},
    {0x080, 0x02, 1, X86_FETCH_MISSES, NOTHING, "ICACHE.MISSES", EVERY},
    {0x008, 0x01, 1, X86_LOAD_DTLB_WALKS, NOTHING, "DTLB_LOAD_MISSES.MISS_CAUSES_A_WALK", EVERY},
    {0x008, 0x10, 1, X86_LOAD_DTLB_HITS, NOTHING, "DTLB_LOAD_MISSES.STLB_HIT", EVERY},
    {0x049, 0x01, 1, X86_STORE_DTLB_WALKS, NOTHING, "DTLB_STORE_MISSES.MISS_CAUSES_A_WALK", EVERY},
    {0x049, 0x10, 1, X86_STORE_DTLB_HITS, NOTHING, "DTLB_STORE_MISSES.STLB_HIT", EVERY},
    {0x085, 0x01, 1, X86_ITLB_WALKS, NOTHING, "ITLB_MISSES.MISS_CAUSES_A_WALK", EVERY},
    {0x085, 0x10, 1, X86_ITLB_HITS, NOTHING, "ITLB_MISSES.STLB_HIT", EVERY},
    {0x02e, 0x4f, 1, X86_LOAD_L2_MISSES, X86_STORE_L2_MISSES, "LONGEST_LAT_CACHE.REFERENCE", EVERY},
    {0x02e, 0x4f, 1, X86_FETCH_L2_MISSES, NOTHING, "LONGEST_LAT_CACHE.REFERENCE: fetches", EVERY},
    {0x02e, 0x41, 1, X86_LOAD_DRAM, X86_STORE_DRAM, "LONGEST_LAT_CACHE.MISS", EVERY},
    {0x02e, 0x41, 1, X86_LOAD_REMOTE, X86_STORE_REMOTE, "LONGEST_LAT_CACHE.MISS: another socket",
        EVERY},
    {0x02e, 0x41, 1, X86_FETCH_DRAM, X86_FETCH_REMOTE, "LONGEST_LAT_CACHE.MISS: fetches", EVERY},
    INTEL_RESPONSES(X86_RESPONSE_0_CODE, "OFFCORE_RESPONSE_0"),
    INTEL_RESPONSES(X86_RESPONSE_1_CODE, "OFFCORE_RESPONSE_1"),
};

#define TABLE(table, set)                                                                          \
    {                                                                                              \
        (table), sizeof(table) / sizeof((table)[0]), (set)                                         \
    }

/* A table of events. @bits: unit masks are sets of bits; otherwise they are
 * whole numbers. */
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

static bool responds(const struct x86_counting *how, const struct x86_event *event)
{
    return !event->of.requests || (event->of.requests & how->responses.requests &&
                                      event->of.answers & how->responses.answers);
}

static bool has_umask(enum x86_family family, const struct x86_event *event, uint8_t umask)
{
    if (tables[family].bits)
        return !event->umask || event->umask & umask;
    return event->umask == umask;
}

static bool selects(const struct x86_counting *how, const struct x86_event *event)
{
    return event->code == how->code && responds(how, event) &&
           has_umask(how->family, event, how->umask);
}

unsigned x86_event_uncounted(
    enum x86_family family, uint16_t code, uint8_t umask, struct machine_uncounted *event)
{
    *event = (struct machine_uncounted){code, -1};
    for (unsigned i = 0; i < tables[family].n; i++) {
        if (tables[family].events[i].code != code)
            continue;
        if (has_umask(family, &tables[family].events[i], umask))
            return 0;
        event->mask = umask;
    }
    return 1;
}

/* The selected event from number *@i on, or NULL. */
static const struct x86_event *next(const struct x86_counting *how, unsigned *i)
{
    while (*i < tables[how->family].n) {
        const struct x86_event *event = &tables[how->family].events[(*i)++];
        if (selects(how, event))
            return event;
    }
    return NULL;
}

/* A cycle counts at most once, so a threshold above 1 is never reached. With
 * edge detection only the first of neighbouring cycles counts. Events that last
 * are in all cycles, so they have no edges. */
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

        /* A level has as many edges as its inverse. */
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
