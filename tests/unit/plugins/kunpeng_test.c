/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin of kunpeng, driven like drivers do: rounds of a PMCU into the
 * guest's memory, core PMUs by system registers, their interrupts, CPUs on and
 * off. PMCU: HiSilicon's posted driver; core PMU: Arm ARM (DDI 0487), chapter
 * D13; interrupts: GICv3 (IHI 0069). */
#include "models/kunpeng/kunpeng.h"
#include "tests/fake_qemu/stderr.h"
#include "tests/unit/plugins/kunpeng_guest.h"

/* ---- the PMCU ---- */

static void probe(uint64_t window)
{
    store(window + 0x100, 3);
    store(window + 0x104, 0);
    store(window + 0x10c, 3);
    store(window + 0x200, 0xc1);
}

/* One round of 100 us over two events: instructions and branches (0x08,
 * 0x21). */
static void trigger(uint64_t window)
{
    fake_poke(LIST, 0x08, 4);
    fake_poke(LIST + 4, 0x21, 4);
    store(window + 0x4, 0x00020102);
    store(window + 0x20, 5000);
    store(window + 0x8, 0);
    store(window + 0xc, (uint32_t)LIST);
    store(window + 0x18, 0);
    store(window + 0x1c, (uint32_t)OUT);
    store(window + 0x10, 0);
    store(window + 0x14, (uint32_t)OUT + 0x10000);
    store(window + 0x38, 1);
}

/* Expects one write to devices: interrupt number 32 + 200. */
static void is_interrupted(unsigned from, unsigned die)
{
    unsigned intid = 32 + 200 + die;

    is_u64(fake_writes() - from, 1, "one interrupt");
    is_u64(fake_write(from)->address, GICD + 0x200 + intid / 32 * 4, "... in that bank");
    is_u64(fake_write(from)->value, 1u << intid % 32, "... of that number");
    is_u64(fake_write(from)->size, 4, "... of four bytes");
}

/* CPUs 0 and 1 work in the round; the memory has a word for each event and
 * CPU. */
static void run_round(uint64_t window)
{
    unsigned before = fake_writes();
    uint64_t start_of_round;

    smc(0, 0xc4000003, 1);
    probe(window);
    trigger(window);
    is_u64(load(window, 4), 1, "TRIGGER sets up a round");
    start_of_round = fake_now();
    fake_sleep_until(start_of_round + 20000);
    is_u64(load(window, 4), 2, "... that counts 10 us later");
    work(1, 4000);
    word(1, 0xd503201f); /* a CPU's last block is not yet sure */
    work(0, 400);
    word(0, 0xd503201f);
    is_u64(fake_writes() - before, 0, "no interrupt before its end");
    fake_sleep_until(start_of_round + 200000);
    is_interrupted(before, (unsigned)((window - WINDOW) / 0x10000 % 2));
    is_u64(load(window + 0x108, 4), 1, "... then the status is done");
}

static void test_round(void)
{
    static struct read_trace trace;
    uint64_t first;
    unsigned posts = 0;

    start(8, " clusters=1 tables=acpi", "\n");
    run_round(WINDOW);
    /* The header has 0x40 bytes for each cluster, then a word for each slot and
     * event. */
    first = OUT;
    while (!fake_peek(first, 8) && first < OUT + 0x1000)
        first += 8;
    is_u64(fake_peek(first + 8, 8), 4000, "CPU 1 executed 4000");
    ok(fake_peek(first, 8) > 400 && fake_peek(first, 8) < 410, "CPU 0 executed 400 and its reads");
    is_u64(fake_peek(first + 64 + 8, 8), 1000, "CPU 1 branched 1000 times");
    is_u64(fake_peek(first + 64, 8), 100, "CPU 0 100 times");
    is_u64(fake_peek(first + 16, 8), 0, "CPU 2 is off");
    end(&trace);
    for (unsigned i = 0; i < trace.n; i++)
        posts += trace.records[i].kind == TRACE_POST;
    is_u64(posts, 1, "the trace has one round");
    is_u64(trace.audit[0][AUDIT_SENT], 1, "... and one interrupt for any CPU");
}

