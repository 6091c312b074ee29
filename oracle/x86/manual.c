/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Register numbers and events of core PMUs, by the manuals of both makers. */
#include "oracle/x86/manual.h"

#include <strings.h>

/* ---- registers ---- */

/* The number of registers of a kind. */
enum many { ONE, TWO, AS_GENERAL, AS_FIXED, FIRST_FOUR, FREE_ONE, FREE_TWO, FREE_LAST };

static const struct range {
    enum oracle_x86_maker maker;
    unsigned version; /* from this one on */
    uint32_t first, step;
    enum many many;
    enum oracle_x86_role role;
} ranges[] = {
    /* APM volume 2, 13.2.1: the first four also have the numbers of the old
     * K7. */
    {ORACLE_AMD, 0, 0xc0010000, 1, FIRST_FOUR, ORACLE_X86_SELECT},
    {ORACLE_AMD, 0, 0xc0010004, 1, FIRST_FOUR, ORACLE_X86_VALUE},
    {ORACLE_AMD, 1, 0xc0010200, 2, AS_GENERAL, ORACLE_X86_SELECT},
    {ORACLE_AMD, 1, 0xc0010201, 2, AS_GENERAL, ORACLE_X86_VALUE},
    /* The same, 17.3, and the PPR: MPERF and APERF, their copies, IRPERF,
     * HWCR. */
    {ORACLE_AMD, 1, 0x0e7, 1, FREE_TWO, ORACLE_X86_FREE},
    {ORACLE_AMD, 1, 0xc00000e7, 1, FREE_TWO, ORACLE_X86_FREE_COPY},
    {ORACLE_AMD, 1, 0xc00000e9, 1, FREE_LAST, ORACLE_X86_FREE},
    {ORACLE_AMD, 1, 0xc0010015, 1, FREE_ONE, ORACLE_X86_HWCR},
    {ORACLE_AMD, 2, 0xc0000300, 1, ONE, ORACLE_X86_STATUS},
    {ORACLE_AMD, 2, 0xc0000301, 1, ONE, ORACLE_X86_CONTROL},
    {ORACLE_AMD, 2, 0xc0000302, 1, ONE, ORACLE_X86_CLEAR},
    {ORACLE_AMD, 2, 0xc0000303, 1, ONE, ORACLE_X86_SET},
    /* SDM volume 4, table 2-2. */
    {ORACLE_INTEL, 1, 0x0c1, 1, AS_GENERAL, ORACLE_X86_NARROW},
    {ORACLE_INTEL, 1, 0x0e7, 1, FREE_TWO, ORACLE_X86_FREE},
    {ORACLE_INTEL, 1, 0x186, 1, AS_GENERAL, ORACLE_X86_SELECT},
    {ORACLE_INTEL, 2, 0x309, 1, AS_FIXED, ORACLE_X86_VALUE},
    {ORACLE_INTEL, 2, 0x38d, 1, ONE, ORACLE_X86_FIXED_CTL},
    {ORACLE_INTEL, 2, 0x38e, 1, ONE, ORACLE_X86_STATUS},
    {ORACLE_INTEL, 2, 0x38f, 1, ONE, ORACLE_X86_CONTROL},
    {ORACLE_INTEL, 2, 0x390, 1, ONE, ORACLE_X86_CLEAR},
    {ORACLE_INTEL, 4, 0x391, 1, ONE, ORACLE_X86_SET},
    {ORACLE_INTEL, 4, 0x392, 1, ONE, ORACLE_X86_INUSE},
    {ORACLE_INTEL, 1, 0x345, 1, ONE, ORACLE_X86_CAPABILITIES},
    {ORACLE_INTEL, 1, 0x4c1, 1, AS_GENERAL, ORACLE_X86_VALUE},
    /* The same, table 2-20: Sandy Bridge. */
    {ORACLE_INTEL, 3, 0x1a6, 1, TWO, ORACLE_X86_RESPONSE},
    /* The same, table 2-44: Ice Lake. */
    {ORACLE_INTEL, 5, 0x329, 1, ONE, ORACLE_X86_METRICS},
};

enum { N_RANGES = sizeof(ranges) / sizeof(ranges[0]) };

