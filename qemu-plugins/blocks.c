/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/blocks.h"

#include "models/sim/clock.h"
#include "qemu-plugins/carrier.h"
#include "qemu-plugins/clock.h"
#include "qemu-plugins/cpu_number.h"
#include "qemu-plugins/inline_count.h"
#include "qemu-plugins/translations.h"
#include "qemu-plugins/trap/arbiter.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

/*
 * A translated block. Where translations are shared between virtual
 * addresses, it is known by where the host has it, and of virtual addresses the offset in the page tells.
 */
struct block {
    uint64_t start;
    uint32_t n;              /* instructions */
    uint32_t step;           /* bytes of each; 0: @offsets has them */
    uint64_t span;           /* bytes from the start within which an address belongs to it, less 1 */
    uint64_t reach;          /* the same; of one that has a second page, all addresses */
    bool placed;             /* it is known where it is; else no address belongs to it, and its span is 0 */
    uint64_t frame;          /* physical page, where that tells more than the offset; or 0 */
    uint64_t second;         /* where its second page begins, or 0 */
    const uint16_t *offsets; /* of instructions from the start */
    const struct blocks_mix *mix; /* of the first 0, 1, 2... instructions; NULL where nobody asks */
    bool user, calls, shared;
};

#define NO_COUNTDOWN (INT64_MAX / 2)

/* Requests: none, to end a countdown, or what is added to where one ends. */
enum { NO_REQUEST, NO_MORE, COUNTDOWN };

/*
 * Generated code does not see requests, so that it has to call us now and then, in instructions; less often
 * where a countdown is soon at its end.
 */
enum { LOOK_EACH = 512, SOON = 8 * LOOK_EACH };

/* The smallest page that translations can be shared by. No block is longer. */
enum { PAGE = 4096 };

enum { MAX_BLOCK = 512 /* instructions, QEMU's limit */ };

/*
 * A CPU's count. Its own thread writes it, others read what it has executed, and leave requests. A line of
 * the cache is its own.
 */
struct cpu {
    _Alignas(64) const struct block *last; /* entered, and counted as a whole */
    int64_t left; /* instructions until the countdown ends, when all of the last block has run */
    _Atomic uint64_t executed[2]; /* kernel, user */
    _Atomic uint64_t newest[2];   /* of those, what the last block may still turn out not to have run */
    _Atomic bool attention;       /* there may be a request, or @leaves is set */
    _Atomic uint64_t mixed[2][BLOCKS_KINDS]; /* executed ones of each kind */
    _Atomic uint64_t newest_mix[2];          /* likewise: a struct blocks_mix */
    _Atomic uint64_t exceptions;
    _Atomic uint64_t charged; /* instructions that moved the clock and were not executed */
    _Atomic uint64_t
        request; /* of another CPU: where its countdown ends, of all it executes; or a value below */
    /* Generated code counts between give() and take(), unless NULL. */
    struct inline_count *generated;
    _Atomic uint64_t given;   /* its count, as we left it: what is more is of the last block's privilege */
    _Atomic unsigned changes; /* of that; odd while one is made */
    struct block cut;         /* the last one, as far as it ran */
    struct block final;       /* the last one's last instruction */
    struct block kept;        /* the last one, while there are no translations */
    uint16_t kept_offsets[MAX_BLOCK];
    struct blocks_mix kept_mix[MAX_BLOCK + 1];
    const struct block *whole; /* it, while the CPU stands within */
    uint32_t rest;             /* instructions of it that are still to come */
    bool here;                 /* blocks_arrive() */
    bool leaves;               /* the last one in its middle, by qemu_plugin_set_pc() */
    uint64_t time;             /* that was said last, ns */
    uint64_t said[2];          /* blocks_executed() */
    uint64_t said_mix[2][BLOCKS_KINDS];
};

static const struct block nothing;

#define LINGER 200000000 /* ns of virtual time for which counting goes on */

static struct {
    const struct blocks_hooks *hooks;
    void *machine;
    bool wanted, counting;
    bool generated; /* by generated code */
    uint64_t until; /* blocks_deadline() */
    struct cpu cpus[BLOCKS_MAX_CPUS];
    /* A reading of the clock, and what all CPUs had executed then. */
    struct {
        uint64_t time, executed;
    } base;
    struct {
        bool wanted;
        uint64_t readings, ahead, behind; /* how many; of those, the clock was ahead of us, or behind */
        uint64_t ahead_ns, behind_ns;
    } check;
} self = {.until = SIM_NEVER};

