/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plugin of the machine `epyc`. It connects to the model: MSRs of
 * instruction-based sampling and core PMUs, RDPMC, the extended space of the
 * local APIC, CPUID, the step port.
 *
 * -plugin pmulab-epyc.so[,traffic=FILE][,trace=FILE][,variant=NAME][,...
 * docs/hardware/epyc.md]
 */
#include "models/epyc/epyc.h"

#include "models/epyc/epyc_plan.h"
#include "qemu-plugins/count/blocks.h"
#include "qemu-plugins/count/guest_cachelines.h"
#include "qemu-plugins/epyc/windows.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/recount/x86_branches.h"
#include "qemu-plugins/recount/x86_recount.h"
#include "qemu-plugins/runtime/cover.h"
#include "qemu-plugins/runtime/runtime.h"
#include "qemu-plugins/trap/x86.h"
#include "qemu-plugins/trap/x86_apic.h"
#include "qemu-plugins/trap/x86_branch.h"
#include "qemu-plugins/trap/x86_cpu.h"
#include "qemu-plugins/trap/x86_op.h"
#include "qemu-plugins/trap/x86_pages.h"
#include "qemu-plugins/x86/x86_machine.h"

#include <stdatomic.h>

int qemu_plugin_version = QEMU_API_VERSION;

static struct {
    struct epyc_config config;
    struct epyc machine;
    struct epyc_plan_text plan;
    struct sim_host host;
    struct sim_host runtime;
    /* Translating CPUs read these without the arbiter; translations during a
     * change are dropped. */
    atomic_bool mixed;    /* branches are also counted */
    atomic_bool branches; /* ... and followed one by one */
    bool followed;        /* branches were followed at QEMU's last retranslation */
} self;

/* ---- counting ---- */

static void cacheline_moved(void *machine, uint64_t line, enum cachelines_direction direction)
{
    epyc_cacheline(machine, line, direction);
}

static const struct guest_cachelines_hooks cachelines_hooks = {
    cacheline_moved, runtime_retranslate};

/* Core PMUs also need branches. A need lasts until QEMU's next
 * retranslation. */
static void update_counting(void)
{
    bool mixed = self.mixed || epyc_counts(&self.machine);
    bool branches = self.branches || epyc_wants_branches(&self.machine);

    if ((mixed != self.mixed || branches != self.branches || !x86_recount_listens()) &&
        blocks_counting())
        runtime_retranslate();
    atomic_store_explicit(&self.mixed, mixed, memory_order_relaxed);
    atomic_store_explicit(&self.branches, branches, memory_order_relaxed);
    blocks_want(epyc_enabled(&self.machine), self.machine.now);
    guest_cachelines_want(self.machine.cachelines.on);
}

static void handled(unsigned cpu)
{
    windows_update(cpu);
    update_counting();
}

/* Includes the plan's actions for the step, for any CPU. */
static void step(const struct sim_access *here, unsigned number, bool end)
{
    windows_catch_up_all();
    epyc_step(&self.machine, here, number, end);
    windows_update_all();
}

static const struct x86_machine_hooks x86_hooks = {
    .begun = windows_catch_up, .handled = handled, .step = step};

/* ---- branches ---- */

static bool watches_branches(unsigned cpu)
{
    return epyc_watches_branches(&self.machine, cpu);
}

/* A deadline in another thread may freeze the records at any time. */
static bool branch_recorded(unsigned cpu, const struct sim_op *op)
{
    bool mispredicted, overflows;

    arbiter_enter();
    overflows = epyc_branch(&self.machine, cpu, op, &mispredicted);
    x86_branches_executed(cpu, op, mispredicted);
    arbiter_leave();
    return overflows;
}

static void branch_executed(void *machine, unsigned cpu, const struct sim_op *op)
{
    bool mispredicted;

    (void)machine;
    x86_recount_branch(cpu, op->user);
    if (!(epyc_records_branches(&self.machine, cpu)
                ? branch_recorded(cpu, op)
                : epyc_branch(&self.machine, cpu, op, &mispredicted)))
        return;
    arbiter_enter();
    epyc_core_update(&self.machine, cpu, blocks_came(cpu, 0));
    arbiter_leave();
    windows_deliver(cpu, false);
}

static void interrupted(void *machine, unsigned cpu, uint64_t from, uint64_t to)
{
    (void)machine;
    if (!epyc_records_branches(&self.machine, cpu))
        return;
    arbiter_enter();
    epyc_interrupted(&self.machine, cpu, from, to);
    x86_branches_interrupted(cpu, from, to);
    arbiter_leave();
}

static const struct trap_x86_branch_hooks branch_hooks = {
    .watches = watches_branches,
    .branch = branch_executed,
    .interrupted = interrupted,
};

/* An access or overflow may freeze the records, so the trace needs the branches
 * before it first. */
