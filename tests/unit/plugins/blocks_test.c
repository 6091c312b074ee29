/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting of blocks, exact to the instruction: each program is run with calls (-icount) and with generated
 * code. The expected counts are what the instructions of the program say, one by one. */
#include "qemu-plugins/count/blocks.h"

#include "models/sim/clock.h"
#include "qemu-plugins/count/bearings.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/qemu/translations.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/fake_qemu.h"
#include "tests/fake_qemu/stderr.h"

/* Addresses: code, handlers, and a device. */
#define CODE    UINT64_C(0x10000)
#define OTHER   UINT64_C(0x20000)
#define FAULT   UINT64_C(0x30100)
#define IRQ     UINT64_C(0x30200)
#define DEVICE  UINT64_C(0x50000)
#define NOWHERE UINT64_C(0x90800) /* at no offset of a block */

/* Instructions that the test's translator knows by their bytes; the others are plain. */
#define PLAIN   .hex = "90"
#define LONG    .hex = "66 90"
#define INSIDE  .hex = "e2 f0"    /* may branch into its block */
#define SYSCALL .hex = "cd 80"    /* completes with its exception */
#define LOOK    .hex = "0f 01 d0" /* the test looks at the counts before it runs */
#define SKIP    .hex = "0f 01 d1" /* a register access: the test answers, and the CPU leaves the block */
#define RETURN  .hex = "48 cf"    /* changes the privilege */
#define JUMP    .hex = "eb fe"

/* The same of four bytes each. */
#define WORD      .hex = "1f 20 03 d5"
#define LOOK_WORD .hex = "0f 01 d0 00"

static struct {
    enum fake_isa isa;
    bool user;             /* what is translated is unprivileged */
    bool mixed;            /* with kinds: all instructions load, the last one of a block branches */
    uint64_t looked[2];    /* counts at the last look: kernel, user */
    uint64_t time;         /* and the time */
    uint64_t next;         /* what the tripped or nears hook returns */
    unsigned trips, nears; /* calls of it */
    struct {
        uint64_t pc, now, executed, n;
        bool user;
    } trip; /* the last one */
    unsigned discontinued;
} test;

static uint64_t tripped(void *machine, unsigned cpu, uint64_t pc, bool user, uint64_t now)
{
    struct sim_executed executed = blocks_executed(cpu);

    (void)machine;
    test.trips++;
    test.trip.pc = pc;
    test.trip.user = user;
    test.trip.now = now;
    test.trip.executed = executed.user + executed.kernel;
    return test.next;
}

/* QEMU's clock has moved on by the whole block already. */
static uint64_t nears(void *machine, unsigned cpu, uint32_t n)
{
    struct sim_executed executed = blocks_executed(cpu);

    (void)machine;
    test.nears++;
    test.trip.n = n;
    test.trip.executed = executed.user + executed.kernel;
    test.trip.now = blocks_now(cpu) - fake_now();
    return test.next;
}

/* x86 reports an exception twice. */
static bool arrived(unsigned cpu, enum qemu_plugin_discon_type *type)
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

static bool was_next(unsigned cpu, uint64_t from, uint64_t to)
{
    (void)cpu;
    (void)from;
    return to == IRQ;
}

static void discontinued(
    void *machine, unsigned cpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to)
{
    (void)machine, (void)cpu, (void)type, (void)from, (void)to;
    test.discontinued++;
}

static void listen_anew(void);

static struct blocks_hooks hooks = {
    .tripped = tripped,
    .arrived = arrived,
    .was_next = was_next,
    .discontinued = discontinued,
    .inlined = true,
    .listen_anew = listen_anew,
};

static void look(unsigned told, void *data)
{
    unsigned cpu = cpu_number(told);
    struct sim_executed executed;

    arbiter_enter();
    blocks_arrive(cpu, (uint64_t)(uintptr_t)data);
    executed = blocks_executed(cpu);
    test.looked[0] = executed.kernel;
    test.looked[1] = executed.user;
    test.time = blocks_now(cpu);
    blocks_leave(cpu);
    arbiter_leave();
}

static void skip(unsigned told, void *data)
{
    unsigned cpu = cpu_number(told);
    uint64_t pc = (uint64_t)(uintptr_t)data;

    arbiter_enter();
    blocks_arrive(cpu, pc);
    test.looked[0] = blocks_executed(cpu).kernel;
    blocks_leave_early(cpu);
    arbiter_leave();
    qemu_plugin_set_pc(pc + 3);
}

