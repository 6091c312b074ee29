/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of PMU events, lookups in it, and a CPU's total of each source. */
#include "models/kunpeng/arm_events.h"

#include <stddef.h>
#include <strings.h>

/* Arm ARM (DDI 0487), section D13.11: numbers and names. */
const struct arm_event arm_events[] = {
    {0x0000, "SW_INCR", ARM_SOFTWARE},
    {0x0001, "L1I_CACHE_REFILL", ARM_TRAFFIC},
    {0x0002, "L1I_TLB_REFILL", ARM_TRAFFIC},
    {0x0003, "L1D_CACHE_REFILL", ARM_TRAFFIC},
    {0x0004, "L1D_CACHE", ARM_TRAFFIC},
    {0x0005, "L1D_TLB_REFILL", ARM_TRAFFIC},
    {0x0006, "LD_RETIRED", ARM_LOADS},
    {0x0007, "ST_RETIRED", ARM_STORES},
    {0x0008, "INST_RETIRED", ARM_INSTRUCTIONS},
    {0x0009, "EXC_TAKEN", ARM_EXCEPTIONS},
    {0x000a, "EXC_RETURN", ARM_RETURNS},
    {0x000b, "CID_WRITE_RETIRED", ARM_CONTEXT_WRITES},
    {0x000c, "PC_WRITE_RETIRED", ARM_TRAFFIC},
    {0x000d, "BR_IMMED_RETIRED", ARM_TRAFFIC},
    {0x000e, "BR_RETURN_RETIRED", ARM_TRAFFIC},
    {0x000f, "UNALIGNED_LDST_RETIRED", ARM_TRAFFIC},
    {0x0010, "BR_MIS_PRED", ARM_TRAFFIC},
    {0x0011, "CPU_CYCLES", ARM_BUSY_CYCLES},
    {0x0012, "BR_PRED", ARM_BRANCHES},
    {0x0013, "MEM_ACCESS", ARM_ACCESSES},
    {0x0014, "L1I_CACHE", ARM_TRAFFIC},
    {0x0015, "L1D_CACHE_WB", ARM_TRAFFIC},
    {0x0016, "L2D_CACHE", ARM_TRAFFIC},
    {0x0017, "L2D_CACHE_REFILL", ARM_TRAFFIC},
    {0x0018, "L2D_CACHE_WB", ARM_TRAFFIC},
    {0x0019, "BUS_ACCESS", ARM_TRAFFIC},
    {0x001a, "MEMORY_ERROR", ARM_TRAFFIC},
    {0x001b, "INST_SPEC", ARM_INSTRUCTIONS},
    {0x001c, "TTBR_WRITE_RETIRED", ARM_TRAFFIC},
    {0x001d, "BUS_CYCLES", ARM_TRAFFIC},
    {0x001e, "CHAIN", ARM_TRAFFIC},
    {0x001f, "L1D_CACHE_ALLOCATE", ARM_TRAFFIC},
    {0x0020, "L2D_CACHE_ALLOCATE", ARM_TRAFFIC},
    {0x0021, "BR_RETIRED", ARM_BRANCHES},
    {0x0022, "BR_MIS_PRED_RETIRED", ARM_TRAFFIC},
    {0x0023, "STALL_FRONTEND", ARM_STALLS_INSTRUCTIONS},
    {0x0024, "STALL_BACKEND", ARM_STALLS_DATA},
    {0x0025, "L1D_TLB", ARM_TRAFFIC},
    {0x0026, "L1I_TLB", ARM_TRAFFIC},
    {0x0027, "L2I_CACHE", ARM_TRAFFIC},
    {0x0028, "L2I_CACHE_REFILL", ARM_TRAFFIC},
    {0x0029, "L3D_CACHE_ALLOCATE", ARM_TRAFFIC},
    {0x002a, "L3D_CACHE_REFILL", ARM_TRAFFIC},
    {0x002b, "L3D_CACHE", ARM_TRAFFIC},
    {0x002c, "L3D_CACHE_WB", ARM_TRAFFIC},
    {0x002d, "L2D_TLB_REFILL", ARM_TRAFFIC},
    {0x002e, "L2I_TLB_REFILL", ARM_TRAFFIC},
    {0x002f, "L2D_TLB", ARM_TRAFFIC},
    {0x0030, "L2I_TLB", ARM_TRAFFIC},
    {0x0031, "REMOTE_ACCESS", ARM_TRAFFIC},
    {0x0032, "LL_CACHE", ARM_TRAFFIC},
    {0x0033, "LL_CACHE_MISS", ARM_TRAFFIC},
    {0x0034, "DTLB_WALK", ARM_TRAFFIC},
    {0x0035, "ITLB_WALK", ARM_TRAFFIC},
    {0x0036, "LL_CACHE_RD", ARM_TRAFFIC},
    {0x0037, "LL_CACHE_MISS_RD", ARM_TRAFFIC},
    {0x0038, "REMOTE_ACCESS_RD", ARM_TRAFFIC},
    {0x0039, "L1D_CACHE_LMISS_RD", ARM_TRAFFIC},
    {0x003a, "OP_RETIRED", ARM_INSTRUCTIONS},
    {0x003b, "OP_SPEC", ARM_INSTRUCTIONS},
    {0x003c, "STALL", ARM_STALLS},
    {0x003d, "STALL_SLOT_BACKEND", ARM_TRAFFIC},
    {0x003e, "STALL_SLOT_FRONTEND", ARM_TRAFFIC},
    {0x003f, "STALL_SLOT", ARM_TRAFFIC},
    {0x0040, "L1D_CACHE_RD", ARM_TRAFFIC},
    {0x0041, "L1D_CACHE_WR", ARM_TRAFFIC},
    {0x0042, "L1D_CACHE_REFILL_RD", ARM_TRAFFIC},
    {0x0043, "L1D_CACHE_REFILL_WR", ARM_TRAFFIC},
    {0x0046, "L1D_CACHE_WB_VICTIM", ARM_TRAFFIC},
    {0x0047, "L1D_CACHE_WB_CLEAN", ARM_TRAFFIC},
    {0x0048, "L1D_CACHE_INVAL", ARM_TRAFFIC},
    {0x004c, "L1D_TLB_REFILL_RD", ARM_TRAFFIC},
    {0x004d, "L1D_TLB_REFILL_WR", ARM_TRAFFIC},
    {0x004e, "L1D_TLB_RD", ARM_TRAFFIC},
    {0x004f, "L1D_TLB_WR", ARM_TRAFFIC},
    {0x0050, "L2D_CACHE_RD", ARM_TRAFFIC},
    {0x0051, "L2D_CACHE_WR", ARM_TRAFFIC},
    {0x0052, "L2D_CACHE_REFILL_RD", ARM_TRAFFIC},
    {0x0053, "L2D_CACHE_REFILL_WR", ARM_TRAFFIC},
    {0x0056, "L2D_CACHE_WB_VICTIM", ARM_TRAFFIC},
    {0x0057, "L2D_CACHE_WB_CLEAN", ARM_TRAFFIC},
    {0x0058, "L2D_CACHE_INVAL", ARM_TRAFFIC},
    {0x0060, "BUS_ACCESS_RD", ARM_TRAFFIC},
    {0x0061, "BUS_ACCESS_WR", ARM_TRAFFIC},
    {0x0066, "MEM_ACCESS_RD", ARM_LOADS},
    {0x0067, "MEM_ACCESS_WR", ARM_STORES},
    {0x0068, "UNALIGNED_LD_SPEC", ARM_TRAFFIC},
    {0x0069, "UNALIGNED_ST_SPEC", ARM_TRAFFIC},
    {0x006a, "UNALIGNED_LDST_SPEC", ARM_TRAFFIC},
    {0x006c, "LDREX_SPEC", ARM_TRAFFIC},
    {0x006d, "STREX_PASS_SPEC", ARM_TRAFFIC},
    {0x006e, "STREX_FAIL_SPEC", ARM_TRAFFIC},
    {0x006f, "STREX_SPEC", ARM_TRAFFIC},
    {0x0070, "LD_SPEC", ARM_LOADS},
    {0x0071, "ST_SPEC", ARM_STORES},
    {0x0072, "LDST_SPEC", ARM_TRAFFIC},
    {0x0073, "DP_SPEC", ARM_TRAFFIC},
    {0x0074, "ASE_SPEC", ARM_TRAFFIC},
    {0x0075, "VFP_SPEC", ARM_TRAFFIC},
    {0x0076, "PC_WRITE_SPEC", ARM_TRAFFIC},
    {0x0077, "CRYPTO_SPEC", ARM_TRAFFIC},
    {0x0078, "BR_IMMED_SPEC", ARM_TRAFFIC},
    {0x0079, "BR_RETURN_SPEC", ARM_TRAFFIC},
    {0x007a, "BR_INDIRECT_SPEC", ARM_TRAFFIC},
    {0x007c, "ISB_SPEC", ARM_TRAFFIC},
    {0x007d, "DSB_SPEC", ARM_TRAFFIC},
    {0x007e, "DMB_SPEC", ARM_TRAFFIC},
    {0x0081, "EXC_UNDEF", ARM_TRAFFIC},
    {0x0082, "EXC_SVC", ARM_TRAFFIC},
    {0x0083, "EXC_PABORT", ARM_TRAFFIC},
    {0x0084, "EXC_DABORT", ARM_TRAFFIC},
    {0x0086, "EXC_IRQ", ARM_TRAFFIC},
    {0x0087, "EXC_FIQ", ARM_TRAFFIC},
    {0x0088, "EXC_SMC", ARM_TRAFFIC},
    {0x008a, "EXC_HVC", ARM_TRAFFIC},
    {0x4005, "STALL_BACKEND_MEM", ARM_STALLS_DATA},
    {0x4006, "L1I_CACHE_LMISS", ARM_TRAFFIC},
    {0x4009, "L2D_CACHE_LMISS_RD", ARM_TRAFFIC},
    {0x400a, "L2I_CACHE_LMISS", ARM_TRAFFIC},
    {0x400b, "L3D_CACHE_LMISS_RD", ARM_TRAFFIC},
};

