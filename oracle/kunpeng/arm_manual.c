/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A core PMU's registers and events from the Arm ARM. */
#include "oracle/kunpeng/arm_manual.h"

#include <stddef.h>
#include <stdio.h>
#include <strings.h>

/* ---- registers ---- */

struct described {
    const char *name;
    unsigned op0, op1, crn, crm, op2;
};

static const struct described registers[] = {
    [ORACLE_PMCCFILTR] = {"PMCCFILTR_EL0", 3, 3, 14, 15, 7},
    [ORACLE_PMCCNTR] = {"PMCCNTR_EL0", 3, 3, 9, 13, 0},
    [ORACLE_PMCEID0] = {"PMCEID0_EL0", 3, 3, 9, 12, 6},
    [ORACLE_PMCEID1] = {"PMCEID1_EL0", 3, 3, 9, 12, 7},
    [ORACLE_PMCNTENCLR] = {"PMCNTENCLR_EL0", 3, 3, 9, 12, 2},
    [ORACLE_PMCNTENSET] = {"PMCNTENSET_EL0", 3, 3, 9, 12, 1},
    [ORACLE_PMCR] = {"PMCR_EL0", 3, 3, 9, 12, 0},
    [ORACLE_PMINTENCLR] = {"PMINTENCLR_EL1", 3, 0, 9, 14, 2},
    [ORACLE_PMINTENSET] = {"PMINTENSET_EL1", 3, 0, 9, 14, 1},
    [ORACLE_PMOVSCLR] = {"PMOVSCLR_EL0", 3, 3, 9, 12, 3},
    [ORACLE_PMOVSSET] = {"PMOVSSET_EL0", 3, 3, 9, 14, 3},
    [ORACLE_PMSELR] = {"PMSELR_EL0", 3, 3, 9, 12, 5},
    [ORACLE_PMSWINC] = {"PMSWINC_EL0", 3, 3, 9, 12, 4},
    [ORACLE_PMXEVCNTR] = {"PMXEVCNTR_EL0", 3, 3, 9, 13, 2},
    [ORACLE_PMXEVTYPER] = {"PMXEVTYPER_EL0", 3, 3, 9, 13, 1},
    [ORACLE_MDCR_EL2] = {"MDCR_EL2", 3, 4, 1, 1, 1},
    [ORACLE_CONTEXTIDR_EL1] = {"CONTEXTIDR_EL1", 3, 0, 13, 0, 1},
    [ORACLE_CONTEXTIDR_EL2] = {"CONTEXTIDR_EL2", 3, 4, 13, 0, 1},
    [ORACLE_CONTEXTIDR_EL12] = {"CONTEXTIDR_EL12", 3, 5, 13, 0, 1},
};

/* PMEVCNTRn: CRm is 0b10 and n's bits 4:3, op2 n's bits 2:0. PMEVTYPERn: the
 * same with CRm 0b11. */
static struct described describe(enum oracle_arm_reg reg)
{
    unsigned n = (unsigned)reg - ORACLE_PMEVCNTR0, type = n >= ORACLE_ARM_EVENTS;

    if (reg < ORACLE_PMEVCNTR0)
        return registers[reg];
    n -= type * ORACLE_ARM_EVENTS;
    return (struct described){NULL, 3, 3, 14, (type ? 12 : 8) + n / 8, n % 8};
}

uint32_t oracle_arm_code(enum oracle_arm_reg reg)
{
    struct described d = describe(reg);

    return d.op0 << 14 | d.op1 << 11 | d.crn << 7 | d.crm << 3 | d.op2;
}

int oracle_arm_coded(uint32_t code)
{
    for (int reg = 0; reg < ORACLE_ARM_REGS; reg++)
        if (oracle_arm_code((enum oracle_arm_reg)reg) == code)
            return reg;
    return -1;
}

