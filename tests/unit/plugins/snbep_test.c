/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin of snbep, driven like Linux does: configuration space by CF8 and
 * CFC, MSRs of both sockets, step marks, exact counts and the trace. Registers:
 * Xeon E5-2600 uncore guide, tables 2-3 and 2-60 to 2-63.
 */
#include "models/sim/cachelines.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/files.h"
#include "tests/fake_qemu/saved.h"
#include "tests/fake_qemu/stderr.h"
#include "tests/fake_qemu/x86.h"

enum { BUS = 0x7f, BUS1 = 0xff, IMC0 = 0x10 << 3, EN = 1 << 22, STEP_PORT = 0x504 };
enum { CTR0 = 0xa0, CTL0 = 0xd8, FIXED_CTR = 0xd0, FIXED_CTL = 0xf0, BOX_CTL = 0xf4 };
enum {
    CAS_RD_REG = 0x0104,
    FREEZE = 0x10100,
    RUN = 0x10000,
    U_FIXED_CTL = 0xc08,
    U_CTL0 = 0xc10,
    LEAF_1 = 1
};

#define SECOND        UINT64_C(1000000000)
#define CODE_OF_READS UINT64_C(0x310000)

static char *trace_name;

static bool without_icount;

static void begin(unsigned cpus, const char *options, const char *traffic)
{
    g_autofree char *file = new_file(traffic), *all = NULL;

    trace_name = new_file("");
    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = cpus, .icount = !without_icount});
    fake_ram(0, 1 << 30);
    all = g_strdup_printf("traffic=%s trace=%s%s", file, trace_name, options);
    ok(!fake_install(all), "the plugin is installed with%s", *options ? options : "out options");
    for (unsigned cpu = 0; cpu < cpus; cpu++)
        x86_kernel(cpu);
    unlink(file);
}

/* Ends QEMU; reads the plugin's trace into @trace. */
static void end(struct read_trace *trace)
{
    fake_exit();
    read_trace(trace, trace_name);
    unlink(trace_name);
    ok(trace->whole, "the trace is whole");
    ok(audit_agrees(trace), "... with each access");
}

/* Writes a register of channel 0 at @time, by the second of two outputs of 2 ns
 * each. */
static void write_at(uint64_t time, unsigned offset, uint32_t value)
{
    fake_sleep_until(time - 4);
    x86_pci_write(0, BUS, IMC0, offset, value);
    is_u64(fake_now(), time, "... at %" PRIu64 " ns", time);
}

/* ---- CPUID ---- */

static void answer_of_qemu(unsigned cpu)
{
    fake_set(cpu, "rax", 0x40000001);
    fake_set(cpu, "rbx", 0x4b4d564b); /* "KVMK" */
    fake_set(cpu, "rcx", 1);
    fake_set(cpu, "rdx", 2);
}

static const struct fake_insn leaf_of_hypervisor[] = {
    {.hex = "0f a2", .within = answer_of_qemu}, {.hex = "90", .ends = true}};

/* A real Xeon has no hypervisor leaves. */
static void test_cpuid(void)
{
    static struct read_trace trace;
    static const char *const names[] = {"rax", "rbx", "rcx", "rdx"};

    begin(1, "", "");
    FAKE_CODE(0x9000, leaf_of_hypervisor);
    fake_set(0, "rax", 0x40000000);
    fake_set(0, "rcx", 0);
    fake_run(0, 0x9000);
    for (unsigned i = 0; i < 4; i++)
        is_u64(fake_get(0, names[i]), 0, "leaf 40000000: %s", names[i]);
    end(&trace);
}

static uint64_t counter(unsigned offset)
{
    uint64_t low = x86_pci_read(0, BUS, IMC0, offset),
             high = x86_pci_read(0, BUS, IMC0, offset + 4);

    return high << 32 | low;
}

/* All times are multiples of 20 ns: one read of 50 million a second, 16 clocks
 * of 800 MHz. */
static void test_counting(void)
{
    static struct read_trace trace;
    const struct trace_record *first = &trace.records[0], *step = &trace.records[1];

    begin(1, "", "at step 1\nimc0 CAS_COUNT.RD_REG 50M/s\n");
    is_u64(
        x86_pci_read(0, BUS, IMC0, 0), 0x3cb08086, "device 16 function 0 of bus 7f is channel 0");
    x86_out(0, STEP_PORT, 1, 1);
    x86_pci_write(0, BUS, IMC0, BOX_CTL, FREEZE);
    x86_pci_write(0, BUS, IMC0, CTL0, EN | CAS_RD_REG);
    x86_pci_write(0, BUS, IMC0, FIXED_CTL, EN);
    write_at(10000, BOX_CTL, RUN);
    write_at(10000 + SECOND, BOX_CTL, FREEZE);
    is_u64(counter(CTR0), 50000000, "a second counts 50 million reads");
    is_u64(counter(FIXED_CTR), 800000000, "... and 800 million clocks");
    x86_out(0, STEP_PORT, 1, 0x81);
    is_u64(x86_by_qemu, 10, "QEMU sees only the addresses at CF8");
    end(&trace);
    ok(strstr(trace.header, "PMULABT5machine=snbep ") == trace.header, "the trace is of snbep: %s",
        trace.header);
    ok(first->kind == TRACE_READ && first->value == 0x3cb08086 && first->size == 4 &&
            first->pc == X86_CODE,
        "its first record is the identity's read, by that instruction");
    is_u64(first->time, 1004, "... at the time of the second instruction");
    ok(step->kind == TRACE_STEP_BEGIN && step->value == 1, "then the step begins");
    ok(trace.records[trace.n - 1].kind == TRACE_STEP_END && trace.records[trace.n - 1].value == 1,
        "the last record is the step's end");
    is_u64(trace.audit[0][AUDIT_READS], 5, "the plugin counts five reads");
    is_u64(trace.audit[0][AUDIT_WRITES], 5, "... and five writes");
}

