/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core PMUs of `snbep`: accesses, counting, and the interrupt. */
#include "models/snbep/snbep.h"
#include "models/x86/core_met.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static struct snbep_cpu *cpu_of(struct snbep *m, unsigned cpu)
{
    assert(cpu < SNBEP_MAX_CPUS);
    return &m->cpus[cpu];
}

void snbep_core_reset(struct snbep *m, unsigned cpu)
{
    struct snbep_cpu *c = cpu_of(m, cpu);

    intel_core_reset(&c->core, m->variant->core, m->config.ht == SNBEP_HT_OFF);
    intel_lbr_reset(&c->lbr, m->variant->core, m->config.lbr);
    c->core.lbr = c->lbr.there;
    c->core.free_running = m->config.aperf;
    c->lvtpc = reg_reset(LVT_LVTPC);
    c->follows = 0;
    c->apic = false;
}

bool snbep_counts(const struct snbep *m)
{
    for (unsigned cpu = 0; cpu < m->n_cpus; cpu++)
        if (x86_core_runs(&m->cpus[cpu].core) || snbep_records_branches(m, cpu))
            return true;
    return false;
}

uint64_t snbep_countdown(const struct snbep *m, unsigned cpu)
{
    uint64_t left = m->cpus[cpu].core.left;

    if (left == X86_NEVER)
        return 0;
    return left ? left : 1;
}

uint64_t snbep_countdowns(const struct snbep *m, unsigned cpu)
{
    return m->cpus[cpu].core.waits;
}

/* ---- counting ---- */

/* SDM volume 3, section 11.5.1: the local APIC masks the entry when it delivers
 * the interrupt. */
static void interrupt(struct snbep *m, unsigned cpu)
{
    struct snbep_cpu *c = &m->cpus[cpu];
    const struct sim_host *host = faults_host(&m->faults, &m->host);

    if (!c->apic || !lvt_passes_nmi(c->lvtpc))
        return;
    c->lvtpc = reg_set(LVT_LVTPC, LVT_MASK, c->lvtpc, 1);
    if (host->nmi)
        host->nmi(host->self, cpu);
}

static struct x86_core_place place_of(const struct snbep *m, unsigned cpu)
{
    return (struct x86_core_place){
        &m->host, cpu, snbep_core_block(m->config.variant, cpu), m->now, intel_core_count_msr};
}

static void sync(struct snbep *m, unsigned cpu)
{
    const struct x86_core_place place = place_of(m, cpu);
    struct snbep_cpu *c = cpu_of(m, cpu);

    if (!x86_core_update(&c->core, &place))
        return;
    c->core.lbr_frozen |= intel_lbr_pmi(&c->lbr);
    interrupt(m, cpu);
}

void snbep_core_update(struct snbep *m, unsigned cpu, uint64_t now)
{
    snbep_advance(m, now);
    sync(m, cpu);
}

/* ---- followed work ---- */

bool snbep_records_branches(const struct snbep *m, unsigned cpu)
{
    return intel_lbr_on(&m->cpus[cpu].lbr);
}

unsigned snbep_follows(const struct snbep *m, unsigned cpu)
{
    return m->cpus[cpu].follows | (snbep_records_branches(m, cpu) ? X86_FOLLOW_BRANCHES : 0);
}

unsigned snbep_follows_any(const struct snbep *m)
{
    unsigned follows = 0;

    for (unsigned cpu = 0; cpu < SNBEP_MAX_CPUS; cpu++)
        follows |= snbep_follows(m, cpu);
    return follows;
}

bool snbep_fetched(struct snbep *m, unsigned cpu, bool user, const struct memory_outcome *outcome)
{
    struct x86_core *core = &cpu_of(m, cpu)->core;

    x86_core_met_fetch(core, !user, outcome);
    return !core->left;
}

bool snbep_accessed(
    struct snbep *m, unsigned cpu, bool user, bool store, const struct memory_outcome *outcome)
{
    struct x86_core *core = &cpu_of(m, cpu)->core;

    x86_core_met_access(core, !user, store, outcome);
    return !core->left;
}

static bool records(const struct snbep_cpu *c)
{
    return intel_lbr_on(&c->lbr) && !c->core.lbr_frozen;
}

