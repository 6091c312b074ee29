/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A core PMU's record of a followed instruction: its fetch, each of its
 * accesses, and its branch. */
#ifndef PMULAB_MODELS_X86_CORE_MET_H
#define PMULAB_MODELS_X86_CORE_MET_H

#include "models/cache/memory.h"
#include "models/x86/core_pmu.h"

/* The CPU has fetched, or accessed memory (@store: written), with this outcome,
 * at kernel or user privilege. Accesses to devices are not cache misses. */
void x86_core_met_fetch(struct x86_core *core, bool kernel, const struct memory_outcome *outcome);
void x86_core_met_access(
    struct x86_core *core, bool kernel, bool store, const struct memory_outcome *outcome);

/* The CPU has executed the branch @op, which was mispredicted or not. */
void x86_core_met_branch(struct x86_core *core, const struct sim_op *op, bool mispredicted);

#endif
