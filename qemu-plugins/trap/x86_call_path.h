/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Watches the exits from an x86 guest's drivers: call_path.h. */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_X86_CALL_PATH_H
#define PMULAB_QEMU_PLUGINS_TRAP_X86_CALL_PATH_H

#include "qemu-plugins/qemu/qemu_api.h"

/* Call at installation. */
void x86_call_path_start(void);

/* Call for each translated block. */
void x86_call_path_translated(struct qemu_plugin_tb *tb);

/* The driver address in the call path of the access that the instruction at @pc
 * makes on CPU @vcpu, or 0. In a callback that may read registers. */
uint64_t x86_call_path_of(unsigned vcpu, uint64_t pc);

/* The same for RDMSR and WRMSR. The kernel has separate functions for these.
 * For a driver in the kernel itself, the call path is therefore the return
 * address of that function's call. It may be outside of drivers. */
uint64_t x86_call_path_of_msr(unsigned vcpu, uint64_t pc);

#endif
