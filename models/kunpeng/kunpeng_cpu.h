/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A CPU of `kunpeng`: its PMU, its context IDs, and whether it is on. */
#ifndef PMULAB_MODELS_KUNPENG_KUNPENG_CPU_H
#define PMULAB_MODELS_KUNPENG_KUNPENG_CPU_H

#include "models/kunpeng/arm_pmu.h"
#include "models/kunpeng/kunpeng_config.h"
#include "models/kunpeng/kunpeng_traffic.h"

/* The parts of the machine that a CPU and a PMCU use. Borrowed for the call. */
struct kunpeng_world {
    const struct kunpeng_config *config;
    const struct sim_host *host;
    const struct kunpeng_traffic *traffic;
    uint64_t now; /* ns */
};

/* Meaning of a TRACE_COUNTED record's offset: for each, one for users, then one
 * for the kernel. */
enum kunpeng_truth {
    KUNPENG_INSTRUCTIONS,
    KUNPENG_LOADS,
    KUNPENG_STORES,
    KUNPENG_BRANCHES,
    KUNPENG_EXCEPTIONS,
    KUNPENG_RETURNS,
    KUNPENG_CONTEXTS, /* writes of CONTEXTIDR by the kernel; 0 for users */
    KUNPENG_N_TRUTHS,
};

/* One more offset: the count of times that the CPU was switched on or off; odd
 * means on. */
#define KUNPENG_SWITCHED  (2 * KUNPENG_N_TRUTHS)
#define KUNPENG_N_COUNTED (KUNPENG_SWITCHED + 1)

struct kunpeng_cpu {
    unsigned number;
    bool on, line; /* the CPU is on; its overflow interrupt is high */
    struct arm_pmu pmu;
    uint32_t context_id[2];              /* CONTEXTIDR_EL1, CONTEXTIDR_EL2 */
    uint64_t context_writes;             /* since time 0 */
    uint64_t emitted[KUNPENG_N_COUNTED]; /* values in the trace so far */
};

/* Sets the state after a hardware reset, off. */
void kunpeng_cpu_reset(struct kunpeng_cpu *cpu, unsigned number);

/* Switches the CPU on, with PMU and context IDs as after reset, or off. */
void kunpeng_cpu_power(struct kunpeng_cpu *cpu, const struct kunpeng_world *world, bool on);

/* Counts the CPU's activity up to now. Has no effect while it is off. */
void kunpeng_cpu_sync(struct kunpeng_cpu *cpu, const struct kunpeng_world *world);

/* The same, and traces changes since the last time as TRACE_COUNTED. */
void kunpeng_cpu_emit(struct kunpeng_cpu *cpu, const struct kunpeng_world *world);

/* Counts up to now, and traces if a counter runs. For callers that read
 * counters or change their selection. */
void kunpeng_cpu_follow(struct kunpeng_cpu *cpu, const struct kunpeng_world *world);

/* The kernel writes CONTEXTIDR under the name @reg. Returns false if @reg is
 * another register. */
bool kunpeng_cpu_context(
    struct kunpeng_cpu *cpu, const struct kunpeng_world *world, enum arm_reg reg, uint64_t value);

/* Returns a static description of a TRACE_COUNTED record's offset, "user
 * instructions", or NULL for an unknown one. */
const char *kunpeng_truth_text(uint32_t offset);

#endif
