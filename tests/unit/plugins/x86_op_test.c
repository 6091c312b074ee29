/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A machine's view of an x86 CPU, instruction by instruction: lengths,
 * branches, accesses, faults, interrupts. Also the traits of blocks for
 * counting. Encodings: AMD64 APM volume 3. */
#include "qemu-plugins/trap/x86_op.h"

#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/qemu/special_blocks.h"
#include "qemu-plugins/trap/x86_cpu.h"
#include "qemu-plugins/trap/x86_pages.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/x86.h"

#define CODE    UINT64_C(0x300000)
#define AT      UINT64_C(0xffffffff81300000) /* the kernel's virtual address */
#define DATA    UINT64_C(0x7000)
#define DEVICE  UINT64_C(0xfed00000)
#define HANDLER UINT64_C(0x400000)
#define NOWHERE UINT64_C(0x500800)

enum { OPS = 16 };

static struct {
    int machine;
    bool watches, wrong_machine;
    unsigned n, halts;
    struct sim_op ops[OPS];
    struct trap_x86_place places[OPS];
    struct blocks_traits traits;
} seen = {.watches = true};

static bool watches(unsigned cpu)
{
    (void)cpu;
    return seen.watches;
}

static void op(
    void *machine, unsigned cpu, struct sim_op *executed, const struct trap_x86_place *place)
{
    (void)cpu;
    seen.wrong_machine |= machine != &seen.machine;
    if (seen.n < OPS) {
        seen.ops[seen.n] = *executed;
        seen.places[seen.n] = *place;
    }
    seen.n++;
}

static void halts(unsigned cpu)
{
    (void)cpu;
    seen.halts++;
}

static const struct trap_x86_op_hooks hooks = {watches, op, halts};

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    (void)data;
    seen.traits = trap_x86_traits(tb, true);
    if (seen.traits.shown)
        trap_x86_op_translated(tb);
    special_translated();
}

static void discontinued(
    unsigned cpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to, void *data)
{
    (void)to;
    (void)data;
    if (trap_x86_arrived(cpu, &type))
        trap_x86_op_discontinued(cpu, type, from);
}

static void started(unsigned cpu, void *data)
{
    (void)data;
    x86_cpu_started(cpu);
}

/* The kind of blocks under test. */
static enum special kind;

static void ask(void *data)
{
    special_ask(kind, 0, data);
}

static unsigned cpus = 1;

static void begin(bool shown)
{
    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = cpus, .icount = true});
    fake_ram(0, 0x1000000);
    fake_device(DEVICE, 0x1000, NULL);
    qemu_private_find("test", QEMU_CLOCK | QEMU_LOCK | QEMU_CPU_NUMBER | QEMU_SPECIAL_BLOCKS, 0);
    clock_init();
    special_init();
    trap_x86_op_start(&hooks, &seen.machine);
    qemu_plugin_register_vcpu_init_cb(1, started, NULL);
    qemu_plugin_register_vcpu_tb_trans_cb(1, translated, NULL);
    qemu_plugin_register_vcpu_discon_cb(1, QEMU_PLUGIN_DISCON_ALL, discontinued, NULL);
    fake_start_cpus();
    x86_kernel(0);
    fake_map(AT, CODE);
    fake_map(AT + 0x1000, CODE + 0x1000);
    if (shown)
        fake_on_cpu(0, ask, &seen);
}

/* Runs @n instructions at @AT and their successors. Then runs an unwatched one
 * elsewhere, to complete them. */
static void run(const struct fake_insn *code, unsigned n)
{
    static const struct fake_insn plain[] = {{.hex = "90", .jump = NOWHERE}};
    bool was;

    FAKE_CODE(HANDLER + 0x800, plain);
    fake_code(CODE, code, n);
    seen.n = 0;
    fake_run(0, AT);
    was = seen.watches;
    seen.watches = false;
    fake_run(0, HANDLER + 0x800);
    seen.watches = was;
}

static void is_place(const struct trap_x86_place *place, uint32_t before, uint32_t rest)
{
    is_u64(place->before, before, "... reported after %u instructions of a block", before);
    is_u64(place->rest, rest, "... with %u left", rest);
}

/* The places at which a block's three instructions are reported; the third
 * jumps elsewhere. */
