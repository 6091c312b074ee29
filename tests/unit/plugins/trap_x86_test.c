/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A machine's view of an x86 guest's accesses: ports, MSRs, CPUID, the local
 * APIC's page. Encodings and effects: AMD64 APM volume 3; Intel SDM volume 1,
 * section 3.4.1.1. */
#include "qemu-plugins/trap/x86.h"

#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/qemu/special_blocks.h"
#include "qemu-plugins/trap/access_counters.h"
#include "qemu-plugins/trap/x86_apic.h"
#include "qemu-plugins/trap/x86_cpu.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/state.h"
#include "tests/fake_qemu/stderr.h"
#include "tests/fake_qemu/x86.h"

/* The machine under test has ports 500 and ee, MSRs 700 and 701, and APIC
 * register 400. It lacks leaf 0x40000000. It amends leaves 1 and 7 and APIC
 * register 20. It records the last access. */
enum { PORT = 0x500, BYTE_PORT = 0xee, MSR = 0x700, NO_LEAF = 0x40000000, OWN_LEAF = 0xa };

static struct {
    int machine;
    struct sim_access access;
    char what[64];
    uint64_t answer;
    bool ours, outside, keeps;
    unsigned n, released, asked;
} seen = {.ours = true};

__attribute__((format(printf, 3, 4))) static void note(
    void *machine, const struct sim_access *access, const char *format, ...)
{
    va_list args;

    seen.n++;
    seen.outside |= !arbiter_is_mine() || machine != &seen.machine;
    if (access)
        seen.access = *access;
    va_start(args, format);
    vsnprintf(seen.what, sizeof(seen.what), format, args);
    va_end(args);
}

static bool has_port(unsigned port)
{
    return port == PORT || port == BYTE_PORT;
}

static bool port_in(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t *value)
{
    note(machine, access, "in %x %u", port, size);
    *value = (uint32_t)seen.answer;
    return seen.ours;
}

static bool port_out(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t value)
{
    note(machine, access, "out %x %u %x", port, size, value);
    return seen.ours;
}

static bool has_msr(uint32_t msr)
{
    return msr == MSR || msr == MSR + 1;
}

static uint64_t msr_read(void *machine, const struct sim_access *access, uint32_t msr)
{
    note(machine, access, "rdmsr %x", msr);
    return seen.answer;
}

static void msr_write(void *machine, const struct sim_access *access, uint32_t msr, uint64_t value)
{
    note(machine, access, "wrmsr %x %" PRIx64, msr, value);
}

static bool has_rdpmc(uint32_t counter)
{
    return counter == 5 || counter == 0x40000001;
}

static uint64_t rdpmc(void *machine, const struct sim_access *access, uint32_t counter)
{
    note(machine, access, "rdpmc %x", counter);
    return seen.answer;
}

static bool lacks_leaf(uint32_t leaf)
{
    return leaf == NO_LEAF;
}

static bool has_leaf(uint32_t leaf, uint32_t regs[4])
{
    for (unsigned i = 0; i < 4; i++)
        regs[i] = 0x11u << i;
    return leaf == OWN_LEAF;
}

static bool amends_leaf(uint32_t leaf)
{
    return leaf == 1 || leaf == 7;
}

static void amend_cpuid(
    void *machine, unsigned cpu, uint32_t leaf, uint32_t subleaf, uint32_t regs[4])
{
    note(machine, NULL, "amend %u %x %x: %x %x %x %x", cpu, leaf, subleaf, regs[0], regs[1],
        regs[2], regs[3]);
    for (unsigned i = 0; i < 4; i++)
        regs[i] |= 0x100 << i;
}

static bool keeps(unsigned cpu, enum special kind)
{
    (void)cpu;
    return seen.keeps && kind == SPECIAL_SINGLE;
}

static void released(unsigned cpu)
{
    (void)cpu;
    seen.outside |= arbiter_is_mine();
    seen.released++;
}

static const struct trap_x86_hooks all_hooks = {
    .has_port = has_port,
    .port_in = port_in,
    .port_out = port_out,
    .has_msr = has_msr,
    .msr_read = msr_read,
    .msr_write = msr_write,
    .has_rdpmc = has_rdpmc,
    .rdpmc = rdpmc,
    .lacks_leaf = lacks_leaf,
    .has_leaf = has_leaf,
    .amends_leaf = amends_leaf,
    .amend_cpuid = amend_cpuid,
    .keeps = keeps,
    .released = released,
};

static bool has_apic(unsigned offset)
{
    return offset == 0x400;
}

