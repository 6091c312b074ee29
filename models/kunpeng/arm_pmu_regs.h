/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The meanings of a core PMU's system registers, arm_pmu.rdl. */
#ifndef PMULAB_MODELS_KUNPENG_ARM_PMU_REGS_H
#define PMULAB_MODELS_KUNPENG_ARM_PMU_REGS_H

#include "models/kunpeng/arm_pmu.rdl.h"

#define ARM_PMU_MAX_EVENTS 31 /* most event counters that the architecture allows */
#define ARM_PMU_COUNTERS   (ARM_PMU_MAX_EVENTS + 1)
#define ARM_PMU_CYCLES     31 /* the cycle counter's number and bit */

/* op0:op1:CRn:CRm:op2, bits 20:5 of MRS and MSR. */
#define ARM_SYSREG(op0, op1, crn, crm, op2)                                                        \
    ((op0) << 14 | (op1) << 11 | (crn) << 7 | (crm) << 3 | (op2))

/* Returns the number of the counter whose count or type @reg is, or
 * ARM_PMU_COUNTERS if it is neither. @selected: PMSELR's counter, for PMXEVCNTR
 * and PMXEVTYPER. */
unsigned arm_pmu_counter_of(enum arm_reg reg, unsigned selected);

/* Whether @reg is a count. */
bool arm_pmu_is_count(enum arm_reg reg);

#endif
