/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Patches QEMU's CPUID answers into those of a real AMD part with IBS. */
#include "models/epyc/epyc_cpuid.h"

#include <string.h>

#define LEAF_SIGNATURE    UINT32_C(0x00000001)
#define LEAF_EXT_MAX      UINT32_C(0x80000000)
#define LEAF_EXT_FEATURES UINT32_C(0x80000001)
#define LEAF_IBS          UINT32_C(0x8000001b)

/* Leaves reserved for hypervisors: a real machine has nothing there. */
#define HYPERVISOR_FIRST UINT32_C(0x40000000)
#define HYPERVISOR_LAST  UINT32_C(0x4fffffff)

#define ECX_EXTAPIC (UINT32_C(1) << 3)
#define ECX_IBS     (UINT32_C(1) << 10)

static bool hypervisor(uint32_t leaf)
{
    return leaf >= HYPERVISOR_FIRST && leaf <= HYPERVISOR_LAST;
}

bool epyc_cpuid_leaf(uint32_t leaf)
{
    return leaf == LEAF_SIGNATURE || leaf == LEAF_EXT_MAX || leaf == LEAF_EXT_FEATURES || leaf == LEAF_IBS ||
           hypervisor(leaf);
}

void epyc_cpuid_patch(uint32_t leaf, uint32_t signature, uint32_t caps, uint32_t regs[4])
{
    if (hypervisor(leaf) || leaf == LEAF_IBS)
        memset(regs, 0, 4 * sizeof(regs[0]));
    switch (leaf) {
    case LEAF_SIGNATURE:
        regs[CPUID_EAX] = signature;
        break;
    case LEAF_EXT_MAX: /* QEMU's models of old parts end before IBS's leaf, and Linux would not look */
        if (regs[CPUID_EAX] < LEAF_IBS)
            regs[CPUID_EAX] = LEAF_IBS;
        break;
    case LEAF_EXT_FEATURES:
        regs[CPUID_EAX] = signature;
        regs[CPUID_ECX] |= ECX_IBS | ECX_EXTAPIC;
        break;
    case LEAF_IBS:
        regs[CPUID_EAX] = caps;
        break;
    default:
        break;
    }
}
