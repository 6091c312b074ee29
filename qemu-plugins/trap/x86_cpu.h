/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The x86 CPU of the current callback: its registers, and the place of the instruction. */
#ifndef PMULAB_TRAP_X86_CPU_H
#define PMULAB_TRAP_X86_CPU_H

#include "qemu-plugins/qemu/qemu_api.h"

#define X86_MAX_CPUS 256

/* The general registers with their numbers in instructions, then others. */
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

/* Call in the init callback of CPU @vcpu. */
void x86_cpu_started(unsigned vcpu);

/* Call in a callback of CPU @vcpu that may write registers, before the others: makes them faster. */
void x86_cpu_locate(unsigned vcpu);

/* Returns (and, below, sets) a register, as far as the callback's flags allow. */
uint64_t x86_get(unsigned vcpu, enum x86_reg reg);
void x86_set(unsigned vcpu, enum x86_reg reg, uint64_t value);

/* The same in a translation callback, for the CPU whose code is translated. */
uint64_t x86_get_here(enum x86_reg reg);

/* The mode of code being translated. QEMU translates it again for other modes. */
struct x86_mode {
    bool real; /* mode */
    bool user; /* unprivileged; in real mode all code is privileged */
};

struct x86_mode x86_mode_here(void);

/* Whether CR4 selects page tables of five levels; and lets users execute RDPMC. */
bool x86_la57(uint64_t cr4);
bool x86_pce(uint64_t cr4);

/* Returns RIP of an instruction. @page_offset: of its linear address at translation; @real: it runs in real
 * mode. */
uint64_t x86_rip(unsigned vcpu, unsigned page_offset, bool real);

#endif
