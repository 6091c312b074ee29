/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin of epyc, driven like Linux's IBS driver: exact samples of a loop,
 * their NMIs, and the windows before them. */
#include "tests/unit/plugins/epyc_world.h"

static void run_samples(void)
{
    warm_up();
    for (uint64_t period = 0x100; period <= 0x150; period += 0x10)
        is_sampled(0, period);
    is_sampled(0, 0x1000);
    x86_wrmsr(0, OP_CTL, 0);
}

static void test_samples(void)
{
    begin(1, true, "", "");
    run_samples();
    unlink(trace_name);
}

static void test_samples_without_icount(void)
{
    begin(1, false, "", "");
    run_samples();
    unlink(trace_name);
}

/* A sample's page size is that of the current page tables (APM volume 2,
 * section 5.3.3). Between two samples the kernel splits a page of 2 MiB and
 * flushes its TLB entry. */
static void test_pages(void)
{
    static const struct fake_insn invlpg[] = {{.hex = "0f 01 3f"}, {.hex = "90", .ends = true}};
    enum {
        PML4 = 0x800000,
        PDP = 0x801000,
        PD = 0x802000,
        PT = 0x803000,
        PRESENT = 3,
        LARGE = 0x80
    };
    enum { HIT_2M = 1 << 4 };

    begin(1, true, "", "");
    FAKE_CODE(HANDLER, invlpg);
    fake_set(0, "cr3", PML4);
    fake_poke(PML4 + 8 * (DATA >> 39 & 511), PDP | PRESENT, 8);
    fake_poke(PDP, PD | PRESENT, 8);
    fake_poke(PD, LARGE | PRESENT, 8);
    fake_poke(PT + 8 * 7, DATA_AT | PRESENT, 8);
    warm_up();
    is_sampled(0, 0x110);
    is_u64(x86_rdmsr(0, OP_DATA3) & HIT_2M, HIT_2M, "a load from a page of 2 MiB");
    fake_poke(PD, PT | PRESENT, 8);
    fake_run(0, HANDLER);
    is_sampled(0, 0x110);
    is_u64(x86_rdmsr(0, OP_DATA3) & HIT_2M, 0, "... and after the split from one of 4 KiB");
    fake_poke(PT + 8 * 7, 0, 8);
    fake_run(0, HANDLER);
    is_sampled(0, 0x110);
    fake_poke(PD, LARGE | PRESENT, 8);
    fake_run(0, HANDLER);
    is_sampled(0, 0x110);
    is_u64(x86_rdmsr(0, OP_DATA3) & HIT_2M, HIT_2M, "... and again from one of 2 MiB");
    fake_poke(PD, 0x200000 | LARGE | PRESENT, 8);
    fake_run(0, HANDLER);
    is_sampled(0, 0x110);
    is_u64(x86_rdmsr(0, OP_DATA3) & HIT_2M, 0, "... but not if that is elsewhere in memory");
    unlink(trace_name);
}

/* Instructions before QEMU's retranslation are not counted, including the first
 * WRMSR. */
static void test_first(void)
{
    begin(1, true, "", "");
    x86_wrmsr(0, OP_CTL, EN | OPS | 0x10);
    loop(0, 100);
    is_u64(nmis(), 1, "one interrupt");
    is_u64(x86_rdmsr(0, OP_RIP), CODE + offsets[256 % LOOP], "the first sample");
    unlink(trace_name);
}

/* A window begins 64 ops before the sample. @filter: of IBS_OP_CTL. Returns the
 * blocks run in 15 turns, 75 ops, in which a window begins. */
static unsigned blocks_in_window(uint64_t filter)
{
    unsigned blocks;

    x86_wrmsr(0, OP_CTL, EN | OPS | filter | 0x10);
    blocks = fake_world.executed;
    loop(0, 30);
    is_u64(fake_world.executed - blocks, 30, "before a window whole blocks run: 30");
    blocks = fake_world.executed;
    loop(0, 15);
    blocks = fake_world.executed - blocks;
    x86_wrmsr(0, OP_CTL, 0);
    return blocks;
}

/* A window runs single instructions, so that the interrupt comes at once. With
 * a filter interrupts are rare and windows may be consecutive, so they run
 * whole blocks. One block is left at its start. */
static void test_windows(void)
{
    unsigned blocks;

    begin(1, true, " variant=zen4", "");
    warm_up();
    is_u64(blocks_in_window(0), 8 + 1 + 6 * LOOP + LOOP, "in a window single instructions run");
    is_u64(blocks_in_window(L3_MISS_ONLY), 15 + 1, "with a filter whole blocks run");
    blocks = fake_world.executed;
    loop(0, 100);
    ok(fake_world.executed - blocks <= 102, "no window when sampling is off: %u blocks",
        fake_world.executed - blocks);
    unlink(trace_name);
}

/* Zen5 filters by latency only with the other filter (erratum 1606). */
static void test_windows_of_zen5(void)
{
    const uint64_t ld_lat_en = UINT64_C(1) << 63;

    begin(1, true, " variant=zen5", "");
    warm_up();
    is_u64(blocks_in_window(ld_lat_en), 8 + 1 + 6 * LOOP + LOOP,
        "a filter without effect does not count");
    is_u64(
        blocks_in_window(ld_lat_en | L3_MISS_ONLY), 15 + 1, "... but with the other one it does");
    unlink(trace_name);
}