const char *oracle_arm_name(enum oracle_arm_reg reg)
{
    static _Thread_local char text[24];
    bool type = reg >= ORACLE_PMEVTYPER0;

    if (reg < ORACLE_PMEVCNTR0)
        return registers[reg].name;
    snprintf(text, sizeof(text), "%s%u_EL0", type ? "PMEVTYPER" : "PMEVCNTR",
        (unsigned)reg - (type ? ORACLE_PMEVTYPER0 : ORACLE_PMEVCNTR0));
    return text;
}

int oracle_arm_named(const char *name)
{
    for (int reg = 0; reg < ORACLE_ARM_REGS; reg++)
        if (!strcasecmp(oracle_arm_name((enum oracle_arm_reg)reg), name))
            return reg;
    return -1;
}

/* ---- events ---- */

static const struct {
    const char *name;
    uint16_t number;
    enum oracle_arm_source counts;
} events[] = {
    {"SW_INCR", 0x0000, ORACLE_COUNTS_SOFTWARE},
    {"L1I_CACHE_REFILL", 0x0001, ORACLE_COUNTS_TRAFFIC},
    {"L1I_TLB_REFILL", 0x0002, ORACLE_COUNTS_TRAFFIC},
    {"L1D_CACHE_REFILL", 0x0003, ORACLE_COUNTS_TRAFFIC},
    {"L1D_CACHE", 0x0004, ORACLE_COUNTS_TRAFFIC},
    {"L1D_TLB_REFILL", 0x0005, ORACLE_COUNTS_TRAFFIC},
    {"LD_RETIRED", 0x0006, ORACLE_COUNTS_LOADS},
    {"ST_RETIRED", 0x0007, ORACLE_COUNTS_STORES},
    {"INST_RETIRED", 0x0008, ORACLE_COUNTS_INSTRUCTIONS},
    {"EXC_TAKEN", 0x0009, ORACLE_COUNTS_EXCEPTIONS},
    {"EXC_RETURN", 0x000a, ORACLE_COUNTS_RETURNS},
    {"CID_WRITE_RETIRED", 0x000b, ORACLE_COUNTS_CONTEXTS},
    {"PC_WRITE_RETIRED", 0x000c, ORACLE_COUNTS_TRAFFIC},
    {"BR_IMMED_RETIRED", 0x000d, ORACLE_COUNTS_TRAFFIC},
    {"BR_RETURN_RETIRED", 0x000e, ORACLE_COUNTS_TRAFFIC},
    {"UNALIGNED_LDST_RETIRED", 0x000f, ORACLE_COUNTS_TRAFFIC},
    {"BR_MIS_PRED", 0x0010, ORACLE_COUNTS_TRAFFIC},
    {"CPU_CYCLES", 0x0011, ORACLE_COUNTS_BUSY},
    {"BR_PRED", 0x0012, ORACLE_COUNTS_BRANCHES},
    {"MEM_ACCESS", 0x0013, ORACLE_COUNTS_LOADS_AND_STORES},
    {"L1I_CACHE", 0x0014, ORACLE_COUNTS_TRAFFIC},
    {"L1D_CACHE_WB", 0x0015, ORACLE_COUNTS_TRAFFIC},
    {"L2D_CACHE", 0x0016, ORACLE_COUNTS_TRAFFIC},
    {"L2D_CACHE_REFILL", 0x0017, ORACLE_COUNTS_TRAFFIC},
    {"L2D_CACHE_WB", 0x0018, ORACLE_COUNTS_TRAFFIC},
    {"BUS_ACCESS", 0x0019, ORACLE_COUNTS_TRAFFIC},
    {"MEMORY_ERROR", 0x001a, ORACLE_COUNTS_TRAFFIC},
    {"INST_SPEC", 0x001b, ORACLE_COUNTS_INSTRUCTIONS},
    {"TTBR_WRITE_RETIRED", 0x001c, ORACLE_COUNTS_TRAFFIC},
    {"BUS_CYCLES", 0x001d, ORACLE_COUNTS_TRAFFIC},
    {"CHAIN", 0x001e, ORACLE_COUNTS_TRAFFIC},
    {"L1D_CACHE_ALLOCATE", 0x001f, ORACLE_COUNTS_TRAFFIC},
    {"L2D_CACHE_ALLOCATE", 0x0020, ORACLE_COUNTS_TRAFFIC},
    {"BR_RETIRED", 0x0021, ORACLE_COUNTS_BRANCHES},
    {"BR_MIS_PRED_RETIRED", 0x0022, ORACLE_COUNTS_TRAFFIC},
    {"STALL_FRONTEND", 0x0023, ORACLE_COUNTS_NO_SUPPLY},
    {"STALL_BACKEND", 0x0024, ORACLE_COUNTS_DATA},
    {"L1D_TLB", 0x0025, ORACLE_COUNTS_TRAFFIC},
    {"L1I_TLB", 0x0026, ORACLE_COUNTS_TRAFFIC},
    {"L2I_CACHE", 0x0027, ORACLE_COUNTS_TRAFFIC},
    {"L2I_CACHE_REFILL", 0x0028, ORACLE_COUNTS_TRAFFIC},
    {"L3D_CACHE_ALLOCATE", 0x0029, ORACLE_COUNTS_TRAFFIC},
    {"L3D_CACHE_REFILL", 0x002a, ORACLE_COUNTS_TRAFFIC},
    {"L3D_CACHE", 0x002b, ORACLE_COUNTS_TRAFFIC},
    {"L3D_CACHE_WB", 0x002c, ORACLE_COUNTS_TRAFFIC},
    {"L2D_TLB_REFILL", 0x002d, ORACLE_COUNTS_TRAFFIC},
    {"L2I_TLB_REFILL", 0x002e, ORACLE_COUNTS_TRAFFIC},
    {"L2D_TLB", 0x002f, ORACLE_COUNTS_TRAFFIC},
    {"L2I_TLB", 0x0030, ORACLE_COUNTS_TRAFFIC},
    {"REMOTE_ACCESS", 0x0031, ORACLE_COUNTS_TRAFFIC},
    {"LL_CACHE", 0x0032, ORACLE_COUNTS_TRAFFIC},
    {"LL_CACHE_MISS", 0x0033, ORACLE_COUNTS_TRAFFIC},
    {"DTLB_WALK", 0x0034, ORACLE_COUNTS_TRAFFIC},
    {"ITLB_WALK", 0x0035, ORACLE_COUNTS_TRAFFIC},
    {"LL_CACHE_RD", 0x0036, ORACLE_COUNTS_TRAFFIC},
    {"LL_CACHE_MISS_RD", 0x0037, ORACLE_COUNTS_TRAFFIC},
    {"REMOTE_ACCESS_RD", 0x0038, ORACLE_COUNTS_TRAFFIC},
    {"L1D_CACHE_LMISS_RD", 0x0039, ORACLE_COUNTS_TRAFFIC},
    {"OP_RETIRED", 0x003a, ORACLE_COUNTS_INSTRUCTIONS},
    {"OP_SPEC", 0x003b, ORACLE_COUNTS_INSTRUCTIONS},
    {"STALL", 0x003c, ORACLE_COUNTS_WAITS},
    {"STALL_SLOT_BACKEND", 0x003d, ORACLE_COUNTS_TRAFFIC},
    {"STALL_SLOT_FRONTEND", 0x003e, ORACLE_COUNTS_TRAFFIC},
    {"STALL_SLOT", 0x003f, ORACLE_COUNTS_TRAFFIC},
    {"L1D_CACHE_RD", 0x0040, ORACLE_COUNTS_TRAFFIC},
    {"L1D_CACHE_WR", 0x0041, ORACLE_COUNTS_TRAFFIC},
    {"L1D_CACHE_REFILL_RD", 0x0042, ORACLE_COUNTS_TRAFFIC},
    {"L1D_CACHE_REFILL_WR", 0x0043, ORACLE_COUNTS_TRAFFIC},
    {"L1D_CACHE_WB_VICTIM", 0x0046, ORACLE_COUNTS_TRAFFIC},
    {"L1D_CACHE_WB_CLEAN", 0x0047, ORACLE_COUNTS_TRAFFIC},
    {"L1D_CACHE_INVAL", 0x0048, ORACLE_COUNTS_TRAFFIC},
    {"L1D_TLB_REFILL_RD", 0x004c, ORACLE_COUNTS_TRAFFIC},
    {"L1D_TLB_REFILL_WR", 0x004d, ORACLE_COUNTS_TRAFFIC},
    {"L1D_TLB_RD", 0x004e, ORACLE_COUNTS_TRAFFIC},
    {"L1D_TLB_WR", 0x004f, ORACLE_COUNTS_TRAFFIC},
    {"L2D_CACHE_RD", 0x0050, ORACLE_COUNTS_TRAFFIC},
    {"L2D_CACHE_WR", 0x0051, ORACLE_COUNTS_TRAFFIC},
    {"L2D_CACHE_REFILL_RD", 0x0052, ORACLE_COUNTS_TRAFFIC},
    {"L2D_CACHE_REFILL_WR", 0x0053, ORACLE_COUNTS_TRAFFIC},
    {"L2D_CACHE_WB_VICTIM", 0x0056, ORACLE_COUNTS_TRAFFIC},
    {"L2D_CACHE_WB_CLEAN", 0x0057, ORACLE_COUNTS_TRAFFIC},
    {"L2D_CACHE_INVAL", 0x0058, ORACLE_COUNTS_TRAFFIC},
    {"BUS_ACCESS_RD", 0x0060, ORACLE_COUNTS_TRAFFIC},
    {"BUS_ACCESS_WR", 0x0061, ORACLE_COUNTS_TRAFFIC},
    {"MEM_ACCESS_RD", 0x0066, ORACLE_COUNTS_LOADS},
    {"MEM_ACCESS_WR", 0x0067, ORACLE_COUNTS_STORES},
    {"UNALIGNED_LD_SPEC", 0x0068, ORACLE_COUNTS_TRAFFIC},
    {"UNALIGNED_ST_SPEC", 0x0069, ORACLE_COUNTS_TRAFFIC},
    {"UNALIGNED_LDST_SPEC", 0x006a, ORACLE_COUNTS_TRAFFIC},
    {"LDREX_SPEC", 0x006c, ORACLE_COUNTS_TRAFFIC},
    {"STREX_PASS_SPEC", 0x006d, ORACLE_COUNTS_TRAFFIC},
    {"STREX_FAIL_SPEC", 0x006e, ORACLE_COUNTS_TRAFFIC},
    {"STREX_SPEC", 0x006f, ORACLE_COUNTS_TRAFFIC},
    {"LD_SPEC", 0x0070, ORACLE_COUNTS_LOADS},
    {"ST_SPEC", 0x0071, ORACLE_COUNTS_STORES},
    {"LDST_SPEC", 0x0072, ORACLE_COUNTS_TRAFFIC},
    {"DP_SPEC", 0x0073, ORACLE_COUNTS_TRAFFIC},
    {"ASE_SPEC", 0x0074, ORACLE_COUNTS_TRAFFIC},
    {"VFP_SPEC", 0x0075, ORACLE_COUNTS_TRAFFIC},
    {"PC_WRITE_SPEC", 0x0076, ORACLE_COUNTS_TRAFFIC},
    {"CRYPTO_SPEC", 0x0077, ORACLE_COUNTS_TRAFFIC},
    {"BR_IMMED_SPEC", 0x0078, ORACLE_COUNTS_TRAFFIC},
    {"BR_RETURN_SPEC", 0x0079, ORACLE_COUNTS_TRAFFIC},
    {"BR_INDIRECT_SPEC", 0x007a, ORACLE_COUNTS_TRAFFIC},
    {"ISB_SPEC", 0x007c, ORACLE_COUNTS_TRAFFIC},
    {"DSB_SPEC", 0x007d, ORACLE_COUNTS_TRAFFIC},
    {"DMB_SPEC", 0x007e, ORACLE_COUNTS_TRAFFIC},
    {"EXC_UNDEF", 0x0081, ORACLE_COUNTS_TRAFFIC},
    {"EXC_SVC", 0x0082, ORACLE_COUNTS_TRAFFIC},
    {"EXC_PABORT", 0x0083, ORACLE_COUNTS_TRAFFIC},
    {"EXC_DABORT", 0x0084, ORACLE_COUNTS_TRAFFIC},
    {"EXC_IRQ", 0x0086, ORACLE_COUNTS_TRAFFIC},
    {"EXC_FIQ", 0x0087, ORACLE_COUNTS_TRAFFIC},
    {"EXC_SMC", 0x0088, ORACLE_COUNTS_TRAFFIC},
    {"EXC_HVC", 0x008a, ORACLE_COUNTS_TRAFFIC},
    {"STALL_BACKEND_MEM", 0x4005, ORACLE_COUNTS_DATA},
    {"L1I_CACHE_LMISS", 0x4006, ORACLE_COUNTS_TRAFFIC},
    {"L2D_CACHE_LMISS_RD", 0x4009, ORACLE_COUNTS_TRAFFIC},
    {"L2I_CACHE_LMISS", 0x400a, ORACLE_COUNTS_TRAFFIC},
    {"L3D_CACHE_LMISS_RD", 0x400b, ORACLE_COUNTS_TRAFFIC},
};

