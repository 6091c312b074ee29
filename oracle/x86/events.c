/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The meaning of events. AMD: PPRs of families 10h (31116) and 17h to 1Ah
 * (54945, 55898, 55901, 57238), section "Performance Monitor Counters". Intel:
 * SDM volume 3, "Performance monitoring events", of models 2AH and 2DH. */
#include "oracle/x86/manual.h"

#include <strings.h>

/* The number of an instruction's four cycles in which an event is active.
 * Intel's reference clock has half as many. */
enum { NEVER = 0, ONCE = 1, REFERENCE = 2, WAITING = 3, ALWAYS = 4 };

enum { NO = ORACLE_X86_N_DIDS };

#define PART(part) (1u << ORACLE_X86_##part)
#define ZENS       (PART(ZEN1) | PART(ZEN2) | PART(ZEN4))
#define AMDS       (PART(10H) | ZENS)
#define I(did)     ORACLE_X86_##did

/* AMD's unit masks are sets of bits: any bit of a row's mask selects the row. A
 * row without bits has no mask. Intel's masks are numbers. */
static const struct event {
    unsigned parts;
    uint16_t number;
    uint8_t umask, cycles;
    uint8_t did, too;
} events[] = {
    {AMDS, 0x076, 0x00, ALWAYS, I(INSTRUCTIONS), NO},
    {AMDS, 0x0c0, 0x00, ONCE, I(INSTRUCTIONS), NO},
    {AMDS, 0x0c1, 0x00, ONCE, I(INSTRUCTIONS), NO}, /* an instruction is one op */
    /* "This includes all types of architectural control flow changes, including
     * exceptions and interrupts" */
    {AMDS, 0x0c2, 0x00, ONCE, I(BRANCHES), I(EXCEPTIONS)},
    {AMDS, 0x0c3, 0x00, ONCE, I(MISPREDICTED), NO},
    {AMDS, 0x0c4, 0x00, ONCE, I(TAKEN), NO},
    {AMDS, 0x040, 0x00, ONCE, I(LOADS), I(STORES)},
    {AMDS, 0x080, 0x00, ONCE, I(FETCHES), NO},
    {AMDS, 0x081, 0x00, ONCE, I(FETCH_MISSES), NO},
    {AMDS, 0x084, 0x00, ONCE, I(ITLB_HITS), NO},
    {PART(10H), 0x041, 0x01, ONCE, I(LOAD_MISSES), I(STORE_MISSES)},
    {PART(10H), 0x046, 0x07, ONCE, I(LOAD_WALKS), I(STORE_WALKS)},
    {PART(10H), 0x07d, 0x01, ONCE, I(FETCH_MISSES), NO},
    {PART(10H), 0x07d, 0x02, ONCE, I(LOAD_MISSES), I(STORE_MISSES)},
    {PART(10H), 0x07e, 0x01, ONCE, I(FETCH_L2_MISSES), NO},
    {PART(10H), 0x07e, 0x02, ONCE, I(LOAD_L2_MISSES), I(STORE_L2_MISSES)},
    {PART(10H), 0x085, 0x03, ONCE, I(ITLB_WALKS), NO},
    {PART(10H), 0x0d0, 0x00, WAITING, I(INSTRUCTIONS), NO},
    {PART(10H), 0x0d1, 0x00, WAITING, I(INSTRUCTIONS), NO},
    {ZENS, 0x120, 0x01, ALWAYS, I(INSTRUCTIONS), NO},
    {ZENS, 0x0a9, 0x00, WAITING, I(INSTRUCTIONS), NO},
    {ZENS, 0x087, 0x02, WAITING, I(INSTRUCTIONS), NO},
    {ZENS, 0x087, 0x01, NEVER, I(INSTRUCTIONS), NO},
    {ZENS, 0x060, 0x80, ONCE, I(LOAD_MISSES), NO},
    {ZENS, 0x060, 0x40, ONCE, I(STORE_MISSES), NO},
    {ZENS, 0x060, 0x10, ONCE, I(FETCH_MISSES), NO},
    {ZENS, 0x064, 0x01, ONCE, I(FETCH_L2_MISSES), NO},
    {ZENS, 0x064, 0x08, ONCE, I(LOAD_L2_MISSES), I(STORE_L2_MISSES)},
    {ZENS, 0x045, 0x01, ONCE, I(LOAD_TLB_HITS), I(STORE_TLB_HITS)},
    {ZENS, 0x045, 0x10, ONCE, I(LOAD_WALKS), I(STORE_WALKS)},
    {ZENS, 0x085, 0x01, ONCE, I(ITLB_WALKS), NO},
    {PART(SNB), 0x03c, 0x00, ALWAYS, I(INSTRUCTIONS), NO},
    /* of fixed counter 2; Linux's number */
    {PART(SNB), 0x000, 0x03, REFERENCE, I(INSTRUCTIONS), NO},
    {PART(SNB), 0x0c0, 0x00, ONCE, I(INSTRUCTIONS), NO},
    {PART(SNB), 0x0c0, 0x01, ONCE, I(INSTRUCTIONS), NO},
    {PART(SNB), 0x0c4, 0x00, ONCE, I(BRANCHES), NO},
    {PART(SNB), 0x00e, 0x01, ONCE, I(INSTRUCTIONS), NO}, /* an instruction is one uop */
    {PART(SNB), 0x0b1, 0x01, ONCE, I(INSTRUCTIONS), NO},
    {PART(SNB), 0x0c2, 0x01, ONCE, I(INSTRUCTIONS), NO},
    {PART(SNB), 0x0c2, 0x02, ONCE, I(INSTRUCTIONS), NO},
    {PART(SNB), 0x0c5, 0x00, ONCE, I(MISPREDICTED), NO},
    /* MEM_UOPS_RETIRED: bit 0 loads, 1 stores, and of them 4 to 6 some, 7
     * all */
    {PART(SNB), 0x0d0, 0x81, ONCE, I(LOADS), NO},
    {PART(SNB), 0x0d0, 0x82, ONCE, I(STORES), NO},
    {PART(SNB), 0x0d0, 0xf1, ONCE, I(LOADS), NO},
    {PART(SNB), 0x0d0, 0xf2, ONCE, I(STORES), NO},
    {PART(SNB), 0x051, 0x01, ONCE, I(LOAD_MISSES), I(STORE_MISSES)},
    {PART(SNB), 0x051, 0x02, ONCE, I(STORE_MISSES), NO},
    {PART(SNB), 0x080, 0x02, ONCE, I(FETCH_MISSES), NO},
    {PART(SNB), 0x008, 0x01, ONCE, I(LOAD_WALKS), NO},
    {PART(SNB), 0x008, 0x10, ONCE, I(LOAD_TLB_HITS), NO},
    {PART(SNB), 0x049, 0x01, ONCE, I(STORE_WALKS), NO},
    {PART(SNB), 0x049, 0x10, ONCE, I(STORE_TLB_HITS), NO},
    {PART(SNB), 0x085, 0x01, ONCE, I(ITLB_WALKS), NO},
    {PART(SNB), 0x085, 0x10, ONCE, I(ITLB_HITS), NO},
    {PART(SNB), 0x02e, 0x4f, ONCE, I(LOAD_L2_MISSES), I(STORE_L2_MISSES)},
    {PART(SNB), 0x02e, 0x4f, ONCE, I(FETCH_L2_MISSES), NO},
    {PART(SNB), 0x02e, 0x41, ONCE, I(LOAD_REMOTE), I(LOAD_DRAM)},
    {PART(SNB), 0x02e, 0x41, ONCE, I(STORE_REMOTE), I(STORE_DRAM)},
    {PART(SNB), 0x02e, 0x41, ONCE, I(FETCH_REMOTE), I(FETCH_DRAM)},
};

