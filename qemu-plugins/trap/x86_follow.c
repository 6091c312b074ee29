/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Follows fetches, accesses and branches of x86 CPUs without single-instruction
 * blocks. A fetch is reported at a block's start and at each new cache line in
 * the block. A repeated fetch of the last line changes no cache, so QEMU's
 * division into blocks has no effect.
 */
#include "qemu-plugins/trap/x86_follow.h"

#include "qemu-plugins/count/blocks.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/translations.h"
#include "qemu-plugins/trap/x86_branch.h"
#include "qemu-plugins/trap/x86_cpu.h"
#include "qemu-plugins/trap/x86_pc.h"

/* An instruction that fetches a line or accesses memory. */
struct site {
    uint64_t physical; /* of the instruction, or SIM_OP_NO_PHYSICAL */
    uint16_t page_offset;
    bool user, real;
};

static struct {
    const struct trap_x86_follow_hooks *hooks;
    void *machine;
    struct trap_x86_followed of;
    unsigned wanted;
    bool threads;                 /* CPUs run in parallel */
    struct memory *caches;        /* NULL until first needed */
    struct predictor *predictors; /* of each CPU, the same */
} self;

/* CPUs that run in parallel wait for each other. */
static void enter(void)
{
    if (self.threads)
        arbiter_enter();
}

static void leave(void)
{
    if (self.threads)
        arbiter_leave();
}

/* @cpu is at the instruction at @pc, or about to enter a block that begins with
 * it. */
static void sync_at(unsigned cpu, uint64_t pc)
{
    if (!self.threads)
        arbiter_enter();
    blocks_begin_access(cpu, pc);
    self.hooks->due(self.machine, cpu);
    blocks_end_access(cpu);
    if (!self.threads)
        arbiter_leave();
}

static uint64_t pc_of(unsigned cpu, const struct site *site)
{
    return x86_rip(cpu, site->page_offset, site->real);
}

static unsigned cache_of(unsigned cpu)
{
    return cpu % self.of.n_cpus;
}

/* ---- fetches and accesses ---- */

static bool follows(unsigned cpu)
{
    return self.hooks->follows(cpu) & X86_FOLLOW_ALL;
}

static void fetches(unsigned vcpu_index, void *data)
{
    unsigned cpu = cpu_number(vcpu_index);
    const struct site *site = data;

    if (!follows(cpu))
        return;
    struct sim_op op = {.pc = pc_of(cpu, site), .pc_physical = site->physical, .user = site->user};
    enter();
    x86_pages_note(cpu, &op, self.hooks->walk);
    const struct memory_outcome outcome = memory_fetch(self.caches, cache_of(cpu), &op);
    if (self.hooks->fetched(self.machine, cpu, site->user, &outcome))
        sync_at(cpu, op.pc);
    leave();
}

static void accesses(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t linear, void *data)
{
    unsigned cpu = cpu_number(vcpu_index);
    const struct site *site = data;

    if (!follows(cpu))
        return;
    const struct qemu_plugin_hwaddr *where = qemu_plugin_get_hwaddr(info, linear);
    struct sim_op op = {.pc_physical = SIM_OP_NO_PHYSICAL, .n_accesses = 1};
    struct sim_op_access *access = &op.accesses[0];
    *access = (struct sim_op_access){.linear = linear,
        .physical = where ? qemu_plugin_hwaddr_phys_addr(where) : SIM_OP_NO_PHYSICAL,
        .size = (uint8_t)(1u << qemu_plugin_mem_size_shift(info)),
        .store = qemu_plugin_mem_is_store(info),
        .io = where && qemu_plugin_hwaddr_is_io(where)};
    enter();
    x86_pages_note(cpu, &op, self.hooks->walk);
    const struct memory_outcome outcome = memory_access(self.caches, cache_of(cpu), access);
    if (self.hooks->accessed(self.machine, cpu, site->user, access->store, &outcome))
        sync_at(cpu, pc_of(cpu, site));
    leave();
}

static void follow_instructions(struct qemu_plugin_tb *tb)
{
    const struct x86_mode mode = x86_mode_here();
    uint64_t last = UINT64_MAX;

    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        uint64_t linear = qemu_plugin_insn_vaddr(insn), line = linear >> MEMORY_LINE_SHIFT;
        struct site *site = translations_add(sizeof(*site));

        *site = (struct site){
            .page_offset = (uint16_t)(linear % X86_PAGE), .user = mode.user, .real = mode.real};
        if (!qemu_plugin_translate_vaddr(linear, &site->physical))
            site->physical = SIM_OP_NO_PHYSICAL;
        if (line != last)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, fetches, QEMU_PLUGIN_CB_R_REGS, site);
        last = line;
        qemu_plugin_register_vcpu_mem_cb(
            insn, accesses, QEMU_PLUGIN_CB_R_REGS, QEMU_PLUGIN_MEM_R | QEMU_PLUGIN_MEM_W, site);
    }
}

/* ---- branches ---- */

static bool watches(unsigned cpu)
{
    return self.hooks->follows(cpu) & X86_FOLLOW_BRANCHES;
}

static void branch(void *machine, unsigned cpu, const struct sim_op *op)
{
    enter();
    bool mispredicted = predictor_see(&self.predictors[cache_of(cpu)], self.of.predictor, op);
    if (self.hooks->branched(machine, cpu, op, mispredicted))
        sync_at(cpu, op->next_pc);
    leave();
}

static void interrupted(void *machine, unsigned cpu, uint64_t from, uint64_t to)
{
    if (!self.hooks->interrupted)
        return;
    enter();
    self.hooks->interrupted(machine, cpu, from, to);
    leave();
}

static const struct trap_x86_branch_hooks branch_hooks = {
    .watches = watches, .branch = branch, .interrupted = interrupted};

void trap_x86_follow_discontinued(
    unsigned cpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to)
{
    if (self.wanted & X86_FOLLOW_BRANCHES)
        trap_x86_branch_discontinued(cpu, type, from, to);
}

/* ---- listening ---- */

void trap_x86_follow_start(const struct trap_x86_follow_hooks *hooks, void *machine,
    const struct trap_x86_followed *followed)
{
    self.hooks = hooks;
    self.machine = machine;
    self.of = *followed;
    self.threads = clock_readable(false); /* without -icount */
    trap_x86_branch_start(&branch_hooks, machine);
}

bool trap_x86_follows(unsigned wanted)
{
    return !(wanted & ~self.wanted);
}

void trap_x86_follow_listen(unsigned wanted)
{
    if (wanted && !self.wanted) {
        if (!self.caches) {
            self.caches = g_new(struct memory, 1);
            self.predictors = g_new(struct predictor, self.of.n_cpus);
        }
        memory_reset(self.caches, self.of.memory, self.of.n_cpus, self.of.n_sockets);
        for (unsigned cpu = 0; cpu < self.of.n_cpus; cpu++)
            predictor_reset(&self.predictors[cpu], self.of.predictor);
    }
    if (wanted & X86_FOLLOW_ALL)
        for (unsigned cpu = 0; cpu < X86_MAX_CPUS; cpu++)
            x86_pages_forget(cpu);
    if (!(wanted & self.wanted & X86_FOLLOW_BRANCHES))
        trap_x86_branch_forget();
    self.wanted = wanted;
}

void trap_x86_follow_translated(struct qemu_plugin_tb *tb)
{
    if (self.wanted & X86_FOLLOW_ALL) {
        follow_instructions(tb);
        x86_pages_translated(tb);
    }
    if (self.wanted & X86_FOLLOW_BRANCHES)
        trap_x86_branch_translated(tb);
}
