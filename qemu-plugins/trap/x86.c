/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/trap/x86.h"

#include "models/reg/reg.h"
#include "qemu-plugins/clock.h"
#include "qemu-plugins/cpu_number.h"
#include "qemu-plugins/trap/arbiter.h"
#include "qemu-plugins/trap/cpu_registers.h"
#include "qemu-plugins/trap/x86_decode.h"
#include "qemu-plugins/trap/x86_pc.h"

#include <stdio.h>

/* The registers that trapped instructions use, by the names of QEMU's list. */
enum reg_id { RAX, RBX, RCX, RDX, RIP, CS, CR0, N_REG_IDS };
static const char *const reg_names[N_REG_IDS] = {"rax", "rbx", "rcx", "rdx", "rip", "cs", "cr0"};

/* SDM volume 3, sections 2.5 and 3.4.2: protection enable, requested privilege level. */
enum { CR0_PE = 1, CS_RPL = 3 };

enum { MAX_CPUS = 256 };

static struct {
    const struct trap_x86_hooks *hooks;
    void *machine;
    struct cpu_registers cpus[MAX_CPUS];
} trap;

static void cpu_started(unsigned vcpu, void *data)
{
    (void)data;
    cpu_registers_find(&trap.cpus[vcpu], vcpu, reg_names, N_REG_IDS);
}

static uint64_t get(struct cpu_registers *cpu, enum reg_id id)
{
    uint64_t value;

    cpu_registers_get(cpu, id, (uint8_t *)&value); /* guest and host are little-endian */
    return value;
}

static void set(struct cpu_registers *cpu, enum reg_id id, uint64_t value)
{
    cpu_registers_set(cpu, id, (const uint8_t *)&value);
}

/* One trapped instruction as it travels from translation to execution: all of it fits the callback's pointer.
 */
union trapped {
    void *pointer;
    struct {
        uint64_t access : 3, immediate : 1, port : 8, byte : 1, operand_prefix : 1, length : 4,
            page_offset : 12, last_in_block : 1;
    };
};
_Static_assert(sizeof(union trapped) == sizeof(void *), "a trapped instruction fits a pointer");

/* The instruction's own place, and where the segment that it is in begins. */
struct place {
    uint64_t rip, segment_base;
    bool real_mode;
};

/*
 * Segments that do not begin at 0 occur in real mode, where the base is the selector times 16.
 * (Protected-mode code in other segments is a BIOS's, and accesses nothing of ours.)
 */
static struct place place_of(struct cpu_registers *cpu, union trapped insn)
{
    struct place place = {.real_mode = !(get(cpu, CR0) & CR0_PE)};

    place.segment_base = place.real_mode ? get(cpu, CS) << 4 : 0;
    place.rip = x86_pc_of(get(cpu, RIP), place.segment_base, insn.page_offset);
    return place;
}

/* Bytes that an input or output moves. The default of a code segment is taken for 16 bits in real mode alone.
 */
static unsigned operand_size(union trapped insn, bool real_mode)
{
    if (insn.byte)
        return 1;
    return insn.operand_prefix != real_mode ? 2 : 4;
}

/* An IN to AL or AX keeps the rest of RAX; one to EAX clears the upper half (SDM volume 1, section 3.4.1.1).
 */
static uint64_t merge(uint64_t rax, uint32_t value, unsigned size)
{
    uint64_t mask = size == 4 ? UINT64_MAX : reg_low_bits(8 * size);

    return (rax & ~mask) | (value & mask);
}

static bool port_access(struct cpu_registers *cpu, const struct sim_access *access, union trapped insn,
    bool real_mode, unsigned port)
{
    unsigned size = operand_size(insn, real_mode);
    uint64_t rax = get(cpu, RAX);
    uint32_t value;

    if (insn.access == X86_OUT)
        return trap.hooks->port_out(trap.machine, access, port, size, (uint32_t)rax);
    if (!trap.hooks->port_in(trap.machine, access, port, size, &value))
        return false;
    set(cpu, RAX, merge(rax, value, size));
    return true;
}

/* The current privilege level stands in CS, but in real mode, which is all-powerful. */
static bool privileged(struct cpu_registers *cpu, bool real_mode)
{
    return real_mode || !(get(cpu, CS) & CS_RPL);
}

