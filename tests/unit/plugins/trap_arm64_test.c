/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A machine's view of an arm64 guest's accesses: system registers, firmware
 * calls, step marks, and registers in memory. Encodings: Arm Architecture
 * Reference Manual (DDI 0487), chapter C6. */
#include "qemu-plugins/trap/arm64.h"

#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/trap/mmio.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/fake_qemu.h"
#include "tests/fake_qemu/stderr.h"

#include <sys/syscall.h>
#include <sys/uio.h>

/* PMCR_EL0 is op0 3, op1 3, CRn 9, CRm 12, op2 0. */
enum { PMCR = 0xdce0, EL0 = 0, EL1 = 5, EL2 = 9 };

#define CODE    UINT64_C(0x40001000)
#define WINDOW  UINT64_C(0x48000000)
#define DEVICE  UINT64_C(0x08000000)
#define MRS_X5  "05 9c 3b d5" /* mrs x5, pmcr_el0 */
#define MRS_XZR "1f 9c 3b d5"
#define MSR_X6  "06 9c 1b d5"
#define MSR_XZR "1f 9c 1b d5"
#define OTHER   "25 9c 3b d5" /* mrs x5, pmcntenset_el0 */
#define NOP     "1f 20 03 d5"
#define SMC     "03 00 00 d4"
#define HVC     "02 00 00 d4"
#define MARK    "ff 2f 03 d5" /* hint #127 */

static struct {
    int machine;
    struct sim_access access;
    char what[64];
    uint64_t answer, qemu;
    bool ours, outside;
    unsigned n;
    struct blocks_traits traits;
} seen = {.ours = true};

__attribute__((format(printf, 3, 4))) static void note(
    void *machine, const struct sim_access *access, const char *format, ...)
{
    va_list args;

    seen.n++;
    seen.outside |= !arbiter_is_mine() || machine != &seen.machine;
    seen.access = *access;
    va_start(args, format);
    vsnprintf(seen.what, sizeof(seen.what), format, args);
    va_end(args);
}

static bool has_sysreg(uint32_t sysreg)
{
    return sysreg == PMCR;
}

static bool sysreg_read(
    void *machine, const struct sim_access *access, uint32_t sysreg, uint64_t *value)
{
    note(machine, access, "mrs %x", sysreg);
    *value = seen.answer;
    return seen.ours;
}

static bool sysreg_write(
    void *machine, const struct sim_access *access, uint32_t sysreg, uint64_t value)
{
    note(machine, access, "msr %x %" PRIx64, sysreg, value);
    return seen.ours;
}

static void firmware(
    void *machine, const struct sim_access *access, uint32_t function, uint64_t argument)
{
    note(machine, access, "firmware %x %" PRIx64, function, argument);
}

static void marked(void *machine, const struct sim_access *access, uint64_t value)
{
    note(machine, access, "mark %" PRIx64, value);
}

static const struct trap_arm64_hooks hooks = {
    has_sysreg, sysreg_read, sysreg_write, firmware, marked};

static void read_window(
    void *data, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t *value)
{
    note(data, access, "load %x %u, was %" PRIx64, offset, size, *value);
    *value = seen.answer;
}

static void write_window(
    void *data, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t value)
{
    note(data, access, "store %x %u %" PRIx64, offset, size, value);
}

static const struct mmio_hooks window_hooks = {read_window, write_window};

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    (void)data;
    seen.traits = trap_arm64_translated(tb);
}

/* Replaces the C library's: the kernel may forbid it. */
static bool forbidden;

ssize_t process_vm_readv(pid_t pid, const struct iovec *local, unsigned long n_local,
    const struct iovec *remote, unsigned long n_remote, unsigned long flags)
{
    return forbidden ? -1
                     : syscall(SYS_process_vm_readv, pid, local, n_local, remote, n_remote, flags);
}

static void begin(unsigned cpus, bool icount)
{
    const unsigned all = QEMU_CLOCK | QEMU_LOCK | QEMU_CPU_NUMBER | QEMU_DEVICES;

    fake_begin(&(struct fake_setup){.isa = FAKE_ARM64, .cpus = cpus, .icount = icount});
    fake_ram(0x40000000, 0x10000000);
    fake_device(DEVICE, 0x10000, NULL);
    qemu_private_find("test", all, 0);
    clock_init();
    ok(trap_arm64_start(fake_info(), &hooks, &seen.machine), "the traps are set");
    trap_arm64_listen(1);
    qemu_plugin_register_vcpu_tb_trans_cb(1, translated, NULL);
    mmio_add(WINDOW, 0x1000, &window_hooks, &seen.machine);
    fake_start_cpus();
    for (unsigned cpu = 0; cpu < cpus; cpu++)
        fake_set(cpu, "cpsr", EL1);
}

