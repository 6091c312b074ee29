/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts each CPU's instructions block by block, and runs its countdown to a
 * sample. */
#include "qemu-plugins/count/blocks.h"

#include "models/sim/clock.h"
#include "qemu-plugins/count/cpu_count.h"
#include "qemu-plugins/count/insn_clock.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/cpu_wait.h"
#include "qemu-plugins/qemu/translations.h"

#include <glib.h>
#include <string.h>

#define NO_COUNTDOWN (INT64_MAX / 2)

/* Requests from another CPU: none; end the countdown; or, added to COUNTDOWN,
 * the total of executed instructions at which it ends. */
enum { NO_REQUEST, NO_MORE, COUNTDOWN };

#define LINGER 200000000 /* ns of virtual time for which counting continues */

static struct {
    const struct blocks_hooks *hooks;
    void *machine;
    bool wanted, counting;
    bool generated; /* generated code counts */
    uint64_t until; /* see blocks_deadline() */
    struct cpu_count cpus[BLOCKS_MAX_CPUS];
} self = {.until = SIM_NEVER};

/* Returns all instructions that have moved the clock. */
static uint64_t all_executed(void)
{
    uint64_t sum = 0;

    for (int i = 0, n = qemu_plugin_num_vcpus(); i < n; i++)
        sum += count_read(&self.cpus[i].executed[0]) + count_read(&self.cpus[i].executed[1]) +
               count_read(&self.cpus[i].charged);
    return sum + cpu_wait_instructions();
}

static uint64_t time_of(struct cpu_count *cpu, uint64_t executed)
{
    uint64_t time = insn_clock_time(executed);

    cpu->time = MAX(cpu->time, time);
    return cpu->time;
}

uint64_t blocks_now(unsigned cpu)
{
    return time_of(&self.cpus[cpu], all_executed());
}

uint64_t blocks_came(unsigned cpu, uint32_t before)
{
    struct cpu_count *c = &self.cpus[cpu];

    return time_of(c, all_executed() - count_unsure(c, false) - count_unsure(c, true) + before);
}

/* The countdown ended in the last block: @cpu->left is 0, or negative by the
 * instructions after the end. */
static void expire(struct cpu_count *cpu, unsigned vcpu)
{
    const struct block *block = cpu->last;

    while (cpu->left <= 0) {
        uint64_t behind = (uint64_t)-cpu->left; /* instructions of the block after this one */
        /* Before @block, if that is a last instruction that did not run. */
        uint64_t pc = block->start + ((uint64_t)block->n - 1 - behind) * block->step;
        uint64_t next;

        count_add(&cpu->executed[block->user], -behind);
        next = self.hooks->countdown_expired(self.machine, vcpu, pc, block->user, blocks_now(vcpu));
        count_add(&cpu->executed[block->user], behind);
        cpu->left = next ? (int64_t)(next - behind) : NO_COUNTDOWN;
    }
}

/* Carries out another CPU's request. A countdown that ended before the last
 * block ends with it, because its addresses are known. */
static void grant(struct cpu_count *cpu)
{
    const int64_t first = 1 - (int64_t)cpu->last->n;
    uint64_t request, executed = count_read(&cpu->executed[0]) + count_read(&cpu->executed[1]);
    int64_t left;

    if (!atomic_load_explicit(&cpu->attention, memory_order_relaxed))
        return; /* an exchange costs as much as the rest of an entry */
    atomic_exchange_explicit(&cpu->attention, false, memory_order_acq_rel);
    request = atomic_exchange_explicit(&cpu->request, NO_REQUEST, memory_order_acq_rel);
    if (request == NO_REQUEST)
        return;
    left = (int64_t)(request - COUNTDOWN - executed);
    cpu->left = request == NO_MORE ? NO_COUNTDOWN : MAX(left, first);
}

/* The rare part of an entry, and of all other points at which the last block
 * has run. */
static void settle(struct cpu_count *cpu, unsigned vcpu)
{
    grant(cpu);
    count_nothing_newest(cpu);
    if (cpu->left <= 0 && self.hooks->countdown_expired) {
        arbiter_enter();
        expire(cpu, vcpu);
        arbiter_leave();
    }
}

