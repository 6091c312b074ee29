/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `epyc`: routes MSR, CPUID and APIC accesses to CPUs, runs the
 * plan, and traces. */
#include "models/epyc/epyc.h"

#include "models/epyc/epyc_cpuid.h"
#include "models/epyc/epyc_inside.h"
#include "models/epyc/ibs_state.h"

#include <assert.h>
#include <string.h>

/* An entry in use: vector f9, MCA's threshold interrupt on real machines,
 * unmasked. */
#define BUSY_EILVT 0xf9

/* ---- reset ---- */

static void reset_lvt(const struct epyc_config *config, struct epyc_cpu *c)
{
    ibs_set(&c->ibs, IBS_CTL, IBS_CTL_LVT_OFFSET, config->lvt_entry);
    if (config->lvt == EPYC_LVT_INVALID)
        c->ibs.values[IBS_CTL] = 0;
    if (config->lvt == EPYC_LVT_BUSY)
        c->apic.values[APIC_EILVT0 + config->lvt_entry] = BUSY_EILVT;
}

static void reset_cpu(const struct epyc_config *config, struct epyc_cpu *c, unsigned cpu)
{
    ibs_reset(&c->ibs, config->variant, config->seed * EPYC_MAX_CPUS + cpu);
    c->ibs.stale = config->stale;
    c->ibs.val_stuck = config->val_stuck;
    ext_apic_reset(&c->apic);
    reset_lvt(config, c);
    predictor_reset(&c->predictor, config->predictor);
    c->path = (struct epyc_path){.known = false};
    c->instructions = 0;
    c->in_window = false;
    c->unfetched = 0;
    c->interrupts = 0;
    amd_core_reset(
        &c->core, ibs_traits(config->variant)->core, ibs_traits(config->variant)->events);
    c->core.lbr = epyc_config_lbr(config);
    c->core.free_running = epyc_config_aperf(config);
    amd_lbr_reset(&c->lbr);
    predictor_reset(&c->core_predictor, config->predictor);
    c->core_path = (struct epyc_path){.known = false};
    c->core.timed = config->timed;
    c->follows = x86_core_follows(&c->core);
    c->core_waits = x86_core_waits(&c->core);
    c->timed = false;
    c->waits = 0;
    c->waited = 0;
    predictor_reset(&c->out_of_window, config->predictor);
}

static unsigned longest_wait(const struct memory_config *memory)
{
    unsigned data = 0, refill = 0;

    for (unsigned i = 0; i < MEMORY_N_LEVELS; i++)
        data = memory->cycles[i] > data ? memory->cycles[i] : data;
    for (unsigned i = 0; i < MEMORY_N_TLBS; i++)
        refill = memory->refill[i] > refill ? memory->refill[i] : refill;
    return data + refill;
}

void epyc_reset(struct epyc *m, const struct epyc_config *config, const struct sim_host *host)
{
    struct memory_config memory = epyc_config_memory(config);

    assert(config->cpus >= 1 && config->cpus <= EPYC_MAX_CPUS && !epyc_config_wrong(config));
    m->config = *config;
    m->host = *host;
    faults_reset(&m->faults);
    m->now = 0;
    plan_reset(&m->plan);
    memory_reset(&m->memory, &memory, config->cpus, config->sockets);
    m->longest = longest_wait(&memory);
    epyc_uncore_reset(&m->uncore, config);
    m->cachelines = (struct cachelines){.on = false};
    for (unsigned c = 0; c < config->cpus; c++)
        reset_cpu(config, &m->cpus[c], c);
}

/* ---- the guest's own traffic ---- */

/* Memory controllers of all sockets, by number. */
static struct epyc_uncore_place controller_at(const struct epyc *m, unsigned controller)
{
    unsigned n = epyc_uncore_blocks(&m->config, EPYC_UMC);
    struct epyc_uncore_place place;

    epyc_uncore_nth(&m->config, EPYC_UMC, controller / n, controller % n, &place);
    return place;
}