static void is_reported_at_next(const struct trap_x86_place *places)
{
    bool single = kind == SPECIAL_SINGLE;

    is_place(&places[0], single ? 0 : 1, single ? 1 : 2);
    is_place(&places[1], single ? 0 : 2, 1);
    is_place(&places[2], 0, 1);
}

static void test_plain(void)
{
    static const struct fake_insn code[] = {
        {.hex = "90"}, {.hex = "66 90"}, {.hex = "0f 1f 40 00"}};

    begin(true);
    run(code, 3);
    is_u64(seen.n, 3, "three plain instructions: three ops");
    for (unsigned i = 0, at = 0; i < 3; at += seen.ops[i++].length) {
        const struct sim_op *o = &seen.ops[i];
        is_u64(o->pc, AT + at, "op %u is at its address", i);
        is_u64(o->pc_physical, CODE + at, "... and physical address");
        is_u64(o->length, 1u << i, "... with its length");
        ok(o->retired && !o->user && !o->locked && !o->prefetch && !o->streaming &&
                !o->n_accesses && o->branch == SIM_NO_BRANCH && !o->target,
            "... retired, without other facts");
    }
    is_reported_at_next(seen.places);
    is_u64(seen.ops[0].next_pc, AT + 1, "the first continues to the second");
    is_u64(seen.ops[2].next_pc, HANDLER + 0x800, "the third to its target");
    ok(!seen.wrong_machine, "all are the machine's");
    is_u64(seen.halts, 0, "... and none is a halt");
}

static void test_user(void)
{
    static const struct fake_insn code[] = {
        {.hex = "f0 83 04 24 00"}, {.hex = "0f c3 07", .access = {DATA, 4, true, false, 0, NULL}}};

    begin(true);
    fake_set(0, "cs", 0x33);
    run(code, 2);
    ok(seen.ops[0].user && seen.ops[0].locked, "a user's locked instruction");
    ok(seen.ops[1].user && seen.ops[1].streaming, "... and a streaming store");
}

/* ---- branches and their targets ---- */

static void is_branch(
    const char *hex, uint64_t jump, enum sim_branch branch, uint64_t target, const char *what)
{
    const struct fake_insn code[] = {{.hex = "90"}, {.hex = hex, .jump = jump}};
    static const struct fake_insn after[] = {{.hex = "90", .jump = NOWHERE}};
    unsigned length = (unsigned)(strlen(hex) + 1) / 3;
    uint64_t next = jump ? jump : AT + 1 + length;

    FAKE_CODE((next & 0xffff) + CODE, after);
    run(code, 2);
    is_u64(seen.ops[1].branch, branch, "%s", what);
    is_u64(seen.ops[1].target, target, "... its target");
    is_u64(seen.ops[1].next_pc, next, "... and its target");
    is_u64(seen.ops[1].length, length, "... its length");
}

static void test_branches(void)
{
    begin(true);
    is_branch("74 10", 0, SIM_CONDITIONAL, AT + 0x13, "a branch not taken");
    is_branch("74 20", AT + 0x23, SIM_CONDITIONAL, AT + 0x23, "a branch taken");
    is_branch("0f 84 f9 0f 00 00", AT + 0x1000, SIM_CONDITIONAL, AT + 0x1000,
        "a branch into another page");
    is_branch("eb 30", AT + 0x33, SIM_JUMP, AT + 0x33, "a jump");
    is_branch("e8 3b 00 00 00", AT + 0x41, SIM_CALL, AT + 0x41, "a call");
    is_branch("ff e0", AT + 0x50, SIM_INDIRECT, AT + 0x50, "an indirect jump");
    is_branch("ff d0", AT + 0x60, SIM_INDIRECT_CALL, AT + 0x60, "an indirect call");
    is_branch("c3", AT + 0x70, SIM_RETURN, AT + 0x70, "a return");
    is_branch("74 00", 0, SIM_CONDITIONAL, AT + 3, "a branch to the next instruction");
}

/* The page offset alone does not distinguish the next instruction from a target
 * 4096 bytes away. */
static void test_same_offset(void)
{
    static const struct fake_insn after[] = {{.hex = "90", .jump = NOWHERE}};
    const struct fake_insn code[] = {
        {.hex = "90"}, {.hex = "0f 84 00 10 00 00", .jump = AT + 0x1007}};

    begin(true);
    FAKE_CODE(CODE + 0x1007, after);
    run(code, 2);
    is_u64(seen.ops[1].next_pc, AT + 0x1007,
        "a branch to the next instruction's offset in another page");
}

