/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Register numbers and events of core PMUs, by both makers' manuals. */
#include "oracle/x86/manual.h"

#include <strings.h>

/* ---- registers ---- */

/* How many registers of a kind there are. */
enum many { ONE, AS_GENERAL, AS_FIXED, FIRST_FOUR };

static const struct range {
    enum oracle_x86_maker maker;
    unsigned version; /* from this one on */
    uint32_t first, step;
    enum many many;
    enum oracle_x86_role role;
} ranges[] = {
    /* APM volume 2, 13.2.1: the first four also have the numbers of the old K7. */
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
};

enum { N_RANGES = sizeof(ranges) / sizeof(ranges[0]) };

static unsigned length_of(const struct oracle_x86_pmu *pmu, enum many many)
{
    const unsigned lengths[] = {
        [ONE] = 1, [AS_GENERAL] = pmu->general, [AS_FIXED] = pmu->fixed, [FIRST_FOUR] = 4};

    return lengths[many];
}

bool oracle_x86_reg_at(const struct oracle_x86_pmu *pmu, uint32_t msr, struct oracle_x86_reg *reg)
{
    for (unsigned i = 0; i < N_RANGES; i++) {
        const struct range *range = &ranges[i];
        uint32_t at = msr - range->first, n = at / range->step;

        if (range->maker != oracle_x86_maker(pmu) || range->version > pmu->version || at % range->step ||
            n >= length_of(pmu, range->many))
            continue;
        *reg = (struct oracle_x86_reg){range->role, range->many == AS_FIXED ? ORACLE_X86_FIXED + n : n};
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

/* SDM volume 3, "Fixed-function performance counters": INST_RETIRED.ANY, CPU_CLK_UNHALTED.THREAD and
 * REF_TSC. The last has no select register's event; Linux calls it 0x0300. */
uint64_t oracle_x86_fixed_event(unsigned i)
{
    static const uint64_t fixed[] = {0x00c0, 0x003c, 0x0300};

    return i < sizeof(fixed) / sizeof(fixed[0]) ? fixed[i] : 0;
}