static unsigned controller_block(const void *machine, unsigned controller)
{
    return controller_at(machine, controller).block;
}

void epyc_cacheline(struct epyc *m, uint64_t line, enum cachelines_direction direction)
{
    unsigned n = epyc_uncore_blocks(&m->config, EPYC_UMC) * m->config.sockets;
    const struct epyc_uncore_place place =
        controller_at(m, cachelines_move(&m->cachelines, line, direction, n));

    amd_uncore_cacheline(epyc_uncore_box(&m->uncore, &place), direction);
}

/* Traces an access, and the uncore's lines before it. */
static void trace(struct epyc *m, const struct trace_record *record)
{
    cachelines_emit(&m->cachelines, &m->host, m->now, controller_block, m);
    sim_host_trace(&m->host, record);
}

/* ---- the plan ---- */

static void preset_core(struct epyc *m, const struct epyc_action *a)
{
    unsigned cpu = epyc_block_cpu(a->block);

    epyc_core_sync(m, cpu);
    epyc_core_begin(m, cpu);
    amd_core_preset(&m->cpus[cpu].core, a->reg, a->value);
    epyc_core_changed(m, cpu);
}

static void preset_lbr(struct epyc *m, const struct epyc_action *a)
{
    unsigned cpu = epyc_block_cpu(a->block);
    bool watched = epyc_watches_branches(m, cpu);

    amd_lbr_preset(&m->cpus[cpu].lbr, a->reg, a->value);
    epyc_lbr_changed(m, cpu, watched);
}

static void apply_to_cpu(struct epyc *m, const struct epyc_action *a)
{
    struct epyc_cpu *c = &m->cpus[epyc_block_cpu(a->block)];

    if (epyc_block_kind(a->block) == EPYC_APIC)
        c->apic.values[a->reg] = a->value;
    else if (epyc_block_kind(a->block) == EPYC_CORE)
        preset_core(m, a);
    else if (epyc_block_kind(a->block) == EPYC_LBR)
        preset_lbr(m, a);
    else
        c->ibs.values[a->reg] = a->value;
    c->near = false;
}

static void apply_to_uncore(struct amd_uncore_box *box, const struct epyc_action *a, uint64_t now)
{
    if (a->traffic)
        amd_uncore_traffic_set(box, now, a->event, &a->amount);
    else
        amd_uncore_preset(box, now, a->reg, a->value, a->add);
}

static void apply(struct epyc *m, unsigned entry)
{
    const struct epyc_action *a = &m->actions[entry];
    struct epyc_uncore_place place;

    if (faults_begin(&m->faults, &m->host, entry, m->now))
        return;
    if (!a->memory && epyc_uncore_place(&m->config, a->block, &place))
        apply_to_uncore(epyc_uncore_box(&m->uncore, &place), a, m->now);
    else if (!a->memory)
        apply_to_cpu(m, a);
    trace(m, &(struct trace_record){.kind = TRACE_PLAN, .time = m->now, .value = entry});
    if (a->memory)
        m->cachelines.on = a->guest;
}

/* Applies each due entry at its own time. */
void epyc_advance(struct epyc *m, uint64_t now)
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
    if (m->faults.n)
        faults_advance(&m->faults, &m->host, m->now);
}

uint64_t epyc_deadline(const struct epyc *m)
{
    uint64_t late = m->faults.n ? faults_deadline(&m->faults) : SIM_NEVER;

    return late < m->plan.next ? late : m->plan.next;
}

void epyc_step(struct epyc *m, const struct sim_access *access, unsigned step, bool end)
{
    epyc_advance(m, access->now);
    trace(m, &(struct trace_record){.kind = end ? TRACE_STEP_END : TRACE_STEP_BEGIN,
                 .cpu = (uint16_t)access->cpu,
                 .time = m->now,
                 .pc = access->pc,
                 .value = step});
    plan_step(&m->plan, end ? PLAN_STEP_END : PLAN_STEP_BEGIN, step, m->now);
    epyc_advance(m, m->now);
}

