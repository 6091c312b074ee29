/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin of epyc, driven like Linux's IBS driver: exact samples of a loop,
 * their NMIs, the extended APIC, CPUID. Registers: AMD64 APM volume 2, sections
 * 13.3 and 16.3 to 16.8. */
#include "models/epyc/epyc.h"
#include "models/epyc/op_facts.h"
#include "models/sim/step.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/files.h"
#include "tests/fake_qemu/saved.h"
#include "tests/fake_qemu/x86.h"

enum { STEP_PORT = 0x504, LOOP = 5 };
#define FETCH_CTL    0xc0011030
#define OP_CTL       0xc0011033
#define OP_RIP       0xc0011034
#define OP_DATA3     0xc0011037
#define DC_LIN       0xc0011038
#define DC_PHYS      0xc0011039
#define EN           (UINT64_C(1) << 17)
#define L3_MISS_ONLY (UINT64_C(1) << 16)
#define VAL          (UINT64_C(1) << 18)
#define OPS          (UINT64_C(1) << 19)
#define APIC         UINT64_C(0xfee00000)
#define LVT          0x500 /* the first vector of the extended space; 0x400: an NMI */
#define SVR          0xf0  /* 0x100: the APIC is enabled */
#define CODE         UINT64_C(0x300000)
#define DATA         UINT64_C(0xffff888000007000)
#define DATA_AT      UINT64_C(0x7000)
#define HANDLER      UINT64_C(0x400000)
#define NOTHING      UINT64_C(0x900000)
#define DC_MISS      (1 << 7)

static char *trace_name;
static unsigned before; /* earlier writes to QEMU's APIC */

/* QEMU's APIC: each register reads as its offset. */
static uint64_t qemus_apic(uint64_t address, unsigned size)
{
    return size == 4 ? 0x50000000 + address % 0x1000 : 0;
}

static uint64_t load_apic(unsigned cpu, unsigned offset)
{
    const struct fake_insn code[] = {{.hex = "90"},
        {.hex = "8b 07", .access = {.address = APIC + offset, .size = 4, .to = "rax"}},
        {.hex = "90", .ends = true}};

    FAKE_CODE(0x600000, code);
    fake_run(cpu, 0x600000);
    return fake_get(cpu, "rax");
}

static void store_apic(unsigned cpu, unsigned offset, uint32_t value)
{
    const struct fake_insn code[] = {
        {.hex = "89 07",
            .access = {.address = APIC + offset, .size = 4, .store = true, .value = value}},
        {.hex = "90", .ends = true}};

    FAKE_CODE(0x600000, code);
    fake_run(cpu, 0x600000);
}

static void begin(unsigned cpus, bool icount, const char *options, const char *traffic)
{
    g_autofree char *file = new_file(traffic), *all = NULL;

    trace_name = new_file("");
    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = cpus, .icount = icount});
    fake_ram(0, 1 << 30);
    fake_device(APIC, 0x100000, qemus_apic);
    fake_map(DATA, DATA_AT);
    fake_map(DATA + 0x1000, DATA_AT + 0x1000);
    all = g_strdup_printf("traffic=%s trace=%s%s", file, trace_name, options);
    ok(!fake_install(all), "the plugin is installed with%s", *options ? options : "out options");
    for (unsigned cpu = 0; cpu < cpus; cpu++) {
        x86_kernel(cpu);
        store_apic(cpu, LVT, 0x400);
        store_apic(cpu, SVR, 0x1ff);
    }
    unlink(file);
    before = fake_writes();
}

static unsigned nmis(void)
{
    return fake_writes() - before;
}

static const struct fake_write *nmi(unsigned number)
{
    return fake_write(before + number);
}

/* Switches counting on: it begins after the first write, and continues for a
 * while. */
static void warm_up(void)
{
    x86_wrmsr(0, OP_CTL, EN | OPS | 0xffff);
    x86_wrmsr(0, OP_CTL, 0);
}

static void end(struct read_trace *trace)
{
    fake_exit();
    read_trace(trace, trace_name);
    unlink(trace_name);
    ok(trace->whole, "the trace is whole");
    ok(audit_agrees(trace), "... with each access");
}

/* ---- a loop of five instructions: plain, load, plain, store, branch ---- */

static uint64_t again(unsigned cpu, uint64_t next)
{
    uint64_t count = fake_get(cpu, "rcx") - 1;

    fake_set(cpu, "rcx", count);
    return count ? CODE : next + 0x1000;
}

static const unsigned offsets[LOOP] = {0, 1, 4, 6, 9};

static void loop(unsigned cpu, uint64_t rounds)
{
    static const struct fake_insn code[LOOP] = {{.hex = "90"},
        {.hex = "48 8b 07", .access = {.address = DATA + 8, .size = 8, .to = "rax"}},
        {.hex = "66 90"},
        {.hex = "48 89 07", .access = {.address = DATA + 16, .size = 8, .store = true}},
        {.hex = "e2 f5", .effect = again}};

    FAKE_CODE(CODE, code);
    fake_set(cpu, "rcx", rounds);
    fake_run(cpu, CODE);
}

/* The period counts ops from WRMSR's on; the op after the period is tagged. */
static void is_sampled(unsigned cpu, uint64_t period)
{
    unsigned expected = (unsigned)((period - 1) % LOOP), had = nmis();
    uint64_t data;

    x86_wrmsr(cpu, OP_CTL, EN | OPS | period >> 4);
    loop(cpu, period);
    is_u64(nmis() - had, 1, "period %u: one interrupt", (unsigned)period);
    is_u64(nmi(had)->cpu, cpu, "... by that CPU");
    is_u64(x86_rdmsr(cpu, OP_RIP), CODE + offsets[expected], "... of instruction %u of the loop",
        expected);
    ok(x86_rdmsr(cpu, OP_CTL) & VAL, "... a sample is valid");
    data = x86_rdmsr(cpu, OP_DATA3);
    is_u64(data & 3, expected == 1 ? 1 : expected == 3 ? 2 : 0, "... a load, a store or neither");
    if (expected == 1 || expected == 3) {
        is_u64(
            x86_rdmsr(cpu, DC_LIN), expected == 1 ? DATA + 8 : DATA + 16, "... its linear address");
        is_u64(x86_rdmsr(cpu, DC_PHYS), expected == 1 ? DATA_AT + 8 : DATA_AT + 16,
            "... and the physical one");
        is_u64(data >> 22 & 15, 4, "... of 8 bytes");
    }
}

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

