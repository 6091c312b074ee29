/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counters that a core PMU's registers belong to. */
#include "models/kunpeng/arm_pmu_regs.h"

unsigned arm_pmu_counter_of(enum arm_reg reg, unsigned selected)
{
    switch (reg) {
    case ARM_PMCCNTR:
    case ARM_PMCCFILTR:
        return ARM_PMU_CYCLES;
    case ARM_PMXEVTYPER:
    case ARM_PMXEVCNTR:
        return selected;
    default:
        break;
    }
    if (reg >= ARM_PMEVTYPER0)
        return (unsigned)(reg - ARM_PMEVTYPER0);
    return reg >= ARM_PMEVCNTR0 ? (unsigned)(reg - ARM_PMEVCNTR0) : ARM_PMU_COUNTERS;
}

bool arm_pmu_is_count(enum arm_reg reg)
{
    return reg == ARM_PMCCNTR || reg == ARM_PMXEVCNTR ||
           (reg >= ARM_PMEVCNTR0 && reg < ARM_PMEVTYPER0);
}