/* Half of each window has no registers. */
static void test_window(void)
{
    static struct read_trace trace;

    start(8, " clusters=1 tables=acpi", "");
    store(WINDOW + 0x20, 0x12345678);
    is_u64(load(WINDOW + 0x20, 4), 0x12345678, "a register keeps the written value");
    is_u64(load(WINDOW + 0x21, 1), 0x56, "... byte by byte");
    store(WINDOW + 0x8020, 5);
    is_u64(load(WINDOW + 0x8020, 4), 0, "past the registers the window is empty");
    is_u64(load(WINDOW + 0x20, 4), 0x12345678, "... and does not alias them");
    end(&trace);
}

static void test_two_dies(void)
{
    unsigned before;

    start(8, " dies=2 clusters=1 tables=acpi", "");
    store(WINDOW + 0x20, 1);
    store(WINDOW + 0x10020, 2);
    is_u64(load(WINDOW + 0x20, 4), 1, "each die has a window");
    is_u64(load(WINDOW + 0x10020, 4), 2, "... with separate registers");
    before = fake_writes();
    probe(WINDOW + 0x10000);
    trigger(WINDOW + 0x10000);
    fake_sleep_until(fake_now() + 300000);
    is_interrupted(before, 1);
    unlink(trace_name);
}

/* ---- core PMUs ---- */

/* Counter 0 counts instructions (0x08), and overflows after 16. */
static void start_counter(unsigned cpu)
{
    msr(cpu, PMEVTYPER0, NSH | 0x08);
    msr(cpu, PMEVCNTR0, 0xfffffff0);
    msr(cpu, PMINTENSET, 1);
    msr(cpu, PMCNTENSET, 1);
    msr(cpu, PMCR, 1);
}

static void test_core_pmu(void)
{
    static struct read_trace trace;
    uint64_t first, second;

    start(8, " clusters=1 tables=acpi", "");
    is_u64(mrs(0, PMCR) & 0xff, 0, "the PMU is off");
    msr(0, PMEVTYPER0, NSH | 0x08);
    msr(0, PMCNTENSET, 1);
    msr(0, PMCR, 1);
    work(0, 4);
    first = mrs(0, PMEVCNTR0);
    work(0, 400);
    second = mrs(0, PMEVCNTR0);
    is_u64(second - first, 401, "400 instructions and the counter's read");
    work(1, 400);
    is_u64(mrs(0, PMEVCNTR0) - second, 1, "another CPU's are not counted");
    is_u64(mrs(1, PMEVCNTR0), UNTOUCHED, "... and QEMU handles the PMU of a CPU that is off");
    end(&trace);
}

/* MDCR_EL2 and CONTEXTIDR_EL1 are also QEMU's. The trace has their writes by a
 * CPU that is on. */
static void test_shared(void)
{
    static struct read_trace trace;
    static const unsigned regs[] = {MDCR_EL2, CONTEXTIDR_EL1, PMCR};
    unsigned writes = 0;

    start(8, " clusters=1 tables=acpi", "");
    for (unsigned cpu = 0; cpu < 2; cpu++)
        for (unsigned i = 0; i < G_N_ELEMENTS(regs); i++)
            msr(cpu, regs[i], 0);
    end(&trace);
    for (unsigned i = 0; i < trace.n; i++)
        writes += trace.records[i].kind == TRACE_WRITE;
    is_u64(writes, 3, "... three writes of CPU 0, none of CPU 1, which is off");
}

/* QEMU handles a counter that the PMU lacks; the machine sees no access. */
static void test_no_counter(void)
{
    static struct read_trace trace;
    unsigned writes = 0;

    start(8, " clusters=1 counters=6 tables=acpi", "");
    msr(0, PMEVCNTR0 + 6, 1);
    msr(0, PMEVCNTR0 + 5, 1);
    end(&trace);
    for (unsigned i = 0; i < trace.n; i++)
        writes += trace.records[i].kind == TRACE_WRITE;
    is_u64(writes, 1, "the machine gets the write of the sixth counter, not of a seventh");
}

