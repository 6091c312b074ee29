/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Intel's registers of a core PMU: the effects of reads and writes, and the
 * CPUID leaf. Call x86_core_sync() before any access. */
#ifndef PMULAB_MODELS_X86_INTEL_CORE_H
#define PMULAB_MODELS_X86_INTEL_CORE_H

#include "models/x86/core_pmu.h"
#include "models/x86/intel_core_regs.h"

/* Sets the state after a hardware reset, of a CPU that has done no work. */
void intel_core_reset(struct x86_core *core);

/* Reads and, below, writes register number @reg of the bank. */
uint64_t intel_core_read(const struct x86_core *core, unsigned reg);
void intel_core_write(struct x86_core *core, unsigned reg, uint64_t value);

/* Returns the register of the count that RDPMC reads as number @counter, or
 * -1. */
int intel_core_rdpmc(uint32_t counter);

/* For struct x86_core_place. */
uint32_t intel_core_count_msr(const struct x86_core *core, unsigned i);

/* The CPUID leaf that describes it, and its EAX, EBX, ECX and EDX. */
/* Sets @event to the event that @value in register number @reg enables, if no
 * table has it. Returns the number of events: 0 or 1. */
unsigned intel_core_uncounted(unsigned reg, uint64_t value, struct machine_uncounted *event);

#define INTEL_CORE_LEAF UINT32_C(0xa)
void intel_core_cpuid(uint32_t regs[4]);

#endif
