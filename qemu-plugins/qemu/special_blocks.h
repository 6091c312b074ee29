/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Blocks that QEMU keeps apart from others, so that they can have special
 * callbacks. QEMU also looks up a block by its flags. It derives some of these
 * from its options' variables (QEMU_SPECIAL_BLOCKS) at each look-up. While a
 * CPU requests a kind, its variable is set. That affects all CPUs: with a
 * thread for each CPU, the other CPUs also run such blocks.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_SPECIAL_BLOCKS_H
#define PMULAB_QEMU_PLUGINS_QEMU_SPECIAL_BLOCKS_H

#include <stdbool.h>

enum { SPECIAL_MAX_CPUS = 256 };

enum special {
    SPECIAL_SINGLE, /* of one instruction: -one-insn-per-tb */
    SPECIAL_SHOWN,  /* as QEMU makes them, but not chained: -d nochain */
    SPECIAL_KINDS
};

/* Call at installation if QEMU has QEMU_SPECIAL_BLOCKS. Without, none is ever
 * on. */
void special_init(void);

/* CPU @vcpu, which runs the callback, requests @kind from its next block on, or
 * stops the request. */
void special_ask(enum special kind, unsigned vcpu, bool on);

/* Whether @vcpu requests it. */
bool special_asked(enum special kind, unsigned vcpu);

/*
 * In a translation callback: whether QEMU may have requested the block while
 * @kind was on. With a thread for each CPU, another thread may switch @kind off
 * before the callback. So it also counts as on if that has happened since this
 * thread's previous translation, which ended with special_translated(). At most
 * one block per switch and thread is wrongly treated as special, which is
 * harmless.
 */
bool special_on(enum special kind);
void special_translated(void);

/* @vcpu runs special blocks. If all CPUs take turns in one thread, this
 * switches off the kinds that @vcpu has not requested. They stay off until the
 * requesting CPU reports with special_resume() that it runs again. */
void special_not_mine(unsigned vcpu);
void special_resume(enum special kind);

/* @vcpu has a request, but cannot report when it runs again. Other CPUs' turns
 * switch nothing off until it allows that. */
void special_keep(unsigned vcpu, bool on);

#endif