static uint64_t go_on(unsigned cpu, uint64_t next)
{
    (void)cpu;
    return next;
}

/* Tagging does not depend on windows. A filter drops each op, as all loads hit,
 * and the counter restarts anywhere. Windows close and begin at any instruction
 * of a block, some twice in one block. */
static char *tagged_name; /* ops tagged with the first window of test_tagged() */
static const char *window;

static GString *tagged_ops(void)
{
    static struct read_trace trace;
    GString *ops = g_string_new(NULL);

    fake_exit();
    read_trace(&trace, trace_name);
    unlink(trace_name);
    for (unsigned i = 0; i < trace.n; i++)
        if (trace.records[i].kind == TRACE_COUNTED && trace.records[i].offset == EPYC_INSTRUCTIONS)
            g_string_append_printf(ops, "%u ", (unsigned)trace.records[i].value);
    return ops;
}

static void test_tagged(void)
{
    g_autofree char *options = g_strdup_printf(" variant=zen4 cache-log=tagged window=%s", window);
    g_autofree char *expected = NULL;
    GString *ops;

    begin(1, true, options, "");
    warm_up();
    x86_wrmsr(0, OP_CTL, EN | OPS | L3_MISS_ONLY | 8);
    loop(0, 1500);
    x86_wrmsr(0, OP_CTL, 0);
    is_u64(nmis(), 0, "window %s: no op misses", window);
    ops = tagged_ops();
    ok(ops->len > 500, "... but some are tagged");
    if (g_file_get_contents(tagged_name, &expected, NULL, NULL) && *expected)
        is_str(ops->str, expected, "... the same ones");
    else
        ok(g_file_set_contents(tagged_name, ops->str, -1, NULL), "... which are kept");
    g_string_free(ops, TRUE);
}

static void test_tagged_alike(void)
{
    static const char *const windows[] = {"4096", "1", "2", "5", "64"};

    tagged_name = new_file("");
    for (unsigned i = 0; i < G_N_ELEMENTS(windows); i++) {
        window = windows[i];
        apart(test_tagged);
    }
    unlink(tagged_name);
}

/* Two jumps, each a block translated before the window. The counter starts at
 * the written CurCnt, here past the period, so the op after WRMSR is tagged. */
static void test_blocks_of_one(void)
{
    static const struct fake_insn code[] = {
        {.hex = "eb 00", .effect = go_on}, {.hex = "eb 00", .effect = go_on}};

    begin(1, true, "", "");
    warm_up();
    FAKE_CODE(CODE, code);
    x86_wrmsr(0, OP_CTL, EN | OPS | 0xffff);
    fake_run(0, CODE);
    x86_wrmsr(0, OP_CTL, UINT64_C(0x7f) << 32 | EN | OPS | 1);
    fake_run(0, CODE);
    is_u64(nmis(), 1, "a block of one instruction: one interrupt");
    is_u64(x86_rdmsr(0, OP_RIP), CODE, "... of the first of two");
    unlink(trace_name);
}

/* PERF_CTL0 of CPU 1 asks for event 0C3, mispredicted branches, with OsMode,
 * UsrMode, Int and En; PERF_CTR0 is one below its end. The unpredictable branch
 * interrupts the CPU that executes it, without an access. */
static void test_mispredicted(void)
{
    static struct read_trace trace;
    unsigned sent = 0;

    begin(2, true, "", "");
    store_apic(1, 0x340, 0x400);
    x86_wrmsr(1, 0xc0010201, UINT64_C(0xffffffffffff));
    x86_wrmsr(1, 0xc0010200, UINT64_C(0x5300c3));
    loop(0, 3);
    is_u64(nmis(), 0, "another CPU's branches send no NMI");
    loop(1, 20);
    is_u64(nmis(), 1, "a branch that overflows the counter sends an NMI");
    if (nmis())
        is_u64(nmi(0)->address, APIC | 1 << 12, "... to its CPU");
    end(&trace);
    for (unsigned i = 0; i < trace.n; i++)
        sent += trace.records[i].kind == TRACE_INTERRUPT && trace.records[i].cpu == 1;
    is_u64(sent, 1, "... and the trace has it");
}

/* CPU 1 is half-way when CPU 0's window begins: its instructions count without
 * a sample. */
static void test_turns(void)
{
    begin(2, true, "", "");
    warm_up();
    x86_wrmsr(1, OP_CTL, EN | OPS | 0x20);
    loop(1, 60);
    is_u64(nmis(), 0, "301 of 512 ops");
    is_sampled(0, 0x100);
    loop(1, 42);
    is_u64(nmis(), 1, "511 of 512");
    loop(1, 1);
    is_u64(nmis(), 2, "then a sample is taken");
    is_u64(x86_rdmsr(1, OP_RIP), CODE + offsets[1], "... of the second instruction");
    unlink(trace_name);
}

