/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A translator for tests of counting. It recognizes some instructions by their
 * bytes, reads the counts at LOOK instructions, and settles them after the
 * program. */
#ifndef PMULAB_TESTS_UNIT_PLUGINS_BLOCKS_WORLD_H
#define PMULAB_TESTS_UNIT_PLUGINS_BLOCKS_WORLD_H

#include "qemu-plugins/count/blocks.h"

#include "models/sim/clock.h"
#include "qemu-plugins/count/insn_clock.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/qemu/translations.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/fake_qemu.h"

/* Addresses: code, handlers, and a device. */
#define CODE    UINT64_C(0x10000)
#define OTHER   UINT64_C(0x20000)
#define FAULT   UINT64_C(0x30100)
#define IRQ     UINT64_C(0x30200)
#define DEVICE  UINT64_C(0x50000)
#define NOWHERE UINT64_C(0x90800) /* at no block's offset */

/* Instructions that the test's translator recognizes by their bytes; others are
 * plain. */
#define PLAIN   .hex = "90"
#define LONG    .hex = "66 90"
#define INSIDE  .hex = "e2 f0"    /* may branch into its block */
#define SYSCALL .hex = "cd 80"    /* completes with its exception */
#define LOOK    .hex = "0f 01 d0" /* the test reads the counts before it runs */
#define SKIP                                                                                       \
    .hex = "0f 01 d1" /* a register access: the test handles it, and the CPU leaves the block */
#define RETURN .hex = "48 cf" /* changes the privilege */
#define JUMP   .hex = "eb fe"

/* The same, of four bytes each. */
#define WORD      .hex = "1f 20 03 d5"
#define LOOK_WORD .hex = "0f 01 d0 00"

static struct {
    enum fake_isa isa;
    bool user;          /* translated code is unprivileged */
    bool shown;         /* blocks of one instruction are shown */
    bool mixed;         /* with kinds: all instructions load, the last of a block branches */
    uint64_t looked[2]; /* counts at the last look: kernel, user */
    uint64_t time;      /* time of the last look */
    uint64_t next;      /* return value of the countdown_expired or about_to_expire hook */
    unsigned expiries, warnings; /* calls of these hooks */
    struct {
        uint64_t pc, now, executed, n;
        bool user;
    } expiry; /* the last call */
    unsigned discontinued;
    /* For custom programs: */
    /* instead of @user: these addresses and up are unprivileged */
    uint64_t user_from;
    const struct blocks_mix *(*mix_of)(struct qemu_plugin_tb *); /* instead of @mixed */
    /* called after a look, or before the CPU leaves a block */
    void (*on_look)(unsigned cpu, uint64_t pc);
    blocks_countdown_expired_fn *on_expired;
    blocks_about_to_expire_fn *on_about_to_expire;
} test;

static inline uint64_t countdown_expired(
    void *machine, unsigned cpu, uint64_t pc, bool user, uint64_t now)
{
    struct sim_executed executed = blocks_executed(cpu);

    if (test.on_expired)
        return test.on_expired(machine, cpu, pc, user, now);
    test.expiries++;
    test.expiry.pc = pc;
    test.expiry.user = user;
    test.expiry.now = now;
    test.expiry.executed = executed.user + executed.kernel;
    return test.next;
}

/* QEMU's clock already includes the whole block. */
static inline uint64_t about_to_expire(void *machine, unsigned cpu, uint32_t n, bool shown)
{
    struct sim_executed executed = blocks_executed(cpu);

    if (test.on_about_to_expire)
        return test.on_about_to_expire(machine, cpu, n, shown);
    test.warnings++;
    test.expiry.n = n;
    test.expiry.executed = executed.user + executed.kernel;
    test.expiry.now = blocks_now(cpu) - fake_now();
    return test.next;
}

