/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The x86 CPU of the current callback: its registers, and the instruction's
 * address. */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_X86_CPU_H
#define PMULAB_QEMU_PLUGINS_TRAP_X86_CPU_H

#include "qemu-plugins/trap/cpu_registers.h"

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

extern struct cpu_registers x86_cpus[X86_MAX_CPUS] __attribute__((visibility("hidden")));

/* Call in a callback of CPU @vcpu that may write registers, before the other
 * functions: makes them faster. */
void x86_cpu_find_places(unsigned vcpu);
static inline void x86_cpu_locate(unsigned vcpu)
{
    if (G_UNLIKELY(!x86_cpus[vcpu].located))
        x86_cpu_find_places(vcpu);
}

/* Returns (and, below, sets) a register, if the callback's flags allow it. */
uint64_t x86_read_reg(unsigned vcpu, enum x86_reg reg);
static inline uint64_t x86_get(unsigned vcpu, enum x86_reg reg)
{
    const uint64_t *place = x86_cpus[vcpu].places[reg];

    return G_LIKELY(place) ? *place : x86_read_reg(vcpu, reg);
}

void x86_write_reg(unsigned vcpu, enum x86_reg reg, uint64_t value);
static inline void x86_set(unsigned vcpu, enum x86_reg reg, uint64_t value)
{
    uint64_t *place = x86_cpus[vcpu].places[reg];

    if (G_LIKELY(place))
        *place = value;
    else
        x86_write_reg(vcpu, reg, value);
}

/* Returns RIP at the start of the current block at a device access, which has
 * no callback: for mmio_init(). */
uint64_t x86_rip_of_block(unsigned vcpu);

/* The same in a translation callback, for the translating CPU. */
uint64_t x86_get_here(enum x86_reg reg);

/* The mode of code being translated. QEMU translates it again for other
 * modes. */
struct x86_mode {
    bool real; /* mode */
    bool user; /* unprivileged; in real mode all code is privileged */
};

struct x86_mode x86_mode_here(void);

/* Whether CR4 selects page tables of five levels; and lets users execute
 * RDPMC. */
bool x86_la57(uint64_t cr4);
bool x86_pce(uint64_t cr4);

/* Returns RIP of an instruction. @page_offset: page offset of the linear
 * address at translation; @real: it runs in real mode. */
uint64_t x86_rip(unsigned vcpu, unsigned page_offset, bool real);

#endif