static bool amends_apic(unsigned offset)
{
    return offset == 0x20;
}

static void apic_read(
    void *machine, const struct sim_access *access, uint32_t offset, uint32_t *value)
{
    note(machine, access, "apic %x was %x", offset, *value);
    *value = (uint32_t)seen.answer;
}

static void apic_write(
    void *machine, const struct sim_access *access, uint32_t offset, uint32_t value)
{
    note(machine, access, "apic %x = %x", offset, value);
}

static const struct trap_x86_apic_hooks apic_hooks = {has_apic, amends_apic, apic_read, apic_write};

/* Like trap_x86_op_translated(), for CPUID. */
static void amend(unsigned vcpu_index, void *data)
{
    (void)data;
    trap_x86_amend(vcpu_index);
}

/* Whether the block is shown. */
static bool show(struct qemu_plugin_tb *tb)
{
    if (!special_on(SPECIAL_SHOWN))
        return false;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++)
        qemu_plugin_register_vcpu_insn_exec_cb(
            qemu_plugin_tb_get_insn(tb, i), amend, QEMU_PLUGIN_CB_RW_REGS, NULL);
    return true;
}

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    (void)data;
    trap_x86_translated(tb, show(tb));
    special_translated();
}

/* QEMU's own APIC. */
static uint64_t apic_of_qemu(uint64_t address, unsigned size)
{
    return address % 0x1000 + size;
}

static void begin(const struct trap_x86_hooks *hooks, unsigned cpus, bool icount)
{
    const unsigned all =
        QEMU_CLOCK | QEMU_LOCK | QEMU_CPU_NUMBER | QEMU_SPECIAL_BLOCKS | QEMU_DEVICES;

    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = cpus, .icount = icount});
    fake_ram(0, 0x1000000);
    fake_device(0xfee00000, 0x1000, apic_of_qemu);
    qemu_private_find("test", all, 0);
    clock_init();
    special_init();
    trap_x86_apic_start(&apic_hooks, &seen.machine);
    ok(trap_x86_start(fake_info(), hooks, &seen.machine), "the traps are set");
    trap_x86_listen(1);
    qemu_plugin_register_vcpu_tb_trans_cb(1, translated, NULL);
    fake_start_cpus();
    for (unsigned cpu = 0; cpu < cpus; cpu++)
        x86_kernel(cpu);
}

/* ---- ports ---- */

struct port_case {
    const char *hex;
    uint64_t dx, rax, answer;
    const char *what;
    uint64_t rax_after;
};

#define RAX UINT64_C(0x1122334455667788)

static const struct port_case port_cases[] = {
    {"ec", PORT, RAX, 0xffffff99, "in 500 1", UINT64_C(0x1122334455667799)},
    {"66 ed", PORT, RAX, 0xffffaa99, "in 500 2", UINT64_C(0x112233445566aa99)},
    {"ed", PORT, RAX, 0xccbbaa99, "in 500 4", 0xccbbaa99},
    {"48 ed", PORT, RAX, 0xccbbaa99, "in 500 4", 0xccbbaa99},
    {"66 48 ed", PORT, RAX, 0xccbbaa99, "in 500 4", 0xccbbaa99},
    {"e4 ee", 0, RAX, 0x99, "in ee 1", UINT64_C(0x1122334455667799)},
    {"e5 ee", 0, RAX, 0x1, "in ee 4", 1},
    {"ee", PORT, RAX, 0, "out 500 1 55667788", RAX},
    {"66 ef", PORT, RAX, 0, "out 500 2 55667788", RAX},
    {"ef", 0xabcd0000 | PORT, RAX, 0, "out 500 4 55667788", RAX},
    {"e6 ee", 0, RAX, 0, "out ee 1 55667788", RAX},
};

static void test_ports(void)
{
    begin(&all_hooks, 1, true);
    for (unsigned i = 0; i < G_N_ELEMENTS(port_cases); i++) {
        const struct port_case *c = &port_cases[i];
        unsigned n = seen.n;

        fake_set(0, "rdx", c->dx);
        fake_set(0, "rax", c->rax);
        seen.answer = c->answer;
        x86_execute(0, c->hex);
        ok(!strcmp(seen.what, c->what), "%s, made as %s", c->hex, seen.what);
        is_u64(fake_get(0, "rax"), c->rax_after, "... and RAX");
        is_u64(seen.n - n, 1, "... once");
        is_u64(fake_get(0, "rip"), X86_CODE + (strlen(c->hex) + 1) / 3,
            "... and the next instruction follows");
    }
    is_u64(x86_by_qemu, 0, "QEMU does not see them");
    ok(!seen.outside, "each is one transaction of the machine");
    is_u64(seen.released, G_N_ELEMENTS(port_cases), "... after which other CPUs may have theirs");
    is_u64(seen.access.now, fake_now(), "accesses have their time");
    is_u64(seen.access.pc, X86_CODE, "... and place");
}