/* x86 reports an exception twice. */
static inline bool arrived(unsigned cpu, enum qemu_plugin_discon_type *type)
{
    static bool raised[FAKE_MAX_CPUS];
    bool was = raised[cpu];

    raised[cpu] = *type == QEMU_PLUGIN_DISCON_EXCEPTION;
    if (raised[cpu] && test.isa == FAKE_X86)
        return false;
    if (was)
        *type = QEMU_PLUGIN_DISCON_EXCEPTION;
    return true;
}

static inline bool was_next(unsigned cpu, uint64_t from, uint64_t to)
{
    (void)cpu;
    (void)from;
    return to == IRQ;
}

static inline void discontinued(
    void *machine, unsigned cpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to)
{
    (void)machine, (void)cpu, (void)type, (void)from, (void)to;
    test.discontinued++;
}

static inline void retranslate(void);

static struct blocks_hooks hooks = {
    .countdown_expired = countdown_expired,
    .arrived = arrived,
    .was_next = was_next,
    .discontinued = discontinued,
    .inlined = true,
    .retranslate = retranslate,
};

/* Called between begin and end of an access. */
static inline void see(unsigned cpu, uint64_t pc)
{
    struct sim_executed executed = blocks_executed(cpu);

    test.looked[0] = executed.kernel;
    test.looked[1] = executed.user;
    test.time = blocks_now(cpu);
    if (test.on_look)
        test.on_look(cpu, pc);
}

static inline void look(unsigned vcpu_index, void *data)
{
    unsigned cpu = cpu_number(vcpu_index);
    uint64_t pc = (uint64_t)(uintptr_t)data;

    arbiter_enter();
    blocks_begin_access(cpu, pc);
    see(cpu, pc);
    blocks_end_access(cpu);
    arbiter_leave();
}

static inline void skip(unsigned vcpu_index, void *data)
{
    unsigned cpu = cpu_number(vcpu_index);
    uint64_t pc = (uint64_t)(uintptr_t)data;

    arbiter_enter();
    blocks_begin_access(cpu, pc);
    see(cpu, pc);
    blocks_end_access_skip(cpu);
    arbiter_leave();
    qemu_plugin_set_pc(pc + (test.isa == FAKE_X86 ? 3 : 4));
}

/* Whether @insn begins with @known's bytes. */
static inline bool has(struct qemu_plugin_insn *insn, struct fake_insn known)
{
    uint8_t bytes[16];
    char text[64] = "";
    size_t n = qemu_plugin_insn_data(insn, bytes, sizeof(bytes));

    for (size_t i = 0; i < n; i++)
        sprintf(text + strlen(text), "%s%02x", i ? " " : "", bytes[i]);
    return g_str_has_prefix(text, known.hex);
}

static inline const struct blocks_mix *mix_of(size_t n)
{
    struct blocks_mix *mix = translations_add((n + 1) * sizeof(*mix));

    for (size_t i = 1; i <= n; i++) {
        mix[i].of[BLOCKS_LOAD] = (uint16_t)i;
        mix[i].of[BLOCKS_BRANCH] = i == n;
    }
    return mix;
}

static inline void translated(struct qemu_plugin_tb *tb, void *data)
{
    size_t n = qemu_plugin_tb_n_insns(tb);
    struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(tb, n - 1);
    struct blocks_traits traits = {
        .user = test.user_from ? qemu_plugin_insn_vaddr(last) >= test.user_from : test.user,
        .shared = test.isa != FAKE_PPC64,
        .fixed = test.isa == FAKE_ARM64,
        .shown = n == 1 && test.shown,
        .jumps = n == 1 && has(last, (struct fake_insn){JUMP})};

    (void)data;
    traits.goes_inside = n > 1 && has(last, (struct fake_insn){INSIDE});
    traits.calls = has(last, (struct fake_insn){SYSCALL});
    traits.changes_mode = has(last, (struct fake_insn){RETURN});
    traits.mix = test.mix_of ? test.mix_of(tb) : test.mixed ? mix_of(n) : NULL;
    blocks_translated(tb, &traits);
    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        void *pc = (void *)(uintptr_t)qemu_plugin_insn_vaddr(insn);

        if (has(insn, (struct fake_insn){LOOK}))
            qemu_plugin_register_vcpu_insn_exec_cb(insn, look, QEMU_PLUGIN_CB_R_REGS, pc);
        if (has(insn, (struct fake_insn){SKIP}))
            qemu_plugin_register_vcpu_insn_exec_cb(insn, skip, QEMU_PLUGIN_CB_RW_REGS_PC, pc);
    }
}

