/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A core PMU's system registers (PMUv3), as software on the CPU sees them, and
 * the neighbouring registers that matter to a PMCU. Their bits and numbers are
 * defined only here. Source: Arm Architecture Reference Manual (DDI 0487),
 * section D19. The external interface has the same registers.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose)
 */
#ifndef PMULAB_MODELS_KUNPENG_ARM_PMU_REGS_H
#define PMULAB_MODELS_KUNPENG_ARM_PMU_REGS_H

#include "models/reg/bank.h"

#define ARM_PMU_MAX_EVENTS 31 /* most event counters that the architecture allows */
#define ARM_PMU_COUNTERS   (ARM_PMU_MAX_EVENTS + 1)
#define ARM_PMU_CYCLES     31 /* the cycle counter's number and bit */

#define ARM_PMCR_FIELDS(F)                                                                         \
    F(ARM_PMCR_RSV_63, "rsv", 63, 32, REG_RV, 0, "reads as 0")                                     \
    F(ARM_PMCR_IMP, "IMP", 31, 24, REG_RO, 0x48, "implementer: HiSilicon")                         \
    F(ARM_PMCR_IDCODE, "IDCODE", 23, 16, REG_RO, 0, "0 here")                                      \
    F(ARM_PMCR_N, "N", 15, 11, REG_RO, 0, "event counters for the reader: all, or HPMN from EL1")  \
    F(ARM_PMCR_RSV_10, "rsv", 10, 8, REG_RV, 0, "reads as 0")                                      \
    F(ARM_PMCR_LP, "LP", 7, 7, REG_RW, 0, "event counters below HPMN overflow at 2^64, not 2^32")  \
    F(ARM_PMCR_LC, "LC", 6, 6, REG_RW, 0, "the cycle counter overflows at 2^64, not 2^32")         \
    F(ARM_PMCR_DP, "DP", 5, 5, REG_RW, 0, "held, without effect")                                  \
    F(ARM_PMCR_X, "X", 4, 4, REG_RW, 0, "held, without effect")                                    \
    F(ARM_PMCR_D, "D", 3, 3, REG_RW, 0, "held, without effect: every cycle counts")                \
    F(ARM_PMCR_C, "C", 2, 2, REG_ACTION, 0, "resets the cycle counter")                            \
    F(ARM_PMCR_P, "P", 1, 1, REG_ACTION, 0, "resets the writer's event counters")                  \
    F(ARM_PMCR_E, "E", 0, 0, REG_RW, 0, "the cycle counter and event counters below HPMN may count")