static void test_sizes(void)
{
    static struct read_trace trace;

    begin(1, "", "");
    x86_pci_read(0, BUS, IMC0, 0);
    fake_set(0, "rax", UINT64_C(0x1122334455667788));
    fake_set(0, "rdx", 0xcfc);
    x86_execute(0, "ec");
    is_u64(fake_get(0, "rax"), UINT64_C(0x1122334455667786), "a byte from CFC changes only AL");
    fake_set(0, "rax", UINT64_C(0x1122334455667788));
    fake_set(0, "rdx", 0xcfe);
    x86_execute(0, "66 ed");
    is_u64(fake_get(0, "rax"), UINT64_C(0x1122334455663cb0), "a word from CFE changes only AX");
    fake_set(0, "rdx", UINT64_C(0xffff0cfc));
    x86_execute(0, "ed");
    is_u64(fake_get(0, "rax"), 0x3cb08086, "a doubleword clears the rest; the port is only DX");
    x86_by_qemu = 0;
    x86_pci_read(0, 0, IMC0, 0);
    is_u64(x86_by_qemu, 2, "another bus is QEMU's, both address and data");
    x86_pci_write(0, 0, IMC0, CTL0, EN);
    is_u64(x86_by_qemu, 4, "... also for writes");
    x86_out(0, STEP_PORT, 2, 1);
    is_u64(x86_by_qemu, 5, "a mark has one byte: a word is QEMU's");
    x86_out(0, 0x80, 1, 1);
    is_u64(x86_by_qemu, 6, "other ports are QEMU's");
    end(&trace);
    is_u64(trace.n, 4, "only four accesses are of this machine's registers");
    is_u64(trace.audit[0][AUDIT_READS], 4, "... and the plugin counts them");
    is_u64(trace.audit[0][AUDIT_VALUES],
        trace_sum(trace_sum(trace_sum(trace_sum(0, false, 0x3cb08086), false, 0x86), false, 0x3cb0),
            false, 0x3cb08086),
        "... with the guest's values");
}

/* Accesses to absent functions are neither traced nor counted. The same for
 * marks and the guest's messages. */
static void test_no_access(void)
{
    static struct read_trace trace;
    const struct trace_record *word = &trace.records[0];

    begin(2, "", "");
    is_u64(x86_pci_read(1, BUS, 0x1f << 3, 0), UINT32_MAX, "there is no device 31");
    x86_pci_write(1, BUS, 0x1f << 3, 0, 5);
    x86_by_qemu = 0;
    x86_out(1, 0x508, 4, 0x01000000);
    x86_out(1, 0x50c, 4, 0x00010001);
    x86_out(1, STEP_PORT, 1, 1);
    is_u64(x86_by_qemu, 0, "messages and marks do not go to QEMU");
    x86_out(1, 0x50c, 1, 1);
    is_u64(x86_by_qemu, 1, "a byte is no message: both ports have 32 bits");
    end(&trace);
    is_u64(trace.n, 2, "two records");
    ok(word->kind == TRACE_WITNESS && word->cpu == 1 && word->offset == 1 && word->value == 0x10001,
        "CPU 1 reports that it is CPU 1 of socket 1");
    ok(trace.records[1].kind == TRACE_STEP_BEGIN, "then the step begins");
    is_u64(trace.audit[1][AUDIT_READS] + trace.audit[1][AUDIT_WRITES], 0, "no access is counted");
}

/* PLATFORM_INFO, register CE: bits 15:8 are the TSC's frequency in units of 100
 * MHz, 1 GHz under -icount. */
static void test_platform_info(void)
{
    static struct read_trace trace;

    begin(2, " sockets=2", "");
    is_u64(x86_rdmsr(0, 0xce) >> 8 & 0xff, 10, "socket 0: the TSC has 1 GHz");
    is_u64(x86_rdmsr(1, 0xce) >> 8 & 0xff, 10, "also socket 1");
    end(&trace);
}

static void test_platform_info_of_host(void)
{
    without_icount = true;
    begin(2, " sockets=2", "");
    is_u64(x86_rdmsr(0, 0xce), 0, "socket 0: the TSC is the host's, with unknown frequency");
    is_u64(x86_rdmsr(1, 0xce), 0, "also socket 1");
    unlink(trace_name);
}

/* CPUs 0 and 1 are socket 0, CPUs 2 and 3 socket 1. */
static void test_sockets(void)
{
    static struct read_trace trace;

    begin(4, " sockets=2", "");
    x86_wrmsr(0, U_FIXED_CTL, 0x400000);
    x86_wrmsr(3, U_CTL0, 0x41ff01);
    is_u64(x86_rdmsr(1, U_FIXED_CTL), 0x400000, "CPU 1 reads what CPU 0 wrote");
    is_u64(x86_rdmsr(2, U_FIXED_CTL), 0, "CPU 2, of another socket, does not");
    is_u64(x86_rdmsr(2, U_CTL0), x86_rdmsr(3, U_CTL0), "CPU 2 reads what CPU 3 wrote");
    ok(x86_rdmsr(2, U_CTL0) != 0, "... and it is not 0");
    is_u64(x86_rdmsr(1, U_CTL0), 0, "CPU 1 does not");
    x86_pci_write(2, BUS1, IMC0, CTL0, EN | CAS_RD_REG);
    is_u64(x86_pci_read(0, BUS1, IMC0, CTL0), EN | CAS_RD_REG,
        "buses are the same for all CPUs: ff is socket 1");
    is_u64(x86_pci_read(0, BUS, IMC0, CTL0), 0, "... and 7f socket 0");
    x86_by_qemu = 0;
    x86_rdmsr(0, 0x10);
    x86_wrmsr(0, 0x1b, 0);
    is_u64(x86_by_qemu, 2, "other registers are QEMU's");
    end(&trace);
    is_u64(trace.records[0].cpu, 0, "the trace has CPU 0's write");
    is_u64(trace.records[1].cpu, 3, "... and CPU 3's, although CPU 0 translated the instruction");
    is_u64(trace.records[1].time, 1004, "... at the time of the second instruction");
}

