/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Intel's branch records before the architectural form: a ring, of which TOS is
 * the newest entry. Registers have their numbers (MSR). */
#ifndef PMULAB_MODELS_X86_INTEL_LBR_H
#define PMULAB_MODELS_X86_INTEL_LBR_H

#include "models/x86/intel_core.h"
#include "models/x86/lbr.h"

#define INTEL_LBR_REGS 99 /* the most of a generation */

struct intel_lbr {
    enum intel_generation generation;
    bool there;
    uint64_t values[INTEL_LBR_REGS]; /* held by registers, in the order of their bank */
};

/* Returns the static bank of @generation, or NULL if it has no such records. */
const struct reg_bank *intel_lbr_bank(enum intel_generation generation);

/* After reset. @there: the CPU has branch records, if its generation does. */
void intel_lbr_reset(struct intel_lbr *lbr, enum intel_generation generation, bool there);

/* Whether @lbr has register number @msr. The next two want one that it has. */
bool intel_lbr_has(const struct intel_lbr *lbr, uint32_t msr);
uint64_t intel_lbr_read(const struct intel_lbr *lbr, uint32_t msr);
void intel_lbr_write(struct intel_lbr *lbr, uint32_t msr, uint64_t value);

/* Whether branches are recorded, unless the PMU's status says that they are
 * frozen. */
bool intel_lbr_on(const struct intel_lbr *lbr);

/* A counter overflows and interrupts. Returns whether the PMU's status freezes
 * the records now; before Skylake they are switched off instead. */
bool intel_lbr_pmi(struct intel_lbr *lbr);

/* Records @branch, unless its kind is suppressed. Call while they are on. */
void intel_lbr_take(struct intel_lbr *lbr, const struct x86_lbr_branch *branch);

#endif
