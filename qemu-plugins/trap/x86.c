/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Traps the instructions of an x86 guest that a machine handles: port I/O,
 * RDMSR, WRMSR, CPUID and RDPMC. */
#include "qemu-plugins/trap/x86.h"

#include "models/reg/reg.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/special_blocks.h"
#include "qemu-plugins/qemu/x86_msrs.h"
#include "qemu-plugins/trap/access_counters.h"
#include "qemu-plugins/trap/access_wait.h"
#include "qemu-plugins/trap/call_path.h"
#include "qemu-plugins/trap/exact_time.h"
#include "qemu-plugins/trap/mmio.h"
#include "qemu-plugins/trap/x86_call_path.h"
#include "qemu-plugins/trap/x86_cpu.h"
#include "qemu-plugins/trap/x86_decode.h"
#include "qemu-plugins/trap/x86_fault.h"
#include "qemu-plugins/trap/x86_pc.h"

#include <stdio.h>
#include <string.h>

static struct {
    const struct trap_x86_hooks *hooks;
    void *machine;
    /* A CPUID that has executed, and whose results must be amended before the
     * next instruction. */
    struct amendment {
        bool due;
        uint32_t leaf, subleaf;
    } amendments[X86_MAX_CPUS];
} trap;

static void cpu_started(unsigned vcpu, void *data)
{
    (void)data;
    x86_cpu_started(vcpu);
    mmio_cpu_started();
}

/* One trapped instruction, passed from translation to execution in the
 * callback's pointer. */
union trapped {
    void *pointer;
    struct {
        uint64_t access : 3, immediate : 1, port : 8, byte : 1, operand_prefix : 1, length : 4,
            page_offset : 12, last_in_block : 1, real : 1, user : 1;
    };
};
_Static_assert(sizeof(union trapped) == sizeof(void *), "a trapped instruction fits a pointer");

/* Bytes that an input or output moves. Assumes a code segment default of 16
 * bits in real mode only. */
static unsigned operand_size(union trapped insn)
{
    if (insn.byte)
        return 1;
    return insn.operand_prefix != insn.real ? 2 : 4;
}

/* An IN to AL or AX keeps the rest of RAX; one to EAX clears the upper half
 * (SDM volume 1, section 3.4.1.1). */
static bool port_access(const struct sim_access *access, union trapped insn, unsigned port)
{
    unsigned size = operand_size(insn);
    uint64_t mask = size == 4 ? UINT64_MAX : reg_low_bits(8 * size);
    uint64_t rax = x86_get(access->cpu, X86_RAX);
    uint32_t value = (uint32_t)(rax & mask);

    if (insn.access == X86_OUT
            ? !trap.hooks->port_out(trap.machine, access, port, size, (uint32_t)rax)
            : !trap.hooks->port_in(trap.machine, access, port, size, &value))
        return false;
    if (access_counters_add(access->cpu, insn.access == X86_OUT, value))
        access_wait(ACCESS_PORT);
    if (insn.access == X86_IN)
        x86_set(access->cpu, X86_RAX, (rax & ~mask) | (value & mask));
    return true;
}

/* By RDMSR, WRMSR or RDPMC. */
static bool register_access(const struct sim_access *access, union trapped insn, uint32_t number)
{
    unsigned cpu = access->cpu;
    uint64_t value;

    if (insn.user && (insn.access != X86_RDPMC || !x86_pce(x86_get(cpu, X86_CR4))))
        return false; /* QEMU raises the fault */
    if (insn.access == X86_WRMSR) {
        value = (uint64_t)(uint32_t)x86_get(cpu, X86_RDX) << 32 | (uint32_t)x86_get(cpu, X86_RAX);
        trap.hooks->msr_write(trap.machine, access, number, value);
        if (access_counters_add(cpu, true, value))
            access_wait(ACCESS_MSR);
        return true;
    }
    value = insn.access == X86_RDPMC ? trap.hooks->rdpmc(trap.machine, access, number)
                                     : trap.hooks->msr_read(trap.machine, access, number);
    if (access_counters_add(cpu, false, value) && insn.access == X86_RDMSR)
        access_wait(ACCESS_MSR);
    x86_set(cpu, X86_RAX, (uint32_t)value);
    x86_set(cpu, X86_RDX, value >> 32);
    return true;
}