/* A scheduled write to a counter: its deadline is while all CPUs idle. */
static void test_deadline(void)
{
    static struct read_trace trace;
    const struct trace_record *r = trace.records;
    unsigned i = 0;

    begin(1, "", "at boot + 3us\nimc0.PMON_CTR0 = 0x123456789abc\n");
    x86_pci_read(0, BUS, IMC0, 0);
    fake_sleep_until(5000);
    is_u64(counter(CTR0), UINT64_C(0x123456789abc), "the schedule set it without an access");
    end(&trace);
    while (i < trace.n && r[i].kind != TRACE_PLAN)
        i++;
    is_u64(r[i].time, 3000, "... 3 us after the start");
    is_u64(i, 1, "... before the counter was read");
}

static void test_leaves(void)
{
    begin(1, "", "");
    x86_by_qemu = 0;
    fake_set(0, "rax", 0x40000000);
    fake_set(0, "rbx", 1);
    fake_set(0, "rcx", 2);
    fake_set(0, "rdx", 3);
    x86_execute(0, "0f a2");
    ok(!fake_get(0, "rax") && !fake_get(0, "rbx") && !fake_get(0, "rcx") && !fake_get(0, "rdx"),
        "a hypervisor's leaf reads as zeros");
    is_u64(x86_by_qemu, 0, "... and QEMU does not handle it");
    fake_set(0, "rax", LEAF_1);
    x86_execute(0, "0f a2");
    is_u64(x86_by_qemu, 1, "leaf 1 is QEMU's");
    unlink(trace_name);
}

/* A read that moves the schedule's deadline, and one of an absent function. */
static void test_plan_after_read(void)
{
    static struct read_trace trace;
    const struct trace_record *r = trace.records;
    uint64_t time;

    begin(1, "", "at read 1 of imc0.PMON_CTR1 + 5us\nimc0.PMON_CTR0 = 77\n");
    is_u64(x86_pci_read(0, BUS, 0x1f << 3, 0), UINT32_MAX, "an absent function");
    x86_pci_write(0, BUS, 0x1f << 3, 0x40, 1);
    x86_pci_read(0, BUS, IMC0, CTR0 + 8);
    time = fake_now();
    fake_sleep_until(time + 6000);
    end(&trace);
    while (r->kind != TRACE_PLAN && r < trace.records + trace.n)
        r++;
    is_u64(r->time, time + 5000,
        "a line scheduled by a read takes effect 5 us later, without an access");
}

/* The same after a write. */
static void test_plan_after_write(void)
{
    static struct read_trace trace;
    const struct trace_record *r = trace.records;
    uint64_t time;

    begin(1, "", "at write 1 of imc0.PMON_CTL1 + 5us\nimc0.PMON_CTR0 = 77\n");
    x86_pci_write(0, BUS, IMC0, CTL0 + 4, EN);
    time = fake_now();
    fake_sleep_until(time + 6000);
    end(&trace);
    while (r->kind != TRACE_PLAN && r < trace.records + trace.n)
        r++;
    is_u64(r->time, time + 5000, "a line scheduled by a write does also");
}

/* The same after a mark. */
static void test_plan_after_mark(void)
{
    static struct read_trace trace;
    const struct trace_record *r = trace.records;
    uint64_t time;

    begin(1, "", "at step 1 + 5us\nimc0.PMON_CTR0 = 77\n");
    time = fake_now();
    x86_out(0, STEP_PORT, 1, 1);
    fake_sleep_until(time + 6000);
    end(&trace);
    while (r->kind != TRACE_PLAN && r < trace.records + trace.n)
        r++;
    is_u64(r->time, time + 2 + 5000, "a line scheduled by a step does also");
}

/* ---- configuration space in memory ---- */

/* Q35 datasheet, PCIEXBAR; ECAM by PCI Express Base, table 7-1. */
enum { PCIEXBAR = 0x60, ENABLE = 1, IN_128_BUSES = 2 };
#define WINDOW           UINT64_C(0x4b0000000)
#define ECAM(bus, devfn) (WINDOW + ((uint64_t)(bus) << 20) + ((uint64_t)(devfn) << 12))

/* Like firmware: off, upper half, lower half. */
static void switch_ecam_on(uint64_t value)
{
    x86_pci_write(0, 0, 0, PCIEXBAR, 0);
    x86_pci_write(0, 0, 0, PCIEXBAR + 4, (uint32_t)(value >> 32));
    x86_pci_write(0, 0, 0, PCIEXBAR, (uint32_t)value);
}