/* ---- cross play: IBS, the core PMU, L3, UMC and data fabric at once ---- */

enum {
    CORE_INT = 1 << 20,
    CORE_EN = 1 << 22,
    OF_INSTRUCTIONS = 0xc0 | 3 << 16,
    CAS_OF_READS =
        /* RdWrMask and En of a UMC: PPR for model 11h, section 2.1.15.6 */
    0x0a | 1 << 8 | 1u << 31,
};
#define CORE_CTL 0xc0010200
#define CORE_CTR 0xc0010201
#define GLOBAL   0xc0000301
#define CLEAR    0xc0000302
#define UMC_CTL  0xc0010800
#define UMC_CTR  0xc0010801
#define L3_CTR   0xc0010231
#define DF_CTR   0xc0010241
#define BELOW(n) ((UINT64_C(1) << 48) - (n))

/* IBS samples do not change, and the core PMU counts each instruction, also
 * RDMSR and WRMSR. */
static void run_cross_samples(void)
{
    uint64_t first;
    unsigned had;

    warm_up();
    x86_wrmsr(0, GLOBAL, 1);
    x86_wrmsr(0, UMC_CTL, CAS_OF_READS);
    x86_wrmsr(0, CORE_CTL, CORE_EN | OF_INSTRUCTIONS);
    for (uint64_t period = 0x100; period <= 0x150; period += 0x10) {
        x86_rdmsr(0, L3_CTR);
        x86_rdmsr(0, UMC_CTR);
        is_sampled(0, period);
        x86_rdmsr(0, DF_CTR);
    }
    x86_wrmsr(0, OP_CTL, 0);
    first = x86_rdmsr(0, CORE_CTR);
    loop(0, 100);
    x86_rdmsr(0, UMC_CTR);
    x86_rdmsr(0, L3_CTR);
    is_u64(
        x86_rdmsr(0, CORE_CTR) - first, 100 * LOOP + 3, "the core counts the loop and the reads");
    had = nmis();
    x86_wrmsr(0, CORE_CTL, CORE_EN | CORE_INT | OF_INSTRUCTIONS);
    x86_wrmsr(0, CORE_CTR, BELOW(1000));
    x86_wrmsr(0, OP_CTL, EN | OPS | 0x1000 >> 4);
    loop(0, 150);
    x86_rdmsr(0, UMC_CTR);
    is_u64(nmis() - had, 0, "752 instructions of 1000: no overflow yet");
    loop(0, 150);
    is_u64(nmis() - had, 1, "1502: an overflow, while IBS counts ops and the UMC is read");
    x86_wrmsr(0, OP_CTL, 0);
}

static void test_cross_samples(void)
{
    begin(1, true, " variant=zen4", "at boot\numc0 CAS_CMD.RD 50M/s\n");
    store_apic(0, 0x340, 0x400);
    run_cross_samples();
    unlink(trace_name);
}

static void test_cross_samples_without_icount(void)
{
    begin(1, false, " variant=zen4", "at boot\numc0 CAS_CMD.RD 50M/s\n");
    store_apic(0, 0x340, 0x400);
    run_cross_samples();
    unlink(trace_name);
}

/* An overflow of the core PMU while its CPU, or another one, accesses the other
 * blocks. */
static void is_in_time(uint32_t msr, unsigned by, const char *what)
{
    unsigned had = nmis(), late = 0, early = 0, executed = 0;

    x86_wrmsr(0, CORE_CTR, BELOW(31));
    for (unsigned i = 0; i < 8; i++) {
        loop(0, 2);
        late += executed >= 31 && nmis() == had;
        executed += 2 * LOOP;
        early += executed < 31 && nmis() != had;
        x86_rdmsr(by, msr);
        executed += by == 0;
    }
    is_u64(nmis() - had, 1, "%s: an overflow, an NMI", what);
    is_u64(late + early, 0, "... neither early nor late");
    x86_wrmsr(0, CLEAR, 1);
}

