/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of Arm's PMU events and the clock model, for the replay of core PMUs and rounds. */
#include "harness/truth/kunpeng/arm_event.h"

/* An instruction takes four cycles; the CPU waits in three of them. */
enum { CYCLES_OF_ONE = 4, WAITS_OF_ONE = 3 };

/* Sources of events. */
enum source {
    INSTRUCTIONS,
    CYCLES,
    WAITS,
    WAITS_FOR_DATA,
    WAITS_FOR_INSTRUCTIONS,
    LOADS,
    STORES,
    ACCESSES,
    BRANCHES,
    EXCEPTIONS,
    RETURNS,
    CONTEXTS,
};

static const struct {
    guint16 event;
    enum source source;
} sources[] = {
    {0x0006, LOADS},                  /* LD_RETIRED */
    {0x0007, STORES},                 /* ST_RETIRED */
    {0x0008, INSTRUCTIONS},           /* INST_RETIRED */
    {0x0009, EXCEPTIONS},             /* EXC_TAKEN */
    {0x000a, RETURNS},                /* EXC_RETURN */
    {0x000b, CONTEXTS},               /* CID_WRITE_RETIRED */
    {0x0011, CYCLES},                 /* CPU_CYCLES */
    {0x0012, BRANCHES},               /* BR_PRED */
    {0x0013, ACCESSES},               /* MEM_ACCESS */
    {0x001b, INSTRUCTIONS},           /* INST_SPEC */
    {0x0021, BRANCHES},               /* BR_RETIRED */
    {0x0023, WAITS_FOR_INSTRUCTIONS}, /* STALL_FRONTEND */
    {0x0024, WAITS_FOR_DATA},         /* STALL_BACKEND */
    {0x003a, INSTRUCTIONS},           /* OP_RETIRED */
    {0x003b, INSTRUCTIONS},           /* OP_SPEC */
    {0x003c, WAITS},                  /* STALL */
    {0x0066, LOADS},                  /* MEM_ACCESS_RD */
    {0x0067, STORES},                 /* MEM_ACCESS_WR */
    {0x0070, LOADS},                  /* LD_SPEC */
    {0x0071, STORES},                 /* ST_SPEC */
    {0x4005, WAITS_FOR_DATA},         /* STALL_BACKEND_MEM */
};

static guint64 did(const guint64 *counted, enum kunpeng_truth what, gboolean kernel)
{
    return counted[2 * what + (kernel ? 1 : 0)];
}

static guint64 accesses(const guint64 *counted, gboolean kernel)
{
    return did(counted, KUNPENG_LOADS, kernel) + did(counted, KUNPENG_STORES, kernel);
}

static guint64 happened(const guint64 *counted, enum source source, gboolean kernel)
{
    guint64 instructions = did(counted, KUNPENG_INSTRUCTIONS, kernel);
    guint64 loads = did(counted, KUNPENG_LOADS, kernel);

    switch (source) {
    case INSTRUCTIONS:
        return instructions;
    case CYCLES:
        return CYCLES_OF_ONE * instructions;
    case WAITS:
        return WAITS_OF_ONE * instructions;
    case WAITS_FOR_DATA:
        return WAITS_OF_ONE * loads;
    case WAITS_FOR_INSTRUCTIONS:
        return WAITS_OF_ONE * (instructions - loads);
    case LOADS:
        return loads;
    case STORES:
        return did(counted, KUNPENG_STORES, kernel);
    case ACCESSES:
        return accesses(counted, kernel);
    case BRANCHES:
        return did(counted, KUNPENG_BRANCHES, kernel);
    case EXCEPTIONS:
        return did(counted, KUNPENG_EXCEPTIONS, kernel);
    case RETURNS:
        return did(counted, KUNPENG_RETURNS, kernel);
    case CONTEXTS:
        return did(counted, KUNPENG_CONTEXTS, kernel);
    }
    g_assert_not_reached();
}

gboolean truth_arm_event(const guint64 *counted, guint16 event, gboolean kernel, guint64 *count)
{
    for (gsize i = 0; i < G_N_ELEMENTS(sources); i++) {
        if (sources[i].event != event)
            continue;
        *count = happened(counted, sources[i].source, kernel);
        return TRUE;
    }
    return FALSE;
}

guint64 truth_arm_users_cycles(const guint64 *counted, guint64 cycles)
{
    return MIN(happened(counted, CYCLES, FALSE), cycles);
}

static gboolean filter_bit(guint64 type, enum arm_type_field field)
{
    return reg_get(&arm_pmu_bank.regs[ARM_PMEVTYPER0], field, type) != 0;
}

gboolean truth_arm_counts(guint64 type, gboolean kernel, unsigned kernel_el)
{
    if (!kernel)
        return filter_bit(type, ARM_TYPE_U) == filter_bit(type, ARM_TYPE_NSU);
    if (kernel_el == 2)
        return filter_bit(type, ARM_TYPE_NSH);
    return filter_bit(type, ARM_TYPE_P) == filter_bit(type, ARM_TYPE_NSK);
}
