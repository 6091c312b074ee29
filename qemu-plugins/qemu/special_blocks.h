/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Blocks that QEMU keeps apart from its others, so that they can have callbacks of their own. QEMU looks for
 * a block by its flags, too, and takes some of them from variables behind its options (QEMU_SPECIAL_BLOCKS),
 * whenever it looks. While a CPU asks for a kind, its variable is set. That affects all CPUs: if each has a
 * thread of its own, the others also run such blocks as they come by.
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

/* Call at installation of a machine that needs QEMU_SPECIAL_BLOCKS. Before that none is ever on. */
void special_init(void);

/* CPU @vcpu, which runs the callback, asks for @kind from its next block on, or stops asking. */
void special_ask(enum special kind, unsigned vcpu, bool on);

/* Whether @vcpu asks for it. */
bool special_asked(enum special kind, unsigned vcpu);

/*
 * In a translation callback: whether QEMU may have asked for the block while @kind was on. If CPUs have
 * threads of their own, one may switch it off between that and the callback. So it counts as on, too, if that
 * has happened since this thread's previous translation, which ended with special_translated(). The blocks
 * wrongly taken for special ones, at most one per switch and thread, do no harm.
 */
bool special_on(enum special kind);
void special_translated(void);

/* @vcpu runs special blocks. If all CPUs take turns in one thread, this switches the kinds that it has not
 * asked for off, until the one that asked reports with special_resume() that it runs again. */
void special_not_mine(unsigned vcpu);
void special_resume(enum special kind);

/* @vcpu, which has asked, cannot report when it runs again: no other CPU's turn switches anything off until
 * it allows that. */
void special_keep(unsigned vcpu, bool on);

#endif