/* ---- CPUID ---- */

/* In the order of a leaf's results. */
static const enum x86_reg results[4] = {X86_RAX, X86_RBX, X86_RCX, X86_RDX};

static void set_results(unsigned cpu, const uint32_t regs[4])
{
    for (unsigned i = 0; i < 4; i++)
        x86_set(cpu, results[i], regs[i]);
}

/* Called at the CPU's next instruction, even an interrupt handler's first: the
 * registers are still unchanged. */
void trap_x86_amend(unsigned cpu)
{
    struct amendment *amendment = &trap.amendments[cpu];
    uint32_t regs[4];

    if (G_LIKELY(!amendment->due))
        return;
    amendment->due = false;
    special_keep(cpu, false);
    for (unsigned i = 0; i < 4; i++)
        regs[i] = (uint32_t)x86_get(cpu, results[i]);
    arbiter_enter();
    trap.hooks->amend_cpuid(trap.machine, cpu, amendment->leaf, amendment->subleaf, regs);
    arbiter_leave();
    set_results(cpu, regs);
    if (!trap.hooks->keeps || !trap.hooks->keeps(cpu, SPECIAL_SINGLE))
        special_ask(SPECIAL_SINGLE, cpu, false);
}

static void amend_now(unsigned vcpu_index, void *data)
{
    (void)data;
    trap_x86_amend(cpu_number(vcpu_index));
}

/*
 * A CPUID is about to execute. A leaf of the machine is constant: it needs
 * neither a time nor a trace record. A callback of the next instruction amends
 * QEMU's results: in the same block or, if CPUID is its last, in a special
 * block, which always has one. In that case CPUID restarts as a single
 * instruction, and another CPU's turn in between must not end special blocks.
 */
static void cpuid_executed(unsigned cpu, union trapped insn, uint32_t leaf)
{
    uint32_t regs[4];

    if (trap.hooks->amends_leaf && trap.hooks->amends_leaf(leaf)) {
        special_keep(cpu, insn.last_in_block);
        if (insn.last_in_block && !special_asked(SPECIAL_SINGLE, cpu) &&
            !special_asked(SPECIAL_SHOWN, cpu)) {
            uint64_t rip = x86_rip(cpu, insn.page_offset, insn.real);
            special_ask(SPECIAL_SINGLE, cpu, true);
            if (special_asked(SPECIAL_SINGLE, cpu))
                qemu_plugin_set_pc(rip); /* does not return */
        }
        trap.amendments[cpu] = (struct amendment){true, leaf, (uint32_t)x86_get(cpu, X86_RCX)};
        return;
    }
    if (!trap.hooks->has_leaf || !trap.hooks->has_leaf(leaf, regs)) {
        if (!trap.hooks->lacks_leaf || !trap.hooks->lacks_leaf(leaf))
            return;
        memset(regs, 0, sizeof(regs));
    }
    set_results(cpu, regs);
    if (trap.hooks->released)
        trap.hooks->released(cpu);
    /* does not return */
    qemu_plugin_set_pc(x86_rip(cpu, insn.page_offset, insn.real) + insn.length);
}

/* ---- reads at their own time ---- */

/*
 * Whether QEMU's clock can be read. IN, OUT and WRMSR always end their block.
 * RDPMC also does, because it raises an exception, but QEMU does not allow it
 * to read the clock there.
 */
static bool at_its_time(unsigned cpu, union trapped insn, uint64_t rip)
{
    if (insn.access != X86_RDMSR && insn.access != X86_RDPMC)
        return clock_readable(insn.last_in_block);
    return exact_time(cpu, rip, trap.hooks->keeps);
}

/* ---- all of them ---- */