/* The amounts of the response event. */
static const struct response {
    uint64_t of, by;
    uint8_t did;
} responses[] = {
    {ORACLE_X86_OF_LOADS, ORACLE_X86_BY_L3, I(LOAD_L3)},
    {ORACLE_X86_OF_LOADS, ORACLE_X86_BY_REMOTE, I(LOAD_REMOTE)},
    {ORACLE_X86_OF_LOADS, ORACLE_X86_BY_DRAM, I(LOAD_DRAM)},
    {ORACLE_X86_OF_LOADS, ORACLE_X86_BY_DEVICE, I(LOAD_DEVICE)},
    {ORACLE_X86_OF_STORES, ORACLE_X86_BY_L3, I(STORE_L3)},
    {ORACLE_X86_OF_STORES, ORACLE_X86_BY_REMOTE, I(STORE_REMOTE)},
    {ORACLE_X86_OF_STORES, ORACLE_X86_BY_DRAM, I(STORE_DRAM)},
    {ORACLE_X86_OF_STORES, ORACLE_X86_BY_DEVICE, I(STORE_DEVICE)},
    {ORACLE_X86_OF_FETCHES, ORACLE_X86_BY_L3, I(FETCH_L3)},
    {ORACLE_X86_OF_FETCHES, ORACLE_X86_BY_REMOTE, I(FETCH_REMOTE)},
    {ORACLE_X86_OF_FETCHES, ORACLE_X86_BY_DRAM, I(FETCH_DRAM)},
};