static void test_not_ours(void)
{
    begin(&all_hooks, 1, true);
    fake_set(0, "rdx", PORT + 1);
    fake_set(0, "rax", RAX);
    x86_execute(0, "ec");
    x86_execute(0, "e4 60");
    x86_execute(0, "90");
    is_u64(x86_by_qemu, 3, "other ports and instructions are QEMU's");
    is_u64(seen.n, 0, "... alone");
    is_u64(seen.released, 0, "... without a transaction");
    seen.ours = false;
    fake_set(0, "rdx", PORT);
    x86_execute(0, "ec");
    is_str(seen.what, "in 500 1", "a shared port: the machine sees the access");
    is_u64(x86_by_qemu, 4, "... and then QEMU makes it");
    is_u64(fake_get(0, "rax"), RAX, "... with RAX unchanged");
}

/* Passes inputs of a byte and outputs of even numbers. */
static bool passes_port(unsigned port, unsigned size, bool out, uint32_t value)
{
    (void)port;
    seen.outside |= arbiter_is_mine();
    seen.asked++;
    return out ? value % 2 == 0 : size == 1;
}

static void test_passing(void)
{
    struct trap_x86_hooks hooks = all_hooks;

    hooks.passes_port = passes_port;
    begin(&hooks, 1, true);
    x86_in(0, PORT, 1);
    x86_out(0, PORT, 2, 8);
    is_u64(x86_by_qemu, 2, "QEMU handles accesses that the machine passes");
    ok(!seen.n && !seen.released && !seen.outside, "... without a transaction");
    x86_in(0, PORT, 2);
    is_str(seen.what, "in 500 2", "another size is the machine's");
    x86_out(0, PORT, 2, 7);
    is_str(seen.what, "out 500 2 7", "... and another value");
    seen.asked = 0;
    x86_in(0, PORT + 1, 1);
    is_u64(seen.asked, 0, "the machine is asked only about its own ports");
}

/* The first trapped instruction finds the registers in QEMU's memory. */
static void test_registers_stay(void)
{
    static const char *const general[] = {
        "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8"};
    bool same = true;

    begin(&all_hooks, 2, true);
    for (unsigned i = 0; i < G_N_ELEMENTS(general); i++)
        fake_set(1, general[i], RAX + i);
    x86_execute(1, "0f 32"); /* QEMU's */
    for (unsigned i = 0; i < G_N_ELEMENTS(general); i++)
        same &= fake_get(1, general[i]) == RAX + i;
    ok(same, "the first access keeps all registers");
    seen.answer = 0x99;
    x86_in(1, PORT, 4);
    is_u64(x86_in(0, PORT, 4), 0x99, "each CPU has its own registers");
    fake_set(0, "rax", 1);
    seen.answer = 0x77;
    x86_in(1, PORT, 4);
    is_u64(fake_get(0, "rax"), 1, "... and another CPU's do not change");
}

/* In real mode the default size is 16 bits, and RIP is an offset in the code
 * segment. */
static void test_real_mode(void)
{
    static const struct fake_insn code[] = {{.hex = "ed", .effect = x86_qemu_executes}};
    static const struct fake_insn wide[] = {{.hex = "66 ed", .effect = x86_qemu_executes}};

    begin(&all_hooks, 1, true);
    fake_set(0, "cr0", 0x10);
    fake_set(0, "cs", 0xf003);
    FAKE_CODE(0xf0030 + 0x123, code);
    FAKE_CODE(0xf0030 + 0x223, wide);
    fake_set(0, "rdx", PORT);
    fake_set(0, "rax", RAX);
    seen.answer = 0xdddd1111;
    is_u64(fake_run(0, 0x123), 0x124, "real mode: RIP advances within its segment");
    is_str(seen.what, "in 500 2", "... where an input has 16 bits");
    is_u64(fake_get(0, "rax"), UINT64_C(0x1122334455661111), "... of AX");
    is_u64(seen.access.pc, 0x123, "... at that RIP");
    fake_run(0, 0x223);
    is_str(seen.what, "in 500 4", "... and 32 with a prefix");
    x86_wrmsr(0, MSR, 5);
    ok(seen.n, "code of real mode is privileged, regardless of CS");
}

/* ---- MSRs ---- */