static bool msr_access(struct cpu_registers *cpu, const struct sim_access *access, union trapped insn,
    bool real_mode, uint32_t msr)
{
    uint64_t value;

    if (!privileged(cpu, real_mode))
        return false; /* and QEMU raises the fault */
    if (insn.access == X86_WRMSR) {
        value = (uint64_t)(uint32_t)get(cpu, RDX) << 32 | (uint32_t)get(cpu, RAX);
        trap.hooks->msr_write(trap.machine, access, msr, value);
        return true;
    }
    value = trap.hooks->msr_read(trap.machine, access, msr);
    set(cpu, RAX, (uint32_t)value);
    set(cpu, RDX, value >> 32);
    return true;
}

static void cpuid(struct cpu_registers *cpu, uint32_t leaf)
{
    static const enum reg_id results[4] = {RAX, RBX, RCX, RDX};
    uint32_t regs[4];

    trap.hooks->cpuid(trap.machine, leaf, (uint32_t)get(cpu, RCX), regs);
    for (unsigned i = 0; i < 4; i++)
        set(cpu, results[i], regs[i]);
}

/* The register that says what is accessed: the port's, the MSR's or the leaf's number. */
static uint32_t selector(struct cpu_registers *cpu, union trapped insn)
{
    switch (insn.access) {
    case X86_IN:
    case X86_OUT:
        return insn.immediate ? insn.port : (uint16_t)get(cpu, RDX);
    case X86_CPUID:
        return (uint32_t)get(cpu, RAX);
    default:
        return (uint32_t)get(cpu, RCX);
    }
}

static bool may_be_ours(union trapped insn, uint32_t number)
{
    switch (insn.access) {
    case X86_IN:
    case X86_OUT:
        return trap.hooks->has_port(number);
    case X86_CPUID:
        return trap.hooks->has_leaf(number);
    default:
        return trap.hooks->has_msr(number);
    }
}

static bool answered(struct cpu_registers *cpu, const struct sim_access *access, union trapped insn,
    bool real_mode, uint32_t number)
{
    switch (insn.access) {
    case X86_IN:
    case X86_OUT:
        return port_access(cpu, access, insn, real_mode, number);
    case X86_CPUID:
        cpuid(cpu, number);
        return true;
    default:
        return msr_access(cpu, access, insn, real_mode, number);
    }
}

static void executed(unsigned told, void *data)
{
    union trapped insn = {.pointer = data};
    unsigned vcpu = cpu_number(told);
    struct cpu_registers *cpu = &trap.cpus[vcpu];
    uint32_t number = selector(cpu, insn);
    bool ours;

    /* Most are not, and end here after one register was read. */
    if (!may_be_ours(insn, number))
        return;
    struct place place = place_of(cpu, insn);
    arbiter_enter();
    /* IN, OUT and WRMSR always end their block. Where the clock cannot be read, 0 leaves a machine at the
     * latest time that it has seen. */
    struct sim_access access = {
        .now = clock_readable(insn.last_in_block) ? clock_now() : 0, .pc = place.rip, .cpu = vcpu};
    ours = answered(cpu, &access, insn, place.real_mode, number);
    arbiter_leave();
    if (ours)
        qemu_plugin_set_pc(place.rip + insn.length); /* does not return */
}

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    size_t n = qemu_plugin_tb_n_insns(tb);
    uint8_t bytes[16];

    (void)data;
    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        size_t length = qemu_plugin_insn_data(insn, bytes, sizeof(bytes));
        struct x86_insn found = x86_decode(bytes, length);

        if (found.access == X86_NONE || (found.immediate && !trap.hooks->has_port(found.port)))
            continue;
        union trapped trapped = {.pointer = NULL};
        trapped.access = found.access;
        trapped.immediate = found.immediate;
        trapped.port = found.port;
        trapped.byte = found.byte;
        trapped.operand_prefix = found.operand_prefix;
        trapped.length = found.length & 0xf;
        trapped.last_in_block = i == n - 1;
        trapped.page_offset = qemu_plugin_insn_vaddr(insn) % X86_PAGE;
        qemu_plugin_register_vcpu_insn_exec_cb(insn, executed, QEMU_PLUGIN_CB_RW_REGS_PC, trapped.pointer);
    }
}

bool trap_x86_start(const qemu_info_t *info, const struct trap_x86_hooks *hooks, void *machine)
{
    if (info->system.max_vcpus > MAX_CPUS) {
        fprintf(stderr, "pmulab: %d CPUs: expected at most %d\n", info->system.max_vcpus, MAX_CPUS);
        return false;
    }
    trap.hooks = hooks;
    trap.machine = machine;
    return true;
}

void trap_x86_listen(qemu_plugin_id_t id)
{
    qemu_plugin_register_vcpu_init_cb(id, cpu_started, NULL);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated, NULL);
}
