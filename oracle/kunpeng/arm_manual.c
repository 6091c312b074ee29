/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A core PMU's registers and events as the Arm ARM lists them. */
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

/* PMEVCNTRn: CRm is 0b10 and n's bits 4:3, op2 n's bits 2:0. PMEVTYPERn: CRm is 0b11 and the same. */
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
    static char text[24];
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
    uint16_t number;
    const char *name;
    enum oracle_arm_source counts;
} events[] = {
    {0x0000, "SW_INCR", ORACLE_COUNTS_SOFTWARE},
    {0x0001, "L1I_CACHE_REFILL", ORACLE_COUNTS_TRAFFIC},
    {0x0002, "L1I_TLB_REFILL", ORACLE_COUNTS_TRAFFIC},
    {0x0003, "L1D_CACHE_REFILL", ORACLE_COUNTS_TRAFFIC},
    {0x0004, "L1D_CACHE", ORACLE_COUNTS_TRAFFIC},
    {0x0005, "L1D_TLB_REFILL", ORACLE_COUNTS_TRAFFIC},
    {0x0006, "LD_RETIRED", ORACLE_COUNTS_LOADS},
    {0x0007, "ST_RETIRED", ORACLE_COUNTS_STORES},
    {0x0008, "INST_RETIRED", ORACLE_COUNTS_INSTRUCTIONS},
    {0x0009, "EXC_TAKEN", ORACLE_COUNTS_EXCEPTIONS},
    {0x000a, "EXC_RETURN", ORACLE_COUNTS_RETURNS},
    {0x000b, "CID_WRITE_RETIRED", ORACLE_COUNTS_CONTEXTS},
    {0x000c, "PC_WRITE_RETIRED", ORACLE_COUNTS_TRAFFIC},
    {0x000d, "BR_IMMED_RETIRED", ORACLE_COUNTS_TRAFFIC},
    {0x000e, "BR_RETURN_RETIRED", ORACLE_COUNTS_TRAFFIC},
    {0x000f, "UNALIGNED_LDST_RETIRED", ORACLE_COUNTS_TRAFFIC},
    {0x0010, "BR_MIS_PRED", ORACLE_COUNTS_TRAFFIC},
    {0x0011, "CPU_CYCLES", ORACLE_COUNTS_BUSY},
    {0x0012, "BR_PRED", ORACLE_COUNTS_BRANCHES},
    {0x0013, "MEM_ACCESS", ORACLE_COUNTS_LOADS_AND_STORES},
    {0x0014, "L1I_CACHE", ORACLE_COUNTS_TRAFFIC},
    {0x0015, "L1D_CACHE_WB", ORACLE_COUNTS_TRAFFIC},
    {0x0016, "L2D_CACHE", ORACLE_COUNTS_TRAFFIC},
    {0x0017, "L2D_CACHE_REFILL", ORACLE_COUNTS_TRAFFIC},
    {0x0018, "L2D_CACHE_WB", ORACLE_COUNTS_TRAFFIC},
    {0x0019, "BUS_ACCESS", ORACLE_COUNTS_TRAFFIC},
    {0x001a, "MEMORY_ERROR", ORACLE_COUNTS_TRAFFIC},
    {0x001b, "INST_SPEC", ORACLE_COUNTS_INSTRUCTIONS},
    {0x001c, "TTBR_WRITE_RETIRED", ORACLE_COUNTS_TRAFFIC},
    {0x001d, "BUS_CYCLES", ORACLE_COUNTS_TRAFFIC},
    {0x001e, "CHAIN", ORACLE_COUNTS_TRAFFIC},
    {0x001f, "L1D_CACHE_ALLOCATE", ORACLE_COUNTS_TRAFFIC},
    {0x0020, "L2D_CACHE_ALLOCATE", ORACLE_COUNTS_TRAFFIC},
    {0x0021, "BR_RETIRED", ORACLE_COUNTS_BRANCHES},
    {0x0022, "BR_MIS_PRED_RETIRED", ORACLE_COUNTS_TRAFFIC},
    {0x0023, "STALL_FRONTEND", ORACLE_COUNTS_NO_SUPPLY},
    {0x0024, "STALL_BACKEND", ORACLE_COUNTS_DATA},
    {0x0025, "L1D_TLB", ORACLE_COUNTS_TRAFFIC},
    {0x0026, "L1I_TLB", ORACLE_COUNTS_TRAFFIC},
    {0x0027, "L2I_CACHE", ORACLE_COUNTS_TRAFFIC},
    {0x0028, "L2I_CACHE_REFILL", ORACLE_COUNTS_TRAFFIC},
    {0x0029, "L3D_CACHE_ALLOCATE", ORACLE_COUNTS_TRAFFIC},
    {0x002a, "L3D_CACHE_REFILL", ORACLE_COUNTS_TRAFFIC},
    {0x002b, "L3D_CACHE", ORACLE_COUNTS_TRAFFIC},
    {0x002c, "L3D_CACHE_WB", ORACLE_COUNTS_TRAFFIC},
    {0x002d, "L2D_TLB_REFILL", ORACLE_COUNTS_TRAFFIC},
    {0x002e, "L2I_TLB_REFILL", ORACLE_COUNTS_TRAFFIC},
    {0x002f, "L2D_TLB", ORACLE_COUNTS_TRAFFIC},
    {0x0030, "L2I_TLB", ORACLE_COUNTS_TRAFFIC},
    {0x0031, "REMOTE_ACCESS", ORACLE_COUNTS_TRAFFIC},
    {0x0032, "LL_CACHE", ORACLE_COUNTS_TRAFFIC},
    {0x0033, "LL_CACHE_MISS", ORACLE_COUNTS_TRAFFIC},
    {0x0034, "DTLB_WALK", ORACLE_COUNTS_TRAFFIC},
    {0x0035, "ITLB_WALK", ORACLE_COUNTS_TRAFFIC},
    {0x0036, "LL_CACHE_RD", ORACLE_COUNTS_TRAFFIC},
    {0x0037, "LL_CACHE_MISS_RD", ORACLE_COUNTS_TRAFFIC},
    {0x0038, "REMOTE_ACCESS_RD", ORACLE_COUNTS_TRAFFIC},
    {0x0039, "L1D_CACHE_LMISS_RD", ORACLE_COUNTS_TRAFFIC},
    {0x003a, "OP_RETIRED", ORACLE_COUNTS_INSTRUCTIONS},
    {0x003b, "OP_SPEC", ORACLE_COUNTS_INSTRUCTIONS},
    {0x003c, "STALL", ORACLE_COUNTS_WAITS},
    {0x003d, "STALL_SLOT_BACKEND", ORACLE_COUNTS_TRAFFIC},
    {0x003e, "STALL_SLOT_FRONTEND", ORACLE_COUNTS_TRAFFIC},
    {0x003f, "STALL_SLOT", ORACLE_COUNTS_TRAFFIC},
    {0x0040, "L1D_CACHE_RD", ORACLE_COUNTS_TRAFFIC},
    {0x0041, "L1D_CACHE_WR", ORACLE_COUNTS_TRAFFIC},
    {0x0042, "L1D_CACHE_REFILL_RD", ORACLE_COUNTS_TRAFFIC},
    {0x0043, "L1D_CACHE_REFILL_WR", ORACLE_COUNTS_TRAFFIC},
    {0x0046, "L1D_CACHE_WB_VICTIM", ORACLE_COUNTS_TRAFFIC},
    {0x0047, "L1D_CACHE_WB_CLEAN", ORACLE_COUNTS_TRAFFIC},
    {0x0048, "L1D_CACHE_INVAL", ORACLE_COUNTS_TRAFFIC},
    {0x004c, "L1D_TLB_REFILL_RD", ORACLE_COUNTS_TRAFFIC},
    {0x004d, "L1D_TLB_REFILL_WR", ORACLE_COUNTS_TRAFFIC},
    {0x004e, "L1D_TLB_RD", ORACLE_COUNTS_TRAFFIC},
    {0x004f, "L1D_TLB_WR", ORACLE_COUNTS_TRAFFIC},
    {0x0050, "L2D_CACHE_RD", ORACLE_COUNTS_TRAFFIC},
    {0x0051, "L2D_CACHE_WR", ORACLE_COUNTS_TRAFFIC},
    {0x0052, "L2D_CACHE_REFILL_RD", ORACLE_COUNTS_TRAFFIC},
    {0x0053, "L2D_CACHE_REFILL_WR", ORACLE_COUNTS_TRAFFIC},
    {0x0056, "L2D_CACHE_WB_VICTIM", ORACLE_COUNTS_TRAFFIC},
    {0x0057, "L2D_CACHE_WB_CLEAN", ORACLE_COUNTS_TRAFFIC},
    {0x0058, "L2D_CACHE_INVAL", ORACLE_COUNTS_TRAFFIC},
    {0x0060, "BUS_ACCESS_RD", ORACLE_COUNTS_TRAFFIC},
    {0x0061, "BUS_ACCESS_WR", ORACLE_COUNTS_TRAFFIC},
    {0x0066, "MEM_ACCESS_RD", ORACLE_COUNTS_LOADS},
    {0x0067, "MEM_ACCESS_WR", ORACLE_COUNTS_STORES},
    {0x0068, "UNALIGNED_LD_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x0069, "UNALIGNED_ST_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x006a, "UNALIGNED_LDST_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x006c, "LDREX_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x006d, "STREX_PASS_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x006e, "STREX_FAIL_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x006f, "STREX_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x0070, "LD_SPEC", ORACLE_COUNTS_LOADS},
    {0x0071, "ST_SPEC", ORACLE_COUNTS_STORES},
    {0x0072, "LDST_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x0073, "DP_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x0074, "ASE_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x0075, "VFP_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x0076, "PC_WRITE_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x0077, "CRYPTO_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x0078, "BR_IMMED_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x0079, "BR_RETURN_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x007a, "BR_INDIRECT_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x007c, "ISB_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x007d, "DSB_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x007e, "DMB_SPEC", ORACLE_COUNTS_TRAFFIC},
    {0x0081, "EXC_UNDEF", ORACLE_COUNTS_TRAFFIC},
    {0x0082, "EXC_SVC", ORACLE_COUNTS_TRAFFIC},
    {0x0083, "EXC_PABORT", ORACLE_COUNTS_TRAFFIC},
    {0x0084, "EXC_DABORT", ORACLE_COUNTS_TRAFFIC},
    {0x0086, "EXC_IRQ", ORACLE_COUNTS_TRAFFIC},
    {0x0087, "EXC_FIQ", ORACLE_COUNTS_TRAFFIC},
    {0x0088, "EXC_SMC", ORACLE_COUNTS_TRAFFIC},
    {0x008a, "EXC_HVC", ORACLE_COUNTS_TRAFFIC},
    {0x4005, "STALL_BACKEND_MEM", ORACLE_COUNTS_DATA},
    {0x4006, "L1I_CACHE_LMISS", ORACLE_COUNTS_TRAFFIC},
    {0x4009, "L2D_CACHE_LMISS_RD", ORACLE_COUNTS_TRAFFIC},
    {0x400a, "L2I_CACHE_LMISS", ORACLE_COUNTS_TRAFFIC},
    {0x400b, "L3D_CACHE_LMISS_RD", ORACLE_COUNTS_TRAFFIC},
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
