/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CPUID of a machine that is no virtual one. Family, model and the hypervisor bit of leaf 1 are QEMU's -cpu
 * line's; here are the leaves at 40000000, from which software learns a hypervisor's name: a real Xeon has
 * none there.
 */
#ifndef PMULAB_MODELS_SNBEP_SNBEP_CPUID_H
#define PMULAB_MODELS_SNBEP_SNBEP_CPUID_H

#include <stdbool.h>
#include <stdint.h>

/* First and last of the leaves that are set aside for hypervisors (Intel SDM volume 2, CPUID, table 3-8). */
#define CPUID_HYPERVISOR_FIRST UINT32_C(0x40000000)
#define CPUID_HYPERVISOR_LAST  UINT32_C(0x4fffffff)

static inline bool snbep_cpuid_leaf(uint32_t leaf)
{
    return leaf >= CPUID_HYPERVISOR_FIRST && leaf <= CPUID_HYPERVISOR_LAST;
}

#endif