static void trace(void *host, const struct trace_record *record)
{
    unsigned kind = epyc_block_kind(record->block);

    if (x86_branches_wait(record->cpu) &&
        (record->kind == TRACE_READ || record->kind == TRACE_WRITE ||
            record->kind == TRACE_OVERFLOW) &&
        (kind == EPYC_CORE || kind == EPYC_LBR))
        x86_branches_emit(record->cpu, &self.runtime,
            epyc_block(EPYC_LBR, self.config.variant, record->cpu), record->time);
    self.runtime.trace(host, record);
}

static void discontinued(
    void *machine, unsigned cpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to)
{
    (void)machine;
    trap_x86_op_discontinued(cpu, type, from);
    if (self.branches)
        trap_x86_branch_discontinued(cpu, type, from, to);
}

static const struct blocks_hooks blocks_hooks = {
    .about_to_expire = windows_about_to_expire,
    .arrived = trap_x86_arrived,
    .was_next = trap_x86_was_next,
    .discontinued = discontinued,
    .inlined = true,
    .flushed = trap_x86_branch_flushed,
    .retranslate = runtime_retranslate,
};

/* ---- registers ---- */

static bool port_in(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t *value)
{
    (void)machine, (void)access, (void)port, (void)size, (void)value;
    return false;
}

static bool has_msr(uint32_t msr)
{
    return epyc_has_msr(&self.machine, msr);
}

static bool msr_faults(uint32_t msr, bool write)
{
    return epyc_msr_faults(&self.machine, msr, write);
}

/* After an access to register @core of a core PMU. Other accesses (-1) do not
 * update the model's count. */
static void recount(const struct sim_access *here, int core)
{
    unsigned block = epyc_block(EPYC_CORE, self.config.variant, here->cpu);

    if (core >= 0)
        x86_recount_emit(here->cpu, &self.host, block, self.machine.now);
}

static const struct x86_core *core_of(unsigned cpu)
{
    return &self.machine.cpus[cpu].core;
}

static uint64_t msr_read(void *machine, const struct sim_access *access, uint32_t msr)
{
    struct sim_access here = x86_machine_begin(access);
    uint64_t value = epyc_msr_read(machine, &here, msr);

    recount(&here, amd_core_at(core_of(here.cpu), msr));
    x86_machine_end(here.cpu, blocks_end_access_skip);
    return value;
}

static void msr_write(void *machine, const struct sim_access *access, uint32_t msr, uint64_t value)
{
    struct sim_access here = x86_machine_begin(access);

    epyc_msr_write(machine, &here, msr, value);
    x86_recount_write(here.cpu, msr, value);
    recount(&here, amd_core_at(core_of(here.cpu), msr));
    x86_machine_end(here.cpu, blocks_end_access_skip);
}

static bool has_rdpmc(uint32_t counter)
{
    return epyc_has_rdpmc(&self.machine, counter);
}

static uint64_t rdpmc(void *machine, const struct sim_access *access, uint32_t counter)
{
    struct sim_access here = x86_machine_begin(access);
    uint64_t value = epyc_rdpmc(machine, &here, counter);

    recount(&here, amd_core_rdpmc(core_of(here.cpu), counter));
    x86_machine_end(here.cpu, blocks_end_access_skip);
    return value;
}

/* Leaf 1, EBX 31:24: the APIC's number, to which interrupts are sent. */
enum { CPUID_SIGNATURE = 1 };

static void amend_cpuid(
    void *machine, unsigned cpu, uint32_t leaf, uint32_t subleaf, uint32_t regs[4])
{
    if (leaf == CPUID_SIGNATURE)
        x86_machine_apic_id(cpu, (uint8_t)(regs[1] >> 24));
    epyc_cpuid(machine, leaf, subleaf, regs);
}

static const struct trap_x86_hooks hooks = {
    .has_port = x86_machine_has_port,
    .port_in = port_in,
    .port_out = x86_machine_port_out,
    .has_msr = has_msr,
    .no_msr = x86_machine_no_msr,
    .msr_faults = msr_faults,
    .msr_faulted = x86_machine_msr_faulted,
    .msr_read = msr_read,
    .msr_write = msr_write,
    .has_rdpmc = has_rdpmc,
    .rdpmc = rdpmc,
    .amends_leaf = epyc_has_leaf,
    .amend_cpuid = amend_cpuid,
    .keeps = windows_keep,
    .released = windows_deliver_later,
};

static bool amends_apic(unsigned offset)
{
    return offset == APIC_VERSION || offset == APIC_SVR;
}

static void apic_read(
    void *machine, const struct sim_access *access, uint32_t offset, uint32_t *value)
{
    struct sim_access here = x86_machine_begin(access);

    epyc_apic_read(machine, &here, offset, value);
    x86_machine_end(here.cpu, blocks_end_access_block);
}

static void apic_write(
    void *machine, const struct sim_access *access, uint32_t offset, uint32_t value)
{
    struct sim_access here = x86_machine_begin(access);

    epyc_apic_write(machine, &here, offset, value);
    x86_machine_end(here.cpu, blocks_end_access_block);
}