static bool has(struct qemu_plugin_insn *insn, struct fake_insn known)
{
    uint8_t bytes[16];
    char text[64] = "";
    size_t n = qemu_plugin_insn_data(insn, bytes, sizeof(bytes));

    for (size_t i = 0; i < n; i++)
        sprintf(text + strlen(text), "%s%02x", i ? " " : "", bytes[i]);
    return !strcmp(text, known.hex);
}

static const struct blocks_mix *mix_of(size_t n)
{
    struct blocks_mix *mix = translations_add((n + 1) * sizeof(*mix));

    for (size_t i = 1; i <= n; i++) {
        mix[i].of[BLOCKS_LOAD] = (uint16_t)i;
        mix[i].of[BLOCKS_BRANCH] = i == n;
    }
    return mix;
}

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    size_t n = qemu_plugin_tb_n_insns(tb);
    struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(tb, n - 1);
    struct blocks_traits traits = {.user = test.user,
        .shared = test.isa != FAKE_PPC64,
        .fixed = test.isa == FAKE_ARM64,
        .jumps = n == 1 && has(last, (struct fake_insn){JUMP})};

    (void)data;
    traits.goes_inside = n > 1 && has(last, (struct fake_insn){INSIDE});
    traits.calls = has(last, (struct fake_insn){SYSCALL});
    traits.changes_mode = has(last, (struct fake_insn){RETURN});
    traits.mix = test.mixed ? mix_of(n) : NULL;
    blocks_translated(tb, &traits);
    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        void *pc = (void *)(uintptr_t)qemu_plugin_insn_vaddr(insn);

        if (has(insn, (struct fake_insn){LOOK}) || has(insn, (struct fake_insn){LOOK_WORD}))
            qemu_plugin_register_vcpu_insn_exec_cb(insn, look, QEMU_PLUGIN_CB_R_REGS, pc);
        if (has(insn, (struct fake_insn){SKIP}))
            qemu_plugin_register_vcpu_insn_exec_cb(insn, skip, QEMU_PLUGIN_CB_RW_REGS_PC, pc);
    }
}

static void started(unsigned cpu, void *data)
{
    (void)data;
    cpu_number_learn(cpu);
}

static void listen(void *data)
{
    (void)data;
    qemu_plugin_register_vcpu_init_cb(1, started, NULL);
    qemu_plugin_register_vcpu_tb_trans_cb(1, translated, NULL);
    blocks_listen(1);
}

static void listen_anew(void)
{
    qemu_plugin_reset(1, listen, NULL);
}

static void want(void *data)
{
    arbiter_enter();
    blocks_want(data, clock_now());
    arbiter_leave();
}

/* QEMU with @cpus, and counting on. Generated code counts unless CPUs share a thread: two with -icount. */
static void begin(enum fake_isa isa, bool icount, unsigned cpus)
{
    const unsigned all = QEMU_CLOCK | QEMU_LOCK | QEMU_CPU_NUMBER;

    test.isa = isa;
    fake_begin(&(struct fake_setup){.isa = isa, .cpus = cpus, .icount = icount});
    fake_ram(0, 0x50000);
    fake_ram(0x60000, 0x100000);
    fake_device(DEVICE, 0x1000, NULL);
    qemu_private_find("test", all, 0);
    clock_init();
    blocks_start(&hooks, NULL);
    listen(NULL);
    fake_start_cpus();
    for (unsigned cpu = 0; isa == FAKE_X86 && cpu < cpus; cpu++)
        fake_set(cpu, "cr0", 1);
    ok(!blocks_counting() && blocks_at_rest(), "nothing counts at first");
    fake_on_cpu(0, want, &test);
    fake_run(0, NOWHERE);
    ok(blocks_counting() && !blocks_at_rest(), "... and then it does");
}

/* Counts of a CPU that stands at an address of no block: kernel, user. */
static void settle(void *data)
{
    unsigned cpu = cpu_number_here();
    struct sim_executed executed;
    uint64_t *counts = data;

    arbiter_enter();
    blocks_arrive(cpu, NOWHERE);
    executed = blocks_executed(cpu);
    counts[0] = executed.kernel;
    counts[1] = executed.user;
    blocks_leave(cpu);
    arbiter_leave();
}

/* Runs on @cpu from @pc; the CPU must have executed @n of that privilege, and none of the other. */
static void is_run(unsigned cpu, uint64_t pc, bool user, uint64_t n, const char *what)
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

/* ---- programs ---- */

