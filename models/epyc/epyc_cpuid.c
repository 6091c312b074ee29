/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Patches QEMU's CPUID answers into those of a real AMD part with IBS. */
#include "models/epyc/epyc_cpuid.h"

#include <string.h>

#define LEAF_SIGNATURE    UINT32_C(0x00000001)
#define LEAF_EXT_MAX      UINT32_C(0x80000000)
#define LEAF_EXT_FEATURES UINT32_C(0x80000001)
#define LEAF_IBS          UINT32_C(0x8000001b)
#define LEAF_PERFMON      UINT32_C(0x80000022)

/* Leaves reserved for hypervisors: a real machine has nothing there. */
#define HYPERVISOR_FIRST UINT32_C(0x40000000)
#define HYPERVISOR_LAST  UINT32_C(0x4fffffff)

#define ECX_EXTAPIC (UINT32_C(1) << 3)
#define ECX_IBS     (UINT32_C(1) << 10)
#define ECX_CORE    (UINT32_C(1) << 23) /* six counters: PerfCtrExtCore */

/* LEAF_PERFMON: version 2; how many counters a core has. */
#define EAX_PERFMON_V2 (UINT32_C(1) << 0)

static bool hypervisor(uint32_t leaf)
{
    return leaf >= HYPERVISOR_FIRST && leaf <= HYPERVISOR_LAST;
}

bool epyc_cpuid_leaf(uint32_t leaf)
{
    return leaf == LEAF_SIGNATURE || leaf == LEAF_EXT_MAX || leaf == LEAF_EXT_FEATURES || leaf == LEAF_IBS ||
           leaf == LEAF_PERFMON || hypervisor(leaf);
}

static bool has_perfmon(const struct ibs_traits *traits)
{
    return traits->core == AMD_CORE_V2;
}

static void perfmon(const struct ibs_traits *traits, uint32_t regs[4])
{
    memset(regs, 0, 4 * sizeof(regs[0]));
    if (!has_perfmon(traits))
        return;
    regs[CPUID_EAX] = EAX_PERFMON_V2;
    regs[CPUID_EBX] = AMD_CORE_COUNTERS;
}

void epyc_cpuid_patch(uint32_t leaf, const struct ibs_traits *traits, uint32_t caps, uint32_t regs[4])
{
    const uint32_t last = has_perfmon(traits) ? LEAF_PERFMON : LEAF_IBS;

    if (hypervisor(leaf) || leaf == LEAF_IBS)
        memset(regs, 0, 4 * sizeof(regs[0]));
    switch (leaf) {
    case LEAF_SIGNATURE:
        regs[CPUID_EAX] = traits->signature;
        break;
    case LEAF_EXT_MAX: /* QEMU's models of old parts end before IBS's leaf, and Linux would not look */
        if (regs[CPUID_EAX] < last)
            regs[CPUID_EAX] = last;
        break;
    case LEAF_EXT_FEATURES:
        regs[CPUID_EAX] = traits->signature;
        regs[CPUID_ECX] |= ECX_IBS | ECX_EXTAPIC;
        if (traits->core != AMD_CORE_10H)
            regs[CPUID_ECX] |= ECX_CORE;
        break;
    case LEAF_IBS:
        regs[CPUID_EAX] = caps;
        break;
    case LEAF_PERFMON:
        perfmon(traits, regs);
        break;
    default:
        break;
    }
}