static void test_msrs(void)
{
    begin(&all_hooks, 1, true);
    x86_wrmsr(0, MSR, UINT64_C(0x8877665544332211));
    is_str(seen.what, "wrmsr 700 8877665544332211", "WRMSR joins EDX and EAX");
    fake_set(0, "rcx", UINT64_C(0xffffffff00000701));
    fake_set(0, "rdx", UINT64_C(0xaaaaaaaa00000001));
    fake_set(0, "rax", UINT64_C(0xbbbbbbbb00000002));
    x86_execute(0, "0f 30");
    is_str(seen.what, "wrmsr 701 100000002", "... without upper halves");
    is_u64(seen.access.now, fake_now(), "... at the block's end, which has a time");
    seen.answer = UINT64_C(0xfedcba9876543210);
    is_u64(x86_rdmsr(0, MSR), UINT64_C(0xfedcba9876543210), "RDMSR fills both");
    is_u64(fake_get(0, "rax"), 0x76543210, "... and clears the upper half of RAX");
    is_u64(fake_get(0, "rdx"), 0xfedcba98, "... and of RDX");
    is_u64(x86_by_qemu, 0, "QEMU does not see them");
    x86_rdmsr(0, MSR + 2);
    x86_wrmsr(0, MSR - 1, 0);
    is_u64(x86_by_qemu, 2, "others are QEMU's");
    seen.n = 0;
    fake_set(0, "cs", 0x33);
    x86_wrmsr(0, MSR, 1);
    x86_rdmsr(0, MSR);
    is_u64(x86_by_qemu, 4, "a user's accesses go to QEMU, which raises the fault");
    is_u64(seen.n, 0, "... and not the machine's");
}

/* The first and last registers of the three ranges queried at the start, one
 * past each, and one outside of all ranges. */
static bool has_edges(uint32_t msr)
{
    seen.asked++;
    return msr == 0 || msr == 0x10 || msr == 0x1fff || msr == 0x2001 || msr == 0xc0000000 ||
           msr == 0xc0001fff || msr == 0xc0010000 || msr == 0xc0011fff || msr == 0xc0012001;
}

static void test_ranges_of_msrs(void)
{
    static const uint32_t own[] = {0, 0x10, 0x1fff, 0x2001, 0xc0000000, 0xc0001fff, 0xc0010000,
        0xc0011fff, 0xc0012001},
                          others[] = {1, 0x1ffe, 0x2000, 0xc0000010, 0xc0010010, 0xc0000001,
                              0xbfffffff, 0xc0002000, 0xc0010001, 0xc000ffff, 0xc0012000};
    struct trap_x86_hooks hooks = all_hooks;

    hooks.has_msr = has_edges;
    begin(&hooks, 1, true);
    for (unsigned i = 0; i < G_N_ELEMENTS(own); i++)
        x86_rdmsr(0, own[i]);
    is_u64(seen.n, G_N_ELEMENTS(own), "the machine handles its registers in all ranges");
    is_u64(x86_by_qemu, 0, "... alone");
    for (unsigned i = 0; i < G_N_ELEMENTS(others); i++)
        x86_rdmsr(0, others[i]);
    is_u64(x86_by_qemu, G_N_ELEMENTS(others), "their neighbours are QEMU's");
    seen.asked = 0;
    x86_rdmsr(0, 0xc0011fff);
    x86_rdmsr(0, 1);
    is_u64(seen.asked, 0, "the machine is not asked at each access");
}

/* The part lacks MSR 7ff, and 701 is read-only. */
static bool faults(uint32_t msr, bool write)
{
    return msr == 0x7ff || (write && msr == MSR + 1);
}

static void faulted(uint32_t msr)
{
    note(&seen.machine, NULL, "fault %x", msr);
}

static const struct trap_x86_hooks *faulting_hooks(void)
{
    static struct trap_x86_hooks hooks;

    hooks = all_hooks;
    hooks.msr_faults = faults;
    hooks.msr_faulted = faulted;
    return &hooks;
}

/* Expects #GP(0), vector 13, at the instruction, with nothing changed. */
static void is_fault(const char *hex, uint32_t msr, const char *what)
{
    seen.n = 0;
    fake_world.fault_pc = 0;
    fake_world.fault_vector = fake_world.fault_error = -1;
    fake_set(0, "rcx", msr);
    fake_set(0, "rax", RAX);
    fake_set(0, "rdx", RAX);
    x86_execute(0, hex);
    is_u64(fake_world.fault_pc, X86_CODE, "%s: at the instruction", what);
    ok(fake_world.fault_vector == 13 && fake_world.fault_error == 0, "... #GP(0)");
    is_u64(seen.n, 1, "... which the machine receives");
    ok(fake_get(0, "rax") == RAX && fake_get(0, "rdx") == RAX, "... registers stay");
}