bool snbep_branched(struct snbep *m, unsigned cpu, const struct sim_op *op, bool mispredicted)
{
    struct snbep_cpu *c = cpu_of(m, cpu);
    struct x86_lbr_branch branch;

    if (c->follows & X86_FOLLOW_BRANCHES)
        x86_core_met_branch(&c->core, op, mispredicted);
    if (records(c) && x86_lbr_branched(op, mispredicted, &branch))
        intel_lbr_take(&c->lbr, &branch);
    return !c->core.left;
}

void snbep_interrupted(struct snbep *m, unsigned cpu, uint64_t from, uint64_t to)
{
    struct snbep_cpu *c = cpu_of(m, cpu);
    const struct x86_lbr_branch branch = x86_lbr_interrupted(from, to);

    if (records(c))
        intel_lbr_take(&c->lbr, &branch);
}

/* ---- accesses ---- */

/* Plans cannot name this block, so there is nothing to show the plan, and no
 * fault to apply. */
static void trace_access(struct snbep *m, const struct sim_access *access, enum trace_kind kind,
    unsigned block, uint32_t offset, uint64_t value)
{
    sim_host_trace(&m->host, &(struct trace_record){.kind = kind,
                                 .size = snbep_block_kind(block) == SNBEP_BLOCK_APIC ? 4 : 8,
                                 .cpu = (uint16_t)access->cpu,
                                 .block = block,
                                 .offset = offset,
                                 .time = m->now,
                                 .pc = access->pc,
                                 .value = value});
}

/* All CPUs have the same registers. */
bool snbep_core_has_msr(const struct snbep *m, uint32_t msr)
{
    return intel_core_has(&m->cpus[0].core, msr) || intel_lbr_has(&m->cpus[0].lbr, msr);
}

static uint64_t lbr_read(struct snbep *m, const struct sim_access *access, uint32_t msr)
{
    uint64_t value = intel_lbr_read(&cpu_of(m, access->cpu)->lbr, msr);

    trace_access(
        m, access, TRACE_READ, snbep_lbr_block(m->config.variant, access->cpu), msr, value);
    return value;
}

static void lbr_write(
    struct snbep *m, const struct sim_access *access, uint32_t msr, uint64_t value)
{
    intel_lbr_write(&cpu_of(m, access->cpu)->lbr, msr, value);
    trace_access(
        m, access, TRACE_WRITE, snbep_lbr_block(m->config.variant, access->cpu), msr, value);
}

bool snbep_msr_faults(const struct snbep *m, uint32_t msr)
{
    return intel_core_lacks(&m->cpus[0].core, msr);
}

uint64_t snbep_core_read(struct snbep *m, const struct sim_access *access, uint32_t msr)
{
    const struct snbep_cpu *c = cpu_of(m, access->cpu);

    snbep_core_update(m, access->cpu, access->now);
    if (intel_lbr_has(&c->lbr, msr))
        return lbr_read(m, access, msr);
    uint64_t value = intel_core_read(&c->core, msr);
    trace_access(
        m, access, TRACE_READ, snbep_core_block(m->config.variant, access->cpu), msr, value);
    return value;
}

/* If the PMU counts from now on, first traces the work so far, which it does
 * not count. */
void snbep_core_write(
    struct snbep *m, const struct sim_access *access, uint32_t msr, uint64_t value)
{
    struct x86_core *core = &cpu_of(m, access->cpu)->core;
    const struct x86_core_place place = place_of(m, access->cpu);

    snbep_core_update(m, access->cpu, access->now);
    if (intel_lbr_has(&m->cpus[0].lbr, msr)) {
        lbr_write(m, access, msr, value);
        return;
    }
    x86_core_take(core, &m->host, access->cpu);
    intel_core_write(core, msr, value);
    m->cpus[access->cpu].follows = x86_core_follows(core);
    if (x86_core_runs(core))
        x86_core_emit(core, &place);
    trace_access(
        m, access, TRACE_WRITE, snbep_core_block(m->config.variant, access->cpu), msr, value);
}

bool snbep_has_rdpmc(const struct snbep *m, uint32_t counter)
{
    return intel_core_rdpmc(&m->cpus[0].core, counter);
}

uint64_t snbep_rdpmc(struct snbep *m, const struct sim_access *access, uint32_t counter)
{
    return snbep_core_read(m, access, intel_core_rdpmc(&cpu_of(m, access->cpu)->core, counter));
}

