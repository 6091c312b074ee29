/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows an x86 CPU instruction by instruction, and describes each to the
 * machine. */
#include "qemu-plugins/trap/x86_op.h"

#include "qemu-plugins/count/block.h"
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/special_blocks.h"
#include "qemu-plugins/qemu/translations.h"
#include "qemu-plugins/trap/x86.h"
#include "qemu-plugins/trap/x86_cpu.h"
#include "qemu-plugins/trap/x86_op_decode.h"
#include "qemu-plugins/trap/x86_pc.h"

#include <string.h>

/* The longest instruction, bytes. */
enum { LONGEST = 15 };

/* An instruction of a shown block. */
struct shown {
    struct x86_op what;
    uint8_t bytes[SIM_OP_LENGTH];
    uint64_t physical;
    struct trap_x86_place place;
    uint16_t page_offset; /* page offset of the linear address */
    uint8_t length;
    bool user;
};

/* The instruction that a CPU executes. */
struct current {
    const struct shown *shown; /* NULL: not followed */
    bool interrupts;           /* it completes with its exception */
    bool raised;               /* raised an exception that has not been delivered */
    bool straight;             /* continues with the next instruction only */
    bool relative;             /* ... or with its target */
    struct sim_op op;
};

static struct {
    const struct trap_x86_op_hooks *hooks;
    void *machine;
    struct current cpus[X86_MAX_CPUS];
} self;

static const struct trap_x86_place between_blocks;

static void complete(struct current *current, unsigned cpu, bool retired, uint64_t next_pc,
    const struct trap_x86_place *place)
{
    struct sim_op *op = &current->op;

    current->shown = NULL;
    op->retired = retired;
    op->next_pc = next_pc;
    if (op->branch == SIM_INDIRECT || op->branch == SIM_INDIRECT_CALL || op->branch == SIM_RETURN)
        op->target = next_pc;
    self.hooks->op(self.machine, cpu, op, place);
}

/* QEMU does not report software prefetches: the address comes from the
 * instruction. */
static uint64_t address_of(unsigned cpu, const struct x86_address *a, uint64_t end)
{
    uint64_t address = (uint64_t)a->displacement;

    if (a->rip_relative)
        address += end;
    if (a->base != X86_NO_REG)
        address += x86_get(cpu, a->base);
    if (a->index != X86_NO_REG)
        address += x86_get(cpu, a->index) << a->scale;
    if (a->fs || a->gs)
        address += x86_get(cpu, a->fs ? X86_FS_BASE : X86_GS_BASE);
    return address;
}

/* Leaves the accesses uninitialized: clearing them would take as long as
 * everything else. */
static void open_op(struct current *current, unsigned cpu, const struct shown *shown, uint64_t pc)
{
    const struct x86_op *what = &shown->what;
    struct sim_op *op = &current->op;
    struct sim_op_access *access = &op->accesses[0];

    current->shown = shown;
    current->interrupts = what->interrupts;
    current->straight = what->branch == SIM_NO_BRANCH && !what->repeats;
    current->relative = what->relative;
    op->pc = pc;
    op->pc_physical = shown->physical;
    op->length = shown->length;
    memcpy(op->bytes, shown->bytes, sizeof(op->bytes));
    op->user = shown->user;
    op->locked = what->locked;
    op->prefetch = what->prefetch;
    op->streaming = what->streaming;
    op->branch = what->branch;
    op->target = what->relative ? sim_op_end(op) + (uint64_t)(int64_t)what->distance : 0;
    op->n_accesses = what->prefetch && what->address.present;
    if (op->n_accesses) {
        *access = (struct sim_op_access){
            .linear = address_of(cpu, &what->address, sim_op_end(op)), .size = 1};
        if (!qemu_plugin_translate_vaddr(access->linear, &access->physical))
            access->physical = SIM_OP_NO_PHYSICAL;
    }
    if (what->halts)
        self.hooks->halts(cpu);
}

/* The CPU's address after @current, at @shown. Reading the register takes
 * longer than everything else, and usually only one address is possible. The
 * register is correct at a block's start; in the middle the CPU comes from the
 * previous instruction. */
