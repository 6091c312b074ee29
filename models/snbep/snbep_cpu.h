/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The core PMUs of `snbep`: architectural performance monitoring, and LVTPC of
 * the local APIC, through which it interrupts. The caller executes
 * instructions. After every access it reads the number of instructions until a
 * counter may overflow, and then calls snbep_core_update().
 */
#ifndef PMULAB_MODELS_SNBEP_SNBEP_CPU_H
#define PMULAB_MODELS_SNBEP_SNBEP_CPU_H

#include "models/cache/memory.h"
#include "models/snbep/variant.h"
#include "models/x86/intel_core.h"
#include "models/x86/intel_lbr.h"
#include "models/x86/lvt_regs.h"

#define SNBEP_MAX_CPUS 64

/* The numbers of the blocks of @cpu: its core PMU, its branch records, and its
 * APIC. */
static inline unsigned snbep_core_block(enum snbep_variant_number variant, unsigned cpu)
{
    return snbep_block_number(variant, 0, SNBEP_BLOCK_CORE, cpu);
}

static inline unsigned snbep_lbr_block(enum snbep_variant_number variant, unsigned cpu)
{
    return snbep_block_number(variant, 0, SNBEP_BLOCK_LBR, cpu);
}

static inline unsigned snbep_apic_block(unsigned cpu)
{
    return snbep_block_number(0xff, 0, SNBEP_BLOCK_APIC, cpu);
}

/* Whether @block can only be a CPU's. */
static inline bool snbep_of_cpu(unsigned block)
{
    return snbep_block_kind(block) >= SNBEP_BLOCK_CORE;
}

/* The CPU of such a block. */
static inline unsigned snbep_cpu_of(unsigned block)
{
    return block & 0xff;
}

struct snbep_cpu {
    struct x86_core core;
    struct intel_lbr lbr;
    uint64_t lvtpc;
    bool apic;        /* software has enabled it */
    unsigned follows; /* the work that must be followed for running counters: enum x86_followed */
};

struct snbep;

void snbep_core_reset(struct snbep *m, unsigned cpu);

/* Whether any CPU's PMU counts, or records branches: if not, executed
 * instructions need not be reported. */
bool snbep_counts(const struct snbep *m);

/* Returns the instructions that @cpu may execute until snbep_core_update(), or
 * 0 if it is not needed. They count from the access or update that set them;
 * snbep_countdowns() is its number. */
uint64_t snbep_countdown(const struct snbep *m, unsigned cpu);
uint64_t snbep_countdowns(const struct snbep *m, unsigned cpu);

/* Updates @cpu's PMU to @now (ns) and to the work in host->activity, and
 * interrupts if a counter overflows. */
void snbep_core_update(struct snbep *m, unsigned cpu, uint64_t now);

/* Returns the work that must be followed for @cpu, or for any CPU: bits of enum
 * x86_followed. */
unsigned snbep_follows(const struct snbep *m, unsigned cpu);
unsigned snbep_follows_any(const struct snbep *m);

/* @cpu has fetched, has accessed memory, or has executed the branch @op. Call
 * while such work is followed. Each returns whether snbep_core_update() is due.
 * */
bool snbep_fetched(struct snbep *m, unsigned cpu, bool user, const struct memory_outcome *outcome);
bool snbep_accessed(
    struct snbep *m, unsigned cpu, bool user, bool store, const struct memory_outcome *outcome);
bool snbep_branched(struct snbep *m, unsigned cpu, const struct sim_op *op, bool mispredicted);

/* Whether RDMSR and WRMSR of @msr raise #GP (SDM volume 2): this core PMU lacks
 * it, and another generation's has it. An uncore's numbers do not: products
 * have monitors that the model lacks. */
bool snbep_msr_faults(const struct snbep *m, uint32_t msr);

/* Whether @cpu's branch records are on, frozen or not. While they are, call
 * snbep_branched() within the arbiter; and snbep_interrupted() for an interrupt
 * or exception at @from, whose handler is at @to. */
bool snbep_records_branches(const struct snbep *m, unsigned cpu);
void snbep_interrupted(struct snbep *m, unsigned cpu, uint64_t from, uint64_t to);

/* Whether @msr is the core PMU's, or the branch records'. The other functions
 * are RDMSR and WRMSR of it by CPU access->cpu. */
bool snbep_core_has_msr(const struct snbep *m, uint32_t msr);
uint64_t snbep_core_read(struct snbep *m, const struct sim_access *access, uint32_t msr);
void snbep_core_write(
    struct snbep *m, const struct sim_access *access, uint32_t msr, uint64_t value);

/* Whether RDPMC has counter number @counter. The second returns its value. */
bool snbep_has_rdpmc(const struct snbep *m, uint32_t counter);
uint64_t snbep_rdpmc(struct snbep *m, const struct sim_access *access, uint32_t counter);

/* A 32-bit access to LVTPC, and software's write of the spurious vector
 * register, which enables the APIC. */
uint32_t snbep_lvtpc_read(struct snbep *m, const struct sim_access *access);
void snbep_lvtpc_write(struct snbep *m, const struct sim_access *access, uint32_t value);
void snbep_svr_written(struct snbep *m, unsigned cpu, uint32_t value);

/* As intel_core_uncounted(), of register number @reg of block @block. */
unsigned snbep_core_uncounted(
    unsigned block, unsigned reg, uint64_t value, struct machine_uncounted *event);

/* The variant with block number @block, or NULL: every variant has it, or, for
 * snbep_core_variant(), it is no core PMU. */
const struct snbep_variant *snbep_core_variant(unsigned block);
const struct snbep_variant *snbep_cpu_variant(unsigned block);

/* snbep_peek(), snbep_bank() and the name of a block, for a CPU's blocks. */
bool snbep_core_peek(const struct snbep *m, unsigned block, uint32_t offset, uint64_t *value);
const struct reg_bank *snbep_core_bank(unsigned block);
void snbep_core_block_name(unsigned block, char *name, size_t size);

#endif