static void test_cross_play(void)
{
    static struct read_trace trace;

    begin(2, false, " variant=zen4", "at boot\numc0 CAS_CMD.RD 50M/s\n");
    x86_wrmsr(0, GLOBAL, 1);
    x86_wrmsr(0, CORE_CTL, CORE_EN | CORE_INT | OF_INSTRUCTIONS);
    const struct {
        uint32_t msr;
        unsigned by;
        const char *what;
    } cases[] = {{UMC_CTR, 0, "a UMC"}, {L3_CTR, 0, "the L3"}, {DF_CTR, 0, "the data fabric"},
        {OP_CTL, 0, "IBS"}, {UMC_CTR, 1, "a UMC, by another CPU"},
        {OP_CTL, 1, "IBS of another CPU"}, {CORE_CTR, 1, "its core PMU"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        store_apic(0, 0x340, 0x400);
        is_in_time(cases[i].msr, cases[i].by, cases[i].what);
    }
    end(&trace);
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

/* ---- interrupts go to the APIC that CPUID names ---- */

static void cpuid_of_7(unsigned cpu)
{
    fake_set(cpu, "rax", 0);
    fake_set(cpu, "rbx", 0x07000800);
    fake_set(cpu, "rcx", 0);
    fake_set(cpu, "rdx", 0);
}

static const struct fake_insn leaf_1[] = {
    {.hex = "0f a2", .within = cpuid_of_7}, {.hex = "90", .ends = true}};

/* Each sample's NMI is sent to its CPU before the CPU's next instruction. The
 * trace has the number of instructions before the sampled one. */
static void are_sent(const struct read_trace *trace)
{
    const struct trace_record *sample = NULL;
    uint64_t executed[2] = {0, 0};

    for (unsigned i = 0; i < trace->n; i++) {
        const struct trace_record *record = &trace->records[i];

        if (record->kind == TRACE_COUNTED && record->offset == EPYC_INSTRUCTIONS)
            executed[record->cpu] = record->value;
        if (record->kind == TRACE_SAMPLE)
            sample = record;
        if (record->kind != TRACE_INTERRUPT)
            continue;
        ok(sample && record->cpu == sample->cpu && record->offset == sample->cpu,
            "an NMI of the sampled CPU");
        is_u64(record->value, executed[record->cpu] + 1,
            "... is sent right after the sampled instruction");
        sample = NULL;
    }
    ok(!sample, "each sample has an NMI");
}

static void test_cpus(void)
{
    static struct read_trace trace;
    unsigned samples = 0;

    begin(2, true, "", "");
    warm_up();
    FAKE_CODE(HANDLER, leaf_1);
    fake_set(1, "rax", 1);
    fake_run(1, HANDLER);
    is_u64(fake_get(1, "rbx"), 0x07000800, "leaf 1 is QEMU's");
    is_sampled(1, 0x100);
    is_u64(nmi(0)->address, APIC | 7 << 12, "CPU 1's NMI goes to its APIC, number 7");
    is_u64(nmi(0)->value, 0x400, "... as an NMI");
    is_u64(nmi(0)->size, 4, "... of four bytes");
    is_sampled(0, 0x110);
    is_u64(nmi(1)->address, APIC, "CPU 0's goes to number 0");
    is_u64(x86_rdmsr(1, OP_RIP), CODE, "each CPU has its own sample");
    end(&trace);
    for (unsigned i = 0; i < trace.n; i++)
        samples += trace.records[i].kind == TRACE_SAMPLE;
    is_u64(samples, 2, "the trace has both samples");
    are_sent(&trace);
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

/* ---- the local APIC ---- */

static void test_apic(void)
{
    begin(1, true, "", "");
    is_u64(load_apic(0, 0x30), 0x50000030 | UINT32_C(1) << 31,
        "the version announces an extended space");
    is_u64(load_apic(0, 0x20), 0x50000020, "the APIC's number is QEMU's");
    is_u64(load_apic(0, 0x400) >> 16 & 0xff, 4, "the extended space has four local vectors");
    store_apic(0, 0x500, 0x400);
    is_u64(load_apic(0, 0x500), 0x400, "... the first takes an NMI");
    is_u64(nmis(), 0, "... without QEMU");
    store_apic(0, 0xf0, 0x1ff);
    is_u64(nmi(0)->value, 0x1ff, "the spurious vector goes to QEMU");
    unlink(trace_name);
}

/* A byte of a register that QEMU's APIC also has is not an access to the
 * machine. The next access is. */
static void test_byte_of_apic(void)
{
    const struct fake_insn code[] = {
        {.hex = "8a 07", .access = {.address = APIC + 0x30, .size = 1, .to = "rax"}},
        {.hex = "90", .ends = true}};
    static struct read_trace trace;

    begin(1, true, "", "");
    FAKE_CODE(0x600000, code);
    fake_run(0, 0x600000);
    x86_rdmsr(0, OP_CTL);
    end(&trace);
}

/* APIC accesses while counting keep counts exact. */
static void test_apic_while_counting(void)
{
    begin(1, true, "", "");
    warm_up();
    x86_wrmsr(0, OP_CTL, EN | OPS | 0x10);
    load_apic(0, 0x30);
    loop(0, 100);
    is_u64(x86_rdmsr(0, OP_RIP), CODE + offsets[(256 - 1 - 3) % LOOP],
        "three instructions with a load from the APIC");
    unlink(trace_name);
}

/* ---- CPUID, steps, addresses of accesses ---- */

static void test_leaves(void)
{
    static const struct fake_insn code[] = {{.hex = "0f a2"}, {.hex = "90", .ends = true}};

    begin(1, true, " variant=zen4", "");
    FAKE_CODE(HANDLER, code);
    fake_set(0, "rax", 0x8000001b);
    fake_set(0, "rcx", 0);
    fake_run(0, HANDLER);
    is_u64(fake_get(0, "rax"), 0xbff, "leaf 8000001B: capabilities of zen4's IBS");
    fake_set(0, "rax", 0x80000001);
    fake_set(0, "rcx", 0);
    fake_run(0, HANDLER);
    is_u64(fake_get(0, "rcx") & 0x408, 0x408, "leaf 80000001 has IBS and the extended APIC");
    unlink(trace_name);
}

/* CPUID as a single instruction in a window: the next instruction sees amended
 * results. */
static void test_leaf_in_window(void)
{
    static const struct fake_insn code[] = {{.hex = "0f a2"}, {.hex = "90", .ends = true}};

    begin(1, true, " variant=zen4 window=4096", "");
    warm_up();
    FAKE_CODE(HANDLER, code);
    x86_wrmsr(0, OP_CTL, EN | OPS | 0x20);
    loop(0, 10);
    fake_set(0, "rax", 0x8000001b);
    fake_set(0, "rcx", 0);
    fake_run(0, HANDLER);
    is_u64(fake_get(0, "rax"), 0xbff, "leaf 8000001B in a window: capabilities of zen4's IBS");
    loop(0, 100);
    is_u64(nmis(), 1, "... and the window continues to its sample");
    is_u64(x86_rdmsr(0, OP_RIP), CODE + offsets[(512 - 1 - 50 - 2) % LOOP], "... after 512 ops");
    unlink(trace_name);
}

static void test_steps(void)
{
    static struct read_trace trace;
    const struct trace_record *r = trace.records;
    uint64_t start;

    begin(1, true, "", "");
    start = fake_now();
    x86_out(0, STEP_PORT, 1, 3);
    x86_wrmsr(0, FETCH_CTL, 0x1000);
    x86_out(0, STEP_PORT, 1, 0x83);
    x86_by_qemu = 0;
    x86_out(0, STEP_PORT, 2, 3);
    x86_in(0, STEP_PORT, 1);
    is_u64(x86_by_qemu, 2, "a word to the port and an input go to QEMU");
    end(&trace);
    while (r->kind != TRACE_STEP_BEGIN)
        r++;
    ok(r->value == 3, "a step begins");
    is_u64(r->time, start + 2, "... at its time");
    while (r->kind != TRACE_WRITE)
        r++;
    ok(r->value == 0x1000 && r->pc == X86_CODE && r->time == start + 4, "a write");
    while (r->kind != TRACE_STEP_END)
        r++;
    is_u64(r->value, 3, "the step ends");
}

/* The guest's messages have two words. */
static void test_witness(void)
{
    static struct read_trace trace;
    const struct trace_record *r = trace.records;

    begin(1, true, "", "");
    x86_by_qemu = 0;
    x86_out(0, SIM_WITNESS_HIGH_PORT, 4, 0x02aabbcc);
    x86_out(0, SIM_WITNESS_LOW_PORT, 4, 0x11223344);
    is_u64(x86_by_qemu, 0, "words of messages do not go to QEMU");
    x86_out(0, SIM_WITNESS_LOW_PORT, 1, 3);
    is_u64(x86_by_qemu, 1, "... but bytes do");
    end(&trace);
    while (r < trace.records + trace.n && r->kind != TRACE_WITNESS)
        r++;
    ok(r->kind == TRACE_WITNESS && r->offset == 2 && r->value == UINT64_C(0xaabbcc11223344),
        "the trace has the guest's message");
}

/* The schedule sets a register while all CPUs idle; no interrupt is due. */
static void test_plan(void)
{
    begin(2, true, "", "at step 1 + 5us\ncpu1.IBS_FETCH_CTL = 0x1230\n");
    x86_out(0, STEP_PORT, 1, 1);
    fake_sleep_until(fake_now() + 6000);
    is_u64(x86_rdmsr(1, FETCH_CTL), 0x1230, "the schedule sets a register of CPU 1");
    is_u64(x86_rdmsr(0, FETCH_CTL), 0, "... alone");
    is_u64(nmis(), 0, "... without an interrupt");
    unlink(trace_name);
}

/* The schedule starts sampling while all CPUs idle: CPU 0 samples without an
 * access. */
static void test_planned_sample(void)
{
    g_autofree char *line = g_strdup_printf(
        "at step 1 + 5us\ncpu0.IBS_OP_CTL = 0x%" PRIx64 "\n", (uint64_t)(EN | OPS | 0x10));

    begin(1, true, "", line);
    warm_up();
    x86_out(0, STEP_PORT, 1, 1);
    fake_sleep_until(fake_now() + 6000);
    loop(0, 50);
    is_u64(nmis(), 0, "250 ops after the start no sample");
    loop(0, 20);
    is_u64(nmis(), 1, "... and then a sample");
    is_u64(x86_rdmsr(0, OP_RIP), CODE + offsets[255 % LOOP],
        "... after 256, with the mark's OUT: a deadline omits a CPU's last block");
    unlink(trace_name);
}

/* CPU 0's instructions before the schedule starts sampling are not part of the
 * period. */
static void test_planned_after_work(void)
{
    g_autofree char *line = g_strdup_printf(
        "at step 1 + 5us\ncpu0.IBS_OP_CTL = 0x%" PRIx64 "\n", (uint64_t)(EN | OPS | 0x10));

    begin(1, true, "", line);
    warm_up();
    x86_out(0, STEP_PORT, 1, 1);
    loop(0, 40);
    fake_sleep_until(fake_now() + 6000);
    loop(0, 49);
    is_u64(nmis(), 0, "200 ops before the start, 245 after it: no sample");
    loop(0, 20);
    is_u64(nmis(), 1, "... and then a sample");
    unlink(trace_name);
}

/* The same for a CPU other than the mark's. */
static void test_planned_at_step(void)
{
    g_autofree char *line = g_strdup_printf(
        "at step 1\ncpu1.IBS_OP_CTL = 0x%" PRIx64 "\n", (uint64_t)(EN | OPS | 0x10));

    begin(2, true, "", line);
    warm_up();
    loop(1, 40);
    x86_out(0, STEP_PORT, 1, 1);
    loop(1, 50);
    is_u64(nmis(), 0, "200 ops of CPU 1 before CPU 0's mark, 250 after it: no sample");
    loop(1, 20);
    is_u64(nmis(), 1, "... and then a sample");
    unlink(trace_name);
}

/* Returns the time of the first sample. */
static uint64_t sample_after(bool icount, uint64_t *start)
{
    static struct read_trace trace;
    const struct trace_record *r = trace.records;

    begin(1, icount, "", "");
    fake_sleep_until(5000000);
    warm_up();
    x86_wrmsr(0, OP_CTL, EN | OPS | 0x10);
    *start = fake_now();
    loop(0, 100);
    end(&trace);
    while (r < trace.records + trace.n && r->kind != TRACE_SAMPLE)
        r++;
    ok(r->kind == TRACE_SAMPLE, "a sample");
    return r->time;
}

static void test_time_of_sample(void)
{
    uint64_t start, time = sample_after(true, &start);

    /* QEMU's clock also includes the block of the loop that is left as a window
     * begins. */
    is_u64(time - start, (255 + 1 + LOOP) * 2, "after 255 ops and the sampled one");
}

static void test_time_of_sample_without_icount(void)
{
    uint64_t start, time = sample_after(false, &start);

    is_u64(time, start, "at the clock's time, when code takes none");
}

/* A fault outside of a window, in the middle of a block: only retired
 * instructions count. */
static void test_faults_outside(void)
{
    static const struct fake_insn code[] = {
        {.hex = "90"}, {.hex = "48 8b 07", .raises = HANDLER}, {.hex = "90"}};
    static const struct fake_insn handler[] = {
        {.hex = "90"}, {.hex = "66 90"}, {.hex = "eb 00", .jump = 0x500800}};

    begin(1, true, "", "");
    FAKE_CODE(0x500000, code);
    FAKE_CODE(HANDLER, handler);
    warm_up();
    x86_wrmsr(0, OP_CTL, EN | OPS | 0x20);
    for (unsigned i = 0; i < 127; i++)
        fake_run(0, 0x500000);
    is_u64(nmis(), 0, "one, and 127 times one retired, a fault, three of the handler: 509");
    fake_run(0, 0x500000);
    is_u64(x86_rdmsr(0, OP_RIP), HANDLER + 3,
        "three more, and the next is tagged: the handler's third");
    is_u64(nmis(), 1, "... with an interrupt at its end");
    unlink(trace_name);
}

/* A failed fetch outside of a window: the block before it ran completely,
 * though the address has the page offset of an instruction in its middle. */
static void test_unfetched(void)
{
    static const struct fake_insn code[] = {
        {.hex = "90"}, {.hex = "90"}, {.hex = "eb 00", .jump = CODE + 0x1001}};
    static const struct fake_insn handler[] = {{.hex = "90"}, {.hex = "eb 00", .jump = 0x500800}};

    begin(1, true, "", "");
    warm_up();
    FAKE_CODE(CODE, code);
    FAKE_CODE(HANDLER, handler);
    fake_world.unfetchable = CODE + 0x1001;
    fake_world.fetch_handler = HANDLER;
    fake_set(0, "cr2", CODE + 0x1001);
    x86_wrmsr(0, OP_CTL, EN | OPS | 0x20);
    for (unsigned i = 0; i < 102; i++)
        fake_run(0, CODE);
    is_u64(nmis(), 0, "one, and 102 times three, and two of the handler: 511");
    fake_run(0, CODE);
    is_u64(nmis(), 1, "one more, and the next is tagged");
    is_u64(x86_rdmsr(0, OP_RIP), CODE + 1, "... the second");
    fake_world.fetch_handler = 0;
    unlink(trace_name);
}

/* Page tables that map DATA in a page of 2 MB or 4 KB: AMD64 APM volume 2,
 * section 5.3. */
enum { TABLES = 0x20000, PRESENT = 1, LARGE = 0x80 };

static void map_data(bool large)
{
    uint64_t table = TABLES;

    for (unsigned shift = 39; shift > (large ? 21 : 12); shift -= 9, table += 0x1000)
        fake_poke(table + (DATA >> shift & 511) * 8, (table + 0x1000) | PRESENT, 8);
    if (large)
        fake_poke(table + (DATA >> 21 & 511) * 8, LARGE | PRESENT, 8);
    else
        fake_poke(table + (DATA >> 12 & 511) * 8, DATA_AT | PRESENT, 8);
    fake_set(0, "cr3", TABLES);
}

/* Sets @shifts to log2 of each tagged load's page size in the trace; returns
 * the number of loads. */
static unsigned pages_of_loads(const struct read_trace *trace, unsigned shifts[], unsigned most)
{
    unsigned n = 0;

    for (unsigned i = 0; i < trace->n; i++) {
        const struct trace_record *r = &trace->records[i];
        if (r->kind == TRACE_OP && (r->offset & 0xf) == OP_ACCESS && r->value == DATA + 8 &&
            n < most)
            shifts[n++] = r->offset >> 8 & 0x3f;
    }
    return n;
}

/* Like a TLB, the plugin may miss a changed page size until the CPU drops the
 * page. */
static void test_page_sizes(void)
{
    static const struct fake_insn invlpg[] = {
        {.hex = "90"}, {.hex = "0f 01 3f"}, {.hex = "90", .ends = true}};
    static struct read_trace trace;
    unsigned shifts[4] = {0};

    begin(1, true, "", "");
    warm_up();
    FAKE_CODE(HANDLER, invlpg);
    map_data(true);
    is_sampled(0, 0x110);
    map_data(false);
    is_sampled(0, 0x110);
    fake_run(0, HANDLER);
    is_sampled(0, 0x110);
    map_data(true);
    x86_wrmsr(0, OP_CTL, 0);
    fake_sleep_until(fake_now() + 300000000); /* counting ends: dropped pages are not seen */
    fake_run(0, NOTHING);
    warm_up();
    is_sampled(0, 0x110);
    end(&trace);
    is_u64(pages_of_loads(&trace, shifts, 4), 4, "four tagged loads");
    is_u64(shifts[0], 21, "the first from a page of 2 MB");
    is_u64(shifts[1], 21, "... whose size is cached,");
    is_u64(shifts[2], 12, "... until the CPU drops it");
    is_u64(shifts[3], 21, "... or was not followed");
}

/* CPU 0 halts in its window, while CPU 1 runs whole blocks. */
static void test_halt_in_window(void)
{
    static const struct fake_insn halt[] = {{.hex = "90"}, {.hex = "f4", .ends = true}};
    unsigned blocks;

    begin(2, true, "", "");
    warm_up();
    FAKE_CODE(HANDLER, halt);
    x86_wrmsr(0, OP_CTL, EN | OPS | 0x10);
    loop(0, 45);
    fake_run(0, HANDLER);
    blocks = fake_world.executed;
    loop(1, 30);
    is_u64(fake_world.executed - blocks, 30,
        "while a CPU sleeps in its window, another runs whole blocks");
    loop(0, 10);
    is_u64(nmis(), 1, "... and the sample follows when it wakes");
    unlink(trace_name);
}

/* An access in the middle of a block, where the clock cannot be read: the time
 * follows from the instructions before it. */
static void test_time_in_block(void)
{
    static const struct fake_insn code[] = {{.hex = "90"}, {.hex = "66 90"}, {.hex = "0f 32"},
        {.hex = "90"}, {.hex = "90", .ends = true}};
    static struct read_trace trace;
    const struct trace_record *r = trace.records;
    uint64_t start;

    begin(1, true, "", "");
    warm_up();
    FAKE_CODE(HANDLER, code);
    fake_set(0, "rcx", FETCH_CTL);
    start = fake_now();
    fake_run(0, HANDLER);
    end(&trace);
    while (r < trace.records + trace.n && (r->kind != TRACE_READ || r->pc != HANDLER + 3))
        r++;
    is_u64(r->time, start + 4, "two instructions before the read");
}

/* The same while no block counts: RDMSR and RDPMC of a memory controller's and
 * the data fabric's counter restart alone, where QEMU's clock can be read. */
static void test_time_of_reads(void)
{
    static const struct fake_insn msr[] = {{.hex = "90"}, {.hex = "66 90"}, {.hex = "0f 32"},
        {.hex = "90"}, {.hex = "90", .ends = true}};
    static const struct fake_insn pmc[] = {{.hex = "90"}, {.hex = "66 90"}, {.hex = "0f 33"},
        {.hex = "90"}, {.hex = "90", .ends = true}};
    static struct read_trace trace;
    uint64_t ends[4];
    unsigned n = 0;

    begin(1, true, "", "");
    x86_wrmsr(0, UMC_CTL, CAS_OF_READS);
    for (unsigned i = 0; i < 4; i++) {
        if (i % 2)
            FAKE_CODE(HANDLER, pmc);
        else
            FAKE_CODE(HANDLER, msr);
        fake_flush();
        fake_sleep_until(fake_now() + 10000);
        fake_set(0, "rcx", i % 2 ? 6 : UMC_CTR);
        fake_run(0, HANDLER);
        ends[i] = fake_now();
    }
    end(&trace);
    for (const struct trace_record *r = trace.records; r < trace.records + trace.n; r++)
        if (r->kind == TRACE_READ && r->pc == HANDLER + 3)
            is_u64(r->time, ends[n++] - 4, n % 2 ? "RDMSR at its time" : "RDPMC at its time");
    is_u64(n, 4, "each read is traced once");
}

/* Interrupts without an op: one while all CPUs idle, one with an access, one
 * late. */
static void test_faults(void)
{
    begin(2, true, "",
        "at boot + 1ms\nfault interrupt of cpu1 is spurious\n"
        "at read 1 of cpu0.IBS_CTL\nfault interrupt of cpu0 is spurious\n"
        "at step 2\nfault interrupt of cpu0 is late by 5us\n");
    fake_sleep_until(999999);
    is_u64(nmis(), 0, "no interrupt early");
    fake_sleep_until(1000000);
    is_u64(nmis(), 1, "a spurious interrupt while all CPUs idle");
    is_u64(nmi(0)->address, APIC | 1 << 12, "... goes to its CPU");
    is_u64(nmi(0)->value, 0x400, "... as an NMI");
    is_u64(nmi(0)->time, 1000000, "... on time");
    x86_rdmsr(0, 0xc001103a);
    fake_run(0, NOTHING);
    is_u64(nmis(), 2, "a spurious interrupt at a read");
    is_u64(nmi(1)->address, APIC, "... to CPU 0");
    warm_up();
    x86_out(0, STEP_PORT, 1, 2);
    x86_wrmsr(0, OP_CTL, EN | OPS | 0x10);
    loop(0, 60);
    is_u64(nmis(), 2, "a late interrupt is delayed past its sample");
    fake_sleep_until(fake_now() + 6000);
    is_u64(nmis(), 3, "... but later");
    unlink(trace_name);
}

/* ---- a saved guest ---- */

static FILE *saved;

static void test_save(void)
{
    g_autofree char *saving = saving_options(saved),
                    *options = g_strconcat(" window=1", saving, NULL);

    begin(2, true, options, "");
    warm_up();
    is_sampled(0, 0x110);
    x86_wrmsr(0, OP_CTL, 0);
    fake_sleep_until(fake_now() + 300000000);
    fake_run(0, NOTHING);
    FAKE_CODE(HANDLER, leaf_1);
    fake_set(1, "rax", 1);
    fake_run(1, HANDLER);
    x86_wrmsr(1, FETCH_CTL, 0x1230);
    x86_wrmsr(0, OP_CTL, 0x100);
    x86_out(0, STEP_PORT, 1, 0);
    unlink(trace_name);
}

static void test_resume(void)
{
    g_autofree char *resuming = resuming_options(saved),
                    *all = g_strconcat(" window=1", resuming, NULL);

    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 2, .icount = true});
    fake_ram(0, 1 << 30);
    fake_device(APIC, 0x100000, qemus_apic);
    fake_map(DATA, DATA_AT);
    ok(!fake_install(all + 1), "a plugin resumes a saved guest");
    x86_kernel(0);
    x86_kernel(1);
    is_u64(x86_rdmsr(1, FETCH_CTL), 0x1230, "CPU 1's registers are kept");
    is_u64(x86_rdmsr(0, OP_CTL), 0x100, "... and CPU 0's");
    is_u64(load_apic(1, LVT), 0x400, "... and so are the APIC's");
    x86_wrmsr(1, OP_CTL, EN | OPS | 0x10);
    loop(1, 60);
    is_u64(fake_write(0)->address, APIC | 7 << 12, "... and its number");
    x86_wrmsr(0, OP_CTL, EN | OPS | 0x11);
    loop(0, 60);
    ok(x86_rdmsr(0, OP_DATA3) & 1, "CPU 0 samples a load");
    ok(!(x86_rdmsr(0, OP_DATA3) & DC_MISS), "... that hits a line cached before");
    is_u64(saved_holds, 1, "the guest was held once, before its first block");
}

/* ---- the core PMU ---- */

#define PERF_CTL(n) (0xc0010200 + 2 * (n))
#define PERF_CTR(n) (0xc0010201 + 2 * (n))
#define GLOBAL_CTL  0xc0000301
#define COUNTS      (UINT64_C(3) << 16 | UINT64_C(1) << 22) /* of users and the kernel; on */

enum { ACCESSES = 0x040, MISPREDICTED = 0x0c3, TAKEN = 0x0c4 };

/* The value of the last record of the second count of @what on CPU 0. */
static uint64_t recounted(const struct read_trace *trace, unsigned what)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < trace->n; i++)
        if (trace->records[i].kind == TRACE_RECOUNT && !trace->records[i].cpu &&
            trace->records[i].offset == what)
            value = trace->records[i].value;
    return value;
}