/* The register that selects the target: the port's, MSR's or leaf's number. */
static uint32_t selector(unsigned cpu, union trapped insn)
{
    switch (insn.access) {
    case X86_IN:
    case X86_OUT:
        return insn.immediate ? insn.port : (uint16_t)x86_get(cpu, X86_RDX);
    case X86_CPUID:
        return (uint32_t)x86_get(cpu, X86_RAX);
    default:
        return (uint32_t)x86_get(cpu, X86_RCX);
    }
}

/* The MSRs that AMD's virtualization can intercept one by one, nearly all that
 * exist: three ranges, by their first number (APM volume 2, section 15.11). */
enum { MSR_RANGE = 0x2000 };
static const uint32_t msr_ranges[] = {0, 0xc0000000, 0xc0010000};
/* A bit for each: a machine would search its tables each time. */
typedef uint8_t msr_set[G_N_ELEMENTS(msr_ranges)][MSR_RANGE / 8];
static msr_set own_msrs, unreadable_msrs, unwritable_msrs;

/* Whether @set has @msr; @other: @msr is in none of the ranges. */
static bool set_has(msr_set set, uint32_t msr, bool other)
{
    for (unsigned r = 0; r < G_N_ELEMENTS(msr_ranges); r++) {
        uint32_t i = msr - msr_ranges[r];

        if (i < MSR_RANGE)
            return set[r][i / 8] >> i % 8 & 1;
    }
    return other;
}

static bool has_msr(uint32_t msr)
{
    return set_has(own_msrs, msr, false) ||
           (set_has(own_msrs, msr, true) && trap.hooks->has_msr && trap.hooks->has_msr(msr));
}

static void fill_sets(const struct trap_x86_hooks *hooks)
{
    for (unsigned r = 0; r < G_N_ELEMENTS(msr_ranges); r++)
        for (uint32_t i = 0; i < MSR_RANGE; i++) {
            uint32_t msr = msr_ranges[r] + i;
            uint8_t bit = (uint8_t)(1 << i % 8);

            own_msrs[r][i / 8] |= hooks->has_msr && hooks->has_msr(msr) ? bit : 0;
            if (!hooks->msr_faults)
                continue;
            unreadable_msrs[r][i / 8] |= hooks->msr_faults(msr, false) ? bit : 0;
            unwritable_msrs[r][i / 8] |= hooks->msr_faults(msr, true) ? bit : 0;
        }
}

static bool may_be_ours(unsigned cpu, union trapped insn, uint32_t number)
{
    bool out = insn.access == X86_OUT;

    switch (insn.access) {
    case X86_IN:
    case X86_OUT:
        return trap.hooks->has_port(number) &&
               (!trap.hooks->passes_port || !trap.hooks->passes_port(number, operand_size(insn),
                                                out, out ? (uint32_t)x86_get(cpu, X86_RAX) : 0));
    case X86_RDPMC:
        return trap.hooks->has_rdpmc(number);
    default:
        return has_msr(number);
    }
}

/* Raises #GP, instead of the access, if the machine says so. QEMU raises it for
 * users. */
static void check_fault(unsigned cpu, union trapped insn, uint32_t msr)
{
    bool write = insn.access == X86_WRMSR;

    if (G_LIKELY(!set_has(write ? unwritable_msrs : unreadable_msrs, msr, false)) || insn.user ||
        !x86_fault_possible(cpu))
        return;
    uint64_t rip = x86_rip(cpu, insn.page_offset, insn.real);
    arbiter_enter();
    trap.hooks->msr_faulted(msr);
    arbiter_leave();
    x86_fault_raise(cpu, rip);
}

/* QEMU handles the access. */
static void passed(union trapped insn, uint32_t number)
{
    if (insn.access != X86_RDMSR || insn.user || !trap.hooks->no_msr || qemu_reads_msr(number))
        return;
    arbiter_enter();
    trap.hooks->no_msr(number);
    arbiter_leave();
}

