/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The PMU of one core (PMUv3p5), which software on the core and a master outside it both set and read, with
 * nothing between them. Counters 0 to 30 count events, counter 31 cycles.
 *
 * Of the time the PMU knows what arm_pmu_sync() tells: it must come before every read and every change, so
 * that what was done until then counts by what was set until then.
 */
#ifndef PMULAB_MODELS_KUNPENG_ARM_PMU_H
#define PMULAB_MODELS_KUNPENG_ARM_PMU_H

#include "models/kunpeng/arm_events.h"
#include "models/kunpeng/arm_pmu_regs.h"

struct arm_pmu {
    unsigned n;         /* event counters that there are */
    unsigned kernel_el; /* exception level of the kernel, whose accesses these are: 1 or 2 */
    uint64_t pmcr, mdcr;
    uint64_t enabled, interrupts, overflowed; /* a bit for each counter */
    uint64_t selected;
    uint64_t count[ARM_PMU_COUNTERS];
    uint64_t type[ARM_PMU_COUNTERS]; /* event and filter */
    struct arm_moment seen;
};

/* How much an event without a source had happened up to cycle @cycles. */
struct arm_traffic {
    uint64_t (*total)(const void *self, uint16_t event, uint64_t cycles);
    const void *self;
};

/* As after reset: nothing enabled, counts 0, MDCR_EL2.HPMN @hpmn (at most @n). */
void arm_pmu_reset(struct arm_pmu *pmu, unsigned n, unsigned hpmn, unsigned kernel_el);

/* Counts what was done until @now, which must not lie before the moment told last. The first time after a
 * reset counts nothing, as nothing is enabled. */
void arm_pmu_sync(struct arm_pmu *pmu, const struct arm_moment *now, const struct arm_traffic *traffic);

/* Whether any counter counts. */
bool arm_pmu_runs(const struct arm_pmu *pmu);

/* Whether an overflow asks for an interrupt. */
bool arm_pmu_interrupts(const struct arm_pmu *pmu);

/* In how many cycles at the earliest an overflow can ask for one; UINT64_MAX: as things stand, never. */
uint64_t arm_pmu_patience(const struct arm_pmu *pmu);

/* ---- from the core: the kernel's accesses ---- */

/* False where the access is undefined or none of the PMU's. CONTEXTIDR is not: it is the core's. */
bool arm_pmu_read(const struct arm_pmu *pmu, enum arm_pmu_reg reg, uint64_t *value);
bool arm_pmu_write(struct arm_pmu *pmu, enum arm_pmu_reg reg, uint64_t value);

/* ---- from outside: HPMN hides nothing (Arm ARM, external PMEVCNTR) ---- */

/* Writes PMCR, with the actions of P, on all event counters, and C. */
void arm_pmu_control(struct arm_pmu *pmu, uint64_t pmcr);

/* Sets what counter @i counts, and its count. Nothing where there is no such counter. */
void arm_pmu_program(struct arm_pmu *pmu, unsigned i, uint64_t type, uint64_t count);

/* The count; 0 where there is no such counter. */
uint64_t arm_pmu_count(const struct arm_pmu *pmu, unsigned i);

/* Enables or disables the counters of @mask that there are. */
void arm_pmu_enable(struct arm_pmu *pmu, uint64_t mask, bool on);

#endif