const unsigned arm_n_events = sizeof(arm_events) / sizeof(arm_events[0]);

enum arm_source arm_event_source(uint16_t number)
{
    unsigned low = 0, high = arm_n_events;

    while (low < high) {
        unsigned middle = (low + high) / 2;

        if (arm_events[middle].number == number)
            return arm_events[middle].source;
        if (arm_events[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return ARM_TRAFFIC;
}

const struct arm_event *arm_event_named(const char *name)
{
    for (unsigned i = 0; i < arm_n_events; i++)
        if (!strcasecmp(arm_events[i].name, name))
            return &arm_events[i];
    return NULL;
}

enum { STALLS_PER_INSTRUCTION = ARM_CYCLES_PER_INSTRUCTION - 1 };

uint64_t arm_source_total(enum arm_source source, const struct arm_moment *moment, bool kernel)
{
    const struct sim_work *work = kernel ? &moment->activity.kernel : &moment->activity.user;

    switch (source) {
    case ARM_INSTRUCTIONS:
        return work->instructions;
    case ARM_LOADS:
        return work->loads;
    case ARM_STORES:
        return work->stores;
    case ARM_ACCESSES:
        return work->loads + work->stores;
    case ARM_BRANCHES:
        return work->branches;
    case ARM_EXCEPTIONS:
        return work->exceptions;
    case ARM_RETURNS:
        return work->returns;
    case ARM_CONTEXT_WRITES:
        return kernel ? moment->context_writes : 0;
    case ARM_BUSY_CYCLES:
        return work->instructions * ARM_CYCLES_PER_INSTRUCTION;
    case ARM_STALLS:
        return work->instructions * STALLS_PER_INSTRUCTION;
    case ARM_STALLS_DATA:
        return work->loads * STALLS_PER_INSTRUCTION;
    case ARM_STALLS_INSTRUCTIONS:
        return (work->instructions - work->loads) * STALLS_PER_INSTRUCTION;
    case ARM_TRAFFIC:
    case ARM_SOFTWARE:
        break;
    }
    return 0;
}

const char *arm_source_text(enum arm_source source)
{
    static const char *const texts[] = {
        [ARM_TRAFFIC] = "traffic",
        [ARM_SOFTWARE] = "writes of PMSWINC",
        [ARM_INSTRUCTIONS] = "instructions",
        [ARM_LOADS] = "loads",
        [ARM_STORES] = "stores",
        [ARM_ACCESSES] = "loads and stores",
        [ARM_BRANCHES] = "branches",
        [ARM_EXCEPTIONS] = "exceptions",
        [ARM_RETURNS] = "exception returns",
        [ARM_CONTEXT_WRITES] = "writes of CONTEXTIDR",
        [ARM_BUSY_CYCLES] = "4 for each instruction",
        [ARM_STALLS] = "3 for each instruction",
        [ARM_STALLS_DATA] = "3 for each load",
        [ARM_STALLS_INSTRUCTIONS] = "3 for each other instruction",
    };

    return texts[source];
}