static const struct trap_x86_apic_hooks apic_hooks = {
    .has = ext_apic_has,
    .amends = amends_apic,
    .read = apic_read,
    .write = apic_write,
};

/* ---- runtime ---- */

static const char *reset(const qemu_info_t *info, const struct sim_host *host)
{
    const char *wrong;

    if (info->system.max_vcpus > EPYC_MAX_CPUS)
        return "there is room for at most 32 CPUs";
    self.config.cpus = (unsigned)info->system.max_vcpus;
    wrong = epyc_config_wrong(&self.config);
    if (wrong)
        return wrong;
    self.runtime = *host;
    self.host = *host;
    self.host.activity = blocks_activity;
    if (host->trace && epyc_config_lbr(&self.config))
        self.host.trace = trace;
    x86_machine_start(&x86_hooks, &self.host);
    epyc_reset(&self.machine, &self.config, &self.host);
    epyc_plan_begin(&self.plan, &self.machine);
    windows_start(&self.machine);
    return NULL;
}

static bool plan_line(const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return epyc_plan_line(&self.plan, line, wrong);
}

static bool peek(unsigned block, uint32_t offset, unsigned size, uint64_t *value)
{
    (void)size;
    return epyc_peek(&self.machine, block, offset, value);
}

static uint64_t deadline(void)
{
    return MIN(windows_deadline(), blocks_deadline());
}

static void advance(uint64_t now)
{
    windows_catch_up_all();
    epyc_advance(&self.machine, now);
    windows_deliver_late();
    windows_update_all();
    update_counting();
}

static bool start(const qemu_info_t *info)
{
    blocks_start(&blocks_hooks, &self.machine);
    guest_cachelines_start(&cachelines_hooks, &self.machine, &self.machine.memory.config,
        self.config.cpus, self.config.sockets);
    trap_x86_branch_start(&branch_hooks, &self.machine);
    x86_recount_start(&x86_recount_amd);
    x86_branches_start(AMD_LBR_DEPTH);
    trap_x86_apic_start(&apic_hooks, &self.machine);
    return trap_x86_start(info, &hooks, &self.machine);
}

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    struct blocks_traits traits = {.shown = false};

    (void)data;
    runtime_translated();
    if (blocks_counting()) {
        traits = trap_x86_traits(tb, self.mixed);
        blocks_translated(tb, &traits);
        if (traits.shown)
            trap_x86_op_translated(tb);
        if (self.branches)
            trap_x86_branch_translated(tb);
        x86_recount_translated(tb);
        x86_pages_translated(tb);
    }
    trap_x86_translated(tb, traits.shown);
    special_translated();
    guest_cachelines_translated(tb);
    cover_translated(tb);
}

/* CPUs may have dropped pages while no counter ran. */
static void listen(qemu_plugin_id_t id)
{
    self.mixed = epyc_counts(&self.machine);
    self.branches = epyc_wants_branches(&self.machine);
    if (!self.branches || !self.followed)
        trap_x86_branch_forget();
    self.followed = self.branches;
    x86_recount_listen();
    for (unsigned cpu = 0; cpu < EPYC_MAX_CPUS; cpu++)
        x86_pages_forget(cpu);
    trap_x86_listen(id);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated, NULL);
    blocks_listen(id);
}

static void state(struct snapshot *snapshot)
{
    struct epyc *m = &self.machine;
    struct memory *memory = &m->memory;

    snapshot_part(snapshot, &m->now, sizeof(m->now));
    snapshot_part(snapshot, m->cpus, self.config.cpus * sizeof(m->cpus[0]));
    snapshot_part(snapshot, memory->cpus, self.config.cpus * sizeof(memory->cpus[0]));
    snapshot_part(snapshot, memory->l3, self.config.sockets * sizeof(memory->l3[0]));
    snapshot_part(snapshot, &m->uncore, sizeof(m->uncore));
    snapshot_part(snapshot, &m->faults.now, sizeof(m->faults.now));
    runtime_plan_state(snapshot, &m->plan, &m->faults);
    windows_state(snapshot);
    x86_machine_state(snapshot);
    x86_recount_state(snapshot);
    x86_branches_state(snapshot, self.config.cpus);
}

static const struct runtime_machine machine_hooks = {
    .name = "epyc",
    .model = &epyc_model,
    .target = "x86_64",
    .needed = QEMU_CLOCK | QEMU_LOCK | QEMU_SPECIAL_BLOCKS | QEMU_DEVICES,
    .wanted = QEMU_FAULTS,
    .options = epyc_options,
    .config = &self.config,
    .access = &self.config.access,
    .timed = &self.config.timed,
    .reset = reset,
    .plan_line = plan_line,
    .deadline = deadline,
    .advance = advance,
    .peek = peek,
    .start = start,
    .listen = listen,
    .state = state,
    .nmi = windows_nmi,
};

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    self.config = EPYC_DEFAULTS;
    return runtime_install(&machine_hooks, id, info, argc, argv);
}
