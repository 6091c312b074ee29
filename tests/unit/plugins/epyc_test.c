/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin of epyc, driven like Linux's IBS driver: the targets of its
 * interrupts, the extended APIC, CPUID, steps, a saved guest. */
#include "tests/unit/plugins/epyc_world.h"

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

int main(void)
{
    apart(test_cpus);
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
    saved = tmpfile();
    apart(test_save);
    apart(test_resume);
    return done_testing();
}