static uint64_t qemu_executes(unsigned cpu, uint64_t next)
{
    (void)cpu;
    seen.qemu++;
    return next;
}

/* Runs @hex between two plain instructions. */
static void execute(unsigned cpu, const char *hex)
{
    const struct fake_insn code[] = {
        {.hex = NOP}, {.hex = hex, .effect = qemu_executes}, {.hex = NOP, .ends = true}};

    FAKE_CODE(CODE, code);
    is_u64(fake_run(cpu, CODE), CODE + 12, "%s: all instructions run", hex);
}

static void test_system_registers(void)
{
    begin(1, true);
    seen.answer = UINT64_C(0x123456789abcdef0);
    execute(0, MRS_X5);
    is_str(seen.what, "mrs dce0", "MRS reads a register of the machine");
    is_u64(fake_get(0, "x5"), UINT64_C(0x123456789abcdef0), "... into X5");
    is_u64(seen.access.pc, CODE + 4, "... at its address");
    is_u64(seen.access.now, 0, "... and without a time under -icount");
    execute(0, MRS_XZR);
    is_u64(fake_get(0, "sp"), 0, "register 31 is not the stack pointer");
    is_u64(seen.n, 2, "... but the access is made");
    fake_set(0, "x6", UINT64_C(0xfedcba9876543210));
    execute(0, MSR_X6);
    is_str(seen.what, "msr dce0 fedcba9876543210", "MSR writes X6");
    fake_set(0, "sp", 77);
    execute(0, MSR_XZR);
    is_str(seen.what, "msr dce0 0", "... and register 31 writes zero");
    is_u64(seen.qemu, 0, "QEMU does not see them");
    execute(0, OTHER);
    is_u64(seen.qemu, 1, "another register is QEMU's");
    is_u64(seen.n, 4, "... alone");
    seen.ours = false;
    fake_set(0, "x5", 5);
    execute(0, MRS_X5);
    execute(0, MSR_X6);
    is_u64(seen.n, 6, "the machine may leave accesses to QEMU");
    is_u64(seen.qemu, 3, "... which QEMU makes");
    is_u64(fake_get(0, "x5"), 5, "... with X5 unchanged");
    ok(!seen.outside, "each is one transaction of the machine");
}

/* If registers are not found in QEMU's memory, the plugin API gets and sets
 * them. */
static void test_without_places(void)
{
    forbidden = true;
    begin(1, true);
    seen.answer = UINT64_C(0x123456789abcdef0);
    fake_set(0, "x5", 5);
    execute(0, MRS_X5);
    is_str(seen.what, "mrs dce0", "not found: MRS reads a register of the machine");
    is_u64(fake_get(0, "x5"), UINT64_C(0x123456789abcdef0), "... into X5");
    execute(0, MRS_XZR);
    is_u64(fake_get(0, "sp"), 0, "... or nowhere");
    fake_set(0, "x6", UINT64_C(0xfedcba9876543210));
    execute(0, MSR_X6);
    is_str(seen.what, "msr dce0 fedcba9876543210", "... and MSR writes X6");
}

static void test_users(void)
{
    begin(1, true);
    fake_set(0, "cpsr", EL0);
    execute(0, MRS_X5);
    execute(0, MSR_X6);
    execute(0, SMC);
    is_u64(seen.n, 0, "a user's accesses are QEMU's");
    ok(seen.traits.user, "... and count as a user's");
    fake_set(0, "x0", 0x81);
    execute(0, MARK);
    is_str(seen.what, "mark 81", "a user may make marks");
    fake_set(0, "cpsr", EL2);
    execute(0, MRS_X5);
    is_str(seen.what, "mrs dce0", "EL2 is privileged");
    ok(!seen.traits.user, "... and counts as the kernel");
}