static void test_faults(void)
{
    begin(faulting_hooks(), 1, true);
    qemu_private_find("test",
        QEMU_CLOCK | QEMU_LOCK | QEMU_CPU_NUMBER | QEMU_SPECIAL_BLOCKS | QEMU_DEVICES, QEMU_FAULTS);
    fake_world.fault_handler = 0x900000;
    is_fault("0f 32", 0x7ff, "RDMSR of a register that the part lacks");
    is_fault("0f 30", 0x7ff, "WRMSR of it");
    is_str(seen.what, "fault 7ff", "... by its number");
    is_fault("0f 30", MSR + 1, "WRMSR of one that is read-only");
    is_u64(x86_by_qemu, 0, "QEMU does not see them");
    seen.answer = 5;
    is_u64(x86_rdmsr(0, MSR + 1), 5, "... it can be read");
    x86_wrmsr(0, MSR, 7);
    is_str(seen.what, "wrmsr 700 7", "others do not fault");
    fake_set(0, "cs", 0x33);
    x86_rdmsr(0, 0x7ff);
    is_u64(x86_by_qemu, 1, "QEMU faults a user");
}

/* A QEMU that cannot raise exceptions: as before. */
static void test_no_faults(void)
{
    begin(faulting_hooks(), 1, true);
    x86_rdmsr(0, 0x7ff);
    is_u64(x86_by_qemu, 1, "without QEMU's function the access is QEMU's");
    x86_wrmsr(0, MSR + 1, 7);
    is_str(seen.what, "wrmsr 701 7", "... or the machine's");
}

static uint64_t read_counter(uint64_t counter)
{
    fake_set(0, "rcx", counter);
    fake_set(0, "rax", RAX);
    fake_set(0, "rdx", RAX);
    x86_execute(0, "0f 33");
    return fake_get(0, "rdx") << 32 | fake_get(0, "rax");
}

static void test_rdpmc(void)
{
    begin(&all_hooks, 1, false);
    seen.answer = UINT64_C(0xba9876543210);
    is_u64(read_counter(5), UINT64_C(0xba9876543210), "RDPMC fills EDX and EAX");
    is_str(seen.what, "rdpmc 5", "... with the counter selected by ECX");
    is_u64(fake_get(0, "rdx"), 0xba98, "... and clears the upper half of RDX");
    is_u64(fake_get(0, "rip"), X86_CODE + 2, "... and the next instruction follows");
    read_counter(UINT64_C(0xaaaaaaaa40000001));
    is_str(seen.what, "rdpmc 40000001", "... from all 32 bits of ECX");
    is_u64(access_counters_of(0).reads, 2, "... which count as reads");
    is_u64(seen.released, 2, "... each in a transaction");
    read_counter(6);
    is_u64(x86_by_qemu, 1, "a missing counter goes to QEMU, which raises the fault");
    fake_set(0, "cs", 0x33);
    seen.n = 0;
    fake_set(0, "cr4", 0x6f0 & ~0x100);
    read_counter(5);
    is_u64(x86_by_qemu, 2, "a user's RDPMC goes to QEMU if CR4.PCE forbids it");
    is_u64(seen.n, 0, "... and not the machine's");
    fake_set(0, "cr4", 0x100);
    read_counter(5);
    is_u64(seen.n, 1, "... else to the machine");
}

/* RDPMC ends its block, but QEMU's clock cannot be read there: it restarts. */
static void test_rdpmc_by_icount(void)
{
    begin(&all_hooks, 1, true);
    fake_sleep_until(5000);
    x86_wrmsr(0, MSR, 1);
    ok(seen.access.now >= 5000, "under -icount WRMSR has a time");
    fake_sleep_until(9000);
    seen.n = 0;
    read_counter(5);
    ok(seen.access.now >= 9000, "... and so has RDPMC");
    is_u64(seen.n, 1, "... in one access");
}

static void test_no_rdpmc(void)
{
    struct trap_x86_hooks hooks = all_hooks;

    hooks.has_rdpmc = NULL;
    begin(&hooks, 1, true);
    read_counter(5);
    is_u64(x86_by_qemu, 1, "a machine without counters: RDPMC is QEMU's");
    is_u64(seen.n, 0, "... alone");
}