static void test_straight(void)
{
    static const struct fake_insn three[] = {{PLAIN}, {LONG}, {JUMP, .jump = OTHER}};
    static const struct fake_insn five[] = {{PLAIN}, {PLAIN}, {PLAIN}, {PLAIN}, {JUMP, .jump = NOWHERE}};

    FAKE_CODE(CODE, three);
    FAKE_CODE(OTHER, five);
    is_run(0, CODE, false, 8, "two blocks of the kernel");
    is_run(0, CODE, true, 8, "... and of a user");
    is_run(0, OTHER, false, 5, "one block");
}

static uint64_t repeat(unsigned cpu, uint64_t next)
{
    uint64_t count = fake_get(cpu, "rcx") - 1;

    fake_set(cpu, "rcx", count);
    return count ? CODE : next;
}

static void test_loops(void)
{
    static const struct fake_insn loop[] = {{PLAIN}, {LONG}, {INSIDE, .effect = repeat}};
    static const struct fake_insn alone[] = {{JUMP, .effect = repeat}};
    static const struct fake_insn single[] = {{LONG, .effect = repeat}};

    FAKE_CODE(CODE, loop);
    fake_set(0, "rcx", 1000);
    is_run(0, CODE, false, 3000, "a loop of three, 1000 times");
    FAKE_CODE(CODE, alone);
    fake_set(0, "rcx", 77);
    is_run(0, CODE, false, 77, "a jump to itself, 77 times");
    FAKE_CODE(CODE, single);
    fake_set(0, "rcx", 5);
    is_run(0, CODE, false, 5, "a block of one instruction, 5 times");
}

/* The block's end branches to its second instruction, which begins a block of its own. */
static uint64_t into_the_middle(unsigned cpu, uint64_t next)
{
    uint64_t count = fake_get(cpu, "rcx") - 1;

    fake_set(cpu, "rcx", count);
    return count ? CODE + 1 : next;
}

static void test_inside(void)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {PLAIN}, {INSIDE, .effect = into_the_middle}};

    FAKE_CODE(CODE, code);
    fake_set(0, "rcx", 3);
    is_run(0, CODE, false, 4 + 3 + 3, "a branch into its own block, twice");
}

static void test_exceptions(void)
{
    static const struct fake_insn third[] = {{PLAIN}, {LONG}, {PLAIN, .raises = FAULT}, {PLAIN}};
    static const struct fake_insn first[] = {{PLAIN, .raises = FAULT}, {PLAIN}, {PLAIN}};
    static const struct fake_insn last[] = {{PLAIN}, {LONG, .raises = FAULT, .ends = true}};
    static const struct fake_insn call[] = {{PLAIN}, {PLAIN}, {SYSCALL, .raises = FAULT, .ends = true}};
    static const struct fake_insn handler[] = {{PLAIN}, {JUMP, .jump = NOWHERE}};

    FAKE_CODE(FAULT, handler);
    FAKE_CODE(CODE, third);
    is_run(0, CODE, false, 2 + 2, "the third of four faults: two, and the handler's two");
    FAKE_CODE(CODE, first);
    is_run(0, CODE, false, 0 + 2, "the first faults");
    FAKE_CODE(CODE, last);
    is_run(0, CODE, false, 1 + 2, "the last of two faults");
    FAKE_CODE(CODE, call);
    is_run(0, CODE, false, 3 + 2, "a system call completes with its exception");
}

static uint64_t interrupted(unsigned cpu, uint64_t next)
{
    fake_interrupt(cpu, IRQ);
    return next;
}

static void test_interrupts(void)
{
    static const struct fake_insn code[] = {
        {PLAIN}, {PLAIN, .effect = interrupted}, {PLAIN}, {JUMP, .jump = NOWHERE}};
    static const struct fake_insn handler[] = {{PLAIN}, {PLAIN}, {JUMP, .jump = CODE + 2}};
    unsigned before = test.discontinued;

    FAKE_CODE(CODE, code);
    FAKE_CODE(IRQ, handler);
    is_run(0, CODE, false, 2 + 3 + 2, "an interrupt between two blocks");
    is_u64(test.discontinued - before, 1, "... of which the machine is told once");
}

/* Before the third instruction two have run; after the look all four do. */
static void test_look(void)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {LOOK}, {JUMP, .jump = NOWHERE}};
    uint64_t before[2];

    FAKE_CODE(CODE, code);
    fake_on_cpu(0, settle, before);
    is_run(0, CODE, false, 4, "a look from inside");
    is_u64(test.looked[0] - before[0], 2, "... finds two executed before it");
    fake_on_cpu(0, settle, before);
    is_run(0, CODE, true, 4, "a look from a user's code");
    is_u64(test.looked[1] - before[1], 2, "... finds two of the user");
}

