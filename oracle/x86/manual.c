/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Register numbers and events of core PMUs, by the manuals of both makers. */
#include "oracle/x86/manual.h"

#include <strings.h>

/* ---- registers ---- */

/* The number of registers of a kind. */
enum many { ONE, TWO, AS_GENERAL, AS_FIXED, FIRST_FOUR };

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
    {ORACLE_AMD, 2, 0xc0000300, 1, ONE, ORACLE_X86_STATUS},
    {ORACLE_AMD, 2, 0xc0000301, 1, ONE, ORACLE_X86_CONTROL},
    {ORACLE_AMD, 2, 0xc0000302, 1, ONE, ORACLE_X86_CLEAR},
    {ORACLE_AMD, 2, 0xc0000303, 1, ONE, ORACLE_X86_SET},
    /* SDM volume 4, table 2-2. */
    {ORACLE_INTEL, 1, 0x0c1, 1, AS_GENERAL, ORACLE_X86_NARROW},
    {ORACLE_INTEL, 1, 0x186, 1, AS_GENERAL, ORACLE_X86_SELECT},
    {ORACLE_INTEL, 2, 0x309, 1, AS_FIXED, ORACLE_X86_VALUE},
    {ORACLE_INTEL, 2, 0x38d, 1, ONE, ORACLE_X86_FIXED_CTL},
    {ORACLE_INTEL, 2, 0x38e, 1, ONE, ORACLE_X86_STATUS},
    {ORACLE_INTEL, 2, 0x38f, 1, ONE, ORACLE_X86_CONTROL},
    {ORACLE_INTEL, 2, 0x390, 1, ONE, ORACLE_X86_CLEAR},
    /* The same, table 2-20: Sandy Bridge. */
    {ORACLE_INTEL, 3, 0x1a6, 1, TWO, ORACLE_X86_RESPONSE},
};

enum { N_RANGES = sizeof(ranges) / sizeof(ranges[0]) };

static unsigned length_of(const struct oracle_x86_pmu *pmu, enum many many)
{
    const unsigned lengths[] = {[ONE] = 1,
        [TWO] = 2,
        [AS_GENERAL] = pmu->general,
        [AS_FIXED] = pmu->fixed,
        [FIRST_FOUR] = 4};

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
            range->role, range->many == AS_FIXED ? ORACLE_X86_FIXED + n : n};
        return true;
    }
    return false;
}

/* Intel: bit 30 selects the fixed counters (SDM volume 2, RDPMC). */
unsigned oracle_x86_rdpmc(const struct oracle_x86_pmu *pmu, uint32_t index)
{
    const uint32_t fixed = UINT32_C(1) << 30;

    if (index < pmu->general)
        return index;
    return index >= fixed && index - fixed < pmu->fixed ? ORACLE_X86_FIXED + (index - fixed)
                                                        : ORACLE_X86_NONE;
}

enum oracle_x86_maker oracle_x86_maker(const struct oracle_x86_pmu *pmu)
{
    return pmu->part == ORACLE_X86_SNB ? ORACLE_INTEL : ORACLE_AMD;
}

/* SDM volume 3, "Fixed-function performance counters": INST_RETIRED.ANY,
 * CPU_CLK_UNHALTED.THREAD and REF_TSC. The last has no select register's event;
 * Linux calls it 0x0300. */
uint64_t oracle_x86_fixed_event(unsigned i)
{
    static const uint64_t fixed[] = {0x00c0, 0x003c, 0x0300};

    return i < sizeof(fixed) / sizeof(fixed[0]) ? fixed[i] : 0;
}

/* ---- events of responses ---- */

/* SDM volume 3, "Off-core Response Performance Monitoring" of Sandy Bridge:
 * B7/01 and BB/01. */
int oracle_x86_response_event(uint64_t select)
{
    switch (select & (ORACLE_X86_EVENT | ORACLE_X86_UMASK)) {
    case 0x01b7:
        return 0;
    case 0x01bb:
        return 1;
    default:
        return -1;
    }
}

/* Responses in bits 31 and up: without any of these bits, no supplier is
 * selected. */
static uint64_t suppliers(uint64_t value)
{
    const uint64_t snoops = UINT64_C(0x3f) << 31, hits = UINT64_C(0xf) << 18;
    uint64_t by = (value & hits ? ORACLE_X86_BY_L3 : 0) |
                  (value >> 22 & 1 ? ORACLE_X86_BY_DRAM : 0) |
                  (value >> 23 & 0xff ? ORACLE_X86_BY_REMOTE : 0);
    bool some = (value & snoops) != snoops || (value & hits && (value & hits) != hits);

    if (!(value & snoops) || !by)
        return 0;
    return by | (some ? ORACLE_X86_BY_SOME : 0);
}

/* The same, tables of request types, and of response suppliers and snoops. */
uint64_t oracle_x86_response(uint64_t value)
{
    uint64_t of = (value & 1 ? ORACLE_X86_OF_LOADS : 0) | (value & 2 ? ORACLE_X86_OF_STORES : 0) |
                  (value & 4 ? ORACLE_X86_OF_FETCHES : 0);

    if (value >> 16 & 1)
        return 0x01b7 | of | ORACLE_X86_BY_L3 | ORACLE_X86_BY_REMOTE | ORACLE_X86_BY_DRAM |
               ORACLE_X86_BY_DEVICE;
    return 0x01b7 | of | suppliers(value) | (value >> 37 & 1 ? ORACLE_X86_BY_DEVICE : 0);
}