static void test_firmware(void)
{
    begin(1, true);
    fake_set(0, "x0", UINT64_C(0xffffffffc4000003));
    fake_set(0, "x1", UINT64_C(0x100000101));
    execute(0, SMC);
    is_str(seen.what, "firmware c4000003 100000101", "SMC calls firmware: function and argument");
    fake_set(0, "x0", 0x84000002);
    execute(0, HVC);
    is_str(seen.what, "firmware 84000002 100000101", "HVC does also");
    is_u64(seen.qemu, 2, "... and QEMU also handles both");
    fake_set(0, "x0", 1);
    execute(0, MARK);
    is_str(seen.what, "mark 1", "a mark has X0's value");
    is_u64(seen.qemu, 3, "... and also reaches QEMU");
    ok(!seen.outside, "each is one transaction of the machine");
}

static void test_places(void)
{
    begin(2, true);
    fake_map(UINT64_C(0xffff800000001000), CODE);
    execute(0, MRS_X5);
    is_u64(seen.access.cpu, 0, "CPU 0's access");
    fake_run(1, UINT64_C(0xffff800000001000));
    is_u64(seen.access.pc, UINT64_C(0xffff800000001004),
        "the same code at another address has that address");
    is_u64(seen.access.cpu, 1, "... and its own CPU");
    is_u64(fake_get(1, "x5"), seen.answer, "... whose register is set");
}

static void test_first_in_block(void)
{
    static const struct fake_insn code[] = {{.hex = MRS_X5}, {.hex = NOP, .ends = true}};

    begin(1, true);
    FAKE_CODE(CODE + 0x200, code);
    fake_run(0, CODE + 0x200);
    is_u64(seen.access.pc, CODE + 0x200, "a read at its block's start has the block's address");
}

static void test_without_icount(void)
{
    begin(2, false);
    fake_sleep_until(4321);
    execute(1, MRS_X5);
    is_u64(seen.access.now, 4321, "without -icount there is always a time");
    is_u64(seen.access.cpu, 1, "... and the CPU");
}

/* ---- registers in memory ---- */

static void access_memory_by(
    unsigned cpu, uint64_t address, unsigned size, bool store, uint64_t value)
{
    const struct fake_insn code[] = {{.hex = NOP},
        {.hex = "e1 00 40 f9",
            .access = {.address = address,
                .size = size,
                .store = store,
                .value = value,
                .to = store ? NULL : "x1"}},
        {.hex = NOP, .ends = true}};

    fake_set(cpu, "x1", UINT64_MAX);
    FAKE_CODE(CODE, code);
    fake_run(cpu, CODE);
}

static void access_memory(uint64_t address, unsigned size, bool store, uint64_t value)
{
    access_memory_by(0, address, size, store, value);
}

static void test_memory(void)
{
    begin(1, true);
    seen.answer = UINT64_C(0x1122334455667788);
    access_memory(WINDOW + 0x10, 8, false, 0);
    is_str(seen.what, "load 10 8, was 0", "a load from a window");
    is_u64(fake_get(0, "x1"), UINT64_C(0x1122334455667788), "... returns the machine's value");
    is_u64(seen.access.pc, CODE + 4, "... by the instruction in the block's middle");
    is_u64(seen.access.now, fake_now() - 2, "... at its time");
    for (unsigned size = 1; size <= 8; size *= 2) {
        char expected[64];

        snprintf(expected, sizeof(expected), "store ff8 %u %x", size, 0x61 + size);
        access_memory(WINDOW + 0xff8, size, true, 0x61 + size);
        is_str(seen.what, expected, "a store of %u bytes", size);
    }
    seen.n = 0;
    access_memory(WINDOW + 0x1000, 8, true, 5);
    access_memory(WINDOW - 8, 8, true, 5);
    is_u64(seen.n, 0, "memory next to the window is plain");
    ok(!seen.outside, "each access is a transaction");
}

static void test_memory_by_another(void)
{
    begin(2, true);
    access_memory_by(1, WINDOW + 0x20, 8, true, 5);
    is_str(seen.what, "store 20 8 5", "a store by CPU 1");
    is_u64(seen.access.cpu, 1, "... is CPU 1's");
}

/* QEMU need not repeat the last instruction of a block, and shows the block's
 * start. */