/* QEMU does not execute the machine's accesses. */
static unsigned by_qemu;

static uint64_t qemu_executes(unsigned cpu, uint64_t next)
{
    (void)cpu;
    by_qemu++;
    return next;
}

static void test_by_qemu(void)
{
    static const struct fake_insn write_ours[] = {{.hex = "03 9c 1b d5", .effect = qemu_executes}};
    static const struct fake_insn read_ours[] = {{.hex = "03 9c 3b d5", .effect = qemu_executes}};

    start(8, " clusters=1 tables=acpi", "");
    word(0, 0xd503201f);
    FAKE_CODE(WORK, write_ours);
    fake_run(0, WORK);
    FAKE_CODE(WORK + 0x100, read_ours);
    fake_run(0, WORK + 0x100);
    is_u64(by_qemu, 0, "the machine handles PMCR of a CPU that is on");
    fake_run(1, WORK);
    fake_run(1, WORK + 0x100);
    is_u64(by_qemu, 2, "... and QEMU that of a CPU that is off");
    unlink(trace_name);
}

/* Interrupts sent on @line to @cpu. */
static unsigned count_sent(const struct read_trace *trace, unsigned line, unsigned cpu)
{
    unsigned n = 0;

    for (unsigned i = 0; i < trace->n; i++)
        n += trace->records[i].kind == TRACE_INTERRUPT && trace->records[i].offset == line &&
             trace->records[i].cpu == cpu;
    return n;
}

/* The interrupt is private to the CPU: number 23, in its redistributor. */
static void test_core_interrupt(void)
{
    static struct read_trace trace;
    unsigned before;

    start(8, " clusters=1 tables=acpi", "");
    smc(0, 0xc4000003, 3);
    start_counter(3);
    before = fake_writes();
    work(3, 4);
    fake_sleep_until(fake_now() + 2000000);
    is_u64(fake_writes() - before, 0, "four instructions are no overflow");
    work(3, 400);
    mrs(3, PMEVCNTR0);
    fake_sleep_until(fake_now() + 2000000);
    is_u64(fake_writes() - before, 1, "four hundred are an overflow");
    is_u64(fake_write(before)->address, GICR + 3 * 0x20000 + 0x10000 + 0x200,
        "... sent to CPU 3's redistributor");
    is_u64(fake_write(before)->value, 1u << 23, "... as interrupt 23");
    is_u64(mrs(3, PMOVSCLR), 1, "... and its flag is set");
    msr(3, PMOVSCLR, 2);
    is_u64(fake_writes() - before, 2, "clearing another flag sends it again");
    msr(3, PMOVSCLR, 1);
    is_u64(fake_writes() - before, 2, "... and clearing this flag does not");
    end(&trace);
    is_u64(trace.audit[3][AUDIT_SENT + 1], 2, "the trace has two private interrupts of CPU 3");
    is_u64(count_sent(&trace, KUNPENG_IRQ_CPU(3), 3), 2, "... sent to CPU 3");
    is_u64(trace.audit[0][AUDIT_SENT] + trace.audit[0][AUDIT_SENT + 1], 0, "... and no others");
}

/* The overflow is noticed at mrs x6, pmselr_el0 within a block (an MSR would
 * end the block). */
static void test_interrupt_in_block(void)
{
    static const struct fake_insn code[] = {{.hex = NOP}, {.hex = NOP}, {.hex = "a6 9c 3b d5"},
        {.hex = NOP}, {.hex = NOP, .ends = true}};
    static struct read_trace trace;
    unsigned before;

    start(8, " clusters=1 tables=acpi", "");
    start_counter(0);
    msr(0, PMEVCNTR0, 0xffffffff);
    FAKE_CODE(WORK + 0x100, code);
    before = fake_writes();
    fake_run(0, WORK + 0x100);
    is_u64(fake_writes() - before, 1, "an overflow noticed at a read interrupts");
    is_u64(fake_write(before)->value, 1u << 23, "... by interrupt 23");
    ok(!fake_write(before)->too_early, "... after its block, where QEMU accepts it");
    is_u64(fake_write(before)->cpu, 0, "... on the same CPU");
    end(&trace);
    is_u64(trace.audit[0][AUDIT_SENT + 1], 1, "the trace has the interrupt once");
}

