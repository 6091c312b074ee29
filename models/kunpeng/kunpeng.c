/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `kunpeng`: routes accesses to PMCUs, uncore PMUs and CPUs, runs
 * the plan and interrupts, and traces. */
#include "models/kunpeng/kunpeng.h"

#include <assert.h>
#include <string.h>

/* Minimum time between looks for overflows (ns), because a CPU's future work is
 * unknown. */
#define OVERFLOW_CHECK_NS 100000

static void reset_uncore(struct kunpeng *m)
{
    struct uncore_place place;

    for (unsigned number = 0; number < UNCORE_PLACES; number++) {
        if (!uncore_place(&m->config, number, &place))
            continue;
        if (place.type->kind == KUNPENG_DDRC || place.type->kind == KUNPENG_DDRC2)
            m->ddrcs[m->n_ddrcs++] = (uint8_t)m->n_uncore;
        uncore_reset(&m->uncore[m->n_uncore++], &place, KUNPENG_IRQ_UNCORE(number));
    }
}

void kunpeng_reset(
    struct kunpeng *m, const struct kunpeng_config *config, const struct sim_host *host)
{
    assert(!kunpeng_config_wrong(config));
    memset(m, 0, sizeof(*m));
    m->config = *config;
    m->host = *host;
    faults_reset(&m->faults);
    plan_reset(&m->plan);
    for (unsigned die = 0; die < config->dies; die++)
        pmcu_reset(&m->pmcus[die], KUNPENG_IRQ_PMCU(die), kunpeng_block(KUNPENG_OUTPUT, die));
    for (unsigned cpu = 0; cpu < config->cpus; cpu++)
        kunpeng_cpu_reset(&m->cpus[cpu], cpu);
    reg_bank_prepare(&arm_bank);
    reset_uncore(m);
}

static unsigned controller_block(const void *machine, unsigned controller)
{
    const struct kunpeng *m = machine;

    return m->uncore[m->ddrcs[controller]].block;
}

static void trace(struct kunpeng *m, const struct trace_record *record)
{
    cachelines_emit(&m->cachelines, &m->host, m->now, controller_block, m);
    sim_host_trace(&m->host, record);
}

static struct kunpeng_world world_of(struct kunpeng *m)
{
    return (struct kunpeng_world){
        &m->config, faults_host(&m->faults, &m->host), &m->traffic, m->now};
}

/* All of a die's places. A place without a CPU is permanently off. */
static struct pmcu_die die_of(struct kunpeng *m, const struct kunpeng_world *world, unsigned die)
{
    unsigned slots = kunpeng_slots(&m->config);

    return (struct pmcu_die){world, &m->cpus[die * slots], slots};
}

/* ---- core PMUs ---- */

static void sync(struct kunpeng *m, unsigned cpu)
{
    struct kunpeng_world world = world_of(m);

    kunpeng_cpu_sync(&m->cpus[cpu], &world);
}

static void follow(struct kunpeng *m, unsigned cpu)
{
    struct kunpeng_world world = world_of(m);

    kunpeng_cpu_follow(&m->cpus[cpu], &world);
}

/* Reports a change of a CPU's overflow line to the host. On a rise, also traces
 * the CPU's work. */
static void update_line(struct kunpeng *m, unsigned cpu)
{
    struct kunpeng_cpu *c = &m->cpus[cpu];
    struct kunpeng_world world = world_of(m);
    bool line = c->on && arm_pmu_interrupts(&c->pmu);

    if (line == c->line)
        return;
    if (line)
        kunpeng_cpu_emit(c, &world);
    const struct sim_host *host = faults_host(&m->faults, &m->host);
    if (host->irq)
        host->irq(host->self, KUNPENG_IRQ_CPU(cpu), line);
    c->line = line;
}

