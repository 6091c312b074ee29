/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin of epyc: core PMUs beside IBS, L3, UMC and data fabric, and branch
 * records. */
#include "tests/unit/plugins/epyc_world.h"

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
    apart(test_cross_samples);
    apart(test_cross_samples_without_icount);
    apart(test_cross_play);
    apart(test_time_of_reads);
    apart(test_switch_while_followed);
    apart(test_switch_after_branch);
    apart(test_recount_of_ops);
    apart(test_branch_records);
    apart(test_branch_freeze);
    apart(test_most);
    apart(test_too_many);
    return done_testing();
}