/* ---- cross play: PMCU, core PMU and DDRC at once ---- */

/* DDRC channel 0 of hip08: hisi_uncore_ddrc_pmu.c. */
enum {
    DDRC = WINDOW + 0x40000,
    PERF_CTRL = 0x10,
    FLUX_RD = 0x384,
    EVENT_CTRL = 0x6c0,
    INT_MASK = 0x6c8
};

/* Counts reads of the channel, one in 2 ns. Returns the start time. */
static uint64_t start_channel(void)
{
    store(DDRC + INT_MASK, 0xff);
    store(DDRC + EVENT_CTRL, 2);
    store(DDRC + PERF_CTRL, 2);
    return fake_now();
}

static void is_read(uint64_t start_of_count)
{
    uint64_t count = load(DDRC + FLUX_RD, 4);

    is_u64(count, (fake_now() - start_of_count) / 2, "the channel's reads since its start");
}

static void test_cross_play(void)
{
    static struct read_trace trace;
    uint64_t counts, first = OUT;
    unsigned before;

    start(8, " clusters=1 tables=acpi uncore=hip08", "at boot\nddrc0 flux_rd 500M/s\n");
    smc(0, 0xc4000003, 1);
    counts = start_channel();
    probe(WINDOW);
    trigger(WINDOW);
    is_read(counts);
    before = fake_writes();
    fake_sleep_until(fake_now() + 20000);
    work(1, 2000);
    is_read(counts);
    work(1, 2000);
    word(1, 0xd503201f);
    is_read(counts);
    fake_sleep_until(fake_now() + 200000);
    is_interrupted(before, 0);
    while (!fake_peek(first, 8) && first < OUT + 0x1000)
        first += 8;
    is_u64(fake_peek(first + 8, 8), 4000, "the round: CPU 1 executed 4000, despite CPU 0's reads");
    is_read(counts);
    start_counter(1);
    before = fake_writes();
    work(1, 4);
    is_read(counts);
    is_u64(fake_writes() - before, 0, "four instructions of CPU 1 are no overflow");
    work(1, 400);
    is_read(counts);
    fake_sleep_until(fake_now() + 2000000);
    is_u64(fake_writes() - before, 1, "four hundred are an overflow");
    is_u64(fake_write(before)->address, GICR + 0x20000 + 0x10000 + 0x200,
        "... of CPU 1, not of the reader");
    is_read(counts);
    end(&trace);
}

/* ---- CPUs, steps ---- */

/* 16 CPUs share an Aff1. */
static void test_power(void)
{
    static struct read_trace trace;
    start(20, " clusters=3 tables=acpi", "");
    is_u64(mrs(0, PMEVCNTR0), 0, "CPU 0 is on at the start");
    is_u64(mrs(18, PMEVCNTR0), UNTOUCHED, "CPU 18 is off");
    smc(0, 0xc4000003, 0x102);
    is_u64(mrs(18, PMEVCNTR0), 0, "CPU_ON with affinity 1.2 switches it on");
    is_u64(mrs(17, PMEVCNTR0), UNTOUCHED, "... alone");
    msr(18, PMEVCNTR0, 9);
    smc(0, 0xc4000003, 0x102);
    is_u64(mrs(18, PMEVCNTR0), 9, "CPU_ON of a CPU that is on has no effect");
    smc(18, 0x84000002, 0);
    is_u64(mrs(18, PMEVCNTR0), UNTOUCHED, "CPU_OFF switches it off");
    smc(0, 0xc4000003, 0x203);
    smc(0, 0x84000008, 1);
    is_u64(mrs(1, PMEVCNTR0), UNTOUCHED, "a missing CPU or another function has no effect");
    end(&trace);
}