static void test_ecam(void)
{
    static struct read_trace trace;
    const struct trace_record *r = trace.records;

    begin(2, " sockets=2", "");
    x86_by_qemu = 0;
    switch_ecam_on(WINDOW | ENABLE);
    is_u64(x86_by_qemu, 6, "QEMU's host bridge also gets the window's address");
    is_u64(x86_access(1, ECAM(BUS, IMC0), 4, false, 0), 0x3cb08086, "channel 0, in memory");
    is_u64(x86_access(1, ECAM(BUS1, IMC0 | 1) + 2, 2, false, 0), 0x3cb1,
        "channel 1 of socket 1, two bytes");
    x86_access(0, ECAM(BUS, IMC0) + CTR0, 8, true, UINT64_C(0x123456789abc));
    is_u64(
        counter(CTR0), UINT64_C(0x123456789abc), "eight bytes written in memory are read by ports");
    is_u64(x86_access(0, ECAM(BUS, IMC0) + CTR0, 8, false, 0), UINT64_C(0x123456789abc),
        "... and in memory");
    is_u64(x86_access(0, ECAM(BUS, IMC0) + 0x100 + CTR0, 4, false, 0), 0,
        "there is no alias 256 bytes further");
    is_u64(x86_access(0, ECAM(BUS, 8 << 3) + 0x100, 4, false, 0), 0, "no capability above 255");
    is_u64(x86_access(0, ECAM(BUS, 0x1f << 3), 4, false, 0), UINT32_MAX, "there is no device 31");
    x86_access(0, ECAM(BUS, 0x1f << 3), 4, true, 1);
    end(&trace);
    is_u64(trace.n, 8, "the trace has all accesses except those to no device");
    ok(r[0].cpu == 1 && r[0].pc == X86_CODE && r[0].offset == (IMC0 << 8),
        "... with CPU, address and offset");
    is_u64(r[6].offset, 0x1a0, "... beyond 255");
    is_u64(r[7].offset, 1 << 16 | 8 << 11, "... in a header, as in CF8's extension");
}

/* QEMU's host bridge, outside of the plugin's windows. */
static uint64_t all_ones(uint64_t address, unsigned size)
{
    (void)address, (void)size;
    return UINT64_MAX;
}

static void test_no_ecam(void)
{
    static struct read_trace trace;

    begin(1, "", "");
    fake_device(WINDOW, 1 << 28, all_ones);
    x86_pci_write(0, 0, 0, PCIEXBAR, (uint32_t)WINDOW);
    x86_pci_write(0, 0, 1 << 3, PCIEXBAR, (uint32_t)WINDOW | ENABLE);
    x86_pci_write(0, 0, 0, PCIEXBAR - 4, (uint32_t)WINDOW | ENABLE);
    x86_access(0, ECAM(BUS, IMC0), 4, false, 0);
    end(&trace);
    is_u64(trace.n, 0, "neither a disabled window nor other registers make an access");
}

/* With 128 buses the second socket's bus is outside. */
static void test_short_ecam(void)
{
    static struct read_trace trace;

    begin(2, " sockets=2", "");
    fake_device(WINDOW, 2 << 28, all_ones);
    switch_ecam_on(WINDOW | IN_128_BUSES | ENABLE);
    switch_ecam_on((WINDOW + (1 << 28)) | ENABLE);
    is_u64(x86_access(0, ECAM(BUS, IMC0), 4, false, 0), 0x3cb08086, "bus 7f is the last of 128");
    x86_access(0, ECAM(BUS1, IMC0), 4, false, 0);
    x86_access(0, ECAM(BUS, IMC0) + (1 << 28), 4, false, 0);
    end(&trace);
    is_u64(trace.n, 1, "... and the window keeps its first address");
}

/* ---- a saved guest ---- */

static FILE *saved;

static void test_save(void)
{
    g_autofree char *options = saving_options(saved);

    begin(2, options, "");
    x86_pci_write(0, BUS, IMC0, BOX_CTL, FREEZE);
    x86_pci_write(0, BUS, IMC0, CTL0, EN | CAS_RD_REG);
    x86_pci_write(0, BUS, IMC0, CTR0, 0x1234);
    x86_wrmsr(0, U_CTL0, 0x1ff01);
    x86_wrmsr(0, 0xd10, 0x1234);
    switch_ecam_on(WINDOW | ENABLE);
    x86_out(0, 0xcf8, 4, 0x80000000 | BUS << 16 | IMC0 << 8 | CTL0);
    x86_out(0, STEP_PORT, 1, 0);
    unlink(trace_name);
}

static void test_resume(void)
{
    g_autofree char *all = resuming_options(saved);

    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 2, .icount = true});
    fake_ram(0, 1 << 30);
    ok(!fake_install(all + 1), "a plugin resumes a saved guest");
    x86_kernel(0);
    is_u64(x86_in(0, 0xcfc, 4), EN | CAS_RD_REG, "the address at CF8 is kept, and its register");
    is_u64(counter(CTR0), 0x1234, "... a counter");
    is_u64(x86_rdmsr(0, U_CTL0), x86_rdmsr(0, U_CTL0), "... the MSRs");
    ok(x86_rdmsr(0, U_CTL0) && x86_rdmsr(0, 0xd10), "... which are not 0");
    is_u64(
        x86_access(0, ECAM(BUS, IMC0) + CTR0, 8, false, 0), 0x1234, "... and its window in memory");
    is_u64(saved_holds, 1, "the guest was held once, before its first block");
}

/* ---- core PMUs: Intel SDM volume 3, section 20.2 ---- */

enum {
    GLOBAL_CTRL = 0x38f,
    SEL0 = 0x186,
    PMC0 = 0xc1,
    INSTRUCTIONS = 0xc0 | 3 << 16,
    SEL_INT = 1 << 20
};
enum { NOPS = 0x3000, N_NOPS = 10, LVTPC_NMI = 0x400 };

static uint64_t read_counter(unsigned cpu, uint32_t counter)
{
    fake_set(cpu, "rcx", counter);
    x86_execute(cpu, "0f 33");
    return fake_get(cpu, "rdx") << 32 | fake_get(cpu, "rax");
}