static bool unsettled(const struct cpu_count *cpu)
{
    return cpu->left <= 0 || atomic_load_explicit(&cpu->attention, memory_order_relaxed);
}

/* Bytes from the start of the last block to @start, the start of a block; past
 * the span if that is elsewhere. */
static uint64_t offset_in_last(const struct cpu_count *cpu, uint64_t start)
{
    const struct block *last = cpu->last;
    uint64_t offset = start - last->start, before, in_second;

    if (!last->second)
        return offset;
    before = BLOCK_PAGE - last->start % BLOCK_PAGE; /* bytes in its first page */
    in_second = start - last->second + before;
    return in_second >= before && in_second <= last->span ? in_second : offset;
}

/* Prepares for @block before it is counted. If the countdown ends within it and
 * the hook does not return, the next call finds the countdown ended. */
static void come_to(struct cpu_count *cpu, unsigned vcpu, const struct block *block)
{
    uint64_t offset = offset_in_last(cpu, block->start), next;

    if (G_UNLIKELY(offset - 1 < cpu->last->span))
        count_cut(cpu, block_index_at(cpu->last, offset));
    cpu->leaves = false;
    if (G_UNLIKELY(unsettled(cpu)))
        settle(cpu, vcpu);
    if (G_UNLIKELY(cpu->left <= block->n) && self.hooks->about_to_expire) {
        cpu->left = 0;
        count_nothing_newest(cpu);
        count_add(&cpu->charged, block->n);
        next = self.hooks->about_to_expire(self.machine, vcpu, block->n, block->shown);
        count_add(&cpu->charged, -(uint64_t)block->n);
        cpu->left = next ? (int64_t)next : NO_COUNTDOWN;
    }
}

/* A separate function, so that the plain entry, the most frequent call, saves
 * no registers. */
static G_NO_INLINE void enter_otherwise(
    struct cpu_count *cpu, unsigned vcpu, const struct block *block)
{
    come_to(cpu, vcpu, block);
    count_newest(cpu, block, block->n);
    count_instructions(cpu, block, 0, block->n);
    cpu->left -= block->n;
    cpu->last = block;
}

/* The common entry: the last block ran to its end, the countdown does not end
 * in this one, and there is no request. For code in small blocks, each
 * instruction of this function is the cost of counting. */
static inline void enter(unsigned vcpu, const struct block *block, bool user, bool mixed)
{
    struct cpu_count *cpu = &self.cpus[vcpu];
    const struct block *last = cpu->last;
    const uint32_t n = block->n; /* unchanged by the stores, but the compiler cannot know that */
    const uint64_t mix = mixed ? count_pack(&block->all) : 0;

    if (G_UNLIKELY(block->start - last->start - 1 < last->reach || cpu->left <= n ||
                   atomic_load_explicit(&cpu->attention, memory_order_relaxed) ||
                   (mixed && count_is_full(cpu, user, n)))) {
        enter_otherwise(cpu, vcpu, block);
        return;
    }
    count_newest_number(cpu, user, n);
    count_add(&cpu->executed[user], n);
    if (mixed) {
        count_newest_mix(cpu, user, mix);
        count_add(&cpu->recent[user], mix);
    }
    cpu->left -= n;
    cpu->last = block;
}

/* For blocks whose instruction kinds are not needed. */
static void entered_user(unsigned vcpu_index, void *data)
{
    enter(cpu_number(vcpu_index), data, true, false);
}

static void entered_kernel(unsigned vcpu_index, void *data)
{
    enter(cpu_number(vcpu_index), data, false, false);
}

/* For blocks whose instruction kinds are needed. */
static void entered_user_mixed(unsigned vcpu_index, void *data)
{
    enter(cpu_number(vcpu_index), data, true, true);
}

static void entered_kernel_mixed(unsigned vcpu_index, void *data)
{
    enter(cpu_number(vcpu_index), data, false, true);
}

/* At the last instruction of a block whose end could be taken for an entry into
 * its middle, or that may change the privilege. */
static void completing(unsigned vcpu_index, void *data)
{
    struct cpu_count *cpu = &self.cpus[cpu_number(vcpu_index)];

    (void)data;
    count_take(cpu);
    if (cpu->last->placed)
        count_final(cpu);
    count_give(cpu);
}