static uint64_t relaxed(const _Atomic uint64_t *value)
{
    return atomic_load_explicit(value, memory_order_relaxed);
}

/* Only its own thread writes: this is no locked instruction. */
static void add(_Atomic uint64_t *value, uint64_t more)
{
    atomic_store_explicit(value, relaxed(value) + more, memory_order_relaxed);
}

_Static_assert(sizeof(struct blocks_mix) == sizeof(uint64_t), "a mix is written at once");

static uint64_t pack(const struct blocks_mix *mix)
{
    uint64_t packed;

    memcpy(&packed, mix, sizeof(packed));
    return packed;
}

static _Alignas(64) const struct blocks_mix no_mix;

static const struct blocks_mix *mix_at(const struct block *block, uint32_t n)
{
    return block->mix ? &block->mix[n] : &no_mix;
}

static void set_newest_number(struct cpu *cpu, bool user, uint32_t n)
{
    atomic_store_explicit(&cpu->newest[user], n, memory_order_relaxed);
    atomic_store_explicit(&cpu->newest[!user], 0, memory_order_relaxed);
}

static void set_newest_mix(struct cpu *cpu, bool user, uint64_t packed)
{
    atomic_store_explicit(&cpu->newest_mix[user], packed, memory_order_relaxed);
    atomic_store_explicit(&cpu->newest_mix[!user], 0, memory_order_relaxed);
}

/* It is the last @n instructions of @block, which have been counted. No field of their mix is less than
 * what is taken from it. */
static void set_newest(struct cpu *cpu, const struct block *block, uint32_t n)
{
    bool user = block->user;

    set_newest_number(cpu, user, n);
    if (block->mix)
        set_newest_mix(cpu, user, pack(mix_at(block, block->n)) - pack(mix_at(block, block->n - n)));
}

static void nothing_newest(struct cpu *cpu)
{
    set_newest(cpu, &nothing, 0);
    set_newest_mix(cpu, false, 0);
}

/* Before a change, and after it. */
static void change(struct cpu *cpu)
{
    unsigned changes = atomic_load_explicit(&cpu->changes, memory_order_relaxed);

    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&cpu->changes, changes + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
}

/* What generated code has counted since give() is counted here. On @cpu's thread, or while it stands. */
static void take(struct cpu *cpu)
{
    struct inline_count *generated = cpu->generated;
    uint64_t count, more;

    if (!generated)
        return;
    count = relaxed(&generated->count);
    more = count - relaxed(&cpu->given);
    if (!more)
        return;
    change(cpu);
    cpu->last = (const struct block *)(uintptr_t)relaxed(&generated->last);
    add(&cpu->executed[cpu->last->user], more);
    cpu->left -= (int64_t)more;
    set_newest(cpu, cpu->last, cpu->last->n);
    atomic_store_explicit(&cpu->given, count, memory_order_relaxed);
    change(cpu);
}

/* From here on generated code counts, until the countdown ends or it is time to look for requests. */
static void give(struct cpu *cpu)
{
    struct inline_count *generated = cpu->generated;
    uint64_t count = -(uint64_t)(cpu->left > SOON ? LOOK_EACH : cpu->left);

    if (!generated)
        return;
    change(cpu);
    atomic_store_explicit(&generated->last, (uintptr_t)cpu->last, memory_order_relaxed);
    atomic_store_explicit(&generated->count, count, memory_order_relaxed);
    atomic_store_explicit(&cpu->given, count, memory_order_relaxed);
    change(cpu);
}

/*
 * What @cpu has executed for sure, wherever it runs. An entry stores the block before it counts it: so the
 * count that is read first has no block in it that is newer than the last.
 */