enum { N_RESPONSES = sizeof(responses) / sizeof(responses[0]) };

enum { N_EVENTS = sizeof(events) / sizeof(events[0]) };

/* Names in perf's lists (tools/perf/pmu-events/arch/x86). */
static const struct {
    unsigned parts;
    uint64_t event;
    const char *name;
} names[] = {
    {ZENS, 0x0076, "ls_not_halted_cyc"},
    {ZENS, 0x00c0, "ex_ret_instr"},
    {ZENS, 0x00c1, "ex_ret_ops"},
    {ZENS, 0x00c1, "ex_ret_cops"},
    {ZENS, 0x00c2, "ex_ret_brn"},
    {ZENS, 0x00c3, "ex_ret_brn_misp"},
    {ZENS, 0x00c4, "ex_ret_brn_tkn"},
    {PART(SNB), 0x003c, "cpu_clk_unhalted.thread_p"},
    {PART(SNB), 0x003c, "cpu_clk_unhalted.thread"},
    {PART(SNB), 0x0300, "cpu_clk_unhalted.ref_tsc"},
    {PART(SNB), 0x00c0, "inst_retired.any_p"},
    {PART(SNB), 0x00c0, "inst_retired.any"},
    {PART(SNB), 0x00c4, "br_inst_retired.all_branches"},
    {PART(SNB), 0x010e, "uops_issued.any"},
    {PART(SNB), 0x01b1, "uops_dispatched.thread"},
    {PART(SNB), 0x01c2, "uops_retired.all"},
    {PART(SNB), 0x02c2, "uops_retired.retire_slots"},
    {PART(SNB), 0x00c5, "br_misp_retired.all_branches"},
    {PART(SNB), 0x81d0, "mem_uops_retired.all_loads"},
    {PART(SNB), 0x82d0, "mem_uops_retired.all_stores"},
    {PART(SNB), 0x0151, "l1d.replacement"},
    {PART(SNB), 0x0251, "l1d.allocated_in_m"},
    {PART(SNB), 0x0280, "icache.misses"},
    {PART(SNB), 0x0108, "dtlb_load_misses.miss_causes_a_walk"},
    {PART(SNB), 0x1008, "dtlb_load_misses.stlb_hit"},
    {PART(SNB), 0x0149, "dtlb_store_misses.miss_causes_a_walk"},
    {PART(SNB), 0x1049, "dtlb_store_misses.stlb_hit"},
    {PART(SNB), 0x0185, "itlb_misses.miss_causes_a_walk"},
    {PART(SNB), 0x1085, "itlb_misses.stlb_hit"},
    {PART(SNB), 0x4f2e, "longest_lat_cache.reference"},
    {PART(SNB), 0x412e, "longest_lat_cache.miss"},
};