static void store_apic(unsigned cpu, uint64_t offset, uint32_t value)
{
    const struct fake_insn code[] = {{.hex = "89 07",
        .access = {.address = 0xfee00000 + offset, .size = 4, .store = true, .value = value}}};

    FAKE_CODE(X86_CODE, code);
    fake_run(cpu, X86_CODE);
}

static void ten_instructions(void)
{
    struct fake_insn code[N_NOPS];

    for (unsigned i = 0; i < N_NOPS; i++)
        code[i] = (struct fake_insn){.hex = "90", .ends = i == N_NOPS - 1};
    FAKE_CODE(NOPS, code);
}

/* The trace has one interrupt, an NMI sent to @cpu. */
static void is_sent_once(const struct read_trace *trace, unsigned cpu)
{
    unsigned n = 0;

    for (unsigned i = 0; i < trace->n; i++) {
        const struct trace_record *record = &trace->records[i];

        if (record->kind != TRACE_INTERRUPT)
            continue;
        n++;
        ok(record->cpu == cpu && record->offset == cpu, "an interrupt of CPU %u is traced", cpu);
        ok(i && record->time >= trace->records[i - 1].time,
            "... no earlier than the previous record");
    }
    is_u64(n, 1, "... once");
}

static void test_core(void)
{
    static struct read_trace trace;
    uint64_t before;

    without_icount = true;
    begin(2, "", "");
    fake_device(0xfee00000, 0x2000, NULL);
    ten_instructions();
    store_apic(1, 0xf0, 0x1ff);
    store_apic(1, 0x340, LVTPC_NMI);
    x86_wrmsr(1, SEL0, INSTRUCTIONS | EN | SEL_INT);
    fake_run(1, NOPS);
    before = read_counter(1, 0);
    fake_run(1, NOPS);
    is_u64(read_counter(1, 0) - before, N_NOPS + 1, "ten instructions and RDPMC before them");
    is_u64(read_counter(0, 0), 0, "another CPU's counter does not count");
    is_u64(fake_writes(), 1, "no interrupt yet");
    x86_wrmsr(1, PMC0, 0xfffffff8);
    fake_run(1, NOPS);
    fake_run(1, NOPS);
    const struct fake_write *message = fake_write(fake_writes() - 1);
    is_u64(message->address, 0xfee01000, "after eight an NMI goes to CPU 1");
    is_u64(message->value, 0x400, "... as one");
    is_u64(x86_rdmsr(1, 0x38e), 1, "... and its status bit is set");
    x86_wrmsr(1, GLOBAL_CTRL, 0);
    before = read_counter(1, 0);
    fake_run(1, NOPS);
    is_u64(read_counter(1, 0), before, "the counter has stopped");
    end(&trace);
    is_sent_once(&trace, 1);
    without_icount = false;
}

/* Reads of an uncore counter, more frequent than overflows of the core's
 * counter. */
static void test_core_beside_uncore(void)
{
    static struct read_trace trace;
    uint64_t before;

    without_icount = true;
    begin(1, "", "");
    fake_device(0xfee00000, 0x2000, NULL);
    ten_instructions();
    store_apic(0, 0xf0, 0x1ff);
    store_apic(0, 0x340, LVTPC_NMI);
    x86_wrmsr(0, SEL0, INSTRUCTIONS | EN | SEL_INT);
    x86_wrmsr(0, PMC0, 0xffffffff - 4 * N_NOPS - 8);
    x86_wrmsr(0, SEL0 + 1, INSTRUCTIONS | EN | SEL_INT);
    x86_wrmsr(0, PMC0 + 1, 0xffffffff);
    before = fake_writes();
    for (unsigned i = 0; i < 4; i++) {
        fake_run(0, NOPS);
        x86_pci_read(0, BUS, IMC0, CTR0);
        store_apic(0, 0x340, LVTPC_NMI);
    }
    is_u64(fake_writes() - before, 2, "two overflows interrupt despite the reads");
    end(&trace);
    without_icount = false;
}

/* A read in the middle of a block, while no block counts: it restarts alone,
 * where QEMU's clock can be read. */
static void test_time_of_reads(void)
{
    static const struct fake_insn code[] = {{.hex = "90"}, {.hex = "66 90"}, {.hex = "0f 32"},
        {.hex = "90"}, {.hex = "90", .ends = true}};
    enum { PCU_BOX_CTL = 0xc24, PCU_CTL0 = 0xc30, PCU_CTR0 = 0xc36 };
    static struct read_trace trace;
    uint64_t start, ends[3], values[3];
    unsigned n = 0;

    begin(1, "", "");
    x86_wrmsr(0, PCU_BOX_CTL, 0);
    x86_wrmsr(0, PCU_CTL0, EN); /* clock ticks of 800 MHz */
    start = fake_now();
    FAKE_CODE(CODE_OF_READS, code);
    for (unsigned i = 0; i < 3; i++) {
        fake_sleep_until(start + (i + 1) * 10000);
        fake_set(0, "rcx", PCU_CTR0);
        fake_run(0, CODE_OF_READS);
        ends[i] = fake_now();
        values[i] = fake_get(0, "rdx") << 32 | fake_get(0, "rax");
    }
    end(&trace);
    for (const struct trace_record *r = trace.records; r < trace.records + trace.n; r++)
        if (r->kind == TRACE_READ && r->pc == CODE_OF_READS + 3)
            is_u64(r->time, ends[n++] - 4, "two instructions before the block's end");
    is_u64(n, 3, "each read is traced once");
    is_u64(values[1] - values[0], 8000, "10 us of 800 MHz between the reads");
    is_u64(values[2] - values[1], 8000, "... and again");
}