/* One bit per counter, in the set and clear registers and the status. */
#define ARM_COUNTERS_FIELDS(F, p, access, prose)                                                   \
    F(p##_RSV, "rsv", 63, 32, REG_RV, 0, "reads as 0")                                             \
    F(p##_C, "C", 31, 31, access, 0, "the cycle counter")                                          \
    F(p##_P, "P", 30, 0, access, 0, prose)
#define ARM_PMCNTENSET_FIELDS(F)                                                                   \
    ARM_COUNTERS_FIELDS(F, ARM_PMCNTENSET, REG_RW, "1 enables the counter")
#define ARM_PMCNTENCLR_FIELDS(F)                                                                   \
    ARM_COUNTERS_FIELDS(F, ARM_PMCNTENCLR, REG_RW, "1 disables the counter")
#define ARM_PMOVSCLR_FIELDS(F)                                                                     \
    ARM_COUNTERS_FIELDS(F, ARM_PMOVSCLR, REG_RW1C, "overflowed; 1 clears")
#define ARM_PMOVSSET_FIELDS(F) ARM_COUNTERS_FIELDS(F, ARM_PMOVSSET, REG_RW, "overflowed; 1 sets")
#define ARM_PMINTENSET_FIELDS(F)                                                                   \
    ARM_COUNTERS_FIELDS(F, ARM_PMINTENSET, REG_RW, "1: its overflow interrupts")
#define ARM_PMINTENCLR_FIELDS(F)                                                                   \
    ARM_COUNTERS_FIELDS(F, ARM_PMINTENCLR, REG_RW, "1: its overflow does not")

#define ARM_PMSWINC_FIELDS(F)                                                                      \
    F(ARM_PMSWINC_RSV, "rsv", 63, 31, REG_RV, 0, "no effect")                                      \
    F(ARM_PMSWINC_P, "P", 30, 0, REG_ACTION, 0, "one for each counter that counts SW_INCR")

#define ARM_PMSELR_FIELDS(F)                                                                       \
    F(ARM_PMSELR_RSV, "rsv", 63, 5, REG_RV, 0, "reads as 0")                                       \
    F(ARM_PMSELR_SEL, "SEL", 4, 0, REG_RW, 0,                                                      \
        "counter that PMXEVTYPER and PMXEVCNTR access; 31: cycles")

#define ARM_PMCEID_FIELDS(F, p, which) F(p##_EVENTS, "events", 63, 0, REG_RO, 0, which)
#define ARM_PMCEID0_FIELDS(F)                                                                      \
    ARM_PMCEID_FIELDS(                                                                             \
        F, ARM_PMCEID0, "counted here: events 0x00 to 0x1f, and from bit 32 0x4000 to 0x401f")
#define ARM_PMCEID1_FIELDS(F)                                                                      \
    ARM_PMCEID_FIELDS(                                                                             \
        F, ARM_PMCEID1, "counted here: events 0x20 to 0x3f, and from bit 32 0x4020 to 0x403f")

#define ARM_COUNTER_FIELDS(F) F(ARM_COUNTER_VALUE, "value", 63, 0, REG_RW, 0, "count")

#define ARM_TYPE_FIELDS(F)                                                                         \
    F(ARM_TYPE_RSV_63, "rsv", 63, 32, REG_RV, 0, "reads as 0")                                     \
    F(ARM_TYPE_P, "P", 31, 31, REG_RW, 0, "does not count at EL1")                                 \
    F(ARM_TYPE_U, "U", 30, 30, REG_RW, 0, "does not count at EL0")                                 \
    F(ARM_TYPE_NSK, "NSK", 29, 29, REG_RW, 0, "differs from P: does not count at non-secure EL1")  \
    F(ARM_TYPE_NSU, "NSU", 28, 28, REG_RW, 0, "differs from U: does not count at non-secure EL0")  \
    F(ARM_TYPE_NSH, "NSH", 27, 27, REG_RW, 0, "counts at EL2")                                     \
    F(ARM_TYPE_M, "M", 26, 26, REG_RW, 0, "held: nothing runs in EL3")                             \
    F(ARM_TYPE_HELD, "held", 25, 16, REG_RW, 0, "held, without effect")                            \
    F(ARM_TYPE_EVENT, "evtCount", 15, 0, REG_RW, 0, "event; PMCCFILTR has none")

#define ARM_MDCR_FIELDS(F)                                                                         \
    F(ARM_MDCR_HIGH, "high", 63, 27, REG_RW, 0, "held; QEMU's business")                           \
    F(ARM_MDCR_HLP, "HLP", 26, 26, REG_RW, 0,                                                      \
        "event counters from HPMN up overflow at 2^64, not 2^32")                                  \
    F(ARM_MDCR_MIDDLE, "middle", 25, 8, REG_RW, 0, "held; QEMU's business")                        \
    F(ARM_MDCR_HPME, "HPME", 7, 7, REG_RW, 0, "event counters from HPMN up may count")             \
    F(ARM_MDCR_LOW, "low", 6, 5, REG_RW, 0, "held; QEMU's business")                               \
    F(ARM_MDCR_HPMN, "HPMN", 4, 0, REG_RW, 0,                                                      \
        "event counters that EL1 and EL0 have; after reset all")

#define ARM_CONTEXTIDR_FIELDS(F)                                                                   \
    F(ARM_CONTEXTIDR_RSV, "rsv", 63, 32, REG_RV, 0, "reads as 0")                                  \
    F(ARM_CONTEXTIDR_PROCID, "PROCID", 31, 0, REG_RW, 0,                                           \
        "the running process, set by the kernel: a PID")

enum arm_pmcr_field { ARM_PMCR_FIELDS(REG_FIELD_INDEX) };
enum arm_type_field { ARM_TYPE_FIELDS(REG_FIELD_INDEX) };
enum arm_mdcr_field { ARM_MDCR_FIELDS(REG_FIELD_INDEX) };
enum arm_pmselr_field { ARM_PMSELR_FIELDS(REG_FIELD_INDEX) };

enum arm_pmu_reg {
    ARM_PMCR,
    ARM_PMCNTENSET,
    ARM_PMCNTENCLR,
    ARM_PMOVSCLR,
    ARM_PMSWINC,
    ARM_PMSELR,
    ARM_PMCEID0,
    ARM_PMCEID1,
    ARM_PMCCNTR,
    ARM_PMXEVTYPER,
    ARM_PMXEVCNTR,
    ARM_PMOVSSET,
    ARM_PMINTENSET,
    ARM_PMINTENCLR,
    ARM_PMCCFILTR,
    ARM_MDCR_EL2,
    ARM_CONTEXTIDR_EL1,
    ARM_CONTEXTIDR_EL2,
    ARM_CONTEXTIDR_EL12,
    ARM_PMEVCNTR0,
    ARM_PMEVTYPER0 = ARM_PMEVCNTR0 + ARM_PMU_MAX_EVENTS,
    ARM_PMU_N_REGS = ARM_PMEVTYPER0 + ARM_PMU_MAX_EVENTS,
};

/* op0:op1:CRn:CRm:op2, bits 20:5 of MRS and MSR. */
#define ARM_SYSREG(op0, op1, crn, crm, op2)                                                        \
    ((op0) << 14 | (op1) << 11 | (crn) << 7 | (crm) << 3 | (op2))

/* Offsets are numbers in that form. */
extern const struct reg_bank arm_pmu_bank;

/* Returns the number of the counter whose count or type @reg is, or
 * ARM_PMU_COUNTERS if it is neither. @selected: PMSELR's counter, for PMXEVCNTR
 * and PMXEVTYPER. */
unsigned arm_pmu_counter_of(enum arm_pmu_reg reg, unsigned selected);

/* Whether @reg is a count. */
bool arm_pmu_is_count(enum arm_pmu_reg reg);

#endif