static unsigned length_of(const struct oracle_x86_pmu *pmu, enum many many)
{
    const unsigned lengths[] = {[ONE] = 1,
        [TWO] = 2,
        [AS_GENERAL] = pmu->general,
        [AS_FIXED] = pmu->fixed,
        [FIRST_FOUR] = 4,
        [FREE_ONE] = pmu->free_running,
        [FREE_TWO] = pmu->free_running ? 2 : 0,
        [FREE_LAST] = pmu->free_running};

    return lengths[many];
}

bool oracle_x86_reg_at(const struct oracle_x86_pmu *pmu, uint32_t msr, struct oracle_x86_reg *reg)
{
    for (unsigned i = 0; i < N_RANGES; i++) {
        const struct range *range = &ranges[i];
        uint32_t at = msr - range->first, n = at / range->step;

        if (range->maker != oracle_x86_maker(pmu) || range->version > pmu->version ||
            at % range->step || n >= length_of(pmu, range->many))
            continue;
        *reg = (struct oracle_x86_reg){
            range->role, n + (range->many == AS_FIXED       ? ORACLE_X86_FIXED
                                 : range->many == FREE_LAST ? ORACLE_X86_IRPERF
                                                            : 0)};
        return true;
    }
    return false;
}

enum oracle_x86_maker oracle_x86_maker(const struct oracle_x86_pmu *pmu)
{
    return pmu->part >= ORACLE_X86_SNB ? ORACLE_INTEL : ORACLE_AMD;
}

/* CPUID leaf 0AH of real machines: silicon/intel-cpuid.facts. Until Skylake, a
 * core has eight counters for its threads. */
struct oracle_x86_pmu oracle_x86_intel(enum oracle_x86_part part, bool alone)
{
    if (part >= ORACLE_X86_ICX)
        return (struct oracle_x86_pmu){.part = part, .version = 5, .general = 8, .fixed = 4};
    return (struct oracle_x86_pmu){.part = part,
        .version = part == ORACLE_X86_SKX ? 4 : 3,
        .general = alone ? 8 : 4,
        .fixed = 3};
}

/* SDM volume 4, IA32_PERF_CAPABILITIES: freezing in SMM, full-width writes,
 * metrics. Formats of branch records: volume 3, section 18.4.8.1. No debug
 * store. */
uint64_t oracle_x86_capabilities(const struct oracle_x86_pmu *pmu)
{
    switch (pmu->part) {
    case ORACLE_X86_SPR:
        return 0xb03f;
    case ORACLE_X86_ICX:
        return 0xb005;
    case ORACLE_X86_SKX:
        return 0x3005;
    case ORACLE_X86_BDX:
    case ORACLE_X86_HSX:
        return 0x3004;
    default:
        return 0x3003;
    }
}

/* SDM volume 3, "Performance metrics": 8-bit fractions of the slots, in 255ths:
 * retiring in bits 7:0, the front end's in 23:16. Ice Lake: 1 of 20 slots
 * retires. Sapphire Rapids: 1 of 24; bits 55:48 are waits for fetches, 18 of
 * 24. */
uint64_t oracle_x86_metrics(const struct oracle_x86_pmu *pmu)
{
    return pmu->part == ORACLE_X86_SPR ? UINT64_C(0x00bf000000f4000b) : UINT64_C(0xf2000d);
}

/* SDM volume 3, "Fixed-function performance counters": INST_RETIRED.ANY,
 * CPU_CLK_UNHALTED.THREAD and REF_TSC, TOPDOWN.SLOTS. The last two have no
 * select register's event; Linux calls them 0x0300 and 0x0400. */
uint64_t oracle_x86_fixed_event(unsigned i)
{
    static const uint64_t fixed[] = {0x00c0, 0x003c, 0x0300, 0x0400};

    return i < sizeof(fixed) / sizeof(fixed[0]) ? fixed[i] : 0;
}

/* Linux, intel_icl_event_constraints and intel_glc_event_constraints: INST_
 * RETIRED.PREC_DIST is fixed counter 0, CPU_CLK_UNHALTED.REF_TSC_P fixed
 * counter 2. */
uint64_t oracle_x86_same(const struct oracle_x86_pmu *pmu, uint64_t selection)
{
    const uint64_t event = selection & (ORACLE_X86_EVENT | ORACLE_X86_UMASK);

    if (pmu->part >= ORACLE_X86_ICX && event == 0x0100)
        return (selection & ~event) | 0x00c0;
    if (pmu->part == ORACLE_X86_SPR && event == 0x013c)
        return (selection & ~event) | 0x0300;
    return selection;
}