/* ---- cross play: the core counts down while its CPU, or another one, accesses
 * each other block ---- */

enum { PERIOD = 31 };

static void reach_channel(void)
{
    x86_pci_write(0, BUS, IMC0, CTL0, EN | CAS_RD_REG);
}

static void reach_slice(void)
{
    x86_wrmsr(0, 0xd16, 5);
}

static void reach_power(void)
{
    x86_rdmsr(0, 0xc36);
}

static void reach_box(void)
{
    x86_wrmsr(0, U_CTL0, 0);
}

static void reach_package(void)
{
    x86_rdmsr(0, 0xce);
}

static void reach_ecam(void)
{
    x86_access(0, ECAM(BUS, IMC0) + CTR0, 4, false, 0);
}

static void reach_other_core(void)
{
    x86_wrmsr(1, PMC0, 0);
}

static void reach_other_socket(void)
{
    x86_pci_read(1, BUS1, IMC0, CTR0);
}

static void mark(void)
{
    x86_out(0, STEP_PORT, 1, 1);
}

/* Each access is up to two instructions of CPU 0. The overflow is noticed at
 * the end of the block with instruction PERIOD, or of the next one. */
static void is_in_time(void (*reach)(void), unsigned own, const char *what)
{
    uint64_t before = fake_writes();
    unsigned executed = 0, late = 0, early = 0;

    x86_wrmsr(0, PMC0, 0x100000000 - PERIOD);
    for (unsigned i = 0; i < 6; i++) {
        fake_run(0, NOPS);
        late += executed >= PERIOD && fake_writes() == before;
        executed += N_NOPS;
        early += executed < PERIOD && fake_writes() != before;
        reach();
        executed += own;
    }
    is_u64(fake_writes() - before, 1, "%s: an overflow, an NMI", what);
    is_u64(late + early, 0, "... neither early nor late");
    x86_wrmsr(0, 0x390, 1);
}

static void test_cross_play(void)
{
    static struct read_trace trace;

    without_icount = true;
    begin(2, " sockets=2", "at boot\nimc0 CAS_COUNT.RD_REG 50M/s\n");
    fake_device(0xfee00000, 0x2000, NULL);
    fake_device(WINDOW, 1 << 28, all_ones);
    switch_ecam_on(WINDOW | ENABLE);
    ten_instructions();
    for (unsigned cpu = 0; cpu < 2; cpu++) {
        store_apic(cpu, 0xf0, 0x1ff);
        x86_wrmsr(cpu, SEL0, INSTRUCTIONS | EN | SEL_INT);
    }
    const struct {
        void (*reach)(void);
        unsigned own;
        const char *what;
    } cases[] = {{reach_channel, 2, "a memory channel"}, {reach_slice, 1, "a cache slice"},
        {reach_power, 1, "the power control unit"}, {reach_box, 1, "the utility box"},
        {reach_package, 1, "the package"}, {reach_ecam, 1, "a channel by its window"},
        {reach_other_core, 0, "another CPU's core PMU"},
        {reach_other_socket, 0, "another socket, by its CPU"}, {mark, 1, "a step's mark"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        store_apic(0, 0x340, LVTPC_NMI);
        is_in_time(cases[i].reach, cases[i].own, cases[i].what);
    }
    end(&trace);
    without_icount = false;
}

/* First only branches are followed, then also loads: QEMU retranslates for
 * them. Besides the model's count the trace has a second one, of CPU 0's
 * kernel. */
static void test_loads_after_branches(void)
{
    enum { MISPREDICTED = 0xc5 | 3 << 16, LOADS = 0x81d0 | 3 << 16, TURNS = 7 };
    static struct read_trace trace;
    uint64_t loads = 0, sum = 0;

    begin(2, "", "");
    x86_wrmsr(0, SEL0, MISPREDICTED | EN);
    x86_wrmsr(0, GLOBAL_CTRL, 1);
    x86_access(0, 0x20000, 8, false, 0);
    x86_wrmsr(0, SEL0 + 1, LOADS | EN);
    x86_wrmsr(0, GLOBAL_CTRL, 3);
    for (unsigned i = 0; i < TURNS; i++) {
        x86_access(0, 0x20000, 8, false, 0);
        x86_access(0, 0x20008, 8, true, 0);
        x86_access(1, 0x20000, 8, false, 0);
    }
    is_u64(read_counter(0, 1), TURNS, "loads count after branches were followed");
    x86_wrmsr(0, GLOBAL_CTRL, 0);
    end(&trace);
    for (unsigned i = 0; i < trace.n; i++)
        if (trace.records[i].kind == TRACE_RECOUNT && trace.records[i].cpu == 0) {
            loads = trace.records[i].offset == RECOUNT_LOADS + 1 ? trace.records[i].value : loads;
            sum = trace.records[i].offset == RECOUNT_SUM ? trace.records[i].value : sum;
        }
    is_u64(loads, TURNS, "... and a second count agrees");
    ok(sum >= 2 * TURNS, "... and so does the sum with stores and branches");
}

/* IA32_DEBUGCTL.LBR (1D9) records a jump, and a fault of the instruction at
 * 500001, in entries 1 and 2 of a ring. */
static void test_branch_records(void)
{
    static const struct fake_insn code[] = {{.hex = "90"}, {.hex = "48 8b 07", .raises = 0x400000},
        {.hex = "90"}},
                                  handler[] = {{.hex = "90"}, {.hex = "eb 00", .jump = 0x500800}};
    static struct read_trace trace;
    unsigned interrupts = 0;

    begin(1, " variant=skx lbr=on", "");
    FAKE_CODE(0x500000, code);
    FAKE_CODE(0x400000, handler);
    x86_wrmsr(0, 0x1d9, 0x801);
    fake_run(0, 0x500000);
    uint64_t top = x86_rdmsr(0, 0x1c9);
    is_u64(
        x86_rdmsr(0, 0x680 + (uint32_t)top), 0x400001, "the newest branch is the handler's jump");
    is_u64(x86_rdmsr(0, 0x680 + (uint32_t)top - 1), 0x500001, "before it, an exception");
    is_u64(x86_rdmsr(0, 0x6c0 + (uint32_t)top - 1), 0x400000, "... to its handler");
    x86_wrmsr(0, 0x1d9, 0);
    fake_run(0, 0x500000);
    is_u64(x86_rdmsr(0, 0x1c9), top, "switched off, they stay");
    end(&trace);
    for (unsigned i = 0; i < trace.n; i++)
        interrupts += trace.records[i].kind == TRACE_BRANCH &&
                      trace.records[i].offset == BRANCH_INTERRUPT &&
                      trace.records[i].pc == 0x500001;
    is_u64(interrupts, 1, "the trace has the exception once");
}

static uint64_t jump_back(unsigned cpu, uint64_t next)
{
    uint64_t left = fake_get(cpu, "r9") - 1;

    fake_set(cpu, "r9", left);
    return left ? 0x500000 : next + 0x8000;
}

/* Only the last branches of a kind that a stack can hold are in the trace, and
 * the number of earlier ones. */
static void test_earlier_branches(void)
{
    static const struct fake_insn code[] = {{.hex = "90"}, {.hex = "eb fd", .effect = jump_back}};
    enum { TURNS = 1000, DEPTH = 32 };
    static struct read_trace trace;
    uint64_t earlier = 0, branches = 0;

    begin(1, " variant=skx lbr=on", "");
    FAKE_CODE(0x500000, code);
    fake_set(0, "r9", TURNS);
    x86_wrmsr(0, 0x1d9, 1);
    fake_run(0, 0x500000);
    x86_wrmsr(0, 0x1d9, 0);
    is_u64(x86_rdmsr(0, 0x1c9), TURNS % DEPTH, "the newest of 1000 jumps is in entry 8");
    end(&trace);
    for (unsigned i = 0; i < trace.n; i++)
        if (trace.records[i].kind == TRACE_BRANCH) {
            branches += !(trace.records[i].offset & BRANCH_EARLIER);
            earlier += trace.records[i].offset & BRANCH_EARLIER ? trace.records[i].value : 0;
        }
    is_u64(branches, DEPTH, "the trace has the last 32");
    is_u64(earlier, TURNS - DEPTH, "... and the number of the others");
}

/* ---- the guest's own traffic ---- */

/* Cache lines 0x800 to 0x803, with one access to the last two, and 0x83f, its
 * page's last. */
static const struct fake_insn touches[] = {
    {.hex = "48 8b 03", .access = {.address = 0x20000, .size = 8}},
    {.hex = "48 89 03", .access = {.address = 0x20040, .size = 8, .store = true}},
    {.hex = "48 8b 03", .access = {.address = 0x200bc, .size = 8}},
    {.hex = "48 8b 03", .access = {.address = 0x20ffc, .size = 8}},
    {.hex = "90", .ends = true},
};

/* The guest's cache lines in the trace of channel @channel. */
static uint64_t moved(
    const struct read_trace *trace, unsigned channel, enum cachelines_direction direction)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < trace->n; i++)
        if (trace->records[i].kind == TRACE_CACHELINES && trace->records[i].block == channel &&
            trace->records[i].offset == direction)
            sum += trace->records[i].value;
    return sum;
}