static void test_skip(void)
{
    static const struct fake_insn code[] = {{PLAIN}, {SKIP}, {LONG}, {SKIP}, {JUMP, .jump = NOWHERE}};
    uint64_t before[2];

    FAKE_CODE(CODE, code);
    fake_on_cpu(0, settle, before);
    is_run(0, CODE, false, 5, "two register accesses that leave their blocks");
    is_u64(test.looked[0] - before[0], 3, "... the second after three instructions");
}

/* QEMU runs a load from a device again, in a block of its own. */
static void test_device(void)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG, .access = {.address = DEVICE, .size = 4}}, {LONG},
        {LONG, .access = {.address = DEVICE, .size = 4, .store = true}}, {PLAIN}, {JUMP, .jump = NOWHERE}};

    FAKE_CODE(CODE, code);
    is_run(0, CODE, false, 6, "a load and a store of a device within a block");
}

static void test_flush(void)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {JUMP, .jump = NOWHERE}};
    uint64_t before[2], after[2];

    FAKE_CODE(CODE, code);
    fake_on_cpu(0, settle, before);
    for (unsigned i = 0; i < 10; i++) {
        fake_run(0, CODE);
        fake_flush();
    }
    fake_on_cpu(0, settle, after);
    is_u64(after[0] - before[0], 30, "dropped translations take no counts with them");
}

/* A block that runs into a second page, and an exception there. */
static void test_second_page(void)
{
    static const struct fake_insn code[] = {
        {PLAIN}, {LONG}, {LONG}, {PLAIN, .raises = FAULT}, {PLAIN}, {JUMP, .jump = NOWHERE}};
    static const struct fake_insn handler[] = {{JUMP, .jump = CODE + 0x1003}};
    static const struct fake_insn rest[] = {{PLAIN}, {JUMP, .jump = NOWHERE}};

    FAKE_CODE(CODE + 0xffd, code);
    FAKE_CODE(FAULT, handler);
    is_run(0, CODE + 0xffd, false, 3 + 1 + 2, "a fault in a block's second page, and the rest of the block");
    FAKE_CODE(CODE + 0x1003, rest);
}

/* A page at two virtual addresses: they share translations. */
static void test_shared(void)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {PLAIN, .raises = FAULT}, {PLAIN}};
    static const struct fake_insn handler[] = {{PLAIN}, {JUMP, .jump = NOWHERE}};
    unsigned before;

    FAKE_CODE(OTHER, code);
    FAKE_CODE(FAULT, handler);
    fake_map(0x7f000, OTHER);
    is_run(0, OTHER, false, 2 + 2, "a fault");
    before = fake_world.translations;
    fake_run(0, 0x7f000);
    is_u64(fake_world.translations - before, 0, "... the code at another address is translated already");
    is_run(0, 0x7f000, false, 2 + 2, "... and counts alike");
}

static void run_programs(void)
{
    test_straight();
    test_loops();
    test_inside();
    test_exceptions();
    test_interrupts();
    test_look();
    test_skip();
    test_device();
    test_flush();
    test_second_page();
    test_shared();
}

static void test_calls(void)
{
    begin(FAKE_X86, true, 2);
    run_programs();
}

static void test_generated(void)
{
    begin(FAKE_X86, false, 1);
    run_programs();
}

/* Two CPUs in one thread: QEMU tells the number of the one that translated. */
static void test_two(bool icount)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {JUMP, .jump = NOWHERE}};
    uint64_t first[2], second[2];

    begin(FAKE_X86, icount, 2);
    FAKE_CODE(CODE, code);
    fake_run(0, CODE);
    fake_run(1, CODE);
    fake_run(1, CODE);
    fake_on_cpu(0, settle, first);
    fake_on_cpu(1, settle, second);
    is_u64(first[0], 3, "CPU 0 has executed 3");
    is_u64(second[0], 6, "CPU 1 has executed 6");
}

static void test_two_in_one_thread(void)
{
    test_two(true);
}

static void test_two_threads(void)
{
    test_two(false);
}

/* ---- instructions of four bytes: the same with addresses instead of offsets ---- */

static void run_words(void)
{
    static const struct fake_insn four[] = {{WORD}, {WORD}, {WORD, .raises = FAULT}, {WORD, .jump = NOWHERE}};
    static const struct fake_insn handler[] = {{WORD}, {WORD, .jump = NOWHERE}};
    static const struct fake_insn device[] = {
        {WORD}, {WORD, .access = {.address = DEVICE, .size = 4}}, {WORD}, {WORD, .jump = NOWHERE}};

    FAKE_CODE(FAULT, handler);
    FAKE_CODE(CODE, four);
    is_run(0, CODE, false, 2 + 2, "the third of four faults");
    is_run(0, CODE, true, 2 + 2, "... a user's");
    FAKE_CODE(CODE, device);
    is_run(0, CODE, false, 4, "a load from a device");
}