/* A repeated string instruction continues at itself. */
static unsigned rounds;

static uint64_t repeats(unsigned cpu, uint64_t next)
{
    (void)cpu;
    return rounds-- ? AT + 1 : next;
}

static void test_repeated(void)
{
    static const struct fake_insn code[] = {
        {.hex = "90"}, {.hex = "f3 a4", .effect = repeats}, {.hex = "90"}};

    begin(true);
    rounds = 2;
    run(code, 3);
    is_u64(seen.n, 5, "a string instruction of three rounds: five ops");
    is_u64(seen.ops[1].next_pc, AT + 1, "... it continues at itself");
    is_u64(seen.ops[3].next_pc, AT + 3, "... and finally at the next");
}

/* ---- accesses ---- */

static void test_accesses(void)
{
    static const struct fake_insn code[] = {
        {.hex = "48 8b 07", .access = {DATA + 8, 8, false, false, 0, "rax"}},
        {.hex = "89 07", .access = {DATA + 0x123, 4, true, false, 7, NULL}},
        {.hex = "8b 07", .access = {DEVICE + 4, 4, false, false, 0, "rax"}}};
    const struct sim_op_access *a;

    begin(true);
    fake_map(UINT64_C(0xffff888000007000), DATA);
    run(code, 3);
    a = &seen.ops[0].accesses[0];
    is_u64(seen.ops[0].n_accesses, 1, "a load");
    ok(a->linear == DATA + 8 && a->physical == DATA + 8 && a->size == 8 && !a->store && !a->io,
        "... of 8 bytes");
    a = &seen.ops[1].accesses[0];
    is_u64(seen.ops[1].n_accesses, 1, "a store");
    ok(a->linear == DATA + 0x123 && a->size == 4 && a->store && !a->io, "... of 4 bytes");
    a = &seen.ops[2].accesses[0];
    is_u64(seen.ops[2].n_accesses, 1, "a load from a device");
    ok(a->physical == DEVICE + 4 && a->io && !a->store, "... is one");
}

/* QEMU repeats an input or output alone unless it is a block's last, and begins
 * another block after it. */
static void test_device_within(void)
{
    static const struct fake_insn code[] = {{.hex = "90"},
        {.hex = "8b 07", .access = {DEVICE + 4, 4, false, false, 0, "rax"}}, {.hex = "66 90"}};

    begin(true);
    run(code, 3);
    is_u64(seen.n, 3, "a load from a device in the middle of a block: three ops");
    is_u64(seen.ops[1].pc, AT + 1, "... the second at its address");
    is_u64(seen.ops[1].n_accesses, 1, "... with its access");
    ok(seen.ops[1].retired && seen.ops[1].next_pc == AT + 3, "... retired");
    is_place(&seen.places[1], 0, 1);
    is_u64(seen.ops[2].pc, AT + 3, "... and the third");
}

/* Several accesses of an instruction: a vector of 32 bytes has two halves; at
 * most four are kept. */
static void test_more_accesses(void)
{
    static const struct fake_insn vector[] = {{.hex = "c5 fe 6f 07",
        .access = {DATA, 16, false, false, 0, NULL},
        .more = {{DATA + 16, 16, false}}}};
    static const struct fake_insn apart_[] = {{.hex = "c5 fe 6f 07",
        .access = {DATA, 16, false, false, 0, NULL},
        .more = {{DATA + 32, 16, false}}}};
    static const struct fake_insn mixed[] = {{.hex = "48 a5",
        .access = {DATA, 8, false, false, 0, NULL},
        .more = {{DATA + 8, 8, true}}}};
    static const struct fake_insn many[] = {{.hex = "c4 e2 7d 90 04 07",
        .access = {DATA, 4, false, false, 0, NULL},
        .more = {{DATA + 64, 4, false}, {DATA + 128, 4, false}, {DATA + 192, 4, false},
            {DATA + 256, 4, false}}}};

    begin(true);
    run(vector, 1);
    is_u64(seen.ops[0].n_accesses, 1, "two halves are one access");
    is_u64(seen.ops[0].accesses[0].size, 32, "... of 32 bytes");
    run(apart_, 1);
    is_u64(seen.ops[0].n_accesses, 2, "two separate halves are two");
    run(mixed, 1);
    is_u64(seen.ops[0].n_accesses, 2, "a load and a store are two");
    ok(!seen.ops[0].accesses[0].store && seen.ops[0].accesses[1].store, "... in order");
    is_u64(seen.ops[0].accesses[1].linear, DATA + 8, "... each at its address");
    run(many, 1);
    is_u64(seen.ops[0].n_accesses, 4, "four of five are kept");
    is_u64(seen.ops[0].accesses[3].linear, DATA + 192, "... the first");
}