/* ---- accesses ---- */

/* Traces an access, and shows it to the plan once it has taken effect. */
static void accessed(struct epyc *m, const struct sim_access *access, enum trace_kind kind,
    const struct fault_access *at, uint64_t value)
{
    const struct trace_record record = {.kind = kind,
        .size = (uint8_t)at->size,
        .cpu = (uint16_t)access->cpu,
        .block = at->block,
        .offset = at->offset,
        .time = m->now,
        .pc = access->pc,
        .value = value};

    trace(m, &record);
    faults_trace(&m->faults, &m->host, &record);
    if (!plan_hears_accesses(&m->plan))
        return;
    int reg = reg_bank_at(epyc_bank(at->block), at->offset);
    if (reg >= 0)
        plan_access(&m->plan, kind == TRACE_READ ? PLAN_READ : PLAN_WRITE, at->block, (unsigned)reg,
            m->now);
}

static struct fault_access access_to(const struct epyc *m, const struct sim_access *access,
    enum epyc_block_kind kind, uint32_t offset)
{
    return (struct fault_access){
        epyc_block(kind, m->config.variant, access->cpu), offset, kind == EPYC_APIC ? 4 : 8};
}

static struct epyc_cpu *cpu_of(struct epyc *m, unsigned cpu)
{
    assert(cpu < m->config.cpus);
    return &m->cpus[cpu];
}

unsigned epyc_socket_of(const struct epyc *m, unsigned cpu)
{
    return cpu / (m->config.cpus / m->config.sockets);
}

/* The register of branch records with this number, or -1. */
static int lbr_at(const struct epyc *m, uint32_t msr)
{
    return m->cpus[0].core.lbr ? amd_lbr_at(msr) : -1;
}

bool epyc_has_msr(const struct epyc *m, uint32_t msr)
{
    struct epyc_uncore_place place;
    uint32_t offset;

    return ibs_has(&m->cpus[0].ibs, msr) || amd_core_at(&m->cpus[0].core, msr) >= 0 ||
           lbr_at(m, msr) >= 0 || ext_apic_x2apic(msr) ||
           epyc_uncore_at(&m->config, 0, msr, &place, &offset);
}

/* The numbers that some part of the machine has: core PMUs from Zen1 on, and
 * their PerfMonV2; L3 and data fabric; memory controllers; IBS. */
static const struct msr_range {
    uint32_t first, last;
} monitoring[] = {{0xc0000300, 0xc0000303}, {0xc0010200, 0xc001020b}, {0xc0010230, 0xc001023b},
    {0xc0010240, 0xc001025f}, {0xc0010800, 0xc001087f}, {0xc0011030, 0xc001103f}};

/*
 * APM volume 3, RDMSR and WRMSR: #GP if the number is of no implemented
 * register. On an EPYC 9654, AMD's tests for FreeBSD see RDMSR of IBS_OP_DATA4
 * and WRMSR of IBS_CTL fault. Writes of reserved bits do not fault here: no
 * source lists the bits that do.
 */
bool epyc_msr_faults(const struct epyc *m, uint32_t msr, bool write)
{
    if (epyc_has_msr(m, msr))
        return write && ibs_has(&m->cpus[0].ibs, msr) &&
               msr == ibs_reg(&m->cpus[0].ibs, IBS_CTL)->offset;
    for (unsigned i = 0; i < sizeof(monitoring) / sizeof(monitoring[0]); i++)
        if (msr >= monitoring[i].first && msr <= monitoring[i].last)
            return true;
    return false;
}

/* ---- the core PMU's registers ---- */