static void test_words_called(void)
{
    begin(FAKE_PPC64, true, 2);
    run_words();
}

static void test_words_generated(void)
{
    begin(FAKE_PPC64, false, 1);
    run_words();
}

static void test_shared_words_called(void)
{
    begin(FAKE_ARM64, true, 2);
    run_words();
}

static void test_shared_words_generated(void)
{
    begin(FAKE_ARM64, false, 1);
    run_words();
}

/* An interrupt whose next instruction has the offset of one in the last block, and another page. */
static uint64_t interrupted_elsewhere(unsigned cpu, uint64_t next)
{
    (void)next;
    fake_interrupt(cpu, IRQ);
    return OTHER + 4;
}

static void test_frames(void)
{
    static const struct fake_insn code[] = {{WORD}, {WORD}, {WORD, .effect = interrupted_elsewhere}};
    static const struct fake_insn handler[] = {{WORD, .jump = NOWHERE}};

    begin(FAKE_ARM64, true, 2);
    FAKE_CODE(CODE, code);
    FAKE_CODE(IRQ, handler);
    is_run(0, CODE, false, 3 + 1, "an interrupt at the same offset of another page: all three have run");
}

/* ---- the mix of kinds ---- */

static void settle_activity(void *data)
{
    uint64_t counts[2];

    settle(counts);
    arbiter_enter();
    *(struct sim_activity *)data = blocks_activity(cpu_number_here());
    arbiter_leave();
}

static void is_mixed(uint64_t pc, uint64_t loads, uint64_t branches, uint64_t exceptions, const char *what)
{
    struct sim_activity before, after;
    uint64_t user;

    fake_on_cpu(0, settle_activity, &before);
    fake_flush();
    fake_run(0, pc);
    fake_on_cpu(0, settle_activity, &after);
    is_u64(after.kernel.loads - before.kernel.loads, loads, "%s: loads", what);
    is_u64(after.kernel.branches - before.kernel.branches, branches, "... branches");
    is_u64(after.kernel.exceptions - before.kernel.exceptions, exceptions, "... exceptions");
    user = after.user.loads + after.user.branches + after.kernel.stores + after.kernel.returns;
    is_u64(user, 0, "... and nothing else");
}

static void run_mixed(void)
{
    static const struct fake_insn loop[] = {{PLAIN}, {LONG}, {INSIDE, .effect = repeat}};
    static const struct fake_insn fault[] = {{PLAIN}, {LONG}, {PLAIN, .raises = FAULT}, {PLAIN}};
    static const struct fake_insn handler[] = {{PLAIN}, {JUMP, .jump = NOWHERE}};
    static const struct fake_insn skips[] = {{PLAIN}, {SKIP}, {LONG}, {LOOK}, {JUMP, .jump = NOWHERE}};

    test.mixed = true;
    FAKE_CODE(CODE, loop);
    fake_set(0, "rcx", 40000);
    is_mixed(CODE, 120000, 40000, 0, "40000 rounds of three");
    FAKE_CODE(CODE, fault);
    FAKE_CODE(FAULT, handler);
    is_mixed(CODE, 4, 1, 1, "a fault at the third of four");
    FAKE_CODE(CODE, skips);
    is_mixed(CODE, 5, 1, 0, "an access that leaves its block");
}

static void test_mixed_called(void)
{
    begin(FAKE_X86, true, 2);
    run_mixed();
}

static void test_mixed_generated(void)
{
    begin(FAKE_X86, false, 1);
    run_mixed();
}

static void is_mixed_of_user(uint64_t pc, uint64_t loads, uint64_t branches)
{
    struct sim_activity before, after;

    test.user = true;
    fake_on_cpu(0, settle_activity, &before);
    fake_flush();
    fake_run(0, pc);
    fake_on_cpu(0, settle_activity, &after);
    is_u64(after.user.loads - before.user.loads, loads, "a user's loads");
    is_u64(after.user.branches - before.user.branches, branches, "... branches");
    is_u64(after.kernel.loads - before.kernel.loads, 0, "... none of the kernel");
}

static void run_mixed_user(void)
{
    static const struct fake_insn loop[] = {{PLAIN}, {LONG}, {INSIDE, .effect = repeat}};

    test.mixed = true;
    FAKE_CODE(CODE, loop);
    fake_set(0, "rcx", 40000);
    is_mixed_of_user(CODE, 120000, 40000);
}