/* An RDMSR that does not end its block restarts as a separate block. */
static void test_in_the_middle(void)
{
    static const struct fake_insn code[] = {{.hex = "90"}, {.hex = "66 90"}, {.hex = "0f 32"},
        {.hex = "90"}, {.hex = "90", .ends = true}};

    begin(&all_hooks, 1, true);
    FAKE_CODE(0x200ffd, code);
    fake_map(0xffffffff80000000, 0x200000);
    fake_map(0xffffffff80001000, 0x201000);
    fake_set(0, "rcx", MSR);
    is_u64(fake_run(0, 0xffffffff80000ffd), 0xffffffff80001004, "RDMSR in a block's second page");
    is_u64(seen.access.pc, 0xffffffff80001000, "... has its own address");
    is_u64(seen.access.now, fake_now() - 4, "... and time, with two more instructions after it");
    is_u64(seen.n, 1, "... and is one access");
    fake_run(0, 0x200ffd);
    is_u64(seen.access.pc, 0x201000, "the same code at another address has that address");
}

static void test_without_icount(void)
{
    static const struct fake_insn code[] = {{.hex = "0f 32"}, {.hex = "90", .ends = true}};

    begin(&all_hooks, 2, false);
    FAKE_CODE(0x2000, code);
    fake_set(1, "rcx", MSR);
    fake_sleep_until(5555);
    fake_run(1, 0x2000);
    is_u64(seen.access.now, 5555, "without -icount there is always a time");
    is_u64(seen.access.cpu, 1, "... and the CPU");
}

static void test_shared_thread(void)
{
    begin(&all_hooks, 2, true);
    x86_wrmsr(0, MSR, 1);
    is_u64(seen.access.cpu, 0, "CPU 0's access");
    x86_wrmsr(1, MSR, 2);
    is_u64(seen.access.cpu, 1, "... and CPU 1's, of the same translation");
    is_str(seen.what, "wrmsr 700 2", "... with its registers");
}

/* ---- CPUID ---- */

static bool alone; /* the CPUID is alone in its block */

static bool shown; /* blocks are shown after another CPU's turn */

static void qemus_cpuid(unsigned cpu)
{
    special_not_mine(1);
    shown = special_on(SPECIAL_SHOWN);
    alone = fake.cpus[cpu].tb->n == 1;
    fake_set(cpu, "rax", 0xa);
    fake_set(cpu, "rbx", 0xb);
    fake_set(cpu, "rcx", 0xc);
    fake_set(cpu, "rdx", 0xd);
    x86_by_qemu++;
}

/* QEMU continues within the block. */
static const struct fake_insn cpuid_within[] = {
    {.hex = "0f a2", .within = qemus_cpuid}, {.hex = "90"}, {.hex = "90", .ends = true}};
static const struct fake_insn cpuid_at_end[] = {{.hex = "90"},
    {.hex = "0f a2", .within = qemus_cpuid, .ends = true}, {.hex = "90"},
    {.hex = "66 90", .ends = true}};

static void is_amended(const char *what)
{
    is_u64(fake_get(0, "rax"), 0x10a, "%s: EAX", what);
    is_u64(fake_get(0, "rbx"), 0x20b, "... EBX");
    is_u64(fake_get(0, "rcx"), 0x40c, "... ECX");
    is_u64(fake_get(0, "rdx"), 0x80d, "... EDX");
}

static void run_amended(void)
{
    FAKE_CODE(0x2000, cpuid_within);
    FAKE_CODE(0x3000, cpuid_at_end);
    fake_set(0, "rax", 7);
    fake_set(0, "rcx", 2);
    is_u64(fake_run(0, 0x2000), 0x2004, "an amended leaf in the middle of a block");
    is_str(seen.what, "amend 0 7 2: a b c d", "... the machine gets QEMU's result");
    is_amended("... and the guest the machine's");
    is_u64(x86_by_qemu, 1, "... QEMU executes it once");
    ok(!special_asked(SPECIAL_SINGLE, 0) && !special_on(SPECIAL_SINGLE),
        "... without single instructions");
    fake_set(0, "rax", 1);
    fake_set(0, "rcx", 0);
    ok(!alone, "... within its block");
    is_u64(fake_run(0, 0x3000), 0x3006, "an amended leaf at the end of a block");
    ok(alone, "... restarts as a single instruction");
    is_str(seen.what, "amend 0 1 0: a b c d", "... the machine gets QEMU's result");
    is_amended("... and the guest the machine's");
    is_u64(x86_by_qemu, 2, "... QEMU executes it once");
    is_u64(seen.n, 2, "... and the machine amends it once");
    ok(!special_asked(SPECIAL_SINGLE, 0), "... and single instructions end");
    seen.keeps = true;
    fake_set(0, "rax", 1);
    fake_run(0, 0x3000);
    ok(special_asked(SPECIAL_SINGLE, 0), "... unless the machine keeps them");
    special_ask(SPECIAL_SINGLE, 0, false);
    fake_set(0, "rax", 2);
    fake_run(0, 0x3000);
    is_u64(fake_get(0, "rax"), 0xa, "another leaf is QEMU's");
    ok(!seen.outside, "all accesses are transactions");
}