static void test_last_in_block(void)
{
    static const struct fake_insn code[] = {{.hex = NOP}, {.hex = NOP},
        {.hex = "e1 00 40 f9", .access = {.address = WINDOW, .size = 8, .to = "x1"}, .ends = true}};

    begin(1, true);
    FAKE_CODE(CODE + 0xff8, code);
    fake_run(0, CODE + 0x1000 - 8 + 4);
    fake_map(UINT64_C(0xffff800000003000), CODE);
    FAKE_CODE(CODE + 0x100, code);
    fake_run(0, CODE + 0x100);
    is_u64(seen.access.pc, CODE + 0x108, "a load that ends its block has its own address");
    fake_run(0, UINT64_C(0xffff800000003100));
    is_u64(seen.access.pc, UINT64_C(0xffff800000003108), "... also at another address");
    fake_world.no_note = true;
    fake_run(0, CODE + 0x100);
    is_u64(
        seen.access.pc, CODE + 0x100, "an access without origin in QEMU has its block's address");
}

static void test_no_note(void)
{
    struct captured captured;

    begin(1, true);
    fake_world.no_note = true;
    capture_stderr(&captured);
    access_memory(WINDOW, 8, false, 0);
    is_str(captured_stderr(&captured),
        "pmulab: this QEMU does not tell which instruction accesses a device: expected one address "
        "of "
        "generated code "
        "in its CPU\n",
        "a QEMU that records no origin");
    is_u64(seen.n, 1, "... still makes the access");
}

/* Only accesses by CPUs reach a window: the plugin's own writes fail. */
static int result;

static void write_as_plugin(void *data)
{
    GByteArray *bytes = g_byte_array_new();

    (void)data;
    g_byte_array_append(bytes, (const guint8 *)"12345678", 8);
    arbiter_enter();
    result = qemu_plugin_write_memory_hwaddr(WINDOW, bytes);
    arbiter_leave();
}

static void test_own_writes(void)
{
    begin(1, true);
    fake_on_cpu(0, write_as_plugin, NULL);
    ok(result, "a hook's own write into a window fails");
    is_u64(seen.n, 0, "... and is no access");
}

/* Accesses to amended registers of an absent device. */
static int read_result, write_result;

static void access_as_debugger(void *data)
{
    GByteArray *bytes = g_byte_array_new();

    (void)data;
    read_result = qemu_plugin_read_memory_hwaddr(0x90000100, bytes, 4);
    write_result = qemu_plugin_write_memory_hwaddr(0x90000100, bytes);
}

static void test_no_device(void)
{
    begin(1, true);
    mmio_amend(0x90000000, 0x90000100, 0x100, &window_hooks, &seen.machine);
    fake_on_cpu(0, access_as_debugger, NULL);
    ok(read_result && write_result, "accesses fail without a device to amend");
}

static void test_later(void)
{
    static const struct mmio_hooks other = {read_window, write_window};

    begin(1, true);
    mmio_add(WINDOW + 0x8000, 0x100, &other, &seen.machine);
    access_memory(WINDOW + 0x8004, 4, false, 0);
    is_str(seen.what, "load 4 4, was 0", "a window placed while the guest runs");
    is_u64(fake_get(0, "x1"), seen.answer, "... answers");
}

/* ---- traits for counting ---- */

static uint64_t leaves(unsigned cpu, uint64_t next)
{
    (void)cpu;
    return next + 0x8000;
}

static void is_block(
    const char *last, bool calls, bool changes, bool inside, bool jumps, unsigned n)
{
    struct fake_insn code[4] = {{.hex = NOP}, {.hex = NOP}, {.hex = NOP}, {.hex = NOP}};

    code[n - 1] = (struct fake_insn){.hex = last, .effect = leaves};
    fake_code(CODE, code, n);
    fake_run(0, CODE);
    ok(seen.traits.calls == calls && seen.traits.changes_mode == changes &&
            seen.traits.goes_inside == inside && seen.traits.jumps == jumps && seen.traits.shared &&
            seen.traits.fixed && !seen.traits.mix,
        "%u instructions, the last %s: calls %d, changes the mode %d, goes inside %d, jumps %d", n,
        last, calls, changes, inside, jumps);
}

static void test_traits(void)
{
    begin(1, true);
    is_block("01 00 00 d4", true, false, false, false, 3);  /* svc #0 */
    is_block("e0 03 9f d6", false, true, true, false, 3);   /* eret */
    is_block("c0 03 5f d6", false, false, false, false, 3); /* ret */
    is_block("c0 03 5f d6", false, false, false, true, 1);
    is_block("00 00 1f d6", false, false, true, false, 3);  /* br x0 */
    is_block("ff ff ff 17", false, false, true, false, 3);  /* b .-4: into its own middle */
    is_block("fe ff ff 17", false, false, false, false, 3); /* b .-8: to its own start */
    is_block("00 00 00 14", false, false, true, false, 3);  /* b .: itself, the last */
    is_block("00 00 00 14", false, false, false, true, 1);
    is_block("02 00 00 14", false, false, false, false, 3); /* b .+8 */
    is_block(NOP, false, false, false, false, 1);
}

