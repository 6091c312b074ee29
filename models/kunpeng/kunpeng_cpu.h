/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A CPU of a `kunpeng`: its PMU, its context IDs, whether it is on. */
#ifndef PMULAB_MODELS_KUNPENG_KUNPENG_CPU_H
#define PMULAB_MODELS_KUNPENG_KUNPENG_CPU_H

#include "models/kunpeng/arm_pmu.h"
#include "models/kunpeng/kunpeng_config.h"
#include "models/kunpeng/kunpeng_traffic.h"

/* What a CPU and a PMCU reach of the machine around them. */
struct kunpeng_world {
    const struct kunpeng_config *config;
    const struct sim_host *host;
    const struct kunpeng_traffic *traffic;
    uint64_t now; /* ns */
};

/* What a TRACE_COUNTED record's offset says; the one for users, then the one for the kernel. */
enum kunpeng_truth {
    KUNPENG_INSTRUCTIONS,
    KUNPENG_LOADS,
    KUNPENG_STORES,
    KUNPENG_BRANCHES,
    KUNPENG_EXCEPTIONS,
    KUNPENG_RETURNS,
    KUNPENG_CONTEXTS, /* the kernel's writes of CONTEXTIDR; for users nothing */
    KUNPENG_N_TRUTHS,
};

/* One more offset: how often the CPU was switched on or off, so that an odd number means on. */
#define KUNPENG_SWITCHED  (2 * KUNPENG_N_TRUTHS)
#define KUNPENG_N_COUNTED (KUNPENG_SWITCHED + 1)

struct kunpeng_cpu {
    unsigned number;
    bool on, line; /* whether it is on; whether its overflow interrupt is high */
    struct arm_pmu pmu;
    uint32_t context_id[2];           /* CONTEXTIDR_EL1, CONTEXTIDR_EL2 */
    uint64_t context_writes;          /* since time 0 */
    uint64_t told[KUNPENG_N_COUNTED]; /* what the trace has of it */
};

/* As after hardware reset, off. */
void kunpeng_cpu_reset(struct kunpeng_cpu *cpu, unsigned number);

/* Switches the CPU on, with its PMU and context IDs as after reset, or off. */
void kunpeng_cpu_power(struct kunpeng_cpu *cpu, const struct kunpeng_world *world, bool on);

/* Has the PMU count what the CPU has done until now. Nothing where it is off. */
void kunpeng_cpu_sync(struct kunpeng_cpu *cpu, const struct kunpeng_world *world);

/* The same, and what has changed since the last time goes to the trace as TRACE_COUNTED. */
void kunpeng_cpu_tell(struct kunpeng_cpu *cpu, const struct kunpeng_world *world);

/* Syncs, and tells where a counter runs: for what is about to look at counters, or to change what they count.
 */
void kunpeng_cpu_follow(struct kunpeng_cpu *cpu, const struct kunpeng_world *world);

/* The kernel writes CONTEXTIDR, @reg being its name. False: that is not its name. */
bool kunpeng_cpu_context(
    struct kunpeng_cpu *cpu, const struct kunpeng_world *world, enum arm_pmu_reg reg, uint64_t value);

/* What the offset of a TRACE_COUNTED record says, for people: "user instructions". NULL: there is no such. */
const char *kunpeng_truth_text(uint32_t offset);

#endif