static void test_guest_cachelines(void)
{
    static const uint64_t expected[] = {1, 1, 1, 2};
    static struct read_trace trace;

    begin(1, "", "at step 1\nmemory guest\nat step 2\nmemory off\nat step 3\nmemory guest\n");
    FAKE_CODE(0x9000, touches);
    fake_run(0, 0x9000);
    x86_out(0, STEP_PORT, 1, 1);
    fake_run(0, 0x9000);
    fake_run(0, 0x9000);
    x86_out(0, STEP_PORT, 1, 2);
    fake_run(0, 0x9000);
    x86_out(0, STEP_PORT, 1, 3);
    fake_run(0, 0x9000);
    x86_out(0, STEP_PORT, 1, 0x83);
    end(&trace);
    /* The caches begin empty each time. */
    for (unsigned channel = 0; channel < 4; channel++) {
        is_u64(moved(&trace, channel, CACHELINES_READ), 2 * expected[channel],
            "channel %u reads each line once, and again after a pause", channel);
        is_u64(moved(&trace, channel, CACHELINES_WRITTEN), 0, "... and writes none");
    }
}

/* CPUs that run side by side. */
static void test_guest_cachelines_of_host(void)
{
    without_icount = true;
    test_guest_cachelines();
    without_icount = false;
}

/* The L3 has 20 ways, L1 and L2 have 8. Lines at this distance share a set in
 * all of them. */
enum { L3_WAYS = 20, L3_STRIDE = 16384 * 64, SET = 0x1000000 };

/* Line number @n of one set. */
static void touch_line(unsigned cpu, unsigned n, bool store)
{
    x86_access(cpu, SET + (uint64_t)n * L3_STRIDE, 8, store, 0);
}

/* Runs @touch with the guest's traffic and @cpus, and expects these totals of
 * lines in all channels. */
