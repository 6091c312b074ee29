/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The origin of an access on x86: a pending module call, or in the kernel
 * itself the caller of the function with the RDMSR or WRMSR. Encodings: AMD64
 * APM volume 3; addresses: Documentation/arch/x86/x86_64/mm.rst. */
#include "qemu-plugins/trap/x86_call_path.h"

#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/qemu/special_blocks.h"
#include "qemu-plugins/trap/call_path.h"
#include "qemu-plugins/trap/x86.h"
#include "qemu-plugins/trap/x86_cpu.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/x86.h"

enum { MSR = 0x700 };

#define KERNEL UINT64_C(0xffffffff81000000)
#define MODULE UINT64_C(0xffffffffc0200000)
#define STACK  UINT64_C(0xffffc90000004000)
#define SP     (STACK + 0xf00)

/* Physical addresses of these pages. */
enum { KERNEL_AT = 0x20000, MODULE_AT = 0x10000, STACK_AT = 0x30000 };

static unsigned here; /* the CPU: the last */
static uint64_t call_paths[16];
static unsigned n_call_paths;

static bool has_msr(uint32_t msr)
{
    return msr == MSR;
}

static bool has_port(unsigned port)
{
    return port == MSR;
}

static uint64_t msr_read(void *machine, const struct sim_access *access, uint32_t msr)
{
    (void)machine, (void)access, (void)msr;
    call_paths[n_call_paths++] = call_path_now();
    return 0;
}

static void msr_write(void *machine, const struct sim_access *access, uint32_t msr, uint64_t value)
{
    (void)value;
    msr_read(machine, access, msr);
}

static bool port_out(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t value)
{
    (void)size, (void)value;
    msr_read(machine, access, port);
    return true;
}

static const struct trap_x86_hooks hooks = {.has_port = has_port,
    .port_out = port_out,
    .has_msr = has_msr,
    .msr_read = msr_read,
    .msr_write = msr_write};

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    (void)data;
    trap_x86_translated(tb, false);
    special_translated();
}

static void begin(void)
{
    fake_begin(&(struct fake_setup){.isa = FAKE_X86, .cpus = here + 1, .icount = true});
    fake_ram(0, 0x1000000);
    fake_map(KERNEL, KERNEL_AT);
    fake_map(KERNEL + 0x1000, KERNEL_AT + 0x1000);
    fake_map(MODULE, MODULE_AT);
    fake_map(STACK, STACK_AT);
    qemu_private_find("test", QEMU_CLOCK | QEMU_LOCK | QEMU_CPU_NUMBER | QEMU_SPECIAL_BLOCKS, 0);
    clock_init();
    special_init();
    ok(trap_x86_start(fake_info(), &hooks, NULL), "the traps are set");
    trap_x86_listen(1);
    qemu_plugin_register_vcpu_tb_trans_cb(1, translated, NULL);
    fake_start_cpus();
    x86_kernel(here);
    fake_set(here, "rcx", MSR);
    fake_set(here, "rdx", MSR);
    fake_set(here, "rsp", SP);
}

/* ---- effects of instructions ---- */

static uint64_t goes;

static uint64_t call(unsigned cpu, uint64_t next)
{
    uint64_t sp = fake_get(cpu, "rsp") - 8;

    fake_set(cpu, "rsp", sp);
    fake_poke(sp - STACK + STACK_AT, next, 8);
    return goes;
}

static uint64_t jump(unsigned cpu, uint64_t next)
{
    (void)cpu, (void)next;
    return goes;
}

static uint64_t drop(unsigned cpu, uint64_t next)
{
    fake_set(cpu, "rsp", fake_get(cpu, "rsp") + 8);
    return next;
}

#define THUNK (KERNEL + 0xffb)

static uint64_t jump_to_thunk(unsigned cpu, uint64_t next)
{
    (void)cpu, (void)next;
    return THUNK;
}

static uint64_t ret(unsigned cpu, uint64_t next)
{
    uint64_t sp = fake_get(cpu, "rsp");

    (void)next;
    fake_set(cpu, "rsp", sp + 8);
    return fake_peek(sp - STACK + STACK_AT, 8);
}

/* The kernel's start: WRMSR, RET. The call to it returns to an address without
 * code. */
static const struct fake_insn write_and_return[] = {{.hex = "0f 30"}, {.hex = "c3", .effect = ret}};

/* Runs a driver of this branch and a RET, called by the kernel. Returns the
 * access's call path. */
