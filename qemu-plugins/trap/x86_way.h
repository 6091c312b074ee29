/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Watches where an x86 guest's drivers are left: way.h. */
#ifndef PMULAB_TRAP_X86_WAY_H
#define PMULAB_TRAP_X86_WAY_H

#include "qemu-plugins/qemu/qemu_api.h"

/* Call at installation. */
void x86_way_start(void);

/* Call for each translated block. */
void x86_way_translated(struct qemu_plugin_tb *tb);

/* The address in a driver on the way to the access that the instruction at @pc makes on CPU @vcpu, or 0. In a
 * callback that may read registers. */
uint64_t x86_way_of(unsigned vcpu, uint64_t pc);

/* Likewise for RDMSR and WRMSR. The kernel has functions of their own for these, so that for a driver in the
 * kernel itself the way is the return address of the call of that function. It may be no driver's. */
uint64_t x86_way_of_msr(unsigned vcpu, uint64_t pc);

#endif