static uint64_t core_read(struct epyc *m, const struct sim_access *access, unsigned reg)
{
    struct epyc_cpu *c = cpu_of(m, access->cpu);
    uint32_t offset = amd_core_banks[c->core.kind].regs[reg].offset;

    epyc_advance(m, access->now);
    epyc_core_sync(m, access->cpu);
    struct fault_access at = access_to(m, access, EPYC_CORE, offset);
    uint64_t value = faults_read(&m->faults, &at, amd_core_read(&c->core, reg));
    accessed(m, access, TRACE_READ, &at, value);
    return value;
}

static void core_write(
    struct epyc *m, const struct sim_access *access, unsigned reg, uint64_t value)
{
    struct epyc_cpu *c = cpu_of(m, access->cpu);
    uint32_t offset = amd_core_banks[c->core.kind].regs[reg].offset;

    epyc_advance(m, access->now);
    epyc_core_sync(m, access->cpu);
    struct fault_access at = access_to(m, access, EPYC_CORE, offset);
    if (faults_write(&m->faults, &at)) {
        epyc_core_begin(m, access->cpu);
        amd_core_write(&c->core, reg, value);
        epyc_core_changed(m, access->cpu);
    }
    accessed(m, access, TRACE_WRITE, &at, value);
}

/* ---- branch records ---- */

static uint64_t lbr_read(struct epyc *m, const struct sim_access *access, unsigned reg)
{
    const struct amd_lbr *lbr = &cpu_of(m, access->cpu)->lbr;

    epyc_advance(m, access->now);
    struct fault_access at = access_to(m, access, EPYC_LBR, amd_lbr_bank.regs[reg].offset);
    uint64_t value = faults_read(&m->faults, &at, amd_lbr_read(lbr, reg));
    accessed(m, access, TRACE_READ, &at, value);
    return value;
}

static void lbr_write(struct epyc *m, const struct sim_access *access, unsigned reg, uint64_t value)
{
    bool watched = epyc_watches_branches(m, access->cpu);

    epyc_advance(m, access->now);
    struct fault_access at = access_to(m, access, EPYC_LBR, amd_lbr_bank.regs[reg].offset);
    if (faults_write(&m->faults, &at))
        amd_lbr_write(&cpu_of(m, access->cpu)->lbr, reg, value);
    epyc_lbr_changed(m, access->cpu, watched);
    accessed(m, access, TRACE_WRITE, &at, value);
}

/* ---- the uncore's registers ---- */

static uint64_t uncore_read(struct epyc *m, const struct sim_access *access,
    const struct epyc_uncore_place *place, uint32_t offset)
{
    const struct fault_access at = {place->block, offset, 8};
    uint64_t value;

    epyc_advance(m, access->now);
    value = faults_read(
        &m->faults, &at, amd_uncore_read(epyc_uncore_box(&m->uncore, place), m->now, offset));
    accessed(m, access, TRACE_READ, &at, value);
    return value;
}

static void uncore_write(struct epyc *m, const struct sim_access *access,
    const struct epyc_uncore_place *place, uint32_t offset, uint64_t value)
{
    const struct fault_access at = {place->block, offset, 8};

    epyc_advance(m, access->now);
    if (faults_write(&m->faults, &at))
        amd_uncore_write(epyc_uncore_box(&m->uncore, place), m->now, offset, value);
    accessed(m, access, TRACE_WRITE, &at, value);
}

/* ---- counters by RDPMC ---- */

bool epyc_has_rdpmc(const struct epyc *m, uint32_t counter)
{
    struct epyc_uncore_place place;
    uint32_t offset;

    return amd_core_rdpmc(&m->cpus[0].core, counter) >= 0 ||
           epyc_uncore_rdpmc(&m->config, 0, counter, &place, &offset);
}

uint64_t epyc_rdpmc(struct epyc *m, const struct sim_access *access, uint32_t counter)
{
    int core = amd_core_rdpmc(&cpu_of(m, access->cpu)->core, counter);
    struct epyc_uncore_place place;
    uint32_t offset;

    if (core >= 0)
        return core_read(m, access, (unsigned)core);
    if (!epyc_uncore_rdpmc(&m->config, epyc_socket_of(m, access->cpu), counter, &place, &offset))
        return 0;
    return uncore_read(m, access, &place, offset);
}

