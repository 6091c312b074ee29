/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Differences between the CPUID of `epyc` and QEMU's. */
#ifndef PMULAB_MODELS_EPYC_EPYC_CPUID_H
#define PMULAB_MODELS_EPYC_EPYC_CPUID_H

#include "models/epyc/ibs_traits.h"

#include <stdbool.h>
#include <stdint.h>

enum { CPUID_EAX, CPUID_EBX, CPUID_ECX, CPUID_EDX };

/* Whether epyc_cpuid_patch() changes @leaf. */
bool epyc_cpuid_leaf(uint32_t leaf);

/* A part's CPUID responses. */
struct epyc_cpuid {
    const struct ibs_traits *traits;
    uint32_t caps;        /* EAX of Fn8000_001B */
    bool aperf;           /* free-running counters */
    bool topology;        /* Fn8000_001E contains each CPU's node */
    bool l3;              /* the L3 has counters */
    unsigned df_counters; /* of the data fabric; also in Fn8000_0022 */
    /* Fn8000_0022, of parts whose core PMU is of version 2: */
    unsigned umc_counters; /* of all of a socket's memory controllers */
    uint32_t umcs;         /* these controllers, bit by bit */
    bool lbr;              /* branch records */
};

/* Changes @regs (EAX, EBX, ECX, EDX), which hold QEMU's result for @leaf. The
 * change is the same in every mode and for every subleaf. */
void epyc_cpuid_patch(uint32_t leaf, const struct epyc_cpuid *part, uint32_t regs[4]);

#endif