/* Generated code calls it before it counts a block. If it does not return,
 * nothing was given to generated code, so the next block calls it again. */
static void ended(unsigned vcpu, void *data)
{
    struct cpu_count *cpu = &self.cpus[vcpu];

    count_take(cpu);
    come_to(cpu, vcpu, data);
    count_give(cpu);
}

/*
 * A call counts a block of one instruction, except jumps. QEMU makes such a
 * block to repeat an instruction that it could not run within its block. The
 * next instruction is then also alone. Shown blocks also use the call, because
 * generated code would call back at each of them.
 */
static void entered_alone(unsigned vcpu, void *data)
{
    struct cpu_count *cpu = &self.cpus[vcpu];

    count_take(cpu);
    enter_otherwise(cpu, vcpu, data);
    count_give(cpu);
}

/* Whether the state is that at the last block's entry, except for that block.
 * The countdown has then ended. */
static inline bool shows_on(const struct cpu_count *cpu, const struct block *block)
{
    return cpu->shows && cpu->left == 0 && !cpu->leaves &&
           (!block->mix || !count_is_full(cpu, block->user, block->n)) &&
           block->start - cpu->last->start - 1 >= cpu->last->reach &&
           !atomic_load_explicit(&cpu->attention, memory_order_relaxed) &&
           (!cpu->generated || count_read(&cpu->generated->count) == count_read(&cpu->given));
}

/* The entry of a shown block while its CPU is shown: the same as
 * enter_otherwise(). */
static void entered_shown(unsigned vcpu_index, void *data)
{
    unsigned vcpu = cpu_number(vcpu_index);
    struct cpu_count *cpu = &self.cpus[vcpu];
    const struct block *block = data;

    if (G_UNLIKELY(!shows_on(cpu, block))) {
        if (cpu->generated)
            entered_alone(vcpu, data);
        else
            enter(vcpu, block, block->user, block->mix);
        return;
    }
    count_newest_number(cpu, block->user, block->n);
    count_add(&cpu->executed[block->user], block->n);
    if (block->mix) {
        count_newest_mix(cpu, block->user, count_pack(&block->all));
        count_add(&cpu->recent[block->user], count_pack(&block->all));
    }
    cpu->last = block;
}

/* If such a block makes an input or output, this is QEMU's only callback. */
static void accessed_alone(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
    struct cpu_count *cpu = &self.cpus[vcpu];
    uint64_t offset;

    (void)info;
    (void)address;
    count_take(cpu);
    offset = offset_in_last(cpu, ((const struct block *)data)->start);
    if (cpu->last->placed && cpu->last->n > 1 && offset <= cpu->last->span)
        count_cut(cpu, block_index_at(cpu->last, offset) + 1);
    count_give(cpu);
}

/* Returns the executed instructions of @block when a CPU leaves it by @type. */
static uint32_t ran(const struct cpu_count *cpu, unsigned vcpu, enum qemu_plugin_discon_type type,
    uint64_t from, uint64_t to)
{
    const struct block *block = cpu->last;
    uint64_t offset = block_offset(block, from);
    bool next;

    if (offset > block->span)
        return block->n;
    next = type == QEMU_PLUGIN_DISCON_INTERRUPT || self.hooks->was_next(vcpu, from, to);
    if (next && block->shared && !cpu->leaves && !block_in_frame(block, from))
        return block->n;
    if (next)
        return offset ? block_index(block, from) : block->n; /* it may branch to its own start */
    if (block->calls && block_index(block, from) == block->n - 1)
        return block->n;
    return block_index(block, from);
}

static void discontinued(
    unsigned vcpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to, void *data)
{
    struct cpu_count *cpu = &self.cpus[vcpu];
    uint32_t n;

    (void)data;
    if (self.hooks->arrived && !self.hooks->arrived(vcpu, &type))
        return;
    count_take(cpu);
    if (cpu->last->placed) {
        n = ran(cpu, vcpu, type, from, to);
        if (n < cpu->last->n)
            count_cut(cpu, n);
    }
    if (unsettled(cpu))
        settle(cpu, vcpu);
    count_nothing_newest(cpu);
    if (type != QEMU_PLUGIN_DISCON_HOSTCALL)
        count_add(&cpu->exceptions, 1);
    cpu->last = &count_nothing;
    count_give(cpu);
    insn_clock_check(all_executed());
    if (self.hooks->discontinued)
        self.hooks->discontinued(self.machine, vcpu, type, from, to);
}