static void is_prefetch(const char *hex, uint64_t linear, uint64_t physical)
{
    const struct fake_insn code[] = {{.hex = hex}};
    const struct sim_op_access *a = &seen.ops[0].accesses[0];

    run(code, 1);
    ok(seen.ops[0].prefetch && seen.ops[0].n_accesses == 1, "%s: a prefetch", hex);
    is_u64(a->linear, linear, "... of that address");
    is_u64(a->physical, physical, "... and physical address");
    ok(a->size == 1 && !a->store, "... of a byte");
}

static void test_prefetches(void)
{
    begin(true);
    fake_map(UINT64_C(0xffff888000007000), DATA);
    fake_set(0, "rdi", DATA);
    fake_set(0, "rcx", 3);
    fake_set(0, "gs_base", UINT64_C(0xffff888000007000));
    fake_set(0, "fs_base", DATA + 0x300);
    is_prefetch("0f 18 0f", DATA, DATA);
    is_prefetch("0f 18 4f 40", DATA + 0x40, DATA + 0x40);
    is_prefetch("0f 18 4c 8f 10", DATA + 3 * 4 + 0x10, DATA + 3 * 4 + 0x10);
    is_prefetch("65 0f 18 0c 25 10 00 00 00", UINT64_C(0xffff888000007010), DATA + 0x10);
    is_prefetch("64 0f 18 0c 25 10 00 00 00", DATA + 0x310, DATA + 0x310);
    is_prefetch("0f 18 0d 09 00 00 00", AT + 7 + 9, CODE + 7 + 9);
    fake_set(0, "rdi", UINT64_C(0x7000000000));
    is_prefetch("0f 18 0f", UINT64_C(0x7000000000), SIM_OP_NO_PHYSICAL);
}

/* ---- faults and interrupts ---- */

static uint64_t interrupted(unsigned cpu, uint64_t next)
{
    fake_interrupt(cpu, HANDLER);
    return next;
}

static void test_discontinuities(void)
{
    static const struct fake_insn fault[] = {{.hex = "90"}, {.hex = "48 8b 07", .raises = HANDLER}};
    static const struct fake_insn call[] = {{.hex = "90"}, {.hex = "cd 80", .raises = HANDLER}};
    static const struct fake_insn irq[] = {{.hex = "90"}, {.hex = "66 90", .effect = interrupted}};
    static const struct fake_insn handler[] = {{.hex = "90", .jump = NOWHERE}};

    begin(true);
    FAKE_CODE(HANDLER, handler);
    run(fault, 2);
    is_u64(seen.n, 3, "a faulting instruction: two ops and the handler's");
    ok(!seen.ops[1].retired, "... the second has not retired");
    is_u64(seen.ops[1].pc, AT + 1, "... at its address");
    is_u64(seen.ops[1].next_pc, AT + 1, "... and restarts there");
    is_place(&seen.places[1], 0, 0);
    run(call, 2);
    ok(seen.ops[1].retired, "a system call retires with its exception");
    run(irq, 2);
    is_u64(seen.n, 3, "an interrupt: two ops and the handler's");
    ok(seen.ops[1].retired, "... both have retired");
    is_u64(seen.ops[1].next_pc, AT + 3, "... and the next would follow");
}

/* No instruction of an unmapped page executes. */
static void test_unfetched(void)
{
    static const struct fake_insn code[] = {
        {.hex = "90"}, {.hex = "eb 00", .jump = NOWHERE + 0x1000}};
    static const struct fake_insn handler[] = {{.hex = "90", .jump = NOWHERE}};

    begin(true);
    FAKE_CODE(HANDLER, handler);
    fake_world.unfetchable = NOWHERE + 0x1000;
    fake_world.fetch_handler = HANDLER;
    run(code, 2);
    is_u64(seen.n, 4, "a jump to an unmapped page, and the handler");
    ok(seen.ops[1].retired && seen.ops[1].next_pc == NOWHERE + 0x1000, "... retires");
    ok(!seen.ops[2].retired && seen.ops[2].pc == NOWHERE + 0x1000,
        "... and its target does not retire");
    is_u64(seen.ops[2].pc_physical, SIM_OP_NO_PHYSICAL, "... and has no physical address");
}