static void test_mixed_of_user_called(void)
{
    begin(FAKE_X86, true, 2);
    run_mixed_user();
}

static void test_mixed_of_user_generated(void)
{
    begin(FAKE_X86, false, 1);
    run_mixed_user();
}

/* Of a user's: what another CPU may be told while this one runs is sure, and never goes back. */
static void test_mixed_user(void)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {JUMP, .jump = OTHER}};
    static const struct fake_insn last[] = {{PLAIN}, {JUMP, .jump = NOWHERE}};
    struct sim_activity a;

    begin(FAKE_X86, true, 2);
    test.mixed = test.user = true;
    FAKE_CODE(CODE, code);
    FAKE_CODE(OTHER, last);
    fake_run(0, CODE);
    a = blocks_activity(0);
    is_u64(a.user.instructions, 3, "of two blocks the first is sure");
    is_u64(a.user.loads, 3, "... with its loads");
    is_u64(a.user.branches, 1, "... and its branch");
    is_u64(a.kernel.instructions + a.kernel.loads, 0, "... and nothing of the kernel");
    fake_on_cpu(0, settle_activity, &a);
    is_u64(a.user.instructions, 5, "then both are");
    is_u64(a.user.loads, 5, "... with all loads");
    is_u64(a.user.branches, 2, "... and branches");
}

/* ---- countdowns ---- */

static void count_down(void *data)
{
    unsigned cpu = cpu_number_here();

    arbiter_enter();
    blocks_arrive(cpu, NOWHERE);
    blocks_set_countdown(cpu, *(uint64_t *)data);
    blocks_leave(cpu);
    arbiter_leave();
}

static void place_eight(void)
{
    static const struct fake_insn five[] = {{WORD}, {WORD}, {WORD}, {WORD}, {WORD, .jump = OTHER}};
    static const struct fake_insn three[] = {{WORD}, {WORD}, {WORD, .jump = NOWHERE}};

    FAKE_CODE(CODE, five);
    FAKE_CODE(OTHER, three);
}

/* The instruction number @n of the eight, from 1. */
static uint64_t pc_of(unsigned n)
{
    return n <= 5 ? CODE + 4 * (n - 1) : OTHER + 4 * (n - 6);
}

static void run_countdowns(bool icount)
{
    place_eight();
    for (uint64_t n = 1; n <= 8; n++) {
        uint64_t counts[2], start;
        unsigned before = test.trips;

        test.user = n % 2;
        test.next = 0;
        fake_flush();
        fake_on_cpu(0, count_down, &n);
        fake_on_cpu(0, settle, counts);
        start = fake_now();
        fake_run(0, CODE);
        fake_on_cpu(0, settle, counts);
        is_u64(test.trips - before, 1, "a countdown of %u ends once", (unsigned)n);
        is_u64(test.trip.pc, pc_of((unsigned)n), "... at that instruction");
        is_u64(counts[0] + counts[1] - test.trip.executed, 8 - n, "... before the others are executed");
        is_u64(test.trip.user, n % 2, "... with its privilege");
        is_u64(test.trip.now - start, icount ? 2 * n : 0, "... at its time");
    }
}

static void test_countdowns_called(void)
{
    begin(FAKE_PPC64, true, 2);
    run_countdowns(true);
}

static void test_countdowns_generated(void)
{
    begin(FAKE_PPC64, false, 1);
    run_countdowns(false);
}

/* One after another: 3, then every 2: instructions 3, 5, 7. */
static void test_countdown_goes_on(void)
{
    uint64_t n = 3, counts[2];

    begin(FAKE_PPC64, true, 2);
    place_eight();
    test.next = 2;
    fake_on_cpu(0, count_down, &n);
    fake_run(0, CODE);
    fake_on_cpu(0, settle, counts);
    is_u64(test.trips, 3, "a countdown that begins again");
    is_u64(test.trip.pc, pc_of(7), "... ends last at the seventh");
    n = 0;
    fake_on_cpu(0, count_down, &n);
    fake_run(0, CODE);
    fake_on_cpu(0, settle, counts);
    is_u64(test.trips, 3, "stopped, it ends no more");
}

static void from_afar(void *data)
{
    blocks_set_countdown(1, *(uint64_t *)data);
}

/* A countdown that has ended when the CPU is looked at in a block's middle: only what ran of the block
 * counts. */
