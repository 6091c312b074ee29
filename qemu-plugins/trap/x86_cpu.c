/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads an x86 CPU's registers, mode and instruction pointer. */
#include "qemu-plugins/trap/x86_cpu.h"

#include "qemu-plugins/trap/x86_pc.h"

/* QEMU's names. */
static const char *const names[X86_N_REGS] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi",
    "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "rip", "cs", "cr0", "cr2", "cr3",
    "cr4", "fs_base", "gs_base"};
_Static_assert((int)X86_N_REGS <= (int)CPU_REGISTERS_MAX, "all registers have room");

/* SDM volume 3, sections 2.5 and 3.4.2: protection enable, requested privilege
 * level. */
enum { CR0_PE = 1, CS_RPL = 3, CR4_PCE = 1 << 8, CR4_LA57 = 1 << 12 };

struct cpu_registers x86_cpus[X86_MAX_CPUS];

/* RAX to RDI: debuggers do not see the others in a 32-bit mode. */
enum { N_LOCATED = 8 };

/* A CPU of this thread; any will do, because they are all alike. */
static _Thread_local unsigned any_cpu;

void x86_cpu_started(unsigned vcpu)
{
    any_cpu = vcpu;
    cpu_registers_find(&x86_cpus[vcpu], vcpu, names, X86_N_REGS);
}

void x86_cpu_find_places(unsigned vcpu)
{
    cpu_registers_locate(&x86_cpus[vcpu], vcpu, 0, N_LOCATED, true);
}

uint64_t x86_read_reg(unsigned vcpu, enum x86_reg reg)
{
    uint64_t value;

    /* guest and host are little-endian */
    cpu_registers_get(&x86_cpus[vcpu], reg, (uint8_t *)&value);
    if (reg == X86_RIP)
        cpu_registers_learn(&x86_cpus[vcpu], X86_RIP, value);
    return value;
}

void x86_write_reg(unsigned vcpu, enum x86_reg reg, uint64_t value)
{
    cpu_registers_set(&x86_cpus[vcpu], reg, (const uint8_t *)&value);
}

uint64_t x86_rip_of_block(unsigned vcpu)
{
    return cpu_registers_pc(&x86_cpus[vcpu], vcpu, X86_RIP, X86_DEBUGGERS_RIP);
}

uint64_t x86_get_here(enum x86_reg reg)
{
    return x86_get(any_cpu, reg);
}

/* The current privilege level is in CS, except in real mode. */
struct x86_mode x86_mode_here(void)
{
    bool real = !(x86_get_here(X86_CR0) & CR0_PE);

    return (struct x86_mode){.real = real, .user = !real && x86_get_here(X86_CS) & CS_RPL};
}

bool x86_la57(uint64_t cr4)
{
    return cr4 & CR4_LA57;
}

bool x86_pce(uint64_t cr4)
{
    return cr4 & CR4_PCE;
}

/* Segments that do not begin at 0 occur in real mode, where the base is the
 * selector times 16. (Protected-mode code in other segments belongs to a BIOS,
 * and makes no trapped accesses.) */
uint64_t x86_rip(unsigned vcpu, unsigned page_offset, bool real)
{
    return x86_pc_of(x86_get(vcpu, X86_RIP), real ? x86_get(vcpu, X86_CS) << 4 : 0, page_offset);
}