/* Returns when (ns) to check for an overflow of @cpu. */
static uint64_t next_overflow_check(const struct kunpeng *m, unsigned cpu)
{
    const struct kunpeng_cpu *c = &m->cpus[cpu];
    uint64_t cycles = c->on ? arm_pmu_patience(&c->pmu) : UINT64_MAX, from, ns;

    if (cycles == UINT64_MAX || c->line)
        return SIM_NEVER;
    from = sim_cycles_ns(m->config.clock_mhz * 1000000u, c->pmu.seen.cycles);
    ns = sim_cycles_ns(m->config.clock_mhz * 1000000u, cycles);
    if (ns < OVERFLOW_CHECK_NS)
        ns = OVERFLOW_CHECK_NS;
    return ns > SIM_NEVER - from ? SIM_NEVER : from + ns;
}

/* Each access calls this for all CPUs, and few have counters that interrupt. */
static void check_overflows(struct kunpeng *m)
{
    for (unsigned cpu = 0; cpu < m->config.cpus; cpu++) {
        if (!m->cpus[cpu].pmu.interrupts && !m->cpus[cpu].line)
            continue;
        if (next_overflow_check(m, cpu) <= m->now)
            sync(m, cpu);
        update_line(m, cpu);
    }
}

/* ---- uncore PMUs ---- */

struct uncore_box *kunpeng_uncore(struct kunpeng *m, unsigned block)
{
    for (unsigned i = 0; i < m->n_uncore; i++)
        if (m->uncore[i].block == block)
            return &m->uncore[i];
    return NULL;
}

static void sync_uncore(struct kunpeng *m)
{
    struct kunpeng_world world = world_of(m);

    for (unsigned i = 0; i < m->n_uncore; i++)
        if (m->uncore[i].due <= m->now)
            uncore_sync(&m->uncore[i], &world);
}

bool kunpeng_cacheline(struct kunpeng *m, uint64_t line, enum cachelines_direction direction)
{
    struct kunpeng_world world = world_of(m);
    unsigned controller = cachelines_move(&m->cachelines, line, direction, m->n_ddrcs);

    return uncore_cacheline(&m->uncore[m->ddrcs[controller]], &world, direction);
}

/* ---- the plan ---- */

static void set_register(struct kunpeng *m, const struct kunpeng_action *a)
{
    unsigned index = kunpeng_block_index(a->block);
    struct kunpeng_world world = world_of(m);

    if (kunpeng_block_kind(a->block) == KUNPENG_PMCU) {
        m->pmcus[index].values[a->reg] = a->value;
        pmcu_update_line(&m->pmcus[index], &world);
        return;
    }
    if (kunpeng_uncore(m, a->block)) {
        uncore_preset(kunpeng_uncore(m, a->block), &world, a->reg, a->value);
        return;
    }
    follow(m, index);
    if (m->cpus[index].on && !arm_pmu_write(&m->cpus[index].pmu, (enum arm_reg)a->reg, a->value))
        kunpeng_cpu_context(&m->cpus[index], &world, (enum arm_reg)a->reg, a->value);
    follow(m, index);
}

/* Counts the past under the old amount. */
static bool set_uncore_amount(
    struct kunpeng *m, struct uncore_box *box, const struct kunpeng_action *a)
{
    struct kunpeng_world world = world_of(m);
    struct flow *flow = kunpeng_traffic_of(&m->traffic, a->block, a->event);

    uncore_sync(box, &world);
    if (flow)
        flow_set(flow, sim_cycles(UNCORE_HZ, m->now), UNCORE_HZ, &a->amount);
    uncore_follow(box, &world);
    return flow;
}

static bool set_amount(struct kunpeng *m, const struct kunpeng_action *a)
{
    unsigned cpu = kunpeng_block_index(a->block);
    uint32_t hz = m->config.clock_mhz * 1000000u;
    struct flow *flow;

    if (kunpeng_uncore(m, a->block))
        return set_uncore_amount(m, kunpeng_uncore(m, a->block), a);
    flow = kunpeng_traffic_of(&m->traffic, cpu, a->event);
    sync(m, cpu);
    if (flow)
        flow_set(flow, sim_cycles(hz, m->now), hz, &a->amount);
    return flow;
}