/* ---- MSRs of all kinds ---- */

static uint64_t read_ibs(struct epyc *m, const struct sim_access *access, uint32_t msr)
{
    epyc_advance(m, access->now);
    struct fault_access at = access_to(m, access, EPYC_IBS, msr);
    uint64_t whole = faults_read(&m->faults, &at, ibs_read(&cpu_of(m, access->cpu)->ibs, msr));
    accessed(m, access, TRACE_READ, &at, whole);
    return whole;
}

/* IBS comes first: each sample reads its registers. */
uint64_t epyc_msr_read(struct epyc *m, const struct sim_access *access, uint32_t msr)
{
    if (ibs_has(&cpu_of(m, access->cpu)->ibs, msr))
        return read_ibs(m, access, msr);
    uint32_t offset = ext_apic_x2apic(msr), value = 0;
    int core = amd_core_at(&cpu_of(m, access->cpu)->core, msr), lbr = lbr_at(m, msr);
    struct epyc_uncore_place place;

    if (offset) {
        epyc_apic_read(m, access, offset, &value);
        return value;
    }
    if (core >= 0)
        return core_read(m, access, (unsigned)core);
    if (lbr >= 0)
        return lbr_read(m, access, (unsigned)lbr);
    if (epyc_uncore_at(&m->config, epyc_socket_of(m, access->cpu), msr, &place, &offset))
        return uncore_read(m, access, &place, offset);
    return read_ibs(m, access, msr);
}

static void ibs_written(
    struct epyc *m, const struct sim_access *access, uint32_t msr, uint64_t value)
{
    struct epyc_cpu *c = cpu_of(m, access->cpu);
    struct fault_access at = access_to(m, access, EPYC_IBS, msr);

    epyc_advance(m, access->now);
    c->near = false;
    epyc_trace_instructions(m, access->cpu);
    bool interrupts = faults_write(&m->faults, &at) && ibs_write(&c->ibs, msr, value);
    accessed(m, access, TRACE_WRITE, &at, value);
    if (interrupts)
        epyc_interrupt(m, access->cpu);
}

void epyc_msr_write(struct epyc *m, const struct sim_access *access, uint32_t msr, uint64_t value)
{
    if (ibs_has(&cpu_of(m, access->cpu)->ibs, msr)) {
        ibs_written(m, access, msr, value);
        return;
    }
    uint32_t offset = ext_apic_x2apic(msr);
    int core = amd_core_at(&cpu_of(m, access->cpu)->core, msr), lbr = lbr_at(m, msr);
    struct epyc_uncore_place place;

    if (offset)
        epyc_apic_write(m, access, offset, (uint32_t)value);
    else if (core >= 0)
        core_write(m, access, (unsigned)core, value);
    else if (lbr >= 0)
        lbr_write(m, access, (unsigned)lbr, value);
    else if (epyc_uncore_at(&m->config, epyc_socket_of(m, access->cpu), msr, &place, &offset))
        uncore_write(m, access, &place, offset, value);
    else
        ibs_written(m, access, msr, value);
}

bool epyc_apic_read(
    struct epyc *m, const struct sim_access *access, uint32_t offset, uint32_t *value)
{
    const struct epyc_cpu *c = cpu_of(m, access->cpu);

    if (offset == APIC_VERSION) {
        *value |= APIC_VERSION_EXTENDED;
        return true;
    }
    if (!ext_apic_has(offset))
        return false;
    epyc_advance(m, access->now);
    struct fault_access at = access_to(m, access, EPYC_APIC, offset);
    *value = (uint32_t)faults_read(&m->faults, &at, ext_apic_read(&c->apic, offset));
    accessed(m, access, TRACE_READ, &at, *value);
    return true;
}

