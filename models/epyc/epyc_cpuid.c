/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Patches QEMU's CPUID results to match a real AMD part with IBS. */
#include "models/epyc/epyc_cpuid.h"

#include "models/x86/amd_lbr.h"

#include <string.h>

#define LEAF_SIGNATURE    UINT32_C(0x00000001)
#define LEAF_POWER        UINT32_C(0x00000006)
#define LEAF_EXT_MAX      UINT32_C(0x80000000)
#define LEAF_EXT_FEATURES UINT32_C(0x80000001)
#define LEAF_EXT_POWER    UINT32_C(0x80000007)
#define LEAF_EXT_SIZES    UINT32_C(0x80000008)
#define LEAF_IBS          UINT32_C(0x8000001b)
#define LEAF_PERFMON      UINT32_C(0x80000022)

/* The last leaf of QEMU's models of parts without PerfMonV2. With it,
 * LEAF_PERFMON is the last one. */
#define LEAF_QEMU_LAST UINT32_C(0x8000001e)
/* The last leaf of any part. */
#define LEAF_LAST UINT32_C(0x80000028)

/* Leaves reserved for hypervisors, which do not exist on a real machine. */
#define HYPERVISOR_FIRST UINT32_C(0x40000000)
#define HYPERVISOR_LAST  UINT32_C(0x4fffffff)

#define ECX_EXTAPIC (UINT32_C(1) << 3)
#define ECX_IBS     (UINT32_C(1) << 10)
#define ECX_TOPOEXT (UINT32_C(1) << 22) /* QEMU has its leaves, but not this flag */
#define ECX_CORE    (UINT32_C(1) << 23) /* six counters: PerfCtrExtCore */
#define ECX_DF      (UINT32_C(1) << 24) /* counters of the data fabric: PerfCtrExtNB */
#define ECX_L3      (UINT32_C(1) << 28) /* counters of the L3: PerfCtrExtLLC */

/* AMD 24594, appendix E. */
#define ECX_EFF_FREQ    (UINT32_C(1) << 0)  /* of LEAF_POWER: MPERF and APERF */
#define EDX_EFF_FREQ_RO (UINT32_C(1) << 10) /* of LEAF_EXT_POWER: their copies */
#define EBX_INST_RET    (UINT32_C(1) << 1)  /* of LEAF_EXT_SIZES: IRPERF */

/* LEAF_PERFMON, Fn8000_0022: AMD 24594, appendix E; Linux, union
 * cpuid_0x80000022_ebx. EBX 3:0 is the number of a core's counters, 9:4 that of
 * branch records, 15:10 that of the data fabric's counters, 23:16 that of
 * memory controllers'. (Linux reads 21:16. Real parts with 64 counters set bit
 * 22, and FreeBSD reads 23:16.) */
#define EAX_PERFMON_V2 UINT32_C(1)
#define EAX_LBR        UINT32_C(2)
#define EAX_FREEZE     UINT32_C(4) /* of branch records, by DEBUG_CTL */
#define EBX_LBR_SHIFT  4
#define EBX_DF_SHIFT   10
#define EBX_UMC_SHIFT  16

static bool hypervisor(uint32_t leaf)
{
    return leaf >= HYPERVISOR_FIRST && leaf <= HYPERVISOR_LAST;
}

bool epyc_cpuid_leaf(uint32_t leaf)
{
    return leaf == LEAF_SIGNATURE || leaf == LEAF_POWER || leaf == LEAF_EXT_MAX ||
           leaf == LEAF_EXT_FEATURES || leaf == LEAF_EXT_POWER || leaf == LEAF_EXT_SIZES ||
           leaf == LEAF_IBS || (leaf > LEAF_QEMU_LAST && leaf <= LEAF_LAST) || hypervisor(leaf);
}

static bool has_perfmon(const struct epyc_cpuid *part)
{
    return part->traits->core == AMD_CORE_V2;
}

static void perfmon(const struct epyc_cpuid *part, uint32_t regs[4])
{
    memset(regs, 0, 4 * sizeof(regs[0]));
    if (!has_perfmon(part))
        return;
    regs[CPUID_EAX] = EAX_PERFMON_V2 | part->traits->perfmon_eax;
    regs[CPUID_EBX] =
        AMD_CORE_COUNTERS | part->df_counters << EBX_DF_SHIFT | part->umc_counters << EBX_UMC_SHIFT;
    if (part->lbr) {
        regs[CPUID_EAX] |= EAX_LBR | EAX_FREEZE;
        regs[CPUID_EBX] |= AMD_LBR_DEPTH << EBX_LBR_SHIFT;
    }
    regs[CPUID_ECX] = part->umcs;
    regs[CPUID_EDX] = part->traits->perfmon_edx;
}

/* Whether @part has @leaf and QEMU does not: QEMU would return another one. It
 * announces nothing here. */
static bool beyond_qemu(const struct epyc_cpuid *part, uint32_t leaf)
{
    return leaf > (has_perfmon(part) ? LEAF_PERFMON : LEAF_QEMU_LAST) &&
           leaf <= part->traits->last_leaf;
}

void epyc_cpuid_patch(uint32_t leaf, const struct epyc_cpuid *part, uint32_t regs[4])
{
    if (hypervisor(leaf) || leaf == LEAF_IBS || beyond_qemu(part, leaf))
        memset(regs, 0, 4 * sizeof(regs[0]));
    switch (leaf) {
    case LEAF_SIGNATURE:
        regs[CPUID_EAX] = part->traits->signature;
        break;
    /* QEMU's models end earlier, and Linux does not read beyond the end. */
    case LEAF_EXT_MAX:
        if (regs[CPUID_EAX] < part->traits->last_leaf)
            regs[CPUID_EAX] = part->traits->last_leaf;
        break;
    case LEAF_EXT_FEATURES:
        regs[CPUID_EAX] = part->traits->signature;
        regs[CPUID_ECX] |= ECX_IBS | ECX_EXTAPIC | (part->topology ? ECX_TOPOEXT : 0) |
                           (part->l3 ? ECX_L3 : 0) | (part->df_counters ? ECX_DF : 0);
        if (part->traits->core != AMD_CORE_10H)
            regs[CPUID_ECX] |= ECX_CORE;
        break;
    case LEAF_POWER:
        regs[CPUID_ECX] |= part->aperf ? ECX_EFF_FREQ : 0;
        break;
    case LEAF_EXT_POWER:
        regs[CPUID_EDX] |= part->aperf ? EDX_EFF_FREQ_RO : 0;
        break;
    case LEAF_EXT_SIZES:
        regs[CPUID_EBX] |= part->aperf ? EBX_INST_RET : 0;
        break;
    case LEAF_IBS:
        regs[CPUID_EAX] = part->caps;
        break;
    case LEAF_PERFMON:
        perfmon(part, regs);
        break;
    default:
        break;
    }
}
