/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts the occurrences in some parts of an L3: whole rounds at once, and the
 * rest one by one. */
#include "models/amd/l3_parts.h"

#include "models/amd/uncore_regs.h"

#include <assert.h>

enum { THREADS_OF_CORE = 2, CORES_17H = 4, CORES = 8 };

bool l3_17h_part(uint64_t ctl, unsigned slice, unsigned cpu)
{
    const struct reg *reg = &l3_zen1_bank.regs[AMD_UNCORE_CTL(0)];
    unsigned thread = cpu % CORES_17H * THREADS_OF_CORE;

    return reg_get(reg, L3_17H_CTL_SLICE_MASK, ctl) >> slice &
           reg_get(reg, L3_17H_CTL_THREAD_MASK, ctl) >> thread & 1;
}

bool l3_part(uint64_t ctl, unsigned slice, unsigned cpu)
{
    const struct reg *reg = &l3_bank.regs[AMD_UNCORE_CTL(0)];
    bool in_slice =
        reg_get(reg, L3_CTL_EN_ALL_SLICES, ctl) || reg_get(reg, L3_CTL_SLICE_ID, ctl) == slice;
    bool of_core =
        reg_get(reg, L3_CTL_EN_ALL_CORES, ctl) || reg_get(reg, L3_CTL_CORE_ID, ctl) == cpu % CORES;

    return in_slice && of_core && reg_get(reg, L3_CTL_THREAD_MASK, ctl) & 1;
}

uint64_t amd_uncore_in_parts(amd_uncore_part_fn *part, unsigned slices, unsigned cpus, uint64_t ctl,
    uint64_t from, uint64_t to)
{
    const unsigned all = slices * cpus;
    uint64_t of_all = 0, sum;

    assert(all);
    for (unsigned k = 0; k < all; k++)
        of_all += part(ctl, k % slices, k / slices);
    sum = (to - from) / all * of_all;
    for (uint64_t k = to - (to - from) % all; k < to; k++)
        sum += part(ctl, (unsigned)(k % slices), (unsigned)(k / slices % cpus));
    return sum;
}