static void test_halt(void)
{
    static const struct fake_insn code[] = {{.hex = "90"}, {.hex = "f4"}};

    begin(true);
    run(code, 2);
    is_u64(seen.halts, 1, "a halt is reported before it executes");
}

static void test_unwatched(void)
{
    static const struct fake_insn code[] = {{.hex = "90"}, {.hex = "f4"}};

    begin(true);
    seen.watches = false;
    run(code, 2);
    is_u64(seen.n + seen.halts, 0, "an unwatched CPU is not reported");
}

static bool far_fetch;

static void look_at_cr2(void *data)
{
    far_fetch = trap_x86_was_next(0, *(uint64_t *)data, 0);
}

static void test_cr2(void)
{
    uint64_t from = 0x1000;

    begin(false);
    fake_set(0, "cr2", 0x100e);
    fake_on_cpu(0, look_at_cr2, &from);
    ok(far_fetch, "a fault within 15 bytes is a fetch's");
    fake_set(0, "cr2", 0x100f);
    fake_on_cpu(0, look_at_cr2, &from);
    ok(!far_fetch, "... and no further");
    fake_set(0, "cr2", 0xfff);
    fake_on_cpu(0, look_at_cr2, &from);
    ok(!far_fetch, "... nor before");
}

/* ---- blocks ---- */

static void is_block(const char *last, bool calls, bool inside, bool jumps, unsigned n)
{
    struct fake_insn code[3] = {{.hex = "90"}, {.hex = "90"}, {.hex = "90"}};

    code[n - 1] = (struct fake_insn){.hex = last, .jump = NOWHERE};
    fake_code(CODE, code, n);
    fake_run(0, AT);
    ok(seen.traits.calls == calls && seen.traits.goes_inside == inside &&
            seen.traits.jumps == jumps && seen.traits.shared && !seen.traits.fixed &&
            !seen.traits.user,
        "%u instructions, the last %s: calls %d, goes inside %d, jumps %d", n, last, calls, inside,
        jumps);
}

static void test_traits(void)
{
    begin(false);
    is_block("cd 80", true, false, false, 3);
    is_block("eb fd", false, true, false, 3);  /* to the second */
    is_block("eb fe", false, true, false, 3);  /* to itself */
    is_block("eb fc", false, false, false, 3); /* to the first */
    is_block("eb fb", false, false, false, 3); /* before it */
    is_block("eb ff", false, false, false, 3); /* into itself, after its start */
    is_block("eb fe", false, false, true, 1);
    is_block("74 10", false, false, true, 1);
    is_block("c3", false, false, true, 1);
    is_block("c3", false, false, false, 3);
    is_block("ff e0", false, true, false, 3);
    is_block("ff d0", false, true, false, 3);
    is_block("ff e0", false, false, false, 1);
    is_block("f3 a4", false, true, false, 3);
    is_block("e8 00 00 00 00", false, false, false, 1);
    is_block("90", false, false, false, 3);
}

/* ---- sizes of pages ---- */

static unsigned walks;

static uint8_t walk(unsigned cpu, uint64_t linear, uint64_t physical)
{
    walks++;
    return linear % 0x200000 == physical % 0x200000 ? 21 + cpu : linear ? 12 : 0;
}

static void test_pages(void)
{
    struct sim_op o = {.pc = 0x1234,
        .pc_physical = 0x5234,
        .n_accesses = 2,
        .accesses = {{.linear = 0x40401234, .physical = 0x1234},
            {.linear = 0x9000, .physical = SIM_OP_NO_PHYSICAL}}};

    x86_pages_note(0, &o, walk);
    ok(o.page_shift == 12 && o.accesses[0].page_shift == 21 && !o.accesses[1].page_shift,
        "three pages");
    is_u64(walks, 2, "... with two page table walks");
    o.pc += 4;
    o.pc_physical += 4;
    x86_pages_note(0, &o, walk);
    is_u64(walks, 4, "... which share a cache entry and evict each other");
    o.n_accesses = 0;
    o.pc = 0x3000, o.pc_physical = 0x7000;
    x86_pages_note(0, &o, walk);
    x86_pages_note(0, &o, walk);
    is_u64(walks, 5, "the same page again hits the cache");
    o.pc_physical = 0x8000;
    x86_pages_note(0, &o, walk);
    is_u64(walks, 6, "... unless its physical address changes");
    o.pc += 0x400000;
    x86_pages_note(0, &o, walk);
    is_u64(walks, 7, "another page of the same cache entry misses");
    x86_pages_note(1, &o, walk);
    is_u64(walks, 8, "each CPU has its own cache");
    x86_pages_forget(0);
    x86_pages_note(1, &o, walk);
    is_u64(walks, 8, "... and drops only its own pages");
    x86_pages_note(0, &o, walk);
    is_u64(walks, 9, "a dropped page is walked again");
}