static void apply(struct kunpeng *m, unsigned entry)
{
    const struct kunpeng_action *a = &m->actions[entry];
    bool done = true;

    if (faults_begin(&m->faults, &m->host, entry, m->now))
        return;
    if (a->preset)
        set_register(m, a);
    else if (!a->memory)
        done = set_amount(m, a);
    trace(m, &(struct trace_record){
                 .kind = done ? TRACE_PLAN : TRACE_REFUSED, .time = m->now, .value = entry});
    if (a->memory)
        m->cachelines.on = a->guest;
}

/* ---- time ---- */

/* The guest's work is known for the present only, so a late state of a PMCU
 * ends now. A state without duration ends together with the previous one. */
static void step_pmcus(struct kunpeng *m)
{
    struct kunpeng_world world = world_of(m);

    for (unsigned die = 0; die < m->config.dies; die++) {
        struct pmcu_die d = die_of(m, &world, die);
        while (pmcu_deadline(&m->pmcus[die]) <= m->now)
            pmcu_step(&m->pmcus[die], &d);
    }
}

/* Entries of the plan act at their own times, because past traffic is known. */
void kunpeng_advance(struct kunpeng *m, uint64_t now)
{
    int entry;

    while (m->plan.next <= now) {
        if (m->plan.next > m->now)
            m->now = m->plan.next;
        while ((entry = plan_take(&m->plan, m->now)) >= 0)
            apply(m, (unsigned)entry);
    }
    if (now > m->now)
        m->now = now;
    faults_advance(&m->faults, &m->host, m->now);
    step_pmcus(m);
    sync_uncore(m);
    check_overflows(m);
}

uint64_t kunpeng_deadline(const struct kunpeng *m)
{
    uint64_t when = faults_deadline(&m->faults);

    if (m->plan.next < when)
        when = m->plan.next;

    for (unsigned die = 0; die < m->config.dies; die++)
        if (pmcu_deadline(&m->pmcus[die]) < when)
            when = pmcu_deadline(&m->pmcus[die]);
    for (unsigned i = 0; i < m->n_uncore; i++)
        if (m->uncore[i].due < when)
            when = m->uncore[i].due;
    for (unsigned cpu = 0; cpu < m->config.cpus; cpu++) {
        uint64_t check = next_overflow_check(m, cpu);

        when = check < when ? check : when;
    }
    return when;
}

bool kunpeng_counts(const struct kunpeng *m)
{
    for (unsigned die = 0; die < m->config.dies; die++)
        if (m->pmcus[die].state != PMCU_IDLE)
            return true;
    for (unsigned cpu = 0; cpu < m->config.cpus; cpu++)
        if (m->cpus[cpu].on && arm_pmu_runs(&m->cpus[cpu].pmu))
            return true;
    return false;
}

/* ---- accesses ---- */

/* Traces an access, and shows it to the plan once it has taken effect. */
static void accessed(struct kunpeng *m, const struct sim_access *access, struct trace_record record)
{
    record.cpu = (uint16_t)access->cpu;
    record.pc = access->pc;
    record.time = m->now;
    trace(m, &record);
    faults_trace(&m->faults, &m->host, &record);
    if (!plan_hears_accesses(&m->plan))
        return;
    int reg = reg_bank_at(kunpeng_bank(record.block), record.offset);
    if (reg >= 0)
        plan_access(&m->plan, record.kind == TRACE_READ ? PLAN_READ : PLAN_WRITE, record.block,
            (unsigned)reg, m->now);
}

static void accessed_mmio(struct kunpeng *m, const struct sim_access *access, enum trace_kind kind,
    unsigned block, uint32_t offset, unsigned size, uint64_t value)
{
    accessed(m, access,
        (struct trace_record){
            .kind = kind, .size = (uint8_t)size, .block = block, .offset = offset, .value = value});
}

uint64_t kunpeng_mmio_read(struct kunpeng *m, const struct sim_access *access, unsigned die,
    uint32_t offset, unsigned size)
{
    uint64_t value;

    assert(die < m->config.dies);
    kunpeng_advance(m, access->now);
    value = pmcu_read(&m->pmcus[die], offset, size);
    value = faults_read(
        &m->faults, &(struct fault_access){kunpeng_block(KUNPENG_PMCU, die), offset, size}, value);
    accessed_mmio(m, access, TRACE_READ, kunpeng_block(KUNPENG_PMCU, die), offset, size, value);
    return value;
}