static uint64_t call_path_through(const char *hex, uint64_t (*effect)(unsigned cpu, uint64_t next))
{
    const struct fake_insn driver[] = {
        {.hex = hex, .effect = effect}, {.hex = "c3", .effect = ret}};

    FAKE_CODE(MODULE_AT, driver);
    FAKE_CODE(KERNEL_AT, write_and_return);
    fake_flush();
    call_path_forget();
    goes = KERNEL;
    n_call_paths = 0;
    fake_set(here, "rsp", SP - 8);
    fake_poke(SP - 8 - STACK + STACK_AT, KERNEL + 0x800, 8);
    is_u64(fake_run(here, MODULE), KERNEL + 0x800, "%s: the driver returns", hex);
    is_u64(n_call_paths, 1, "... after one access");
    return call_paths[0];
}

/* Returns the path of an access by the kernel, on the stack of the driver's
 * caller. */
static uint64_t call_path_in_kernel(void)
{
    n_call_paths = 0;
    fake_set(here, "rsp", SP - 0x40);
    fake_poke(SP - 0x40 - STACK + STACK_AT, KERNEL + 0x800, 8);
    fake_run(here, KERNEL);
    return n_call_paths == 1 ? call_paths[0] : 1;
}

/* The distance from MODULE to KERNEL is -0x3f200000, minus the branch's
 * length. */
static void test_module(void)
{
    begin();
    is_u64(call_path_through("e8 fb ff df c0", call), MODULE, "a direct call");
    is_u64(call_path_through("ff d0", call), MODULE, "an indirect call");
    is_u64(call_path_through("e9 fb ff df c0", jump), MODULE, "a jump at the end");
    is_u64(call_path_through("ff e0", jump), MODULE, "an indirect jump at the end");
    is_u64(call_path_through("e9 fb ff ef c0", jump), MODULE, "a jump to a page not mapped yet");
    fake_poke(SP - 8 - STACK + STACK_AT, KERNEL + 0x900, 8);
    is_u64(call_path_in_kernel(), 0, "after another call by the kernel its access has no path");
}

/* With CPUs that take turns, QEMU passes callbacks another CPU's number. */
static void test_other_cpu(void)
{
    here = 1;
    test_module();
}

/* A block may end without a branch. */
static void test_plain(void)
{
    static const struct fake_insn driver[] = {{.hex = "90", .ends = true},
        {.hex = "ff d0", .effect = call}, {.hex = "c3", .effect = ret}};

    begin();
    FAKE_CODE(MODULE_AT, driver);
    FAKE_CODE(KERNEL_AT, write_and_return);
    goes = KERNEL;
    fake_set(here, "rsp", SP - 8);
    fake_poke(SP - 8 - STACK + STACK_AT, KERNEL + 0x800, 8);
    is_u64(fake_run(here, MODULE), KERNEL + 0x800, "a block of one plain instruction, then a call");
    is_u64(call_paths[0], MODULE + 1, "... which is the access's path");
}

/* Branches within the driver do not leave it. */
static void test_inside(void)
{
    static const struct fake_insn driver[] = {{.hex = "e8 00 00 00 00", .effect = call},
        {.hex = "eb 00", .ends = true}, {.hex = "75 00", .ends = true}, {.hex = "0f 30"},
        {.hex = "48 83 c4 08", .effect = drop}, {.hex = "c3", .effect = ret}};

    begin();
    FAKE_CODE(MODULE_AT, driver);
    goes = MODULE + 5;
    fake_set(here, "rsp", SP - 8);
    fake_poke(SP - 8 - STACK + STACK_AT, KERNEL + 0x800, 8);
    is_u64(fake_run(here, MODULE), KERNEL + 0x800,
        "a call, a jump and a conditional branch within the driver");
    is_u64(n_call_paths, 1, "... and one access");
    is_u64(call_paths[0], MODULE + 9, "... of the driver itself");
    FAKE_CODE(KERNEL_AT, write_and_return);
    is_u64(call_path_in_kernel(), 0, "... and no path is left");
}

/* Kernel code may return by a jump to a RET in the kernel. */
static void test_thunk(void)
{
    static const struct fake_insn driver[] = {{.hex = "0f 30"}, {.hex = "ff d0", .effect = call},
        {.hex = "e9 f2 0f e0 c0", .effect = jump_to_thunk}};
    static const struct fake_insn thunk[] = {{.hex = "c3", .effect = ret}};

    begin();
    FAKE_CODE(MODULE_AT, driver);
    FAKE_CODE(KERNEL_AT, write_and_return);
    FAKE_CODE(KERNEL_AT + (THUNK - KERNEL), thunk);
    goes = KERNEL;
    fake_set(here, "rsp", SP - 8);
    fake_poke(SP - 8 - STACK + STACK_AT, KERNEL + 0x800, 8);
    is_u64(fake_run(here, MODULE), KERNEL + 0x800,
        "a driver that writes, calls, and returns through a thunk");
    is_u64(n_call_paths, 2, "two accesses");
    is_u64(call_paths[0], MODULE, "its own access has its address");
    is_u64(call_paths[1], MODULE + 2, "the kernel's access for it has the call's address");
    is_u64(call_path_in_kernel(), 0, "... and the path is empty after the return");
}