static void test_countdown_at_look(void)
{
    static const struct fake_insn first[] = {{WORD}, {WORD, .jump = CODE}};
    static const struct fake_insn code[] = {{WORD}, {WORD}, {WORD}, {LOOK_WORD}, {WORD, .jump = NOWHERE}};
    uint64_t n = 4, counts[2];

    begin(FAKE_PPC64, true, 2);
    FAKE_CODE(OTHER, first);
    FAKE_CODE(CODE, code);
    test.user = true;
    fake_on_cpu(0, count_down, &n);
    fake_run(0, OTHER);
    is_u64(test.trips, 1, "a countdown that ends before a look");
    is_u64(test.trip.pc, CODE + 4, "... at its instruction");
    ok(test.trip.user, "... with its privilege");
    is_u64(test.trip.executed, 4, "... when four are executed");
    is_u64(test.looked[1], 5, "... and the look finds five");
    fake_on_cpu(0, settle, counts);
    is_u64(counts[1], 7, "then all seven are");
}

/* CPU 0 sets CPU 1's: it counts from there, and ends on time though CPU 1 learns of it later. */
static void run_from_afar(bool icount)
{
    uint64_t n = 6, counts[2];

    begin(FAKE_PPC64, icount, 2);
    place_eight();
    fake_on_cpu(0, from_afar, &n);
    fake_run(1, CODE);
    fake_on_cpu(1, settle, counts);
    is_u64(test.trips, 1, "a countdown of 6, set by another CPU");
    is_u64(test.trip.pc, pc_of(6), "... ends at the sixth");
    is_u64(test.trip.executed, 6, "... when six are executed");
    fake_on_cpu(0, from_afar, &n);
    n = 0;
    fake_on_cpu(0, from_afar, &n);
    fake_run(1, CODE);
    fake_on_cpu(1, settle, counts);
    is_u64(test.trips, 1, "... and none, if it is taken back");
}

static void test_from_afar_called(void)
{
    run_from_afar(true);
}

static void test_from_afar_generated(void)
{
    run_from_afar(false);
}

/* The hook that is called before a block, of x86. */
static void run_nears(bool icount)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {PLAIN}, {JUMP, .jump = OTHER}};
    static const struct fake_insn other[] = {{PLAIN}, {PLAIN}, {JUMP, .jump = NOWHERE}};
    uint64_t n = 6, counts[2];

    hooks.nears = nears;
    hooks.tripped = NULL;
    begin(FAKE_X86, icount, icount ? 2 : 1);
    FAKE_CODE(CODE, code);
    FAKE_CODE(OTHER, other);
    fake_on_cpu(0, count_down, &n);
    fake_run(0, CODE);
    is_u64(test.nears, 1, "a countdown that ends in the second block: one call");
    is_u64(test.trip.n, 3, "... before that block of three");
    is_u64(test.trip.executed, 4, "... when the first is executed");
    is_u64(test.trip.now, 0, "... at the clock's time");
    fake_on_cpu(0, settle, counts);
    is_u64(counts[0], 7, "all is counted");
    n = 4;
    fake_on_cpu(0, count_down, &n);
    test.next = 100;
    fake_run(0, CODE);
    is_u64(test.nears, 2, "one that ends with the first block: a call before it");
    is_u64(test.trip.n, 4, "... of four");
    test.next = 0;
    for (unsigned i = 0; i < 13; i++)
        fake_run(0, CODE);
    is_u64(test.nears, 2, "a hundred more from there: none in the next 98");
    fake_run(0, CODE);
    is_u64(test.nears, 3, "... and then one");
    fake_on_cpu(0, settle, counts);
    is_u64(counts[0], 7 * 16, "all is counted");
}

static void test_nears_called(void)
{
    run_nears(true);
}

static void test_nears_generated(void)
{
    run_nears(false);
}

/* ---- on and off, saving ---- */

static void stop(void *data)
{
    arbiter_enter();
    blocks_want(false, *(uint64_t *)data);
    arbiter_leave();
}

static void test_lingering(void)
{
    uint64_t now = 5000, end = 5000 + 200000000, early = end - 1;

    begin(FAKE_X86, true, 2);
    is_u64(blocks_deadline(), SIM_NEVER, "while it is wanted it has no deadline");
    fake_on_cpu(0, stop, &now);
    fake_run(0, NOWHERE);
    ok(blocks_counting(), "no longer wanted, it goes on");
    is_u64(blocks_deadline(), end, "... for 200 ms");
    fake_on_cpu(0, stop, &early);
    fake_run(0, NOWHERE);
    is_u64(blocks_deadline(), end, "... from the first time on");
    fake_on_cpu(0, want, &test);
    is_u64(blocks_deadline(), SIM_NEVER, "wanted again, it has none");
    is_u64(fake_world.resets, 1, "... and nothing was translated anew");
    fake_on_cpu(0, stop, &now);
    fake_on_cpu(0, stop, &end);
    ok(blocks_counting() && !blocks_at_rest(), "at its end QEMU is asked to");
    fake_run(0, NOWHERE);
    ok(!blocks_counting() && blocks_at_rest(), "... and then it is off");
    is_u64(fake_world.resets, 2, "... by another reset");
    is_u64(blocks_deadline(), SIM_NEVER, "... with no deadline");
}

