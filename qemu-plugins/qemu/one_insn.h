/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Instruction by instruction: makes QEMU translate blocks of one instruction, separate from its others, while
 * a CPU asks for it. QEMU's binary exports the variable behind its option -one-insn-per-tb
 * (QEMU_SINGLE_STEPS), and looks at it whenever it looks for a block. It affects all CPUs: if each has a
 * thread of its own, the others also run single instructions as they come by.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_ONE_INSN_H
#define PMULAB_QEMU_PLUGINS_QEMU_ONE_INSN_H

#include <stdbool.h>

#define ONE_INSN_MAX_CPUS 256

/* Call at installation of a machine that needs QEMU_SINGLE_STEPS. Before that it is never on. */
void one_insn_init(void);

/* CPU @vcpu, which runs the callback, asks for it from its next block on, or stops asking. */
void one_insn_ask(unsigned vcpu, bool on);

/* Whether @vcpu asks for it. */
bool one_insn_asked(unsigned vcpu);

/*
 * In a translation callback: whether QEMU may have asked for the block while it was on. If CPUs have threads
 * of their own, one may switch it off between that and the callback. So it counts as on, too, if that has
 * happened since this thread's previous translation, which ended with one_insn_translated(). The blocks
 * wrongly taken for single ones, at most one per switch and thread, do no harm.
 */
bool one_insn_on(void);
void one_insn_translated(void);

/* A CPU that has not asked runs single instructions. If all CPUs take turns in one thread, this switches them
 * off until the one that asked reports with one_insn_resume() that it runs again. */
void one_insn_not_mine(void);
void one_insn_resume(void);

/* @vcpu, which has asked, cannot report when it runs again: no other CPU's turn switches single instructions
 * off until it allows that. */
void one_insn_keep(unsigned vcpu, bool on);

#endif