/* ---- events of responses ---- */

/* SDM volume 3, "Off-core Response Performance Monitoring" of Sandy Bridge:
 * B7/01 and BB/01. Sapphire Rapids: perf's list, OCR. */
static uint64_t first_event(const struct oracle_x86_pmu *pmu)
{
    return pmu->part == ORACLE_X86_SPR ? 0x012a : 0x01b7;
}

int oracle_x86_response_event(const struct oracle_x86_pmu *pmu, uint64_t select)
{
    const uint64_t event = select & (ORACLE_X86_EVENT | ORACLE_X86_UMASK);

    if (oracle_x86_maker(pmu) != ORACLE_INTEL)
        return -1;
    if (event == first_event(pmu))
        return 0;
    return event == (pmu->part == ORACLE_X86_SPR ? 0x012b : 0x01bb) ? 1 : -1;
}

/* The suppliers of each part, by the names of perf's lists: the MSRValue of
 * DEMAND_DATA_RD with L3_HIT, LOCAL_DRAM and REMOTE_HITM. */
static uint64_t suppliers_of(const struct oracle_x86_pmu *pmu, uint64_t value)
{
    static const struct {
        uint64_t dram, remote;
    } bits[] = {
        [ORACLE_X86_SNB] = {0x400000, 0x7f800000},
        [ORACLE_X86_IVB] = {0x400000, 0x7f800000},
        [ORACLE_X86_HSX] = {0x400000, 0x38000000},
        [ORACLE_X86_BDX] = {0x4000000, 0x38000000},
        [ORACLE_X86_SKX] = {0x4000000, 0x38000000},
        [ORACLE_X86_ICX] = {0x4000000, 0x30000000},
        [ORACLE_X86_SPR] = {0x4000000, 0x30000000},
    };

    return (value & 0x3c0000 ? ORACLE_X86_BY_L3 : 0) |
           (value & bits[pmu->part].dram ? ORACLE_X86_BY_DRAM : 0) |
           (value & bits[pmu->part].remote ? ORACLE_X86_BY_REMOTE : 0);
}

/* Snoops: none, not needed, missed, or hit without a forward; and a modified
 * line. */
#define MEMORY_SNOOPS (UINT64_C(0xf) << 31)
#define HITM          (UINT64_C(1) << 36)

/* Responses in bits 31 and up: without any of these bits, no supplier is
 * selected. DRAM answers after a snoop without a modified line, another socket
 * only with one, and the L3 after both: with a part of these, the amount is
 * unknown. */
static uint64_t suppliers(const struct oracle_x86_pmu *pmu, uint64_t value)
{
    const uint64_t snoops = UINT64_C(0x3f) << 31, hits = UINT64_C(0xf) << 18;
    uint64_t by = suppliers_of(pmu, value);
    bool some = (value & hits && (value & hits) != hits) ||
                (by & ORACLE_X86_BY_DRAM && !(value & MEMORY_SNOOPS)) ||
                (by & ORACLE_X86_BY_REMOTE && !(value & HITM)) ||
                (by & ORACLE_X86_BY_L3 && !(value & HITM && value & MEMORY_SNOOPS));

    if (!(value & snoops) || !by)
        return 0;
    return by | (some ? ORACLE_X86_BY_SOME : 0);
}

/* The same, tables of request types, and of response suppliers and snoops. */
uint64_t oracle_x86_response(const struct oracle_x86_pmu *pmu, uint64_t value)
{
    uint64_t of = (value & 1 ? ORACLE_X86_OF_LOADS : 0) | (value & 2 ? ORACLE_X86_OF_STORES : 0) |
                  (value & 4 ? ORACLE_X86_OF_FETCHES : 0);

    of |= first_event(pmu);
    if (value >> 16 & 1)
        return of | ORACLE_X86_BY_L3 | ORACLE_X86_BY_REMOTE | ORACLE_X86_BY_DRAM |
               ORACLE_X86_BY_DEVICE;
    return of | suppliers(pmu, value) | (value >> 37 & 1 ? ORACLE_X86_BY_DEVICE : 0);
}