/* CPU 1's turn is within CPU 0's window. CPU 0 continues with an instruction
 * that is a separate block, made outside of windows. It is the op to be
 * sampled. */
static void test_turn_within_window(void)
{
    static const struct fake_insn one[] = {{.hex = "eb fe", .jump = NOTHING}};

    begin(2, true, "", "");
    warm_up();
    for (unsigned i = 0; i < 4; i++)
        FAKE_CODE(CODE + 0x100 * i, one);
    x86_wrmsr(0, OP_CTL, EN | OPS | 0xffff);
    for (unsigned i = 0; i < 3; i++)
        fake_run(0, CODE + 0x100 * i);
    x86_wrmsr(0, OP_CTL, UINT64_C(254) << 32 | EN | OPS | 0x10);
    fake_run(0, CODE);
    fake_run(1, CODE + 0x300);
    is_u64(nmis(), 0, "255 of 256 ops");
    fake_run(0, CODE + 0x100);
    fake_run(0, CODE + 0x200);
    is_u64(nmis(), 1, "the next op after another CPU's turn is sampled");
    is_u64(x86_rdmsr(0, OP_RIP), CODE + 0x100, "... is sampled");
    unlink(trace_name);
}

/* The same after a fault in the middle of a block, with twelve instructions
 * left. */
static void test_turn_after_fault(void)
{
    static const struct fake_insn one[] = {{.hex = "eb fe", .jump = NOTHING}};
    struct fake_insn faulty[14] = {{.hex = "90"}, {.hex = "48 8b 07", .raises = HANDLER}};

    for (unsigned i = 2; i < 14; i++)
        faulty[i].hex = "90";
    begin(2, true, "", "");
    warm_up();
    for (unsigned i = 0; i < 4; i++)
        FAKE_CODE(CODE + 0x100 * i, one);
    FAKE_CODE(HANDLER, one);
    FAKE_CODE(CODE + 0x800, faulty);
    x86_wrmsr(0, OP_CTL, EN | OPS | 0xffff);
    for (unsigned i = 0; i < 3; i++)
        fake_run(0, CODE + 0x100 * i);
    x86_wrmsr(0, OP_CTL, UINT64_C(252) << 32 | EN | OPS | 0x10);
    fake_run(0, CODE);
    fake_run(0, CODE + 0x800);
    fake_run(1, CODE + 0x300);
    is_u64(nmis(), 0, "253 of 256 ops, one before a fault, and the handler's");
    fake_run(0, CODE + 0x100);
    fake_run(0, CODE + 0x200);
    is_u64(nmis(), 1, "the second op after another CPU's turn is sampled");
    is_u64(x86_rdmsr(0, OP_RIP), CODE + 0x100, "... is sampled");
    unlink(trace_name);
}

/* A fault, a system call and an interrupt within a window: only retired
 * instructions count. */
static uint64_t interrupted(unsigned cpu, uint64_t next)
{
    fake_interrupt(cpu, HANDLER);
    return next;
}

static void test_discontinuities(void)
{
    static const struct fake_insn code[] = {
        {.hex = "90"}, {.hex = "48 8b 07", .raises = HANDLER}, {.hex = "90"}};
    static const struct fake_insn irq[] = {{.hex = "90"}, {.hex = "66 90", .effect = interrupted},
        {.hex = "90"}, {.hex = "eb 00", .jump = 0x500800}};
    static const struct fake_insn handler[] = {
        {.hex = "90"}, {.hex = "66 90"}, {.hex = "eb 00", .jump = 0x500800}};

    begin(1, true, " window=4096", "");
    FAKE_CODE(0x500000, code);
    FAKE_CODE(0x500100, irq);
    FAKE_CODE(HANDLER, handler);
    warm_up();
    x86_wrmsr(0, OP_CTL, EN | OPS | 0x10);
    for (unsigned i = 0; i < 63; i++)
        fake_run(0, 0x500000);
    is_u64(nmis(), 0, "one, and 63 times one retired, a fault, three of the handler: 253");
    fake_run(0, 0x500000);
    is_u64(x86_rdmsr(0, OP_RIP), HANDLER + 3,
        "three more, and the next is tagged: the handler's third");
    is_u64(nmis(), 1, "... with an interrupt at its end");
    x86_wrmsr(0, OP_CTL, EN | OPS | 0x10);
    for (unsigned i = 0; i < 51; i++)
        fake_run(0, 0x500100);
    is_u64(nmis(), 1, "one, and 51 times two, and three of an interrupt's handler: 256");
    fake_run(0, 0x500100);
    is_u64(x86_rdmsr(0, OP_RIP), 0x500100, "... and the next op is tagged");
    unlink(trace_name);
}

int main(void)
{
    apart(test_samples);
    apart(test_samples_without_icount);
    apart(test_pages);
    apart(test_first);
    apart(test_windows);
    apart(test_windows_of_zen5);
    test_tagged_alike();
    apart(test_blocks_of_one);
    apart(test_mispredicted);
    apart(test_turns);
    apart(test_turn_within_window);
    apart(test_turn_after_fault);
    apart(test_discontinuities);
    return done_testing();
}