static void test_amended_leaves(void)
{
    begin(&all_hooks, 1, true);
    run_amended();
}

static void ask_shown(void *data)
{
    special_ask(SPECIAL_SHOWN, 0, data);
}

/* CPUs that share a thread: shown blocks are kept on during a CPUID, and no
 * longer. */
static void test_kept(void)
{
    begin(&all_hooks, 2, true);
    fake_on_cpu(0, ask_shown, &seen);
    FAKE_CODE(0x3000, cpuid_at_end);
    fake_set(0, "rax", 1);
    fake_set(0, "rcx", 0);
    fake_run(0, 0x3000);
    ok(!alone && !special_asked(SPECIAL_SINGLE, 0), "a CPUID in a shown block does not restart");
    ok(shown, "... and another CPU's turn does not end shown blocks");
    is_str(seen.what, "amend 0 1 0: a b c d", "... the machine gets QEMU's result");
    is_amended("... and the guest the machine's");
    is_u64(x86_by_qemu, 1, "... QEMU executes it once");
    special_not_mine(1);
    ok(!special_on(SPECIAL_SHOWN), "after it another CPU's turn ends them");
}

static void test_lacking_leaves(void)
{
    begin(&all_hooks, 1, true);
    fake_set(0, "rax", UINT64_C(0xffffffff40000000));
    fake_set(0, "rcx", 3);
    fake_set(0, "rbx", UINT64_MAX);
    fake_set(0, "rdx", UINT64_MAX);
    x86_execute(0, "0f a2");
    is_u64(fake_get(0, "rax"), 0, "a leaf that the machine lacks: EAX");
    is_u64(fake_get(0, "rbx"), 0, "... EBX, with the upper half clear");
    is_u64(fake_get(0, "rcx"), 0, "... ECX");
    is_u64(fake_get(0, "rdx"), 0, "... EDX");
    is_u64(x86_by_qemu, 0, "... and QEMU does not execute it");
    fake_set(0, "rax", OWN_LEAF);
    x86_execute(0, "0f a2");
    ok(fake_get(0, "rax") == 0x11 && fake_get(0, "rbx") == 0x22 && fake_get(0, "rcx") == 0x44 &&
            fake_get(0, "rdx") == 0x88,
        "a leaf that only the machine has");
    is_u64(x86_by_qemu, 0, "... also without QEMU");
}

/* ---- a machine with only ports ---- */

static void test_few_hooks(void)
{
    const struct trap_x86_hooks hooks = {
        .has_port = has_port, .port_in = port_in, .port_out = port_out};

    begin(&hooks, 1, true);
    x86_rdmsr(0, MSR);
    x86_wrmsr(0, MSR, 0);
    fake_set(0, "rax", 1);
    x86_execute(0, "0f a2");
    is_u64(x86_by_qemu, 3, "without hooks MSRs and leaves are QEMU's");
    x86_in(0, PORT, 1);
    is_u64(seen.n, 1, "... but ports are the machine's");
}

static void test_too_many(void)
{
    qemu_info_t info = {.target_name = "x86_64", .system = {1, 256}};
    struct captured captured;

    ok(trap_x86_start(&info, &all_hooks, NULL), "256 CPUs fit");
    info.system.max_vcpus = 257;
    capture_stderr(&captured);
    ok(!trap_x86_start(&info, &all_hooks, NULL), "257 do not");
    is_str(captured_stderr(&captured), "pmulab: 257 CPUs: expected at most 256\n",
        "... which is reported");
}

/* ---- the APIC's page ---- */

static void load(uint64_t address, unsigned size)
{
    const struct fake_insn code[] = {{.hex = "90"},
        {.hex = "8b 07", .access = {.address = address, .size = size, .to = "rax"}},
        {.hex = "90", .ends = true}};

    fake_set(0, "rax", UINT64_MAX);
    FAKE_CODE(0x4000, code);
    fake_run(0, 0x4000);
}

