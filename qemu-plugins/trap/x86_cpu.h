/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The x86 CPU that a callback is for: its registers, and where the instruction is. */
#ifndef PMULAB_TRAP_X86_CPU_H
#define PMULAB_TRAP_X86_CPU_H

#include "qemu-plugins/qemu/qemu_api.h"

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

/* What code that is being translated runs in. QEMU translates it anew for others. */
struct x86_mode {
    bool real; /* mode */
    bool user; /* unprivileged; in real mode all code is all-powerful */
};

struct x86_mode x86_mode_here(void);

/* Whether CR4 says that page tables have five levels. */
bool x86_la57(uint64_t cr4);

/* RIP of an instruction. @page_offset: of its linear address at translation, @real: it runs in real mode. */
uint64_t x86_rip(unsigned vcpu, unsigned page_offset, bool real);

#endif
