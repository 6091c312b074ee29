/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Instruction by instruction: has QEMU translate blocks of one instruction, apart from those that it has, for
 * as long as a CPU asks for it. QEMU's binary exports the variable behind its option -one-insn-per-tb
 * (QEMU_SINGLE_STEPS), and looks at it whenever it looks for a block. It is for all CPUs alike: where each
 * has a thread of its own, the others run single instructions, too, as they come by.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_ONE_INSN_H
#define PMULAB_QEMU_PLUGINS_QEMU_ONE_INSN_H

#include <stdbool.h>

#define ONE_INSN_MAX_CPUS 256

/* At installation of a machine that needs QEMU_SINGLE_STEPS. Until then nothing is ever on. */
void one_insn_init(void);

/* CPU @vcpu, which runs the callback, asks for it from its next block on, or does so no more. */
void one_insn_ask(unsigned vcpu, bool on);

/* Whether @vcpu asks for it. */
bool one_insn_asked(unsigned vcpu);

/*
 * In a translation's callback: whether QEMU may have asked for the block while it was on. Where CPUs have
 * threads of their own, one may switch it off between that and the callback. So it counts as on, too, when
 * that has happened since this thread's translation before, which ended with one_insn_translated(). What else
 * is taken for such a block by that, one for each time and thread at most, does no harm.
 */
bool one_insn_on(void);
void one_insn_translated(void);

/*
 * A CPU that has not asked found itself among single instructions. Where all CPUs take turns in one thread
 * this switches them off, until the one that asked is told with one_insn_resume() that it runs again.
 */
void one_insn_not_mine(void);
void one_insn_resume(void);

/* @vcpu, which has asked, cannot tell when it runs again: nobody's turn switches them off until it says so.
 */
void one_insn_keep(unsigned vcpu, bool on);

#endif