static void store(uint64_t address, unsigned size, uint64_t value)
{
    const struct fake_insn code[] = {{.hex = "90"},
        {.hex = "89 07",
            .access = {.address = address, .size = size, .store = true, .value = value}},
        {.hex = "90", .ends = true}};

    FAKE_CODE(0x4000, code);
    fake_run(0, 0x4000);
}

static void test_apic(void)
{
    begin(&all_hooks, 1, true);
    seen.answer = 0xabcd;
    load(0xfee00400, 4);
    is_str(seen.what, "apic 400 was 0", "a register of the machine is read");
    is_u64(fake_get(0, "rax"), 0xabcd, "... its value");
    is_u64(seen.access.pc, 0x4001, "... by the instruction in the middle of the block");
    is_u64(seen.access.now, fake_now() - 2, "... at its time, with one more instruction after it");
    store(0xfee00400, 4, 0x12345678);
    is_str(seen.what, "apic 400 = 12345678", "... written");
    is_u64(fake_writes(), 0, "QEMU's APIC sees neither access");
    load(0xfee00020, 4);
    is_str(seen.what, "apic 20 was 24", "an amended register: the machine gets QEMU's value");
    is_u64(fake_get(0, "rax"), 0xabcd, "... and the guest the machine's");
    store(0xfee00020, 4, 0x77);
    is_str(seen.what, "apic 20 = 77", "... written");
    is_u64(fake_write(0)->value, 0x77, "... also to QEMU's APIC");
    is_u64(fake_write(0)->address, 0xfee00020, "... there");
    is_u64(fake_writes(), 1, "... once");
    seen.n = 0;
    load(0xfee00030, 4);
    is_u64(fake_get(0, "rax"), 0x34, "others are QEMU's");
    load(0xfee00404, 4);
    is_u64(fake_get(0, "rax"), 0, "the space between two registers reads 0");
    load(0xfee00400, 2);
    is_u64(fake_get(0, "rax"), 0, "... and so does half a word");
    store(0xfee00404, 4, 1);
    store(0xfee00400, 1, 1);
    is_u64(seen.n, 0, "... and the machine is not asked");
    is_u64(access_counters_of(0).reads, 1, "one read of the machine's registers is counted");
    is_u64(access_counters_of(0).writes, 1, "... and one write");
    ok(!seen.outside, "each access is a transaction");
}

/* ---- registers ---- */

static uint64_t gs, cr4;

static void look(void *data)
{
    (void)data;
    gs = x86_get(0, X86_GS_BASE);
    cr4 = x86_get(0, X86_CR4);
}

static void test_registers(void)
{
    begin(&all_hooks, 1, true);
    fake_set(0, "gs_base", 0x1234567890);
    fake_set(0, "cr4", 0x1000);
    fake_on_cpu(0, look, NULL);
    is_u64(gs, 0x1234567890, "a base");
    ok(x86_la57(cr4) && !x86_la57(0x20 | 0x800 | 0x2000), "CR4 bit 12: five levels of page tables");
}

/* Writes where the parent reads, because the plugin ends the process. */
static int child_output[2];

static void start_without_register(void)
{
    dup2(child_output[1], STDERR_FILENO);
    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = 1, .missing = " cr4 "});
    qemu_private_find("test", QEMU_CLOCK | QEMU_LOCK | QEMU_CPU_NUMBER | QEMU_DEVICES, 0);
    trap_x86_listen(1);
    fake_start_cpus();
}

static void test_no_register(void)
{
    char text[256] = "";

    ok(!pipe(child_output), "a pipe");
    is_u64(
        (uint64_t)apart_status(start_without_register), 1, "a QEMU without CR4 ends the process");
    ok(read(child_output[0], text, sizeof(text) - 1) > 0, "... is reported");
    is_str(text, "pmulab: this QEMU lists no register 'cr4' for CPU 0\n", "... with this error");
}

int main(void)
{
    apart(test_ports);
    apart(test_not_ours);
    apart(test_passing);
    apart(test_registers_stay);
    apart(test_real_mode);
    apart(test_msrs);
    apart(test_ranges_of_msrs);
    apart(test_faults);
    apart(test_no_faults);
    apart(test_rdpmc);
    apart(test_rdpmc_by_icount);
    apart(test_no_rdpmc);
    apart(test_in_the_middle);
    apart(test_without_icount);
    apart(test_shared_thread);
    apart(test_amended_leaves);
    apart(test_kept);
    apart(test_lacking_leaves);
    apart(test_few_hooks);
    apart(test_too_many);
    apart(test_apic);
    apart(test_registers);
    test_no_register();
    return done_testing();
}
