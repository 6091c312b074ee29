/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The PMU of one core (PMUv3p5). Software on the core and an outside master
 * both set and read it, without arbitration. Counters 0 to 30 count events,
 * counter 31 cycles.
 *
 * The PMU updates only in arm_pmu_sync(). Call it before every read and every
 * change, so that past activity counts under the old settings.
 */
#ifndef PMULAB_MODELS_KUNPENG_ARM_PMU_H
#define PMULAB_MODELS_KUNPENG_ARM_PMU_H

#include "models/kunpeng/arm_events.h"
#include "models/kunpeng/arm_pmu_regs.h"

struct arm_pmu {
    unsigned n;         /* implemented event counters */
    unsigned kernel_el; /* the kernel's exception level, from which these accesses come: 1 or 2 */
    uint64_t pmcr, mdcr;
    uint64_t enabled, interrupts, overflowed; /* one bit per counter */
    uint64_t selected;
    uint64_t count[ARM_PMU_COUNTERS];
    uint64_t type[ARM_PMU_COUNTERS]; /* event and filter */
    struct arm_moment seen;
};

/* Returns the number of an event without a source up to cycle @cycles. */
struct arm_traffic {
    uint64_t (*total)(const void *self, uint16_t event, uint64_t cycles);
    const void *self;
};

/* Sets the state after reset: nothing enabled, counts 0, MDCR_EL2.HPMN = @hpmn
 * (at most @n). */
void arm_pmu_reset(struct arm_pmu *pmu, unsigned n, unsigned hpmn, unsigned kernel_el);

/* Counts the activity up to @now, which must not be before the last one. The
 * first call after a reset counts nothing, because no counter is enabled. */
void arm_pmu_sync(
    struct arm_pmu *pmu, const struct arm_moment *now, const struct arm_traffic *traffic);

/* Whether any counter counts. */
bool arm_pmu_runs(const struct arm_pmu *pmu);

/* Whether an overflow requests an interrupt. */
bool arm_pmu_interrupts(const struct arm_pmu *pmu);

/* Returns the minimum of cycles after which an overflow can request one;
 * UINT64_MAX if none can with these settings. */
uint64_t arm_pmu_patience(const struct arm_pmu *pmu);

/* ---- from the core: the kernel's accesses ---- */

/* Read and, below, write @reg. Return false if the access is undefined or the
 * register is not the PMU's, such as CONTEXTIDR, which belongs to the core. */
bool arm_pmu_read(const struct arm_pmu *pmu, enum arm_reg reg, uint64_t *value);
bool arm_pmu_write(struct arm_pmu *pmu, enum arm_reg reg, uint64_t value);

/* ---- from outside: HPMN hides nothing (Arm ARM, external PMEVCNTR) ---- */

/* Writes PMCR, with the actions of P (on all event counters) and C. */
void arm_pmu_control(struct arm_pmu *pmu, uint64_t pmcr);

/* Sets the event and the count of counter @i. Has no effect if it does not
 * exist. */
void arm_pmu_program(struct arm_pmu *pmu, unsigned i, uint64_t type, uint64_t count);

/* Returns the count of counter @i; 0 if it does not exist. */
uint64_t arm_pmu_count(const struct arm_pmu *pmu, unsigned i);

/* Enables or disables the existing counters in @mask. */
void arm_pmu_enable(struct arm_pmu *pmu, uint64_t mask, bool on);

#endif
