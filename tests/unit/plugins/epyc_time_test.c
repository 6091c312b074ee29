/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin of epyc: the time and the pages of samples, and faults. */
#include "tests/unit/plugins/epyc_world.h"

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

int main(void)
{
    apart(test_time_of_sample);
    apart(test_time_of_sample_without_icount);
    apart(test_faults_outside);
    apart(test_unfetched);
    apart(test_page_sizes);
    apart(test_halt_in_window);
    apart(test_time_in_block);
    apart(test_faults);
    return done_testing();
}