/* In AArch32 QEMU shows debuggers the kernel's registers, so the PC is not the
 * block's. */
static void test_32(void)
{
    static const struct fake_insn code[] = {
        {.hex = "00 00 a0 e1"}, {.hex = "00 00 00 ef", .ends = true}};
    static const struct fake_insn thumb[] = {{.hex = "00 bf"}, {.hex = "00 df", .ends = true}};
    static const struct fake_insn plain[] = {{.hex = "00 00 a0 e1", .ends = true}};

    begin(1, true);
    fake_world.shown_pc = 0x1234;
    FAKE_CODE(CODE, code);
    fake_run(0, CODE);
    ok(seen.traits.user && seen.traits.goes_inside && seen.traits.calls && seen.traits.shared &&
            !seen.traits.fixed,
        "AArch32: a user's block that ends with SVC");
    FAKE_CODE(CODE + 0x100, thumb);
    fake_run(0, CODE + 0x100);
    ok(seen.traits.calls, "... and with Thumb's SVC");
    FAKE_CODE(CODE + 0x200, plain);
    fake_run(0, CODE + 0x200);
    ok(!seen.traits.calls && !seen.traits.goes_inside, "another block, of one instruction");
}

/* ---- vectors ---- */

static uint64_t vector;
static bool was;

static void ask(void *data)
{
    (void)data;
    was = trap_arm64_was_next(0, 0, vector);
}

static bool was_next(uint64_t address, uint64_t esr1, uint64_t esr2, unsigned el)
{
    vector = address;
    fake_set(0, "ESR_EL1", esr1 << 26 | 0x2000007);
    fake_set(0, "ESR_EL2", esr2 << 26 | 0x2000007);
    fake_set(0, "cpsr", el);
    fake_on_cpu(0, ask, NULL);
    return was;
}

static void test_vectors(void)
{
    begin(1, true);
    ok(was_next(0xffff800000010880 - 0x400, 0x15, 0x15, EL1), "an IRQ is between instructions");
    ok(was_next(0x10900, 0x15, 0x15, EL1) && was_next(0x10980, 0x15, 0x15, EL1),
        "FIQ and SError are also");
    ok(!was_next(0x10800, 0x15, 0x20, EL1), "a system call is not");
    ok(!was_next(0x10a00, 0x24, 0x21, EL1), "a data abort is not");
    ok(was_next(0x10800, 0x20, 0x15, EL1),
        "a user's failed fetch: its instruction would have been next");
    ok(was_next(0x10a00, 0x21, 0x15, EL1), "... the same for the kernel");
    ok(was_next(0x10a00, 0x15, 0x21, EL2), "EL2 has a separate syndrome");
    ok(!was_next(0x10a00, 0x21, 0x15, EL2), "... and only that counts");
}

static void test_too_many(void)
{
    qemu_info_t info = {.target_name = "aarch64", .system = {1, 257}};
    struct captured captured;

    capture_stderr(&captured);
    ok(!trap_arm64_start(&info, &hooks, NULL), "257 CPUs do not fit");
    is_str(captured_stderr(&captured), "pmulab: 257 CPUs: expected at most 256\n",
        "... which is reported");
    info.system.max_vcpus = 256;
    qemu_private_find("test", QEMU_CLOCK | QEMU_LOCK | QEMU_DEVICES, 0);
    ok(trap_arm64_start(&info, &hooks, NULL), "256 do");
}

int main(void)
{
    apart(test_system_registers);
    apart(test_without_places);
    apart(test_users);
    apart(test_firmware);
    apart(test_places);
    apart(test_first_in_block);
    apart(test_without_icount);
    apart(test_memory);
    apart(test_memory_by_another);
    apart(test_last_in_block);
    apart(test_no_note);
    apart(test_own_writes);
    apart(test_no_device);
    apart(test_later);
    apart(test_traits);
    apart(test_32);
    apart(test_vectors);
    apart(test_too_many);
    return done_testing();
}