void kunpeng_mmio_write(struct kunpeng *m, const struct sim_access *access, unsigned die,
    uint32_t offset, unsigned size, uint64_t value)
{
    assert(die < m->config.dies);
    kunpeng_advance(m, access->now);
    struct kunpeng_world world = world_of(m);
    struct pmcu_die d = die_of(m, &world, die);
    if (faults_write(
            &m->faults, &(struct fault_access){kunpeng_block(KUNPENG_PMCU, die), offset, size}))
        pmcu_write(&m->pmcus[die], &d, offset, size, value);
    accessed_mmio(m, access, TRACE_WRITE, kunpeng_block(KUNPENG_PMCU, die), offset, size, value);
}

static struct uncore_box *box_at(struct kunpeng *m, unsigned number)
{
    struct uncore_place place;
    bool there = uncore_place(&m->config, number, &place);

    assert(there);
    return there ? kunpeng_uncore(m, uncore_block(&place)) : NULL;
}

uint64_t kunpeng_uncore_read(struct kunpeng *m, const struct sim_access *access, unsigned number,
    uint32_t offset, unsigned size)
{
    struct uncore_box *box = box_at(m, number);
    uint64_t value;

    kunpeng_advance(m, access->now);
    struct kunpeng_world world = world_of(m);
    uncore_sync(box, &world);
    value = uncore_read(box, offset, size);
    value = faults_read(&m->faults, &(struct fault_access){box->block, offset, size}, value);
    accessed_mmio(m, access, TRACE_READ, box->block, offset, size, value);
    return value;
}

bool kunpeng_uncore_write(struct kunpeng *m, const struct sim_access *access, unsigned number,
    uint32_t offset, unsigned size, uint64_t value)
{
    struct uncore_box *box = box_at(m, number);

    kunpeng_advance(m, access->now);
    struct kunpeng_world world = world_of(m);
    if (faults_write(&m->faults, &(struct fault_access){box->block, offset, size}))
        uncore_write(box, &world, offset, size, value);
    accessed_mmio(m, access, TRACE_WRITE, box->block, offset, size, value);
    return box->line && !m->config.edges &&
           reg_bank_at(uncore_box_type(box)->bank, offset) == (int)uncore_box_type(box)->clear;
}

bool kunpeng_has_sysreg(uint32_t sysreg)
{
    return reg_bank_at(&arm_bank, sysreg) >= 0;
}

static void accessed_sysreg(struct kunpeng *m, const struct sim_access *access,
    enum trace_kind kind, uint32_t sysreg, uint64_t value)
{
    accessed(m, access,
        (struct trace_record){.kind = kind,
            .size = 8,
            .block = kunpeng_block(KUNPENG_CPU, access->cpu),
            .offset = sysreg,
            .value = value});
}

/* The accessing CPU, with its activity counted up to now; NULL if the model has
 * it off. */
static struct kunpeng_cpu *accessor(struct kunpeng *m, const struct sim_access *access)
{
    assert(access->cpu < m->config.cpus);
    kunpeng_advance(m, access->now);
    sync(m, access->cpu);
    return m->cpus[access->cpu].on ? &m->cpus[access->cpu] : NULL;
}

bool kunpeng_sysreg_read(
    struct kunpeng *m, const struct sim_access *access, uint32_t sysreg, uint64_t *value)
{
    int reg = reg_bank_at(&arm_bank, sysreg);
    struct kunpeng_cpu *cpu = reg < 0 ? NULL : accessor(m, access);

    if (!cpu || !arm_pmu_read(&cpu->pmu, (enum arm_reg)reg, value))
        return false;
    follow(m, access->cpu);
    update_line(m, access->cpu);
    struct fault_access at = {kunpeng_block(KUNPENG_CPU, access->cpu), sysreg, 8};
    *value = faults_read(&m->faults, &at, *value);
    accessed_sysreg(m, access, TRACE_READ, sysreg, *value);
    return true;
}