static void look(const struct cpu *cpu, uint64_t sure[2])
{
    unsigned changes;

    do {
        changes = atomic_load_explicit(&cpu->changes, memory_order_acquire);
        for (unsigned user = 0; user < 2; user++)
            sure[user] = relaxed(&cpu->executed[user]) - relaxed(&cpu->newest[user]);
        if (!cpu->generated)
            return;
        uint64_t count = atomic_load_explicit(&cpu->generated->count, memory_order_acquire);
        uint64_t last = atomic_load_explicit(&cpu->generated->last, memory_order_acquire);
        const struct block *block = (const struct block *)(uintptr_t)last;
        uint64_t more = count - relaxed(&cpu->given);
        if (more) {
            for (unsigned user = 0; user < 2; user++)
                sure[user] = relaxed(&cpu->executed[user]);
            sure[block->user] += more - MIN(more, block->n);
        }
        atomic_thread_fence(memory_order_acquire);
    } while (changes % 2 || atomic_load_explicit(&cpu->changes, memory_order_relaxed) != changes);
}

static void count_mix(struct cpu *cpu, bool user, const struct blocks_mix *from, const struct blocks_mix *to)
{
    for (unsigned kind = 0; kind < BLOCKS_KINDS; kind++)
        add(&cpu->mixed[user][kind], (uint64_t)to->of[kind] - from->of[kind]);
}

/* Instructions of @block from number @from to before @to; backwards, they are taken back. */
static void count(struct cpu *cpu, const struct block *block, uint32_t from, uint32_t to)
{
    add(&cpu->executed[block->user], (uint64_t)to - from);
    if (block->mix)
        count_mix(cpu, block->user, mix_at(block, from), mix_at(block, to));
}

/* All that the clock moves with. */
static uint64_t all_executed(void)
{
    uint64_t sum = 0;

    for (int i = 0, n = qemu_plugin_num_vcpus(); i < n; i++)
        sum += relaxed(&self.cpus[i].executed[0]) + relaxed(&self.cpus[i].executed[1]) +
               relaxed(&self.cpus[i].charged);
    return sum;
}

/* What the clock must read by the instructions since it was read. Under -icount CPUs take turns, and the sum
 * is of one moment. */
static uint64_t time_by_instructions(void)
{
    return self.base.time + clock_of_instructions(all_executed() - self.base.executed);
}

/* To be called where the clock can be read. */
static void take_bearings(void)
{
    self.base.time = clock_now();
    self.base.executed = all_executed();
}

static void check_bearings(void)
{
    uint64_t expected, now;

    if (clock_readable(false))
        return;
    expected = time_by_instructions();
    now = clock_now();
    self.check.readings++;
    if (now > expected) {
        self.check.ahead++;
        self.check.ahead_ns += now - expected;
    } else if (now < expected) {
        self.check.behind++;
        self.check.behind_ns += expected - now;
    }
    take_bearings();
}

uint64_t blocks_now(unsigned cpu)
{
    struct cpu *c = &self.cpus[cpu];
    uint64_t now = clock_readable(false) ? clock_now() : time_by_instructions();

    c->time = MAX(c->time, now);
    return c->time;
}

/* The last block ran for @n instructions only. */
static void cut(struct cpu *cpu, uint32_t n)
{
    const struct block *block = cpu->last;
    uint32_t rest = block->n - n;

    count(cpu, block, block->n, n);
    add(&cpu->newest[block->user], -(uint64_t)rest);
    add(&cpu->newest_mix[block->user], pack(mix_at(block, n)) - pack(mix_at(block, block->n)));
    cpu->left += rest;
    if (cpu->leaves)
        add(&cpu->charged, rest);
    cpu->leaves = false;
    cpu->cut = *block;
    cpu->cut.n = n;
    cpu->cut.span = cpu->cut.reach = 0;
    cpu->cut.placed = false;
    cpu->last = &cpu->cut;
}

/* Bytes from the start of @block to the virtual address @pc; beyond the span where it lies elsewhere. */
static uint64_t offset_in(const struct block *block, uint64_t pc)
{
    uint64_t offset = pc - block->start;

    return block->shared ? offset % PAGE : offset;
}

/* Instructions of @block that lie before @offset, which is within its span. */
static uint32_t index_at(const struct block *block, uint64_t offset)
{
    uint32_t i = 0;

    if (block->step)
        return (uint32_t)(offset / block->step);
    while (i < block->n && block->offsets[i] < offset)
        i++;
    return i;
}

static uint32_t index_of(const struct block *block, uint64_t pc)
{
    return index_at(block, offset_in(block, pc));
}