void blocks_translated(struct qemu_plugin_tb *tb, const struct blocks_traits *traits)
{
    static void (*const entries[2][2])(unsigned vcpu_index, void *block) = {
        {entered_kernel, entered_user}, {entered_kernel_mixed, entered_user_mixed}};
    /* the about_to_expire hook may write registers */
    const enum qemu_plugin_cb_flags flags =
        self.hooks->about_to_expire ? QEMU_PLUGIN_CB_RW_REGS_PC : QEMU_PLUGIN_CB_NO_REGS;
    const struct inline_count_call call = {ended, flags, self.hooks->about_to_expire};
    struct block *block;

    if (!self.counting)
        return;
    block = block_new(tb, traits);
    if (block->shown) {
        qemu_plugin_register_vcpu_tb_exec_cb(tb, entered_shown, flags, block);
    } else if (!self.generated) {
        qemu_plugin_register_vcpu_tb_exec_cb(
            tb, entries[block->mix != NULL][block->user], flags, block);
    } else if (block->n > 1 || traits->jumps) {
        inline_count_block(tb, block, block->n, count_pack(&block->all), &call);
    } else {
        qemu_plugin_register_vcpu_tb_exec_cb(tb, entered_alone, flags, block);
    }
    if (self.generated && block->n == 1 && (block->shown || !traits->jumps))
        qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, 0), accessed_alone,
            QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, block);
    if (traits->goes_inside || (self.generated && traits->changes_mode))
        qemu_plugin_register_vcpu_insn_exec_cb(
            qemu_plugin_tb_get_insn(tb, block->n - 1), completing, QEMU_PLUGIN_CB_NO_REGS, NULL);
}

/* No CPU runs, and the last blocks are about to be freed. */
static void flushed(void *data)
{
    (void)data;
    for (unsigned i = 0; i < BLOCKS_MAX_CPUS; i++) {
        count_take(&self.cpus[i]);
        if (self.cpus[i].last != &count_nothing && self.cpus[i].last != &self.cpus[i].cut)
            count_keep_last(&self.cpus[i]);
        count_give(&self.cpus[i]);
    }
    if (self.hooks->flushed)
        self.hooks->flushed();
    translations_gone();
}

/* CPUs are stopped. If counting continues, they keep their places, as when QEMU
 * drops its translations by itself: flushed() has kept their last blocks.
 * Otherwise the last entered block is unknown. A countdown with an
 * about_to_expire hook then stays ended: the machine may show the CPU's blocks,
 * and expects no other end.
 *
 * Under -icount calls are cheaper for a countdown with an about_to_expire hook:
 * awk in an x86 guest takes 1.17 times as long, but 1.3 times if generated code
 * counts. */
void blocks_listen(qemu_plugin_id_t id)
{
    bool continues = self.wanted && self.counting;

    qemu_plugin_register_flush_cb(id, flushed, NULL);
    if (self.wanted && !self.counting)
        insn_clock_take(all_executed());
    self.counting = self.wanted;
    self.generated = self.counting && self.hooks->inlined && inline_count_works() &&
                     (self.hooks->countdown_expired || clock_readable(false));
    for (unsigned i = 0; i < BLOCKS_MAX_CPUS; i++) {
        struct cpu_count *cpu = &self.cpus[i];
        bool there = i < (unsigned)qemu_plugin_num_vcpus();

        count_take(cpu);
        if (!continues) {
            count_nothing_newest(cpu);
            cpu->last = &count_nothing;
            if (cpu->left <= 0)
                cpu->left = self.hooks->about_to_expire ? 0 : NO_COUNTDOWN;
        }
        cpu->generated = self.generated && there ? inline_count_of(i) : NULL;
        count_give(cpu);
    }
    if (self.counting)
        qemu_plugin_register_vcpu_discon_cb(id, QEMU_PLUGIN_DISCON_ALL, discontinued, NULL);
}