uint32_t snbep_lvtpc_read(struct snbep *m, const struct sim_access *access)
{
    uint32_t value = (uint32_t)reg_read(LVT_LVTPC, cpu_of(m, access->cpu)->lvtpc);

    snbep_advance(m, access->now);
    trace_access(
        m, access, TRACE_READ, snbep_apic_block(access->cpu), LOCAL_APIC_LVTPC_OFFSET, value);
    return value;
}

void snbep_lvtpc_write(struct snbep *m, const struct sim_access *access, uint32_t value)
{
    struct snbep_cpu *c = cpu_of(m, access->cpu);

    snbep_advance(m, access->now);
    c->lvtpc = reg_write(LVT_LVTPC, c->lvtpc, value, UINT32_MAX);
    trace_access(
        m, access, TRACE_WRITE, snbep_apic_block(access->cpu), LOCAL_APIC_LVTPC_OFFSET, value);
}

void snbep_svr_written(struct snbep *m, unsigned cpu, uint32_t value)
{
    cpu_of(m, cpu)->apic = value & APIC_SVR_ENABLED;
}

/* ---- for tools ---- */

const struct snbep_variant *snbep_core_variant(unsigned block)
{
    const unsigned variant = block >> 16;

    return variant < SNBEP_N_VARIANTS && block == snbep_core_block(variant, snbep_cpu_of(block))
               ? snbep_variants[variant]
               : NULL;
}

const struct snbep_variant *snbep_cpu_variant(unsigned block)
{
    const unsigned variant = block >> 16;

    return variant < SNBEP_N_VARIANTS && block == snbep_lbr_block(variant, snbep_cpu_of(block))
               ? snbep_variants[variant]
               : snbep_core_variant(block);
}

const struct reg_bank *snbep_core_bank(unsigned block)
{
    const struct snbep_variant *variant = snbep_cpu_variant(block);

    if (snbep_cpu_of(block) >= SNBEP_MAX_CPUS)
        return NULL;
    if (variant)
        return snbep_block_kind(block) == SNBEP_BLOCK_LBR ? intel_lbr_bank(variant->core)
                                                          : intel_core_traits(variant->core)->bank;
    return block == snbep_apic_block(snbep_cpu_of(block)) ? &local_apic_bank : NULL;
}

unsigned snbep_core_uncounted(
    unsigned block, unsigned reg, uint64_t value, struct machine_uncounted *event)
{
    const struct snbep_variant *variant = snbep_core_variant(block);

    return variant ? intel_core_uncounted(
                         variant->core, snbep_core_bank(block)->regs[reg].offset, value, event)
                   : 0;
}

void snbep_core_block_name(unsigned block, char *name, size_t size)
{
    static const char *const kinds[] = {"core", "apic", "lbr"};

    snprintf(name, size, "cpu%u.%s", snbep_cpu_of(block),
        kinds[snbep_block_kind(block) - SNBEP_BLOCK_CORE]);
}

/* Reads a counter on a copy. */
static bool peek_counter(const struct snbep *m, unsigned cpu, uint32_t offset, uint64_t *value)
{
    struct x86_core core = m->cpus[cpu].core;

    if (!intel_core_has(&core, offset))
        return false;
    x86_core_take(&core, &m->host, cpu);
    x86_core_sync(&core);
    *value = intel_core_read(&core, offset);
    return true;
}

bool snbep_core_peek(const struct snbep *m, unsigned block, uint32_t offset, uint64_t *value)
{
    const struct snbep_variant *variant = snbep_cpu_variant(block);
    unsigned cpu = snbep_cpu_of(block);

    if (cpu >= m->n_cpus || (variant && variant != m->variant))
        return false;
    if (variant && snbep_block_kind(block) == SNBEP_BLOCK_LBR) {
        if (intel_lbr_has(&m->cpus[cpu].lbr, offset))
            *value = intel_lbr_read(&m->cpus[cpu].lbr, offset);
        return intel_lbr_has(&m->cpus[cpu].lbr, offset);
    }
    if (variant)
        return peek_counter(m, cpu, offset, value);
    if (block != snbep_apic_block(cpu) || offset != LOCAL_APIC_LVTPC_OFFSET)
        return false;
    *value = m->cpus[cpu].lvtpc;
    return true;
}