/* CPU 0 counts accesses, and CPU 1 enables an event that needs branches: QEMU
 * retranslates, and CPU 0's accesses are still shown. The loop has one load and
 * one store. */
static void test_switch_while_followed(void)
{
    static struct read_trace trace;

    begin(2, true, " variant=zen4", "");
    warm_up();
    x86_wrmsr(0, PERF_CTL(0), COUNTS | ACCESSES);
    x86_wrmsr(0, GLOBAL_CTL, 1);
    loop(0, 10);
    x86_wrmsr(1, PERF_CTL(0), COUNTS | MISPREDICTED);
    x86_wrmsr(1, GLOBAL_CTL, 1);
    loop(1, 10);
    loop(0, 20);
    is_u64(x86_rdmsr(0, PERF_CTR(0)), 30 * 2, "accesses of thirty turns, ten before a switch");
    x86_wrmsr(0, GLOBAL_CTL, 0);
    end(&trace);
    is_u64(recounted(&trace, RECOUNT_LOADS + 1), 30, "... and a second count has the loads");
    is_u64(recounted(&trace, RECOUNT_STORES + 1), 30, "... and the stores");
    is_u64(recounted(&trace, RECOUNT_SUM), 60, "... and their sum");
}

/* CPU 0's last branch has run, but its target shows only with the next block.
 * QEMU retranslates between them. */