/* The countdown ended in the last block, @cpu->left being 0 or, by so many instructions, less. */
static void trip(struct cpu *cpu, unsigned vcpu)
{
    const struct block *block = cpu->last;

    while (cpu->left <= 0) {
        uint64_t behind = (uint64_t)-cpu->left; /* instructions of the block that come after this one */
        uint64_t pc = block->start + (block->n - 1 - behind) * block->step;
        uint64_t next;

        add(&cpu->executed[block->user], -behind);
        next = self.hooks->tripped(self.machine, vcpu, pc, block->user, blocks_now(vcpu));
        add(&cpu->executed[block->user], behind);
        cpu->left = next ? (int64_t)(next - behind) : NO_COUNTDOWN;
    }
}

/* What another CPU asked for. A countdown that ended before the last block ends with that, whose addresses
 * are known. */
static void grant(struct cpu *cpu)
{
    const int64_t first = 1 - (int64_t)cpu->last->n;
    uint64_t request, executed = relaxed(&cpu->executed[0]) + relaxed(&cpu->executed[1]);
    int64_t left;

    if (!atomic_load_explicit(&cpu->attention, memory_order_relaxed))
        return; /* an exchange costs as much as all the rest of an entry */
    atomic_exchange_explicit(&cpu->attention, false, memory_order_acq_rel);
    request = atomic_exchange_explicit(&cpu->request, NO_REQUEST, memory_order_acq_rel);
    if (request == NO_REQUEST)
        return;
    left = (int64_t)(request - COUNTDOWN - executed);
    cpu->left = request == NO_MORE ? NO_COUNTDOWN : MAX(left, first);
}

/* The rare part of an entry, and of every other place at which the last block is known to have run. */
static void settle(struct cpu *cpu, unsigned vcpu)
{
    grant(cpu);
    nothing_newest(cpu);
    if (cpu->left <= 0 && self.hooks->tripped) {
        arbiter_enter();
        trip(cpu, vcpu);
        arbiter_leave();
    }
}

static bool unsettled(const struct cpu *cpu)
{
    return cpu->left <= 0 || atomic_load_explicit(&cpu->attention, memory_order_relaxed);
}

/* The countdown ends within the next @n instructions. What does not return finds it ended. */
static void near(struct cpu *cpu, unsigned vcpu, uint32_t n)
{
    uint64_t next;

    cpu->left = 0;
    nothing_newest(cpu);
    add(&cpu->charged, n);
    next = self.hooks->nears(self.machine, vcpu, n);
    add(&cpu->charged, -(uint64_t)n);
    cpu->left = next ? (int64_t)next : NO_COUNTDOWN;
}

/* @start lies in the last block, in its second page: likewise. */
static void cut_second(struct cpu *cpu, uint64_t start)
{
    uint64_t before = PAGE - cpu->last->start % PAGE; /* bytes in the first */
    uint64_t offset = start - cpu->last->second + before;

    if (offset >= before && offset <= cpu->last->span)
        cut(cpu, index_at(cpu->last, offset));
}

/* By itself, so that the plain entry, of which there are more than of anything else, saves no registers. */
static G_NO_INLINE void enter_otherwise(struct cpu *cpu, unsigned vcpu, const struct block *block)
{
    uint64_t offset = block->start - cpu->last->start;

    if (G_UNLIKELY(offset - 1 < cpu->last->span))
        cut(cpu, index_at(cpu->last, offset));
    else if (G_UNLIKELY(cpu->last->second))
        cut_second(cpu, block->start);
    if (G_UNLIKELY(unsettled(cpu)))
        settle(cpu, vcpu);
    if (G_UNLIKELY(cpu->left <= block->n) && self.hooks->nears)
        near(cpu, vcpu, block->n);
    set_newest(cpu, block, block->n);
    count(cpu, block, 0, block->n);
    cpu->left -= block->n;
    cpu->last = block;
    cpu->leaves = false;
}

static void entered(unsigned told, void *data)
{
    unsigned vcpu = cpu_number(told);

    enter_otherwise(&self.cpus[vcpu], vcpu, data);
}

/*
 * The common entry: the last block came to its end, the countdown does not end in this one, and nobody wants
 * anything. Code that runs in small blocks makes this function what counting costs, each instruction of it.
 */