static void test_steps(void)
{
    static struct read_trace trace;
    const struct trace_record *r = trace.records;
    uint64_t time;

    start(8, " clusters=1 tables=acpi", "at step 5 + 5us\ncpu0.MDCR_EL2 = 3\n");
    fake_set(2, "x0", 5);
    word(2, 0xd5032fff);
    time = fake_now();
    fake_set(2, "x0", 0x85);
    word(2, 0xd5032fff);
    msr(0, PMEVTYPER0, 0x21); /* marks are no accesses, but this write is */
    fake_sleep_until(time + 6000);
    end(&trace);
    while (r->kind != TRACE_STEP_BEGIN)
        r++;
    ok(r->value == 5 && r->cpu == 2, "a mark begins a step on CPU 2");
    is_u64(r->time, time, "... between the following blocks");
    while (r->kind != TRACE_STEP_END)
        r++;
    is_u64(r->value, 5, "another ends it");
    /* an instruction, and the block that was left for its time */
    is_u64(r->time, time + 4, "... two instructions later");
    while (r->kind != TRACE_PLAN && r < trace.records + trace.n)
        r++;
    is_u64(r->time, time + 5000, "... and the schedule follows the first");
}

/* ---- what counts ---- */

/* A failed fetch of the kernel (DDI 0487, D17.2.37: class 0x21): the block
 * before it ran completely. */
static void test_unfetched(void)
{
    static const struct fake_insn code[] = {
        {.hex = NOP}, {.hex = NOP}, {.hex = NOP, .jump = WORK + 0x3004}};
    static const struct fake_insn handler[] = {{.hex = NOP}, {.hex = NOP, .ends = true}};
    uint64_t first;

    start(8, " clusters=1 tables=acpi", "");
    start_counter(0);
    FAKE_CODE(WORK, code);
    FAKE_CODE(WORK + 0x5200, handler);
    fake_world.unfetchable = WORK + 0x3004;
    fake_world.fetch_handler = WORK + 0x5200;
    fake_set(0, "ESR_EL1", UINT64_C(0x86000007));
    first = mrs(0, PMEVCNTR0);
    fake_run(0, WORK);
    is_u64((mrs(0, PMEVCNTR0) - first) & UINT32_MAX, 1 + 3 + 2,
        "three, two of the handler, and the read");
    fake_world.fetch_handler = 0;
    unlink(trace_name);
}

/* A load from the window in the middle of a block does not disturb the
 * count. */
static void test_window_in_block(void)
{
    const struct fake_insn code[] = {{.hex = NOP},
        {.hex = "e1 00 40 b9", .access = {.address = WINDOW, .size = 4, .to = "x1"}}, {.hex = NOP},
        {.hex = NOP, .ends = true}};
    uint64_t first;

    start(8, " clusters=1 tables=acpi", "");
    start_counter(0);
    FAKE_CODE(WORK + 0x100, code);
    first = mrs(0, PMEVCNTR0);
    fake_run(0, WORK + 0x100);
    is_u64((mrs(0, PMEVCNTR0) - first) & UINT32_MAX, 1 + 4,
        "four with a load from the window, and the read");
    unlink(trace_name);
}

/* The same for a mark in the middle of a block, a write to a register shared
 * with QEMU, and a call of the firmware. */
static void test_marks_in_block(void)
{
    static const struct fake_insn code[] = {{.hex = NOP}, {.hex = "ff 2f 03 d5"}, {.hex = NOP},
        {.hex = "23 d0 18 d5"}, {.hex = NOP}, {.hex = "03 00 00 d4"}, {.hex = NOP, .ends = true}};
    uint64_t first;

    start(8, " clusters=1 tables=acpi", "");
    start_counter(0);
    fake_set(0, "x0", 5);
    FAKE_CODE(WORK + 0x100, code);
    first = mrs(0, PMEVCNTR0);
    fake_run(0, WORK + 0x100);
    is_u64((mrs(0, PMEVCNTR0) - first) & UINT32_MAX, 1 + 7,
        "seven with a mark, CONTEXTIDR_EL1 and a call, and the read");
    unlink(trace_name);
}