static void test_switch_after_branch(void)
{
    static struct read_trace trace;

    begin(2, true, " variant=zen4", "");
    warm_up();
    x86_wrmsr(0, PERF_CTL(0), COUNTS | TAKEN);
    x86_wrmsr(0, GLOBAL_CTL, 1);
    loop(0, 10);
    x86_wrmsr(1, PERF_CTL(0), COUNTS | ACCESSES);
    x86_wrmsr(1, GLOBAL_CTL, 1);
    is_u64(x86_rdmsr(0, PERF_CTR(0)), 10, "ten branches, the last one before a switch");
    end(&trace);
    is_u64(recounted(&trace, RECOUNT_BRANCHES + 1), 10, "... and ten in the second count");
}

/* Two halves of 32 bytes are one load. An instruction with five accesses counts
 * as four. */
static void test_recount_of_ops(void)
{
    static const struct fake_insn code[] = {{.hex = "c5 fe 6f 07",
                                                .access = {.address = DATA, .size = 16},
                                                .more = {{DATA + 16, 16, false}}},
        {.hex = "0f ae 07",
            .access = {.address = DATA, .size = 8, .store = true},
            .more = {{DATA + 8, 8, true}, {DATA + 24, 8, true}, {DATA + 40, 8, true}}},
        {.hex = "0f 18 0f"}, {.hex = "90", .ends = true}};
    static struct read_trace trace;

    begin(1, true, " variant=zen4", "");
    warm_up();
    FAKE_CODE(CODE, code);
    x86_wrmsr(0, PERF_CTL(0), COUNTS | ACCESSES);
    x86_wrmsr(0, GLOBAL_CTL, 1);
    fake_run(0, CODE);
    is_u64(x86_rdmsr(0, PERF_CTR(0)), 1 + 4 + 1, "a load of 32 bytes, four stores, a prefetch");
    fake_run(0, CODE);
    /* a register of memory controller 0, which does not update the model's
     * count */
    x86_rdmsr(0, 0xc0010801);
    end(&trace);
    is_u64(recounted(&trace, RECOUNT_LOADS + 1), 2, "... a second count has two loads");
    is_u64(recounted(&trace, RECOUNT_STORES + 1), 4, "... and four stores");
}