static inline void enter(unsigned vcpu, const struct block *block, bool user)
{
    struct cpu *cpu = &self.cpus[vcpu];
    const struct block *last = cpu->last;
    const uint32_t n = block->n; /* the stores could not change it, but the compiler cannot know */

    if (G_UNLIKELY(block->start - last->start - 1 < last->reach || cpu->left <= n ||
                   atomic_load_explicit(&cpu->attention, memory_order_relaxed))) {
        enter_otherwise(cpu, vcpu, block);
        return;
    }
    set_newest_number(cpu, user, n);
    add(&cpu->executed[user], n);
    cpu->left -= n;
    cpu->last = block;
}

/* Of blocks whose instructions' kinds nobody asks for. */
static void entered_user(unsigned told, void *data)
{
    enter(cpu_number(told), data, true);
}

static void entered_kernel(unsigned told, void *data)
{
    enter(cpu_number(told), data, false);
}

static uint64_t last_offset(const struct block *block)
{
    return block->step ? (uint64_t)(block->n - 1) * block->step : block->offsets[block->n - 1];
}

/* Of the last block, what may still turn out not to have run is its last instruction. */
static void keep_final(struct cpu *cpu)
{
    static const uint16_t at_start[1];
    const struct block *block = cpu->last;
    uint64_t offset = last_offset(block), before = PAGE - block->start % PAGE; /* bytes in its first page */

    cpu->final = *block;
    cpu->final.n = 1;
    cpu->final.start =
        block->second && offset >= before ? block->second + offset - before : block->start + offset;
    cpu->final.span = block->span - offset;
    cpu->final.reach = cpu->final.span;
    cpu->final.second = 0;
    cpu->final.offsets = block->offsets ? at_start : NULL;
    cpu->final.mix = block->mix ? &block->mix[block->n - 1] : NULL;
    cpu->last = &cpu->final;
}

/* Of a block whose end could be taken for a beginning in its middle, or that may change the privilege. */
static void completing(unsigned told, void *data)
{
    struct cpu *cpu = &self.cpus[cpu_number(told)];

    (void)data;
    take(cpu);
    if (cpu->last->placed)
        keep_final(cpu);
    give(cpu);
}

/* Called by generated code, before it counts a block. */
static void ended(unsigned vcpu, void *data)
{
    struct cpu *cpu = &self.cpus[vcpu];

    (void)data;
    take(cpu);
    if (unsettled(cpu))
        settle(cpu, vcpu);
    give(cpu);
}

/*
 * Likewise, of a block of one instruction: QEMU makes such to run one again that it has found to be in the
 * way of its block. Then what comes next comes by itself, too.
 */
static void entered_alone(unsigned vcpu, void *data)
{
    struct cpu *cpu = &self.cpus[vcpu];
    uint64_t offset;

    take(cpu);
    offset = ((const struct block *)data)->start - cpu->last->start;
    if (offset - 1 < cpu->last->span)
        cut(cpu, index_at(cpu->last, offset));
    if (unsettled(cpu))
        settle(cpu, vcpu);
    give(cpu);
}

/* Of such a block, where it makes an input or output, QEMU has us see no more than that. */
static void accessed_alone(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
    struct cpu *cpu = &self.cpus[vcpu];
    uint64_t offset;

    (void)info;
    (void)address;
    take(cpu);
    offset = ((const struct block *)data)->start - cpu->last->start;
    if (cpu->last->placed && cpu->last->n > 1 && offset <= cpu->last->span)
        cut(cpu, index_at(cpu->last, offset) + 1);
    give(cpu);
}

/* Whether the virtual address @pc, whose offset is one of @block's, is in its page, too. */
static bool in_frame(const struct block *block, uint64_t pc)
{
    uint64_t address;

    return block->frame && qemu_plugin_translate_vaddr(pc, &address) && address / PAGE == block->frame;
}

/* How many instructions of @block ran, when a CPU leaves it by @type. */
static uint32_t ran(
    const struct cpu *cpu, unsigned vcpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to)
{
    const struct block *block = cpu->last;
    uint64_t offset = offset_in(block, from);
    bool next;

    if (offset > block->span)
        return block->n;
    next = type == QEMU_PLUGIN_DISCON_INTERRUPT || self.hooks->was_next(vcpu, from, to);
    if (next && block->shared && !cpu->leaves && !in_frame(block, from))
        return block->n;
    if (next)
        return offset ? index_of(block, from) : block->n; /* it may branch to its own start */
    if (block->calls && index_of(block, from) == block->n - 1)
        return block->n;
    return index_of(block, from);
}