/* Two reads of the counter within a block: mrs x6 and x7, pmevcntr0_el0. */
static void test_reads_in_block(void)
{
    static const struct fake_insn code[] = {{.hex = NOP}, {.hex = "06 e8 3b d5"}, {.hex = NOP},
        {.hex = NOP}, {.hex = "07 e8 3b d5"}, {.hex = NOP, .ends = true}};

    static struct read_trace trace;
    const struct trace_record *r = trace.records;
    uint64_t begins;

    start(8, " clusters=1 tables=acpi", "");
    start_counter(0);
    mrs(0, PMEVCNTR0);
    FAKE_CODE(WORK + 0x100, code);
    begins = fake_now();
    fake_run(0, WORK + 0x100);
    is_u64((fake_get(0, "x7") - fake_get(0, "x6")) & UINT32_MAX, 3,
        "the first read, and two between the reads");
    end(&trace);
    while (r < trace.records + trace.n && r->pc != WORK + 0x104)
        r++;
    is_u64(r->time, begins + 2, "the first read is after one instruction");
}

static void test_users(void)
{
    uint64_t first;

    start(8, " clusters=1 tables=acpi", "");
    msr(0, PMEVTYPER0, UINT64_C(1) << 31 | 0x08);
    msr(0, PMCNTENSET, 1);
    msr(0, PMCR, 1);
    first = mrs(0, PMEVCNTR0);
    work(0, 400);
    is_u64(mrs(0, PMEVCNTR0) - first, 0, "a counter of user instructions omits the kernel's");
    fake_set(0, "cpsr", 0);
    work(0, 444);
    fake_set(0, "cpsr", EL1);
    is_u64(mrs(0, PMEVCNTR0) - first, 444, "... and counts the user's");
    unlink(trace_name);
}

/* The plan switches the guest's traffic on between two blocks, without an access
 * to a PMU. */
static void test_traffic_by_plan(void)
{
    static struct read_trace trace;
    uint64_t lines = 0;

    start(8, " clusters=1 tables=acpi uncore=hip08", "at boot + 10us\nmemory guest\n");
    smc(0, 0xc4000003, 1);
    fake_sleep_until(20000);
    load(RAM + 0x200000, 8);
    load(DDRC + FLUX_RD, 4); /* traces the lines so far */
    end(&trace);
    for (unsigned i = 0; i < trace.n; i++)
        if (trace.records[i].kind == TRACE_CACHELINES)
            lines += trace.records[i].value;
    is_u64(lines, 1, "the first load after it moves a line");
}

/* ---- impossible configurations ---- */

static void test_impossible(void)
{
    struct captured captured;

    fake_begin(&(struct fake_setup){.isa = FAKE_ARM64, .cpus = 20, .icount = true});
    capture_stderr(&captured);
    ok(fake_install("clusters=1"), "20 CPUs do not fit a die of eight");
    ok(g_str_has_prefix(captured_stderr(&captured), "pmulab: "), "... and it is reported");
}

static void test_no_gic(void)
{
    struct captured captured;

    fake_begin(&(struct fake_setup){.isa = FAKE_ARM64, .cpus = 8, .icount = true});
    fake_ram(RAM, 0x40000000);
    fake_install("clusters=1 tables=acpi");
    fake_set(0, "cpsr", EL1);
    probe(WINDOW);
    trigger(WINDOW);
    capture_stderr(&captured);
    fake_sleep_until(fake_now() + 300000);
    is_str(captured_stderr(&captured),
        "pmulab: no interrupt controller: is it virt with gic-version=3?\n", "no GIC");
}

int main(void)
{
    apart(test_round);
    apart(test_window);
    apart(test_two_dies);
    apart(test_core_pmu);
    apart(test_shared);
    apart(test_no_counter);
    apart(test_by_qemu);
    apart(test_core_interrupt);
    apart(test_interrupt_in_block);
    apart(test_cross_play);
    apart(test_power);
    apart(test_steps);
    apart(test_unfetched);
    apart(test_window_in_block);
    apart(test_marks_in_block);
    apart(test_reads_in_block);
    apart(test_users);
    apart(test_traffic_by_plan);
    apart(test_impossible);
    apart(test_no_gic);
    return done_testing();
}