/* ---- branch records ---- */

#define DEBUG_CTL 0x1d9
#define EXTENSION 0xc000010f
#define FROM(i)   (0xc0010300u + 2 * (i))
#define TO(i)     (FROM(i) + 1)
#define STATUS    0xc0000300
#define FROZEN    (UINT64_C(1) << 58)
#define VALID     (UINT64_C(1) << 63)

/* The number of TRACE_BRANCH records with @offset and @pc. */
static unsigned recorded(const struct read_trace *trace, uint32_t offset, uint64_t pc)
{
    unsigned found = 0;

    for (unsigned i = 0; i < trace->n; i++) {
        const struct trace_record *r = &trace->records[i];
        found += r->kind == TRACE_BRANCH && r->offset == offset && r->pc == pc;
    }
    return found;
}

/* A user's fault, and its handler. */
static void run_fault(void)
{
    static const struct fake_insn code[] = {
        {.hex = "90"}, {.hex = "48 8b 07", .raises = HANDLER}, {.hex = "90"}};
    static const struct fake_insn handler[] = {
        {.hex = "90"}, {.hex = "66 90"}, {.hex = "eb 00", .jump = 0x500800}};

    FAKE_CODE(0x500000, code);
    FAKE_CODE(HANDLER, handler);
    fake_run(0, 0x500000);
}

