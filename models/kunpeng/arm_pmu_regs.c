/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of a core PMU's system registers, for the register file and `pmulab
 * describe`. */
#include "models/kunpeng/arm_pmu_regs.h"

static const struct reg_field pmcr_fields[] = {ARM_PMCR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field pmcntenset_fields[] = {ARM_PMCNTENSET_FIELDS(REG_FIELD_ROW)};
static const struct reg_field pmcntenclr_fields[] = {ARM_PMCNTENCLR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field pmovsclr_fields[] = {ARM_PMOVSCLR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field pmovsset_fields[] = {ARM_PMOVSSET_FIELDS(REG_FIELD_ROW)};
static const struct reg_field pmintenset_fields[] = {ARM_PMINTENSET_FIELDS(REG_FIELD_ROW)};
static const struct reg_field pmintenclr_fields[] = {ARM_PMINTENCLR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field pmswinc_fields[] = {ARM_PMSWINC_FIELDS(REG_FIELD_ROW)};
static const struct reg_field pmselr_fields[] = {ARM_PMSELR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field pmceid0_fields[] = {ARM_PMCEID0_FIELDS(REG_FIELD_ROW)};
static const struct reg_field pmceid1_fields[] = {ARM_PMCEID1_FIELDS(REG_FIELD_ROW)};
static const struct reg_field counter_fields[] = {ARM_COUNTER_FIELDS(REG_FIELD_ROW)};
static const struct reg_field type_fields[] = {ARM_TYPE_FIELDS(REG_FIELD_ROW)};
static const struct reg_field mdcr_fields[] = {ARM_MDCR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field contextidr_fields[] = {ARM_CONTEXTIDR_FIELDS(REG_FIELD_ROW)};

#define ARM_ARM "Arm ARM (DDI 0487), section D19.5"

#define ARM_REG(reg_name, number, table, what)                                                     \
    {                                                                                              \
        .name = (reg_name), .offset = (number), .width = 64, .numbering = REG_LSB0,                \
        REG_TABLE(table), .prose = (what), .source = ARM_ARM                                       \
    }

/* CRm and op2 encode counter n: CRm has its upper two bits below a fixed part,
 * op2 its lower three. */
#define COUNTER(n)                                                                                 \
    [ARM_PMEVCNTR0 + (n)] = ARM_REG("PMEVCNTR" #n "_EL0",                                          \
        ARM_SYSREG(3, 3, 14, 8 + (n) / 8, (n) % 8), counter_fields, "event counter " #n)
#define TYPE(n)                                                                                    \
    [ARM_PMEVTYPER0 + (n)] = ARM_REG("PMEVTYPER" #n "_EL0",                                        \
        ARM_SYSREG(3, 3, 14, 12 + (n) / 8, (n) % 8), type_fields, "event of event counter " #n)
#define BOTH(n) COUNTER(n), TYPE(n)

static const struct reg regs[ARM_PMU_N_REGS] = {
    [ARM_PMCR] =
        ARM_REG("PMCR_EL0", ARM_SYSREG(3, 3, 9, 12, 0), pmcr_fields, "control of all counters"),
    [ARM_PMCNTENSET] = ARM_REG("PMCNTENSET_EL0", ARM_SYSREG(3, 3, 9, 12, 1), pmcntenset_fields,
        "enabled counters; 1 enables"),
    [ARM_PMCNTENCLR] = ARM_REG("PMCNTENCLR_EL0", ARM_SYSREG(3, 3, 9, 12, 2), pmcntenclr_fields,
        "enabled counters; 1 disables"),
    [ARM_PMOVSCLR] = ARM_REG("PMOVSCLR_EL0", ARM_SYSREG(3, 3, 9, 12, 3), pmovsclr_fields,
        "overflowed counters; 1 clears"),
    [ARM_PMSWINC] =
        ARM_REG("PMSWINC_EL0", ARM_SYSREG(3, 3, 9, 12, 4), pmswinc_fields, "counts by software"),
    [ARM_PMSELR] = ARM_REG(
        "PMSELR_EL0", ARM_SYSREG(3, 3, 9, 12, 5), pmselr_fields, "selects a counter for PMX*"),
    [ARM_PMCEID0] =
        ARM_REG("PMCEID0_EL0", ARM_SYSREG(3, 3, 9, 12, 6), pmceid0_fields, "events there are"),
    [ARM_PMCEID1] =
        ARM_REG("PMCEID1_EL0", ARM_SYSREG(3, 3, 9, 12, 7), pmceid1_fields, "events there are"),
    [ARM_PMCCNTR] =
        ARM_REG("PMCCNTR_EL0", ARM_SYSREG(3, 3, 9, 13, 0), counter_fields, "the cycle counter"),
    [ARM_PMXEVTYPER] = ARM_REG("PMXEVTYPER_EL0", ARM_SYSREG(3, 3, 9, 13, 1), type_fields,
        "PMEVTYPER of the selected counter"),
    [ARM_PMXEVCNTR] = ARM_REG("PMXEVCNTR_EL0", ARM_SYSREG(3, 3, 9, 13, 2), counter_fields,
        "PMEVCNTR of the selected counter"),
    [ARM_PMOVSSET] = ARM_REG(
        "PMOVSSET_EL0", ARM_SYSREG(3, 3, 9, 14, 3), pmovsset_fields, "overflowed counters; 1 sets"),
    [ARM_PMINTENSET] = ARM_REG("PMINTENSET_EL1", ARM_SYSREG(3, 0, 9, 14, 1), pmintenset_fields,
        "overflows that interrupt; 1 enables"),
    [ARM_PMINTENCLR] = ARM_REG("PMINTENCLR_EL1", ARM_SYSREG(3, 0, 9, 14, 2), pmintenclr_fields,
        "overflows that interrupt; 1 disables"),
    [ARM_PMCCFILTR] = ARM_REG("PMCCFILTR_EL0", ARM_SYSREG(3, 3, 14, 15, 7), type_fields,
        "selects the cycles that the cycle counter counts"),
    [ARM_MDCR_EL2] = ARM_REG("MDCR_EL2", ARM_SYSREG(3, 4, 1, 1, 1), mdcr_fields,
        "divides the event counters between EL1 and EL2"),
    [ARM_CONTEXTIDR_EL1] = ARM_REG("CONTEXTIDR_EL1", ARM_SYSREG(3, 0, 13, 0, 1), contextidr_fields,
        "the running process; a kernel at EL2 accesses CONTEXTIDR_EL2 by this name"),
    [ARM_CONTEXTIDR_EL2] = ARM_REG("CONTEXTIDR_EL2", ARM_SYSREG(3, 4, 13, 0, 1), contextidr_fields,
        "the running process, set by EL2"),
    [ARM_CONTEXTIDR_EL12] = ARM_REG("CONTEXTIDR_EL12", ARM_SYSREG(3, 5, 13, 0, 1),
        contextidr_fields, "CONTEXTIDR_EL1 for a kernel at EL2"),
    BOTH(0),
    BOTH(1),
    BOTH(2),
    BOTH(3),
    BOTH(4),
    BOTH(5),
    BOTH(6),
    BOTH(7),
    BOTH(8),
    BOTH(9),
    BOTH(10),
    BOTH(11),
    BOTH(12),
    BOTH(13),
    BOTH(14),
    BOTH(15),
    BOTH(16),
    BOTH(17),
    BOTH(18),
    BOTH(19),
    BOTH(20),
    BOTH(21),
    BOTH(22),
    BOTH(23),
    BOTH(24),
    BOTH(25),
    BOTH(26),
    BOTH(27),
    BOTH(28),
    BOTH(29),
    BOTH(30),
};

const struct reg_bank arm_pmu_bank = {"cpu", "a core's PMU, as software on the CPU sees it",
    REG_SPACE_SYSREG, REG_BANK_REGS(regs, ARM_PMU_N_REGS)};

unsigned arm_pmu_counter_of(enum arm_pmu_reg reg, unsigned selected)
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

bool arm_pmu_is_count(enum arm_pmu_reg reg)
{
    return reg == ARM_PMCCNTR || reg == ARM_PMXEVCNTR ||
           (reg >= ARM_PMEVCNTR0 && reg < ARM_PMEVTYPER0);
}