static void is_moved(unsigned cpus, const char *options, void (*touch)(void), uint64_t read,
    uint64_t written, const char *what)
{
    static struct read_trace trace;
    uint64_t sums[2] = {0};

    begin(cpus, options, "at step 1\nmemory guest\n");
    x86_out(0, STEP_PORT, 1, 1);
    touch();
    x86_out(0, STEP_PORT, 1, 0x81);
    end(&trace);
    for (unsigned i = 0; i < trace.n; i++)
        if (trace.records[i].kind == TRACE_CACHELINES)
            sums[trace.records[i].offset] += trace.records[i].value;
    is_u64(sums[0], read, "%s: lines read", what);
    is_u64(sums[1], written, "... and written");
}

/* CPU 1 gets line 0 from the L3, as its latest use there. So the L3 evicts line
 * 1, not line 0. */
static void share(void)
{
    for (unsigned n = 0; n <= 5; n++)
        touch_line(0, n, false);
    touch_line(1, 0, false);
    for (unsigned n = 6; n <= L3_WAYS; n++)
        touch_line(0, n, false);
    touch_line(0, 0, false);
}

/* CPU 1 has modified line 0, and CPU 0 reads it from CPU 1's cache. CPU 0's
 * store invalidates it, so CPU 1 reads the L3 again. Line 0 is written back
 * only after 20 other lines. */
static void take_dirty(void)
{
    touch_line(1, 0, true);
    touch_line(0, 0, false);
    for (unsigned n = 1; n <= 5; n++)
        touch_line(0, n, false);
    touch_line(0, 0, true);
    for (unsigned n = 6; n <= 10; n++)
        touch_line(0, n, false);
    touch_line(1, 0, false);
    for (unsigned n = 11; n < L3_WAYS + 10; n++)
        touch_line(0, n, false);
}

static void take_dirty_and_write(void)
{
    take_dirty();
    touch_line(0, L3_WAYS + 10, false);
}

/* CPU 1's socket has separate caches: they miss CPU 0's clean line, and get a
 * dirty one from it. */
static void two_sockets(void)
{
    touch_line(0, 0, false);
    touch_line(1, 0, false);
    touch_line(0, 1, true);
    touch_line(1, 1, false);
}

static void test_guest_cachelines_of_two(void)
{
    is_moved(2, "", share, L3_WAYS + 1, 0, "a line that CPU 1 shares");
}

static void test_dirty_lines_of_two(void)
{
    is_moved(2, "", take_dirty, L3_WAYS + 10, 0, "a line that both modify, while in use");
}

static void test_dirty_lines_written(void)
{
    is_moved(2, "", take_dirty_and_write, L3_WAYS + 11, 1, "... and after its use");
}

static void test_guest_cachelines_of_sockets(void)
{
    is_moved(2, " sockets=2", two_sockets, 3, 0, "lines of two sockets");
}

/* The plan switches the traffic on between two blocks, without an access to a
 * PMU. */
static void test_traffic_by_plan(void)
{
    static struct read_trace trace;
    uint64_t lines = 0;

    begin(1, "", "at boot + 10us\nmemory guest\n");
    x86_pci_read(0, BUS, IMC0, CTL0);
    fake_sleep_until(20000);
    touch_line(0, 0, false);
    x86_out(0, STEP_PORT, 1, 1); /* traces the lines so far */
    end(&trace);
    for (unsigned channel = 0; channel < 4; channel++)
        lines += moved(&trace, channel, CACHELINES_READ);
    is_u64(lines, 1, "the first access after it moves a line");
}

/* The report of accesses without hardware at QEMU's exit. */
static void test_notes(void)
{
    static struct read_trace trace;
    struct captured captured;

    begin(1, "", "");
    capture_stderr(&captured);
    x86_pci_write(0, BUS, IMC0, CTL0, EN | 0x99);
    x86_pci_read(0, BUS, 0x1e << 3, 0);
    x86_pci_write(0, BUS, 0x1e << 3 | 1, 0x40, 1);
    x86_pci_read(0, 0, 0x1e << 3, 0);
    x86_execute(0, "0f 32"); /* RDMSR of MSR 0 */
    fake_set(0, "rcx", 0xe7);
    x86_execute(0, "0f 32");
    fake_set(0, "rcx", 0xc0000080);
    x86_execute(0, "0f 32");
    fake_exit();
    is_str(captured_stderr(&captured),
        "pmulab: note: imc0: event 0x99 was switched on and is not modelled: it counts nothing\n"
        "pmulab: note: accesses that found nothing, and read 0 or all ones: 2 of PCI functions "
        "(7f:1e.0, "
        "7f:1e.1), 2 of MSRs (0x0, 0xe7)\n",
        "an event without a row, absent functions and registers");
    read_trace(&trace, trace_name);
    unlink(trace_name);
}

int main(void)
{
    apart(test_loads_after_branches);
    apart(test_branch_records);
    apart(test_earlier_branches);
    apart(test_guest_cachelines_of_two);
    apart(test_dirty_lines_of_two);
    apart(test_dirty_lines_written);
    apart(test_guest_cachelines_of_sockets);
    apart(test_traffic_by_plan);
    apart(test_notes);
    apart(test_core);
    apart(test_core_beside_uncore);
    apart(test_time_of_reads);
    apart(test_cross_play);
    apart(test_guest_cachelines);
    apart(test_guest_cachelines_of_host);
    apart(test_cpuid);
    apart(test_counting);
    apart(test_sizes);
    apart(test_no_access);
    apart(test_platform_info);
    apart(test_platform_info_of_host);
    apart(test_sockets);
    apart(test_deadline);
    apart(test_leaves);
    apart(test_plan_after_read);
    apart(test_plan_after_write);
    apart(test_plan_after_mark);
    apart(test_ecam);
    apart(test_no_ecam);
    apart(test_short_ecam);
    saved = tmpfile();
    apart(test_save);
    apart(test_resume);
    return done_testing();
}
