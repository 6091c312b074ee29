/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The x86 CPU that a callback is for: its registers, and where the instruction is. */
#ifndef PMULAB_TRAP_X86_CPU_H
#define PMULAB_TRAP_X86_CPU_H

#include "qemu-plugins/qemu_api.h"

#define X86_MAX_CPUS 256

/* The general registers by the numbers that instructions give them, then others. */
enum x86_reg {
    X86_RAX,
    X86_RCX,
    X86_RDX,
    X86_RBX,
    X86_RIP = 16,
    X86_CS,
    X86_CR0,
    X86_CR2,
    X86_CR3,
    X86_CR4,
    X86_FS_BASE,
    X86_GS_BASE,
    X86_N_REGS,
};

/* To be called in the init callback of CPU @vcpu. */
void x86_cpu_started(unsigned vcpu);

/* As the callback's flags allow. */
uint64_t x86_get(unsigned vcpu, enum x86_reg reg);
void x86_set(unsigned vcpu, enum x86_reg reg, uint64_t value);

/* The same in a translation's callback, of the CPU that has code translated. */
uint64_t x86_get_here(enum x86_reg reg);

/* Whether CS says unprivileged. In real mode, which is all-powerful, it says nothing of the kind. */
bool x86_unprivileged(uint64_t cs, uint64_t cr0);

/* Whether CR4 says that page tables have five levels. */
bool x86_la57(uint64_t cr4);

/* An instruction's own place, and where the segment that it is in begins. */
struct x86_place {
    uint64_t rip, segment_base;
    bool real_mode;
};

/* @page_offset: of the instruction's linear address at translation. */
struct x86_place x86_place(unsigned vcpu, unsigned page_offset);

#endif