static uint64_t arrival(const struct current *current, unsigned cpu, const struct shown *shown)
{
    uint64_t end = sim_op_end(&current->op), target = current->op.target;
    bool at_end = end % X86_PAGE == shown->page_offset,
         at_target = target % X86_PAGE == shown->page_offset;

    if (current->shown && (shown->place.before || (current->straight && at_end)))
        return end;
    if (current->shown && current->relative && at_end != at_target)
        return at_end ? end : target;
    return x86_get(cpu, X86_RIP);
}

/* The previous instruction has ended, and this one begins. */
static void begins(unsigned vcpu_index, void *data)
{
    unsigned cpu = cpu_number(vcpu_index);
    struct current *current = &self.cpus[cpu];
    const struct shown *shown = data;

    if (current->shown || self.hooks->watches(cpu)) {
        uint64_t pc = arrival(current, cpu, shown);
        if (current->shown)
            complete(current, cpu, true, pc, &shown->place);
        if (self.hooks->watches(cpu))
            open_op(current, cpu, shown, pc);
    } else {
        special_not_mine(cpu);
    }
    trap_x86_amend(cpu);
}

/* QEMU moves 32 bytes as two halves of 16. */
enum { HALF = 16 };

static bool is_second_half(const struct sim_op_access *first, const struct sim_op_access *second)
{
    return first->size == HALF && second->size == HALF && first->store == second->store &&
           second->linear - first->linear == HALF && second->physical - first->physical == HALF;
}

/* An instruction in the middle of a block that is an input or output is
 * repeated alone by QEMU, and only its accesses call back. */
static bool is_same(const struct shown *a, const struct shown *b)
{
    return a == b || (a && b && a->page_offset == b->page_offset && a->physical == b->physical &&
                         a->length == b->length && !memcmp(a->bytes, b->bytes, sizeof(a->bytes)));
}

static void accessed(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr, void *data)
{
    struct current *current = &self.cpus[cpu_number(vcpu_index)];
    struct sim_op *op = &current->op;
    struct sim_op_access *access = &op->accesses[op->n_accesses];
    const struct qemu_plugin_hwaddr *where;

    if (!is_same(current->shown, data) || op->n_accesses == SIM_OP_ACCESSES)
        return;
    where = qemu_plugin_get_hwaddr(info, vaddr);
    *access = (struct sim_op_access){.linear = vaddr,
        .physical = where ? qemu_plugin_hwaddr_phys_addr(where) : SIM_OP_NO_PHYSICAL,
        .size = (uint8_t)(1 << qemu_plugin_mem_size_shift(info)),
        .store = qemu_plugin_mem_is_store(info),
        .io = where && qemu_plugin_hwaddr_is_io(where)};
    if (op->n_accesses && is_second_half(access - 1, access))
        access[-1].size += HALF;
    else
        op->n_accesses++;
}

/* QEMU 11.1 reports an x86 exception twice: when raised, with a possibly late
 * PC; and when delivered, as an interrupt with the correct PC. */
bool trap_x86_arrived(unsigned cpu, enum qemu_plugin_discon_type *type)
{
    bool *raised = &self.cpus[cpu].raised;

    if (*type == QEMU_PLUGIN_DISCON_EXCEPTION) {
        *raised = true;
        return false;
    }
    if (*raised)
        *type = QEMU_PLUGIN_DISCON_EXCEPTION;
    *raised = false;
    return true;
}

void trap_x86_op_discontinued(unsigned cpu, enum qemu_plugin_discon_type type, uint64_t from)
{
    struct current *current = &self.cpus[cpu];
    bool user = current->op.user;

    if (!current->shown)
        return;
    if (type == QEMU_PLUGIN_DISCON_EXCEPTION && from == current->op.pc) {
        complete(current, cpu, current->interrupts, from, &between_blocks);
        return;
    }
    complete(current, cpu, true, from, &between_blocks);
    if (type == QEMU_PLUGIN_DISCON_EXCEPTION && self.hooks->watches(cpu)) {
        /* the next instruction could not be fetched */
        struct sim_op next = {
            .pc = from, .pc_physical = SIM_OP_NO_PHYSICAL, .next_pc = from, .user = user};
        self.hooks->op(self.machine, cpu, &next, &between_blocks);
    }
}