static void discontinued(
    unsigned vcpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to, void *data)
{
    struct cpu *cpu = &self.cpus[vcpu];
    uint32_t n;

    (void)data;
    if (self.hooks->arrived && !self.hooks->arrived(vcpu, &type))
        return;
    take(cpu);
    if (cpu->last->placed) {
        n = ran(cpu, vcpu, type, from, to);
        if (n < cpu->last->n)
            cut(cpu, n);
    }
    if (unsettled(cpu))
        settle(cpu, vcpu);
    nothing_newest(cpu);
    if (type != QEMU_PLUGIN_DISCON_HOSTCALL)
        add(&cpu->exceptions, 1);
    cpu->last = &nothing;
    cpu->leaves = false;
    give(cpu);
    check_bearings();
    if (self.hooks->discontinued)
        self.hooks->discontinued(self.machine, vcpu, type, from, to);
}

static void note_offsets(struct block *block, struct qemu_plugin_tb *tb)
{
    uint64_t start = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0));
    uint16_t *offsets = translations_add(block->n * sizeof(*offsets));

    for (uint32_t i = 0; i < block->n; i++)
        offsets[i] = (uint16_t)(qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, i)) - start);
    block->offsets = offsets;
}

/* It is shared. */
static void place_shared(struct block *block, struct qemu_plugin_tb *tb)
{
    struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(tb, 0);
    struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(tb, block->n - 1);
    uint64_t first_page = (uint64_t)(uintptr_t)qemu_plugin_insn_haddr(first);
    uint64_t last_page = (uint64_t)(uintptr_t)qemu_plugin_insn_haddr(last);
    uint64_t length = qemu_plugin_insn_vaddr(last) - qemu_plugin_insn_vaddr(first);

    block->shared = true;
    if (!first_page || !last_page) /* code in a device: no two blocks are taken for the same */
        return;
    block->start = first_page;
    block->span = length + qemu_plugin_insn_size(last) - 1;
    block->placed = true;
    if (block->start % PAGE + length >= PAGE)
        block->second = last_page / PAGE * PAGE;
}

/* It has instructions of one length, and lies within a page. */
static void place_in_frame(struct block *block, struct qemu_plugin_tb *tb)
{
    struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(tb, 0);
    uint64_t address;

    block->step = (uint32_t)qemu_plugin_insn_size(first);
    if (qemu_plugin_translate_vaddr(qemu_plugin_insn_vaddr(first), &address))
        block->frame = address / PAGE;
}

static void place(struct block *block, struct qemu_plugin_tb *tb)
{
    struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(tb, 0);

    block->start = qemu_plugin_insn_vaddr(first);
    block->step = (uint32_t)qemu_plugin_insn_size(first);
    block->span = (uint64_t)block->n * block->step - 1;
    block->placed = true;
}

static void place_any(struct block *block, struct qemu_plugin_tb *tb, const struct blocks_traits *traits)
{
    if (!traits->shared) {
        place(block, tb);
        return;
    }
    place_shared(block, tb);
    if (traits->fixed)
        place_in_frame(block, tb);
    else
        note_offsets(block, tb);
}

static void count_generated(struct qemu_plugin_tb *tb, struct block *block)
{
    if (block->n == 1) {
        qemu_plugin_register_vcpu_tb_exec_cb(tb, entered_alone, QEMU_PLUGIN_CB_NO_REGS, block);
        qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, 0), accessed_alone,
            QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, block);
    }
    inline_count_block(tb, block, block->n, ended);
}

static void count_called(struct qemu_plugin_tb *tb, struct block *block)
{
    qemu_plugin_register_vcpu_tb_exec_cb(tb,
        block->mix    ? entered
        : block->user ? entered_user
                      : entered_kernel,
        self.hooks->nears ? QEMU_PLUGIN_CB_RW_REGS_PC : QEMU_PLUGIN_CB_NO_REGS, block);
}

void blocks_translated(struct qemu_plugin_tb *tb, const struct blocks_traits *traits)
{
    struct block *block;

    if (!self.counting)
        return;
    block = translations_add(sizeof(*block));
    block->n = (uint32_t)qemu_plugin_tb_n_insns(tb);
    place_any(block, tb, traits);
    block->reach = block->second ? UINT64_MAX : block->span;
    block->user = traits->user;
    block->calls = traits->calls;
    block->mix = traits->mix;
    if (self.generated)
        count_generated(tb, block);
    else
        count_called(tb, block);
    if (traits->goes_inside || (self.generated && traits->changes_mode))
        qemu_plugin_register_vcpu_insn_exec_cb(
            qemu_plugin_tb_get_insn(tb, block->n - 1), completing, QEMU_PLUGIN_CB_NO_REGS, NULL);
}