void blocks_start(const struct blocks_hooks *hooks, void *machine)
{
    self.hooks = hooks;
    self.machine = machine;
    for (unsigned i = 0; i < BLOCKS_MAX_CPUS; i++)
        self.cpus[i].left = NO_COUNTDOWN;
    if (hooks->inlined)
        inline_count_begin();
}

void blocks_want(bool wanted, uint64_t now)
{
    if (!wanted && self.wanted && now < self.until) {
        if (self.until == SIM_NEVER)
            self.until = now + LINGER;
        return;
    }
    self.until = SIM_NEVER;
    if (wanted == self.wanted)
        return;
    self.wanted = wanted;
    self.hooks->retranslate();
}

uint64_t blocks_deadline(void)
{
    return self.until;
}

bool blocks_at_rest(void)
{
    return !self.wanted && !self.counting;
}

void blocks_show(unsigned cpu, bool on)
{
    self.cpus[cpu].shows = on;
}

/* Covers all possible CPUs: QEMU has none yet when it resumes. */
void blocks_state(struct snapshot *snapshot)
{
    for (unsigned i = 0; i < BLOCKS_MAX_CPUS; i++)
        count_state(snapshot, &self.cpus[i]);
}

bool blocks_counting(void)
{
    return self.counting;
}

void blocks_begin_access(unsigned cpu, uint64_t pc)
{
    struct cpu_count *c = &self.cpus[cpu];

    count_take(c);
    c->here = true;
    c->whole = NULL;
    if (c->last->placed && block_offset(c->last, pc) <= c->last->span) {
        c->whole = c->last;
        c->rest = c->last->n - block_index(c->last, pc);
        count_cut(c, block_index(c->last, pc));
    }
    grant(c);
    count_nothing_newest(c);
    if (c->left <= 0 && self.hooks->countdown_expired)
        expire(c, cpu);
}

struct sim_access blocks_begin_timed(const struct sim_access *access)
{
    struct sim_access here = *access;

    blocks_begin_access(here.cpu, here.pc);
    if (!here.now && self.counting)
        here.now = blocks_now(here.cpu);
    return here;
}

void blocks_end_access(unsigned cpu)
{
    struct cpu_count *c = &self.cpus[cpu];

    c->here = false;
    if (c->whole) {
        count_newest(c, c->whole, c->rest);
        count_instructions(c, c->whole, c->whole->n - c->rest, c->whole->n);
        c->left -= c->shows ? 0 : c->rest;
        c->last = c->whole;
    }
    count_give(c);
}

void blocks_end_access_block(unsigned cpu)
{
    struct cpu_count *c = &self.cpus[cpu];

    c->here = false;
    if (c->whole) {
        count_instructions(c, c->whole, c->whole->n - c->rest, c->whole->n - c->rest + 1);
        c->left -= !c->shows;
        c->cut.n++;
    }
    count_give(c);
}

void blocks_end_access_skip(unsigned cpu)
{
    struct cpu_count *c = &self.cpus[cpu];

    blocks_end_access(cpu);
    c->leaves = c->whole;
    atomic_store_explicit(&c->attention, true, memory_order_relaxed);
    count_give(c);
}

struct sim_executed blocks_executed(unsigned cpu)
{
    return count_executed(&self.cpus[cpu]);
}

uint64_t blocks_shown(unsigned cpu, uint32_t before)
{
    const struct cpu_count *c = &self.cpus[cpu];

    return count_read(&c->executed[0]) + count_read(&c->executed[1]) - count_unsure(c, false) -
           count_unsure(c, true) + before;
}

struct sim_activity blocks_activity(void *host, unsigned cpu)
{
    (void)host;
    return count_activity(&self.cpus[cpu]);
}

void blocks_set_countdown(unsigned cpu, uint64_t instructions)
{
    struct cpu_count *c = &self.cpus[cpu];

    instructions = MIN(instructions, NO_COUNTDOWN);
    if (c->here) {
        c->left = instructions ? (int64_t)instructions : NO_COUNTDOWN;
    } else {
        struct sim_executed executed = blocks_executed(cpu);
        uint64_t end = executed.user + executed.kernel + instructions;
        atomic_store_explicit(
            &c->request, instructions ? end + COUNTDOWN : NO_MORE, memory_order_release);
        atomic_store_explicit(&c->attention, true, memory_order_release);
    }
}