static void test_branch_records(void)
{
    static struct read_trace trace;

    begin(2, true, " variant=zen4 lbr=on", "");
    warm_up();
    x86_wrmsr(0, EXTENSION, 0x40);
    loop(0, 30);
    loop(1, 10);
    run_fault();
    is_u64(x86_rdmsr(0, FROM(1)), 0x500001, "an exception, from the instruction that raises it");
    is_u64(x86_rdmsr(0, TO(1)), VALID | HANDLER, "... to its handler");
    is_u64(x86_rdmsr(0, FROM(0)), HANDLER + 3, "then the handler's jump");
    is_u64(x86_rdmsr(0, FROM(2)), CODE + 9, "before it, the loop's branch");
    is_u64(x86_rdmsr(0, TO(2)), VALID | CODE, "... to its start");
    is_u64(x86_rdmsr(0, FROM(15)), CODE + 9, "... also in the last entry");
    is_u64(x86_rdmsr(1, TO(0)), 0, "the other CPU records nothing");
    x86_wrmsr(0, EXTENSION, 0);
    loop(0, 3);
    is_u64(x86_rdmsr(0, FROM(0)), HANDLER + 3, "nor does this one any longer");
    end(&trace);
    is_u64(recorded(&trace, BRANCH_CONDITIONAL, CODE + 9), 16, "the trace has 16 of the loop");
    is_u64(
        recorded(&trace, BRANCH_CONDITIONAL | BRANCH_EARLIER, 0), 1, "... and the others' number");
    is_u64(recorded(&trace, BRANCH_INTERRUPT, 0x500001), 1, "... the exception");
    is_u64(recorded(&trace, BRANCH_JUMP, HANDLER + 3), 1, "... and the jump");
}