static void keep_last(struct cpu *cpu)
{
    const uint16_t *offsets = cpu->last->offsets;

    if (cpu->last != &cpu->kept)
        cpu->kept = *cpu->last;
    if (offsets && offsets != cpu->kept_offsets) {
        memcpy(cpu->kept_offsets, offsets, cpu->last->n * sizeof(*offsets));
        cpu->kept.offsets = cpu->kept_offsets;
    }
    if (cpu->kept.mix && cpu->kept.mix != cpu->kept_mix) {
        memcpy(cpu->kept_mix, cpu->kept.mix, (cpu->last->n + 1) * sizeof(*cpu->kept_mix));
        cpu->kept.mix = cpu->kept_mix;
    }
    cpu->last = &cpu->kept;
}

/* No CPU runs, and what the last blocks were is about to be forgotten. */
static void flushed(void *data)
{
    (void)data;
    for (unsigned i = 0; i < BLOCKS_MAX_CPUS; i++) {
        take(&self.cpus[i]);
        if (self.cpus[i].last != &nothing && self.cpus[i].last != &self.cpus[i].cut)
            keep_last(&self.cpus[i]);
        give(&self.cpus[i]);
    }
    translations_gone();
}

/* CPUs stand. */
static void begin(unsigned vcpu)
{
    struct cpu *cpu = &self.cpus[vcpu];
    bool there = vcpu < (unsigned)qemu_plugin_num_vcpus();

    take(cpu);
    nothing_newest(cpu);
    cpu->last = &nothing;
    if (cpu->left <= 0)
        cpu->left = NO_COUNTDOWN;
    cpu->generated = self.generated && there ? inline_count_of(vcpu) : NULL;
    give(cpu);
}

void blocks_listen(qemu_plugin_id_t id)
{
    qemu_plugin_register_flush_cb(id, flushed, NULL);
    if (self.wanted && !self.counting)
        take_bearings();
    self.counting = self.wanted;
    self.generated = self.counting && self.hooks->inlined && inline_count_works();
    for (unsigned i = 0; i < BLOCKS_MAX_CPUS; i++)
        begin(i);
    if (self.counting)
        qemu_plugin_register_vcpu_discon_cb(id, QEMU_PLUGIN_DISCON_ALL, discontinued, NULL);
}

void blocks_start(const struct blocks_hooks *hooks, void *machine)
{
    self.hooks = hooks;
    self.machine = machine;
    if (hooks->inlined)
        inline_count_begin();
    for (unsigned i = 0; i < BLOCKS_MAX_CPUS; i++) {
        self.cpus[i].last = &nothing;
        self.cpus[i].left = NO_COUNTDOWN;
    }
}

static void enable(bool on)
{
    self.until = SIM_NEVER;
    if (on == self.wanted)
        return;
    self.wanted = on;
    carrier_listen_anew();
}

void blocks_want(bool wanted, uint64_t now)
{
    if (wanted || !self.wanted || now >= self.until)
        enable(wanted);
    else if (self.until == SIM_NEVER)
        self.until = now + LINGER;
}

uint64_t blocks_deadline(void)
{
    return self.until;
}

bool blocks_at_rest(void)
{
    return !self.wanted && !self.counting;
}

/* Of all CPUs that there can be: when it is resumed, QEMU has none yet. */
void blocks_state(struct snapshot *snapshot)
{
    for (unsigned i = 0; i < BLOCKS_MAX_CPUS; i++) {
        struct cpu *c = &self.cpus[i];

        snapshot_part(snapshot, &c->executed, sizeof(c->executed));
        snapshot_part(snapshot, &c->mixed, sizeof(c->mixed));
        snapshot_part(snapshot, &c->exceptions, sizeof(c->exceptions));
        snapshot_part(snapshot, &c->charged, sizeof(c->charged));
        snapshot_part(snapshot, &c->time, sizeof(c->time));
        snapshot_part(snapshot, &c->said, sizeof(c->said));
        snapshot_part(snapshot, &c->said_mix, sizeof(c->said_mix));
    }
}