static struct x86_op decode(const struct qemu_plugin_insn *insn)
{
    uint8_t bytes[LONGEST + 1];

    return x86_op_decode(bytes, qemu_plugin_insn_data(insn, bytes, sizeof(bytes)));
}

void trap_x86_op_translated(struct qemu_plugin_tb *tb)
{
    uint32_t n = (uint32_t)qemu_plugin_tb_n_insns(tb);

    for (uint32_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        struct shown *shown = translations_add(sizeof(*shown));

        shown->what = decode(insn);
        shown->place = (struct trap_x86_place){i, n - i};
        shown->length = (uint8_t)qemu_plugin_insn_size(insn);
        qemu_plugin_insn_data(insn, shown->bytes, sizeof(shown->bytes));
        shown->page_offset = qemu_plugin_insn_vaddr(insn) % X86_PAGE;
        shown->user = x86_mode_here().user;
        if (!qemu_plugin_translate_vaddr(qemu_plugin_insn_vaddr(insn), &shown->physical))
            shown->physical = SIM_OP_NO_PHYSICAL;
        qemu_plugin_register_vcpu_insn_exec_cb(insn, begins, QEMU_PLUGIN_CB_RW_REGS, shown);
        qemu_plugin_register_vcpu_mem_cb(
            insn, accessed, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_R | QEMU_PLUGIN_MEM_W, shown);
    }
}

/* Whether the block's last instruction may branch to its interior. Returns
 * cannot: their target follows a call, which would have ended the block. */
static bool goes_inside(struct qemu_plugin_tb *tb, size_t n, const struct x86_op *last)
{
    uint64_t start = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0));
    const struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, n - 1);
    uint64_t pc = qemu_plugin_insn_vaddr(insn);
    uint64_t target = pc + qemu_plugin_insn_size(insn) + (uint64_t)(int64_t)last->distance;

    if (n == 1)
        return false;
    if (last->relative)
        return target > start && target <= pc;
    return last->repeats || last->branch == SIM_INDIRECT || last->branch == SIM_INDIRECT_CALL;
}

/* A jump stores nothing, and loads at most from its stack. */
static bool jumps(const struct x86_op *op)
{
    return op->branch == SIM_CONDITIONAL || op->branch == SIM_JUMP || op->branch == SIM_RETURN;
}

struct blocks_traits trap_x86_traits(struct qemu_plugin_tb *tb, bool mixed)
{
    /* A branch ends its block, so mixes depend only on the length: there is no
     * branch before the last instruction. */
    static const struct blocks_mix mixes[BLOCK_INSTRUCTIONS + 2] = {
        [BLOCK_INSTRUCTIONS + 1] = {.of = {[BLOCKS_BRANCH] = 1}}};
    size_t n = qemu_plugin_tb_n_insns(tb);
    struct x86_op last = decode(qemu_plugin_tb_get_insn(tb, n - 1));

    return (struct blocks_traits){.user = x86_mode_here().user,
        .goes_inside = goes_inside(tb, n, &last),
        .changes_mode = last.far,
        .mix = mixed ? &mixes[BLOCK_INSTRUCTIONS + (last.branch != SIM_NO_BRANCH) - n] : NULL,
        .calls = last.interrupts,
        .shown = special_on(SPECIAL_SHOWN) || (n == 1 && special_on(SPECIAL_SINGLE)),
        .jumps = n == 1 && jumps(&last),
        .shared = true};
}

/* A page fault's address shows it: code does not load or store its own bytes.
 * An old address from an earlier fault at the same place gives a wrong
 * result. */
bool trap_x86_was_next(unsigned cpu, uint64_t from, uint64_t to)
{
    (void)to;
    return x86_get(cpu, X86_CR2) - from < LONGEST;
}

void trap_x86_op_start(const struct trap_x86_op_hooks *hooks, void *machine)
{
    self.hooks = hooks;
    self.machine = machine;
}
