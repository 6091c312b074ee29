/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Intel's core PMUs, of each generation of Xeons: the effects of reads and
 * writes, and the CPUID leaf. Registers have their numbers (MSR). Call
 * x86_core_sync() before any access. */
#ifndef PMULAB_MODELS_X86_INTEL_CORE_H
#define PMULAB_MODELS_X86_INTEL_CORE_H

#include "models/reg/bank.h"
#include "models/x86/core_pmu.h"

/* The members of x86_core.counters: general counters, then fixed ones. */
#define INTEL_CORE_GENERAL 8
#define INTEL_CORE_FIXED   4

/* Events of responses; each has a register with its selection. */
#define INTEL_CORE_RESPONSES 2

enum intel_generation {
    INTEL_SNB,
    INTEL_IVB,
    INTEL_HSX,
    INTEL_BDX,
    INTEL_SKX,
    INTEL_ICX,
    INTEL_SPR,
    INTEL_N_GENERATIONS,
};

/* A generation's PMU. */
struct intel_core_traits {
    const struct reg_bank *bank;
    enum x86_family events;
    uint8_t version; /* of architectural performance monitoring */
    uint8_t general; /* counters of a CPU whose core has two threads */
    uint8_t fixed;
    uint8_t slots; /* uops that a cycle can issue */
    /* bits of MSR_OFFCORE_RSP for the last-level cache, DRAM and other
     * sockets */
    uint64_t l3, dram, remote;
    uint64_t capabilities; /* IA32_PERF_CAPABILITIES */
};

/* Static. */
const struct intel_core_traits *intel_core_traits(enum intel_generation generation);

/* The counters of a CPU. @alone: its core has no second thread, so that the CPU
 * also has that one's. */
unsigned intel_core_general(enum intel_generation generation, bool alone);

/* Sets the state after a hardware reset, of a CPU that has done no work. */
void intel_core_reset(struct x86_core *core, enum intel_generation generation, bool alone);

/* Whether @core has register number @msr. The other functions want one that it
 * has. */
bool intel_core_has(const struct x86_core *core, uint32_t msr);

/* Whether only other generations, or processors with more counters, have
 * register number @msr. */
bool intel_core_lacks(const struct x86_core *core, uint32_t msr);
uint64_t intel_core_read(const struct x86_core *core, uint32_t msr);
void intel_core_write(struct x86_core *core, uint32_t msr, uint64_t value);

/* Returns the register that RDPMC reads as number @counter, or 0. */
uint32_t intel_core_rdpmc(const struct x86_core *core, uint32_t counter);

/* For struct x86_core_place. */
uint32_t intel_core_count_msr(const struct x86_core *core, unsigned i);

/* Sets @event to the event that @value in register @msr enables, if no table of
 * @generation has it. Returns the number of events: 0 or 1. */
unsigned intel_core_uncounted(enum intel_generation generation, uint32_t msr, uint64_t value,
    struct machine_uncounted *event);

/* The CPUID leaf that describes it, and its EAX, EBX, ECX and EDX. */
#define INTEL_CORE_LEAF UINT32_C(0xa)
void intel_core_cpuid(enum intel_generation generation, bool alone, uint32_t regs[4]);

#endif