bool kunpeng_sysreg_write(
    struct kunpeng *m, const struct sim_access *access, uint32_t sysreg, uint64_t value)
{
    int reg = reg_bank_at(&arm_bank, sysreg);
    struct kunpeng_cpu *cpu = reg < 0 ? NULL : accessor(m, access);
    bool ours;

    if (!cpu)
        return false;
    struct fault_access at = {kunpeng_block(KUNPENG_CPU, access->cpu), sysreg, 8};
    if (!faults_write(&m->faults, &at)) {
        accessed_sysreg(m, access, TRACE_WRITE, sysreg, value);
        return reg != ARM_MDCR_EL2;
    }
    /* Counts up to the write under the old settings. */
    follow(m, access->cpu);
    ours = arm_pmu_write(&cpu->pmu, (enum arm_reg)reg, value);
    follow(m, access->cpu);
    struct kunpeng_world world = world_of(m);
    if (!ours && !kunpeng_cpu_context(cpu, &world, (enum arm_reg)reg, value))
        return false;
    update_line(m, access->cpu);
    accessed_sysreg(m, access, TRACE_WRITE, sysreg, value);
    return ours && reg != ARM_MDCR_EL2;
}

/* Reading updates counters, so it uses a copy. */
static bool peek_cpu(const struct kunpeng *m, unsigned number, uint32_t sysreg, uint64_t *value)
{
    const struct kunpeng_world world = {&m->config, &m->host, &m->traffic, m->now};
    struct kunpeng_cpu cpu = m->cpus[number];
    int reg = reg_bank_at(&arm_bank, sysreg);

    kunpeng_cpu_sync(&cpu, &world);
    return cpu.on && reg >= 0 && arm_pmu_read(&cpu.pmu, (enum arm_reg)reg, value);
}

static bool peek_uncore(
    const struct kunpeng *m, unsigned block, uint32_t offset, unsigned size, uint64_t *value)
{
    static const struct sim_host nobody;
    const struct kunpeng_world world = {&m->config, &nobody, &m->traffic, m->now};

    for (unsigned i = 0; i < m->n_uncore; i++)
        if (m->uncore[i].block == block) {
            struct uncore_box copy = m->uncore[i];
            uncore_sync(&copy, &world);
            *value = uncore_read(&copy, offset, size);
            return true;
        }
    return false;
}

bool kunpeng_peek(
    const struct kunpeng *m, unsigned block, uint32_t offset, unsigned size, uint64_t *value)
{
    unsigned index = kunpeng_block_index(block), kind = kunpeng_block_kind(block);

    if (kind > KUNPENG_OUTPUT)
        return peek_uncore(m, block, offset, size, value);
    if (kind == KUNPENG_CPU && index < m->config.cpus)
        return peek_cpu(m, index, offset, value);
    if (kind != KUNPENG_PMCU || index >= m->config.dies)
        return false;
    *value = pmcu_read(&m->pmcus[index], offset, size);
    return true;
}

void kunpeng_power(struct kunpeng *m, const struct sim_access *access, bool on)
{
    assert(access->cpu < m->config.cpus);
    kunpeng_advance(m, access->now);
    struct kunpeng_world world = world_of(m);
    kunpeng_cpu_power(&m->cpus[access->cpu], &world, on);
    update_line(m, access->cpu);
}

void kunpeng_step(struct kunpeng *m, const struct sim_access *access, unsigned step, bool end)
{
    assert(access->cpu < m->config.cpus);
    kunpeng_advance(m, access->now);
    struct kunpeng_world world = world_of(m);
    kunpeng_cpu_emit(&m->cpus[access->cpu], &world);
    trace(m, &(struct trace_record){.kind = end ? TRACE_STEP_END : TRACE_STEP_BEGIN,
                 .cpu = (uint16_t)access->cpu,
                 .time = m->now,
                 .pc = access->pc,
                 .value = step});
    plan_step(&m->plan, end ? PLAN_STEP_END : PLAN_STEP_BEGIN, step, m->now);
    kunpeng_advance(m, m->now);
}