static inline void started(unsigned cpu, void *data)
{
    (void)data;
    cpu_number_learn(cpu);
}

static inline void listen(void *data)
{
    (void)data;
    qemu_plugin_register_vcpu_init_cb(1, started, NULL);
    qemu_plugin_register_vcpu_tb_trans_cb(1, translated, NULL);
    blocks_listen(1);
}

static inline void retranslate(void)
{
    qemu_plugin_reset(1, listen, NULL);
}

static inline void want(void *data)
{
    arbiter_enter();
    blocks_want(data, clock_now());
    arbiter_leave();
}

/* QEMU with @cpus, and counting on. Generated code counts unless CPUs share a
 * thread (two with -icount). */
static inline void begin(enum fake_isa isa, bool icount, unsigned cpus)
{
    const unsigned all = QEMU_CLOCK | QEMU_LOCK | QEMU_CPU_NUMBER;

    test.isa = isa;
    fake_begin(&(struct fake_setup){.isa = isa, .cpus = cpus, .icount = icount});
    fake_ram(0, 0x50000);
    fake_ram(0x60000, 0x100000);
    fake_device(DEVICE, 0x1000, NULL);
    qemu_private_find("test", all, QEMU_WAITS);
    clock_init();
    blocks_start(&hooks, NULL);
    listen(NULL);
    fake_start_cpus();
    for (unsigned cpu = 0; isa == FAKE_X86 && cpu < cpus; cpu++)
        fake_set(cpu, "cr0", 1);
    ok(!blocks_counting() && blocks_at_rest(), "counting is off at first");
    fake_on_cpu(0, want, &test);
    fake_run(0, NOWHERE);
    ok(blocks_counting() && !blocks_at_rest(), "... and then on");
}

/* Reads a CPU's counts at an address outside of blocks: kernel, user. */
static inline void settle(void *data)
{
    unsigned cpu = cpu_number_here();
    struct sim_executed executed;
    uint64_t *counts = data;

    arbiter_enter();
    blocks_begin_access(cpu, NOWHERE);
    executed = blocks_executed(cpu);
    counts[0] = executed.kernel;
    counts[1] = executed.user;
    blocks_end_access(cpu);
    arbiter_leave();
}

/* Runs @cpu from @pc, and expects @n executed instructions of that privilege
 * and none of the other. */
static inline void is_run(unsigned cpu, uint64_t pc, bool user, uint64_t n, const char *what)
{
    uint64_t before[2], after[2];

    fake_on_cpu(cpu, settle, before);
    test.user = user;
    fake_flush();
    fake_run(cpu, pc);
    fake_on_cpu(cpu, settle, after);
    is_u64(after[user] - before[user], n, "%s: %u", what, (unsigned)n);
    is_u64(after[!user] - before[!user], 0, "... and none with the other privilege");
}

/* Loops to CODE RCX times. */
static inline uint64_t repeat(unsigned cpu, uint64_t next)
{
    uint64_t count = fake_get(cpu, "rcx") - 1;

    fake_set(cpu, "rcx", count);
    return count ? CODE : next;
}

static inline void settle_activity(void *data)
{
    uint64_t counts[2];

    settle(counts);
    arbiter_enter();
    *(struct sim_activity *)data = blocks_activity(NULL, cpu_number_here());
    arbiter_leave();
}

/* Begins a countdown at an address outside of blocks. */
static inline void count_down(void *data)
{
    unsigned cpu = cpu_number_here();

    arbiter_enter();
    blocks_begin_access(cpu, NOWHERE);
    blocks_set_countdown(cpu, *(uint64_t *)data);
    blocks_end_access(cpu);
    arbiter_leave();
}

#endif