/* Returns the path of the kernel's next access, after a driver has left by a
 * jump to code of @branch and @behind. */
static uint64_t call_path_after(const char *branch, const char *behind)
{
    const struct fake_insn driver[] = {{.hex = "e9 f6 0f e0 c0", .effect = jump_to_thunk}},
                           thunk[] = {{.hex = branch, .effect = ret}, {.hex = behind}};

    FAKE_CODE(MODULE_AT, driver);
    FAKE_CODE(KERNEL_AT, write_and_return);
    FAKE_CODE(KERNEL_AT + (THUNK - KERNEL), thunk);
    fake_flush();
    fake_set(here, "rsp", SP - 8);
    fake_poke(SP - 8 - STACK + STACK_AT, KERNEL + 0x800, 8);
    fake_run(here, MODULE);
    return call_path_in_kernel();
}

/* Against mispredicted returns, a thunk calls code that returns to the thunk's
 * caller; UD2 stops execution past the call. */
static void test_call_thunk(void)
{
    begin();
    is_u64(
        call_path_after("e8 00 00 00 00", "0f 0b"), 0, "a return through a call with UD2 after it");
    is_u64(call_path_after("e8 00 00 00 00", "90 90"), MODULE,
        "a jump to a function that begins with a call");
    is_u64(call_path_after("e8 00 00 00 00", "0f 05"), MODULE, "... whatever follows");
    is_u64(call_path_after("e9 00 00 00 00", "0f 0b"), MODULE, "... or with a jump");
}

/* ---- the kernel itself ---- */

/* Returns the path of a WRMSR at KERNEL + @into in a function at KERNEL. A call
 * before KERNEL + 0x805 calls the function, which saves @saved registers
 * first. */
static uint64_t call_path_to(unsigned into, unsigned saved, const char *access)
{
    const struct fake_insn insn[] = {{.hex = access}};

    FAKE_CODE(KERNEL_AT + into, insn);
    fake_flush();
    fake_set(here, "rsp", SP - 8 * saved);
    for (unsigned i = 1; i <= saved; i++)
        fake_poke(SP - 8 * i - STACK + STACK_AT, 0x1234, 8);
    fake_set(here, "rdx", MSR);
    n_call_paths = 0;
    fake_run(here, KERNEL + into);
    return n_call_paths == 1 ? call_paths[0] : 1;
}

static void test_kernel(void)
{
    const uint64_t caller = KERNEL + 0x805;

    begin();
    /* e8, and the distance -0x805 */
    fake_poke(KERNEL_AT + 0x800, 0xfffff7fbe8, 5);
    fake_poke(SP - STACK + STACK_AT, caller, 8);
    is_u64(call_path_to(0, 0, "0f 30"), caller, "WRMSR at a function's start: its caller");
    is_u64(call_path_to(0, 0, "0f 32"), caller, "RDMSR");
    is_u64(call_path_to(0, 0, "ef"), 0, "other accesses have no path");
    is_u64(call_path_to(0, 3, "0f 32"), caller, "three registers saved");
    is_u64(call_path_to(0, 4, "0f 32"), 0, "four registers are too many");
    is_u64(
        call_path_to(256, 0, "0f 32"), caller, "another function, by a jump from the called one");
    fake_poke(KERNEL_AT + 0x800, 0xfffff7fbe9, 5);
    is_u64(call_path_to(0, 0, "0f 30"), 0, "a jump is not a call");
    fake_map(0x81000000, KERNEL_AT);
    fake_poke(KERNEL_AT + 0x800, 0xfffff7fbe8, 5);
    fake_poke(SP - STACK + STACK_AT, 0x81000805, 8);
    is_u64(call_path_to(0, 0, "0f 30"), 0, "a caller below the kernel");
    fake_poke(SP - STACK + STACK_AT, 0x1234, 8);
    is_u64(call_path_to(0, 0, "0f 30"), 0, "the return address is not code");
    fake_set(here, "rsp", STACK + 0x1000);
    n_call_paths = 0;
    fake_run(here, KERNEL);
    is_u64(call_paths[0], 0, "no stack");
}

int main(void)
{
    apart(test_module);
    apart(test_other_cpu);
    apart(test_plain);
    apart(test_inside);
    apart(test_thunk);
    apart(test_call_thunk);
    apart(test_kernel);
    return done_testing();
}
