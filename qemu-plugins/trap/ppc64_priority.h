/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A thread of POWER that waits lowers its priority, and leaves its core to the others: a move of r31 to
 * itself is very low priority (Power ISA 3.0B, book II, section 3.1). QEMU runs it at full speed. skiboot's
 * secondary threads wait so, in a loop of loads and compares, until the kernel starts them: each would cost
 * the host a CPU for most of a boot. Here they nap.
 *
 * Only code in real mode is watched, because that is where firmware waits: an operating system halts an idle
 * thread.
 */
#ifndef PMULAB_TRAP_PPC64_PRIORITY_H
#define PMULAB_TRAP_PPC64_PRIORITY_H

#include "qemu-plugins/qemu/qemu_api.h"

/* Call at installation. */
void ppc64_priority_begin(void);

/* A block is translated, which begins in real mode or not; then each of its instructions. They do nothing
 * where CPUs share a thread, because there a nap would stop them all. */
void ppc64_priority_block(struct qemu_plugin_tb *tb, bool real_mode);
void ppc64_priority_insn(struct qemu_plugin_insn *at, uint32_t word);

#endif