bool epyc_apic_write(
    struct epyc *m, const struct sim_access *access, uint32_t offset, uint32_t value)
{
    struct epyc_cpu *c = cpu_of(m, access->cpu);

    if (offset == APIC_SVR)
        c->apic.enabled = value & APIC_SVR_ENABLED;
    if (!ext_apic_has(offset))
        return false;
    epyc_advance(m, access->now);
    struct fault_access at = access_to(m, access, EPYC_APIC, offset);
    if (faults_write(&m->faults, &at))
        ext_apic_write(&c->apic, offset, value);
    accessed(m, access, TRACE_WRITE, &at, value);
    return true;
}

/* Reading updates counters, so it uses a copy. */
static bool peek_uncore(
    const struct epyc *m, const struct epyc_uncore_place *place, uint32_t offset, uint64_t *value)
{
    struct amd_uncore_box box = m->uncore.boxes[place->socket][place->slot];

    if (reg_bank_at(amd_uncore_kinds[box.kind].bank, offset) < 0)
        return false;
    *value = amd_uncore_read(&box, m->now, offset);
    return true;
}

/* Reads a counter on a copy. */
static bool peek_core(const struct epyc *m, unsigned cpu, uint32_t offset, uint64_t *value)
{
    struct x86_core core = m->cpus[cpu].core;
    int reg = amd_core_at(&core, offset);

    if (reg < 0)
        return false;
    x86_core_take(&core, &m->host, cpu);
    x86_core_sync(&core);
    *value = amd_core_read(&core, (unsigned)reg);
    return true;
}

static bool peek_lbr(const struct epyc *m, unsigned cpu, uint32_t offset, uint64_t *value)
{
    int reg = lbr_at(m, offset);

    if (reg < 0)
        return false;
    *value = amd_lbr_read(&m->cpus[cpu].lbr, (unsigned)reg);
    return true;
}

bool epyc_peek(const struct epyc *m, unsigned block, uint32_t offset, uint64_t *value)
{
    unsigned cpu = epyc_block_cpu(block), kind = epyc_block_kind(block);
    struct epyc_uncore_place place;

    if (epyc_uncore_place(&m->config, block, &place))
        return peek_uncore(m, &place, offset, value);
    if (cpu >= m->config.cpus || (kind > EPYC_CORE && kind != EPYC_LBR) ||
        block != epyc_block((enum epyc_block_kind)kind, m->config.variant, cpu))
        return false;
    if (kind == EPYC_CORE)
        return peek_core(m, cpu, offset, value);
    if (kind == EPYC_LBR)
        return peek_lbr(m, cpu, offset, value);
    if (kind == EPYC_APIC) {
        if (!ext_apic_has(offset))
            return false;
        *value = ext_apic_read(&m->cpus[cpu].apic, offset);
        return true;
    }
    if (!ibs_has(&m->cpus[cpu].ibs, offset))
        return false;
    *value = ibs_read(&m->cpus[cpu].ibs, offset);
    return true;
}

/* ---- CPUID ---- */

bool epyc_has_leaf(uint32_t leaf)
{
    return epyc_cpuid_leaf(leaf);
}

void epyc_cpuid(const struct epyc *m, uint32_t leaf, uint32_t subleaf, uint32_t regs[4])
{
    const struct epyc_cpuid part = {
        .traits = ibs_traits(m->config.variant),
        .caps = epyc_config_caps(&m->config),
        .topology = m->config.variant != IBS_FAM10H,
        .umc_counters = epyc_uncore_umc_counters(&m->config),
        .umcs = epyc_uncore_umc_mask(&m->config),
        .l3 = epyc_uncore_blocks(&m->config, EPYC_L3),
        .df_counters = epyc_uncore_df_counters(&m->config),
        .lbr = m->cpus[0].core.lbr,
        .aperf = m->cpus[0].core.free_running,
    };

    (void)subleaf;
    epyc_cpuid_patch(leaf, &part, regs);
}