static void executed(unsigned vcpu_index, void *data)
{
    union trapped insn = {.pointer = data};
    unsigned cpu = cpu_number(vcpu_index);
    bool port = insn.access == X86_IN || insn.access == X86_OUT;
    bool msr = insn.access == X86_RDMSR || insn.access == X86_WRMSR;
    uint32_t number;
    bool ours;

    x86_cpu_locate(cpu);
    number = selector(cpu, insn);
    if (insn.access == X86_CPUID) {
        cpuid_executed(cpu, insn, number);
        return;
    }
    if (msr)
        check_fault(cpu, insn, number);
    /* Most are not the machine's, and end here after one read of a register. */
    if (!may_be_ours(cpu, insn, number)) {
        passed(insn, number);
        return;
    }
    uint64_t rip = x86_rip(cpu, insn.page_offset, insn.real);
    bool readable = at_its_time(cpu, insn, rip);
    arbiter_enter();
    /* 0: the machine uses its own time */
    struct sim_access access = {.now = readable ? clock_now() : 0, .pc = rip, .cpu = cpu};
    call_path_set(msr ? x86_call_path_of_msr(cpu, rip) : x86_call_path_of(cpu, rip));
    ours = port ? port_access(&access, insn, number) : register_access(&access, insn, number);
    call_path_set(0);
    arbiter_leave();
    if (trap.hooks->released)
        trap.hooks->released(cpu);
    if (ours)
        qemu_plugin_set_pc(rip + insn.length); /* does not return */
}

static bool may_be_trapped(const struct x86_insn *insn)
{
    if (insn->access == X86_RDPMC)
        return trap.hooks->has_rdpmc;
    return insn->access != X86_NONE && (!insn->immediate || trap.hooks->has_port(insn->port));
}

void trap_x86_translated(struct qemu_plugin_tb *tb, bool followed)
{
    size_t n = qemu_plugin_tb_n_insns(tb);
    bool amends = trap.hooks->amends_leaf && !followed;
    bool after_cpuid = amends && n == 1 && special_on(SPECIAL_SINGLE);
    uint8_t bytes[16];

    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        size_t length = qemu_plugin_insn_data(insn, bytes, sizeof(bytes));
        struct x86_insn found = x86_decode(bytes, length);

        if (after_cpuid)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, amend_now, QEMU_PLUGIN_CB_RW_REGS, NULL);
        after_cpuid = found.access == X86_CPUID && amends;
        if (!may_be_trapped(&found))
            continue;
        const struct x86_mode mode = x86_mode_here();
        const union trapped trapped = {.access = found.access,
            .immediate = found.immediate,
            .port = found.port,
            .byte = found.byte,
            .operand_prefix = found.operand_prefix,
            .length = found.length & 0xf,
            .page_offset = qemu_plugin_insn_vaddr(insn) % X86_PAGE,
            .last_in_block = i == n - 1,
            .real = mode.real,
            .user = mode.user};
        qemu_plugin_register_vcpu_insn_exec_cb(
            insn, executed, QEMU_PLUGIN_CB_RW_REGS_PC, trapped.pointer);
    }
    x86_call_path_translated(tb);
}

bool trap_x86_start(const qemu_info_t *info, const struct trap_x86_hooks *hooks, void *machine)
{
    if (info->system.max_vcpus > X86_MAX_CPUS) {
        fprintf(
            stderr, "pmulab: %d CPUs: expected at most %d\n", info->system.max_vcpus, X86_MAX_CPUS);
        return false;
    }
    trap.hooks = hooks;
    trap.machine = machine;
    memset(own_msrs, 0, sizeof(own_msrs));
    memset(unreadable_msrs, 0, sizeof(unreadable_msrs));
    memset(unwritable_msrs, 0, sizeof(unwritable_msrs));
    fill_sets(hooks);
    x86_call_path_start();
    return true;
}

void trap_x86_listen(qemu_plugin_id_t id)
{
    qemu_plugin_register_vcpu_init_cb(id, cpu_started, NULL);
}
