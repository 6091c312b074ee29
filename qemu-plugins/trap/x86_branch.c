/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Follows an x86 CPU's branches. A branch ends its block; the start of the next
 * block shows its target. Each block has two calls, at its start and at its
 * branch, because a block may be left before its branch.
 */
#include "qemu-plugins/trap/x86_branch.h"

#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/translations.h"
#include "qemu-plugins/trap/x86_cpu.h"
#include "qemu-plugins/trap/x86_op_decode.h"
#include "qemu-plugins/trap/x86_pc.h"

#include <string.h>

/* A block, and its branch. */
struct site {
    enum sim_branch branch;
    bool relative, user, far;
    int32_t distance;
    uint16_t page_offset; /* of the block */
    uint16_t to_branch;   /* bytes from its start */
    uint8_t length;       /* of the branch */
};

/* The block that a CPU is in. */
struct current {
    const struct site *site; /* NULL: none, or not followed */
    struct site kept;        /* a copy of it, after translations are dropped */
    bool reached;            /* its branch has begun */
    uint64_t pc;             /* of the block */
};

static struct {
    const struct trap_x86_branch_hooks *hooks;
    void *machine;
    struct current cpus[X86_MAX_CPUS];
} self;

static struct sim_op op_of(const struct current *current)
{
    const struct site *site = current->site;
    struct sim_op op = {.pc = current->pc + site->to_branch,
        .length = site->length,
        .user = site->user,
        .retired = true,
        .branch = site->branch,
        .far = site->far};

    if (site->relative)
        op.target = sim_op_end(&op) + (uint64_t)(int64_t)site->distance;
    return op;
}

/* The CPU's address at the start of @next. Reading the register takes longer
 * than everything else, and usually only one address is possible. */
static uint64_t arrival(
    const struct sim_op *op, bool relative, unsigned cpu, const struct site *next)
{
    uint64_t end = sim_op_end(op);
    bool at_end = op->branch == SIM_CONDITIONAL && end % X86_PAGE == next->page_offset;
    bool at_target = op->target % X86_PAGE == next->page_offset;

    if (relative && at_end != at_target)
        return at_end ? end : op->target;
    return x86_get(cpu, X86_RIP);
}

static void executed(unsigned cpu, struct sim_op *op, uint64_t next_pc)
{
    op->next_pc = next_pc;
    if (!op->target)
        op->target = next_pc;
    self.hooks->branch(self.machine, cpu, op);
}

static void block_begins(unsigned vcpu_index, void *data)
{
    unsigned cpu = cpu_number(vcpu_index);
    struct current *current = &self.cpus[cpu];
    const struct site *site = data;
    uint64_t pc;

    if (!self.hooks->watches(cpu)) {
        current->site = NULL;
        return;
    }
    if (current->site && current->reached) {
        struct sim_op op = op_of(current);
        pc = arrival(&op, current->site->relative, cpu, site);
        op.to_user = site->user;
        executed(cpu, &op, pc);
    } else {
        pc = x86_get(cpu, X86_RIP);
    }
    current->site = site;
    current->reached = false;
    current->pc = pc;
}

static void branch_begins(unsigned vcpu_index, void *data)
{
    struct current *current = &self.cpus[cpu_number(vcpu_index)];

    current->reached = current->site == data;
}

/* The CPU never runs at @from, so its privilege there is unknown. A kernel is
 * in the upper half of the addresses. */
static bool lands_in_user(const struct sim_op *op, uint64_t from)
{
    return op->far ? !(from >> 63) : op->user;
}

/* A branch that raised an exception has not been executed. */
void trap_x86_branch_discontinued(
    unsigned cpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to)
{
    struct current *current = &self.cpus[cpu];
    bool watched = self.hooks->watches(cpu);

    if (current->site && current->reached && watched) {
        struct sim_op op = op_of(current);
        op.to_user = lands_in_user(&op, from);
        if (type != QEMU_PLUGIN_DISCON_EXCEPTION || from != op.pc)
            executed(cpu, &op, from);
    }
    current->site = NULL;
    if (watched && self.hooks->interrupted)
        self.hooks->interrupted(self.machine, cpu, from, to);
}

void trap_x86_branch_translated(struct qemu_plugin_tb *tb)
{
    struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(tb, qemu_plugin_tb_n_insns(tb) - 1);
    uint64_t start = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0));
    uint8_t bytes[SIM_OP_LENGTH + 1];
    size_t length = qemu_plugin_insn_data(last, bytes, sizeof(bytes));
    struct x86_op op = x86_op_decode(bytes, length);
    struct site *site = translations_add(sizeof(*site));

    *site = (struct site){.branch = op.branch,
        .relative = op.relative,
        .user = x86_mode_here().user,
        .far = op.far,
        .distance = op.distance,
        .page_offset = start % X86_PAGE,
        .to_branch = (uint16_t)(qemu_plugin_insn_vaddr(last) - start),
        .length = (uint8_t)length};
    qemu_plugin_register_vcpu_tb_exec_cb(tb, block_begins, QEMU_PLUGIN_CB_R_REGS, site);
    if (op.branch != SIM_NO_BRANCH)
        qemu_plugin_register_vcpu_insn_exec_cb(last, branch_begins, QEMU_PLUGIN_CB_NO_REGS, site);
}

/* The last branch's target becomes known with the next block. */
void trap_x86_branch_flushed(void)
{
    for (unsigned cpu = 0; cpu < X86_MAX_CPUS; cpu++) {
        struct current *current = &self.cpus[cpu];

        if (!current->site)
            continue;
        current->kept = *current->site;
        current->site = &current->kept;
    }
}

void trap_x86_branch_forget(void)
{
    memset(self.cpus, 0, sizeof(self.cpus));
}

void trap_x86_branch_start(const struct trap_x86_branch_hooks *hooks, void *machine)
{
    self.hooks = hooks;
    self.machine = machine;
}