enum { N_NAMES = sizeof(names) / sizeof(names[0]) };

bool oracle_x86_event_named(const struct oracle_x86_pmu *pmu, const char *name, uint64_t *event)
{
    for (unsigned i = 0; i < N_NAMES; i++)
        if (names[i].parts & 1u << pmu->part && !strcasecmp(names[i].name, name)) {
            *event = names[i].event;
            return true;
        }
    return false;
}

uint64_t oracle_x86_event_bits(const struct oracle_x86_pmu *pmu)
{
    return ORACLE_X86_EVENT | ORACLE_X86_UMASK |
           (oracle_x86_maker(pmu) == ORACLE_AMD ? ORACLE_X86_EVENT_HIGH : ORACLE_X86_RESPONSES);
}

static bool selects(const struct oracle_x86_pmu *pmu, uint64_t selection, const struct event *event)
{
    bool amd = oracle_x86_maker(pmu) == ORACLE_AMD;
    uint64_t number = (selection & ORACLE_X86_EVENT) | (amd ? selection >> 32 & 0xf : 0) << 8;
    uint64_t umask = selection >> 8 & 0xff;

    if (!(event->parts & 1u << pmu->part) || event->number != number)
        return false;
    return amd ? !event->umask || event->umask & umask : event->umask == umask;
}

/* Cycles in which @event is active; with edge detection, the cycles in which it
 * begins. */
static uint64_t cycles_of(const struct event *event, uint64_t selection, const uint64_t *did)
{
    uint64_t n = did[event->did] + (event->too == NO ? 0 : did[event->too]);

    if (!(selection & ORACLE_X86_EDGE))
        return n * event->cycles;
    return event->cycles == NEVER || event->cycles == ALWAYS ? 0 : n;
}

/* A counter mask: cycles with at least that many events, or fewer with the
 * inverse. A cycle has one event. */
static uint64_t masked(uint64_t selection, uint64_t cycles, uint64_t all)
{
    uint64_t mask = (selection & ORACLE_X86_CMASK) >> 24;

    if (!mask)
        return cycles;
    if (mask > 1)
        cycles = 0;
    return selection & ORACLE_X86_INV && !(selection & ORACLE_X86_EDGE) ? all - cycles : cycles;
}

/* Several kinds may share a cycle: with a mask or edges the count is
 * unknown. */
static bool of_responses(
    uint64_t selection, const uint64_t did[ORACLE_X86_N_DIDS], uint64_t *amount)
{
    *amount = 0;
    for (unsigned i = 0; i < N_RESPONSES; i++)
        if (responses[i].of & selection && responses[i].by & selection)
            *amount += did[responses[i].did];
    return !(selection & (ORACLE_X86_CMASK | ORACLE_X86_EDGE | ORACLE_X86_BY_SOME));
}

bool oracle_x86_counted(const struct oracle_x86_pmu *pmu, uint64_t selection,
    const uint64_t did[ORACLE_X86_N_DIDS], uint64_t *amount)
{
    uint64_t cycles = 0;
    unsigned n = 0;

    if (oracle_x86_maker(pmu) == ORACLE_INTEL && oracle_x86_response_event(selection) >= 0)
        return of_responses(selection, did, amount);
    for (unsigned i = 0; i < N_EVENTS; i++)
        if (selects(pmu, selection, &events[i])) {
            cycles += cycles_of(&events[i], selection, did);
            n++;
        }
    *amount = n ? masked(selection, cycles, did[ORACLE_X86_INSTRUCTIONS] * ALWAYS) : 0;
    /* Several events may share a cycle. */
    return n == 1 || (n && !(selection & (ORACLE_X86_CMASK | ORACLE_X86_EDGE)));
}