/* Off and on again: counts go on, and nothing is left of the block that was the last. */
static void run_off_and_on(bool icount)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {PLAIN}, {JUMP, .jump = NOWHERE}};
    uint64_t now = 5000, end = 5000 + 200000000, counts[2], n = 100;

    begin(FAKE_X86, icount, icount ? 2 : 1);
    FAKE_CODE(CODE, code);
    fake_run(0, CODE);
    fake_on_cpu(0, count_down, &n);
    fake_on_cpu(0, stop, &now);
    fake_on_cpu(0, stop, &end);
    fake_run(0, NOWHERE);
    fake_run(0, CODE);
    fake_on_cpu(0, want, &test);
    fake_run(0, NOWHERE);
    fake_run(0, CODE + 1);
    fake_run(0, CODE + 1);
    fake_on_cpu(0, settle, counts);
    is_u64(counts[0], 4 + 3 + 3, "4 before, none while it is off, 6 after it");
    is_u64(test.trips, 0, "... and no countdown ends");
}

static void test_off_and_on_called(void)
{
    run_off_and_on(true);
}

static void test_off_and_on_generated(void)
{
    run_off_and_on(false);
}

static void test_saving(void)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {JUMP, .jump = NOWHERE}};
    FILE *file = tmpfile();
    uint64_t counts[2];
    struct sim_activity a;

    begin(FAKE_X86, true, 2);
    test.mixed = true;
    FAKE_CODE(CODE, code);
    fake_run(0, CODE);
    fake_on_cpu(0, settle, counts);
    ok(snapshot_save(fileno(file), blocks_state), "counts are saved");
    fake_run(0, CODE);
    fake_on_cpu(0, settle, counts);
    is_u64(counts[0], 6, "... at 3, and go on to 6");
    ok(snapshot_resume(fileno(file), blocks_state), "... and resumed");
    is_u64(blocks_executed(0).kernel, 3, "... at 3");
    fake_on_cpu(0, settle_activity, &a);
    is_u64(a.kernel.loads, 3, "... with the loads");
    fclose(file);
}

/* What the two clocks say of each other: CPUs slept 1000 ns. */
static void test_time(void)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {LOOK}, {JUMP, .jump = NOWHERE}};
    static const struct fake_insn irq[] = {{PLAIN, .jump = NOWHERE}};
    uint64_t start;
    struct told told;

    begin(FAKE_X86, true, 2);
    FAKE_CODE(CODE, code);
    FAKE_CODE(IRQ, irq);
    start = fake_now();
    fake_run(0, CODE);
    is_u64(test.time - start, 4, "in a block's middle the time is that of what ran before: 2 instructions");
    fake_sleep_until(start + 1008);
    fake_interrupt(0, IRQ);
    fake_run(0, NOWHERE);
    start = fake_now();
    fake_run(0, CODE);
    is_u64(test.time - start, 4, "after sleep and an interrupt it is right again");
    listen_to_stderr(&told);
    bearings_report();
    is_str(told_on_stderr(&told),
        "pmulab: blocks: 1 readings of the clock, ahead 1 times by 1000 ns, behind 0 times by 0 ns\n",
        "... and the sleep is told of");
}

int main(void)
{
    apart(test_calls);
    apart(test_generated);
    apart(test_two_in_one_thread);
    apart(test_two_threads);
    apart(test_words_called);
    apart(test_words_generated);
    apart(test_shared_words_called);
    apart(test_shared_words_generated);
    apart(test_frames);
    apart(test_mixed_called);
    apart(test_mixed_generated);
    apart(test_mixed_of_user_called);
    apart(test_mixed_of_user_generated);
    apart(test_mixed_user);
    apart(test_countdowns_called);
    apart(test_countdowns_generated);
    apart(test_countdown_goes_on);
    apart(test_countdown_at_look);
    apart(test_from_afar_called);
    apart(test_from_afar_generated);
    apart(test_nears_called);
    apart(test_nears_generated);
    apart(test_lingering);
    apart(test_off_and_on_called);
    apart(test_off_and_on_generated);
    apart(test_saving);
    apart(test_time);
    return done_testing();
}