enum { N_EVENTS = sizeof(events) / sizeof(events[0]) };

enum oracle_arm_source oracle_arm_event(uint16_t number)
{
    for (unsigned i = 0; i < N_EVENTS; i++)
        if (events[i].number == number)
            return events[i].counts;
    return ORACLE_COUNTS_TRAFFIC;
}

int oracle_arm_event_named(const char *name)
{
    for (unsigned i = 0; i < N_EVENTS; i++)
        if (!strcasecmp(events[i].name, name))
            return events[i].number;
    return -1;
}

uint64_t oracle_arm_happened(enum oracle_arm_source counts, const uint64_t did[ORACLE_N_DIDS])
{
    uint64_t instructions = did[ORACLE_INSTRUCTIONS], loads = did[ORACLE_LOADS];

    switch (counts) {
    case ORACLE_COUNTS_INSTRUCTIONS:
        return instructions;
    case ORACLE_COUNTS_LOADS:
        return loads;
    case ORACLE_COUNTS_STORES:
        return did[ORACLE_STORES];
    case ORACLE_COUNTS_LOADS_AND_STORES:
        return loads + did[ORACLE_STORES];
    case ORACLE_COUNTS_BRANCHES:
        return did[ORACLE_BRANCHES];
    case ORACLE_COUNTS_EXCEPTIONS:
        return did[ORACLE_EXCEPTIONS];
    case ORACLE_COUNTS_RETURNS:
        return did[ORACLE_RETURNS];
    case ORACLE_COUNTS_CONTEXTS:
        return did[ORACLE_CONTEXTS];
    case ORACLE_COUNTS_BUSY:
        return 4 * instructions;
    case ORACLE_COUNTS_WAITS:
        return 3 * instructions;
    case ORACLE_COUNTS_DATA:
        return 3 * loads;
    case ORACLE_COUNTS_NO_SUPPLY:
        return 3 * (instructions - loads);
    case ORACLE_COUNTS_TRAFFIC:
    case ORACLE_COUNTS_SOFTWARE:
        break;
    }
    return 0;
}

uint64_t oracle_arm_events_there(unsigned first)
{
    uint64_t bits = 0;

    for (unsigned n = 0; n < 32; n++) {
        if (oracle_arm_event((uint16_t)(first + n)) != ORACLE_COUNTS_TRAFFIC)
            bits |= UINT64_C(1) << n;
        if (oracle_arm_event((uint16_t)(0x4000 + first + n)) != ORACLE_COUNTS_TRAFFIC)
            bits |= UINT64_C(1) << (32 + n);
    }
    return bits;
}