bool blocks_counting(void)
{
    return self.counting;
}

void blocks_arrive(unsigned cpu, uint64_t pc)
{
    struct cpu *c = &self.cpus[cpu];

    take(c);
    c->here = true;
    c->whole = NULL;
    if (c->last->placed && offset_in(c->last, pc) <= c->last->span) {
        c->whole = c->last;
        c->rest = c->last->n - index_of(c->last, pc);
        cut(c, index_of(c->last, pc));
    }
    grant(c);
    nothing_newest(c);
    if (c->left <= 0 && self.hooks->tripped)
        trip(c, cpu);
}

void blocks_leave(unsigned cpu)
{
    struct cpu *c = &self.cpus[cpu];

    c->here = false;
    if (c->whole) {
        set_newest(c, c->whole, c->rest);
        count(c, c->whole, c->whole->n - c->rest, c->whole->n);
        c->left -= c->rest;
        c->last = c->whole;
    }
    give(c);
}

void blocks_leave_block(unsigned cpu)
{
    struct cpu *c = &self.cpus[cpu];

    c->here = false;
    if (c->whole) {
        count(c, c->whole, c->whole->n - c->rest, c->whole->n - c->rest + 1);
        c->left -= 1;
        c->cut.n++;
    }
    give(c);
}

void blocks_leave_early(unsigned cpu)
{
    blocks_leave(cpu);
    self.cpus[cpu].leaves = self.cpus[cpu].whole;
    atomic_store_explicit(&self.cpus[cpu].attention, true, memory_order_relaxed);
}

struct sim_executed blocks_executed(unsigned cpu)
{
    struct cpu *c = &self.cpus[cpu];

    uint64_t sure[2];

    look(c, sure);
    for (unsigned user = 0; user < 2; user++)
        c->said[user] = MAX(c->said[user], sure[user]);
    return (struct sim_executed){.kernel = c->said[0], .user = c->said[1]};
}

/* Of one privilege. */
static struct sim_work work_of(struct cpu *c, bool user)
{
    struct blocks_mix newest;
    uint64_t packed = relaxed(&c->newest_mix[user]), *said = c->said_mix[user];

    memcpy(&newest, &packed, sizeof(newest));
    for (unsigned kind = 0; kind < BLOCKS_KINDS; kind++)
        said[kind] = MAX(said[kind], relaxed(&c->mixed[user][kind]) - newest.of[kind]);
    return (struct sim_work){.instructions = c->said[user],
        .loads = said[BLOCKS_LOAD],
        .stores = said[BLOCKS_STORE],
        .branches = said[BLOCKS_BRANCH],
        .returns = said[BLOCKS_RETURN]};
}

struct sim_activity blocks_activity(unsigned cpu)
{
    struct cpu *c = &self.cpus[cpu];
    struct sim_activity activity;

    blocks_executed(cpu);
    activity = (struct sim_activity){.user = work_of(c, true), .kernel = work_of(c, false)};
    activity.kernel.exceptions = relaxed(&c->exceptions);
    return activity;
}

void blocks_set_countdown(unsigned cpu, uint64_t instructions)
{
    struct cpu *c = &self.cpus[cpu];

    instructions = MIN(instructions, NO_COUNTDOWN);
    if (c->here) {
        c->left = instructions ? (int64_t)instructions : NO_COUNTDOWN;
    } else {
        struct sim_executed executed = blocks_executed(cpu);
        uint64_t end = executed.user + executed.kernel + instructions;
        atomic_store_explicit(&c->request, instructions ? end + COUNTDOWN : NO_MORE, memory_order_release);
        atomic_store_explicit(&c->attention, true, memory_order_release);
    }
}

bool blocks_option(const char *text)
{
    if (strcmp(text, "check=on"))
        return false;
    self.check.wanted = true;
    return true;
}

void blocks_exiting(void)
{
    if (!self.check.wanted)
        return;
    fprintf(stderr,
        "pmulab: blocks: %" PRIu64 " readings of the clock, ahead %" PRIu64 " times by %" PRIu64
        " ns, behind %" PRIu64 " times by %" PRIu64 " ns\n",
        self.check.readings, self.check.ahead, self.check.ahead_ns, self.check.behind, self.check.behind_ns);
}
