/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CPUID of a machine that claims not to be virtual. QEMU's -cpu option sets
 * family, model and the hypervisor bit of leaf 1. This file covers the rest of
 * leaf 1, and the leaves at 40000000, where software looks for a hypervisor's
 * name. A real Xeon has none there.
 */
#ifndef PMULAB_MODELS_SNBEP_SNBEP_CPUID_H
#define PMULAB_MODELS_SNBEP_SNBEP_CPUID_H

#include <stdbool.h>
#include <stdint.h>

/* First and last leaf reserved for hypervisors (Intel SDM volume 2, CPUID,
 * table 3-8). */
#define CPUID_HYPERVISOR_FIRST UINT32_C(0x40000000)
#define CPUID_HYPERVISOR_LAST  UINT32_C(0x4fffffff)

static inline bool snbep_cpuid_leaf(uint32_t leaf)
{
    return leaf >= CPUID_HYPERVISOR_FIRST && leaf <= CPUID_HYPERVISOR_LAST;
}

/* Leaf 1, ECX: PDCM, the CPU has IA32_PERF_CAPABILITIES. QEMU lacks it. */
#define CPUID_FEATURES UINT32_C(1)
#define CPUID_ECX_PDCM (UINT32_C(1) << 15)

/* Leaf 6, ECX: the CPU has MPERF and APERF. */
#define CPUID_POWER     UINT32_C(6)
#define CPUID_ECX_APERF (UINT32_C(1) << 0)

/* Leaves to be changed and, below, the change: @regs (EAX, EBX, ECX, EDX) hold
 * QEMU's answer. */
static inline bool snbep_cpuid_amends(uint32_t leaf)
{
    return leaf == CPUID_FEATURES || leaf == CPUID_POWER;
}

static inline void snbep_cpuid_amend(uint32_t leaf, bool aperf, uint32_t regs[4])
{
    if (leaf == CPUID_FEATURES)
        regs[2] |= CPUID_ECX_PDCM;
    if (leaf == CPUID_POWER && aperf)
        regs[2] |= CPUID_ECX_APERF;
}

#endif
