/* SPDX-License-Identifier: GPL-2.0-or-later */
/* AMD's registers of a core PMU: the effects of reads and writes. Call
 * x86_core_sync() before any of them. */
#ifndef PMULAB_MODELS_X86_AMD_CORE_H
#define PMULAB_MODELS_X86_AMD_CORE_H

#include "models/x86/amd_core_regs.h"
#include "models/x86/core_pmu.h"

/* Sets the state after a hardware reset, of a CPU that has done no work. */
void amd_core_reset(struct x86_core *core, enum amd_core_level level, enum x86_family events);

/* Returns the register's index in @core's bank, or -1. */
int amd_core_at(const struct x86_core *core, uint32_t msr);

/* Reads and, below, writes register number @reg of the bank. */
uint64_t amd_core_read(const struct x86_core *core, unsigned reg);
void amd_core_write(struct x86_core *core, unsigned reg, uint64_t value);

/* The register holds @value from now on, even if software cannot write it. */
void amd_core_preset(struct x86_core *core, unsigned reg, uint64_t value);

/* Returns the register of the count that RDPMC reads as number @counter, or
 * -1. */
int amd_core_rdpmc(const struct x86_core *core, uint32_t counter);

/* For struct x86_core_place. */
uint32_t amd_core_count_msr(const struct x86_core *core, unsigned i);

/* Sets @event to the event that @value in register number @reg of a core of
 * @level enables, if no list of @events has it. Returns the number of events: 0
 * or 1. */
unsigned amd_core_uncounted(enum amd_core_level level, enum x86_family events, unsigned reg,
    uint64_t value, struct machine_uncounted *event);

#endif