static bool arrives(
    unsigned cpu, enum qemu_plugin_discon_type *type, enum qemu_plugin_discon_type as)
{
    *type = as;
    return trap_x86_arrived(cpu, type);
}

/* QEMU reports an exception twice, the second time as an interrupt. */
static void test_arrived(void)
{
    enum qemu_plugin_discon_type type;

    ok(!arrives(0, &type, QEMU_PLUGIN_DISCON_EXCEPTION), "a raised exception has not arrived");
    ok(arrives(1, &type, QEMU_PLUGIN_DISCON_INTERRUPT) && type == QEMU_PLUGIN_DISCON_INTERRUPT,
        "another CPU's interrupt is an interrupt");
    ok(arrives(0, &type, QEMU_PLUGIN_DISCON_INTERRUPT) && type == QEMU_PLUGIN_DISCON_EXCEPTION,
        "the following interrupt is the exception");
    ok(arrives(0, &type, QEMU_PLUGIN_DISCON_INTERRUPT) && type == QEMU_PLUGIN_DISCON_INTERRUPT,
        "... but not twice");
}

/* ---- the CPU's address ---- */

static uint64_t show_nonsense(unsigned cpu, uint64_t next)
{
    (void)cpu;
    fake_world.shown_pc = NOWHERE;
    return next;
}

static uint64_t show_all(unsigned cpu, uint64_t next)
{
    (void)cpu;
    fake_world.shown_pc = 0;
    return next;
}

static uint64_t to_fourth(unsigned cpu, uint64_t next)
{
    (void)cpu;
    return next + 1;
}

/* Reading the register is slow, so it is read only if several addresses are
 * possible. */
static void test_not_read(void)
{
    static const struct fake_insn code[] = {{.hex = "90", .effect = show_nonsense},
        {.hex = "eb 01", .effect = to_fourth}, {.hex = "f4"}, {.hex = "90", .effect = show_all}};

    begin(true);
    run(code, 4);
    is_u64(seen.n, 3, "three ops, only the last with several possible successors");
    is_u64(seen.ops[1].pc, AT + 1, "the address after a plain instruction is known");
    is_u64(seen.ops[2].pc, AT + 4, "... and after a jump");
}

/* CPUs that take turns: shown blocks are only for the requesting CPU. */
static void test_not_mine(void)
{
    static const struct fake_insn plain[] = {{.hex = "90", .jump = NOWHERE}};

    cpus = 2;
    begin(true);
    x86_kernel(1);
    seen.watches = false;
    FAKE_CODE(HANDLER, plain);
    fake_run(0, HANDLER);
    ok(special_on(SPECIAL_SHOWN), "the requesting CPU keeps shown blocks");
    fake_run(1, HANDLER);
    ok(!special_on(SPECIAL_SHOWN), "another CPU ends them for its turn");
}

static void test_followed(void)
{
    apart(test_plain);
    apart(test_user);
    apart(test_branches);
    apart(test_same_offset);
    apart(test_repeated);
    apart(test_accesses);
    apart(test_device_within);
    apart(test_more_accesses);
    apart(test_prefetches);
    apart(test_discontinuities);
    apart(test_unfetched);
    apart(test_halt);
    apart(test_unwatched);
}

int main(void)
{
    for (kind = 0; kind < SPECIAL_KINDS; kind++)
        test_followed();
    kind = SPECIAL_SHOWN;
    apart(test_cr2);
    apart(test_traits);
    apart(test_pages);
    apart(test_arrived);
    apart(test_not_read);
    apart(test_not_mine);
    return done_testing();
}