/* The counter of instructions overflows with the loop's 21st; the branches
 * until then are in the trace before the overflow. */
static void test_branch_freeze(void)
{
    static struct read_trace trace;
    unsigned before_overflow = 0, after = 0;

    begin(1, true, " variant=zen4 lbr=on", "");
    store_apic(0, 0x340, 0x400);
    warm_up();
    x86_wrmsr(0, DEBUG_CTL, 0x800);
    x86_wrmsr(0, EXTENSION, 0x40);
    loop(0, 2);
    x86_wrmsr(0, PERF_CTR(0), UINT64_C(0xffffffffffff) - 20);
    x86_wrmsr(0, PERF_CTL(0), COUNTS | 0xc0 | 1 << 20);
    loop(0, 9);
    is_u64(x86_rdmsr(0, STATUS), FROZEN | 1, "an overflow that interrupts freezes the records");
    is_u64(nmis(), 1, "... and sends its NMI");
    end(&trace);
    for (unsigned i = 0; i < trace.n; i++) {
        const struct trace_record *r = &trace.records[i];
        if (r->kind == TRACE_OVERFLOW)
            after = i;
    }
    for (unsigned i = 0; i < after; i++)
        before_overflow += trace.records[i].kind == TRACE_BRANCH && trace.records[i].pc == CODE + 9;
    is_u64(
        before_overflow, 2 + 4, "four branches of the loop come before it, and two of the first");
}

static void test_too_many(void)
{
    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 33});
    ok(fake_install(""), "33 CPUs do not fit");
}

/* 32 CPUs, the maximum, each with its own registers. */
static void test_most(void)
{
    static struct read_trace trace;

    begin(32, true, "", "");
    x86_wrmsr(31, OP_CTL, EN | OPS | 0x20);
    is_u64(x86_rdmsr(31, OP_CTL) & (EN | OPS | 0x20), EN | OPS | 0x20, "CPU 31 has its registers");
    is_u64(x86_rdmsr(30, OP_CTL), 0, "... and CPU 30 its own");
    end(&trace);
}

int main(void)
{
    apart(test_samples);
    apart(test_samples_without_icount);
    apart(test_cross_samples);
    apart(test_cross_samples_without_icount);
    apart(test_cross_play);
    apart(test_pages);
    apart(test_first);
    apart(test_windows);
    apart(test_windows_of_zen5);
    test_tagged_alike();
    apart(test_blocks_of_one);
    apart(test_cpus);
    apart(test_mispredicted);
    apart(test_turns);
    apart(test_turn_within_window);
    apart(test_turn_after_fault);
    apart(test_discontinuities);
    apart(test_apic);
    apart(test_byte_of_apic);
    apart(test_apic_while_counting);
    apart(test_leaves);
    apart(test_leaf_in_window);
    apart(test_steps);
    apart(test_witness);
    apart(test_plan);
    apart(test_planned_sample);
    apart(test_planned_after_work);
    apart(test_planned_at_step);
    apart(test_time_of_sample);
    apart(test_time_of_sample_without_icount);
    apart(test_faults_outside);
    apart(test_unfetched);
    apart(test_page_sizes);
    apart(test_halt_in_window);
    apart(test_time_in_block);
    apart(test_time_of_reads);
    apart(test_faults);
    saved = tmpfile();
    apart(test_save);
    apart(test_resume);
    apart(test_switch_while_followed);
    apart(test_switch_after_branch);
    apart(test_recount_of_ops);
    apart(test_branch_records);
    apart(test_branch_freeze);
    apart(test_most);
    apart(test_too_many);
    return done_testing();
}
