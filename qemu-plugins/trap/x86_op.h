/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an x86 CPU executes, instruction by instruction, while it runs blocks of one (one_insn.h); and of
 * blocks in general what those who count them want to know.
 */
#ifndef PMULAB_TRAP_X86_OP_H
#define PMULAB_TRAP_X86_OP_H

#include "models/sim/op.h"
#include "qemu-plugins/count/blocks.h"

struct trap_x86_op_hooks {
    /* Whether @cpu's instructions are of interest. */
    bool (*watches)(unsigned cpu);
    /*
     * @cpu has executed @op, and is at @op->next_pc. Of @op, now and the pages' sizes are left to the
     * machine. @in_single: it is inside of the next block, which is of one instruction, where the clock can
     * be read and interrupts can be raised even under -icount.
     */
    void (*op)(void *machine, unsigned cpu, struct sim_op *op, bool in_single);
    /* @cpu is about to halt, and may not come back for long. */
    void (*halts)(unsigned cpu);
};

/* At installation. Both must live as long as QEMU. */
void trap_x86_op_start(const struct trap_x86_op_hooks *hooks, void *machine);

/* In the translation's callback, before anything else that acts on execution. */
void trap_x86_op_translated(struct qemu_plugin_tb *tb);

/* In the discontinuity's: whether it is the one that counts, and *@type what it really is. */
bool trap_x86_arrived(unsigned cpu, enum qemu_plugin_discon_type *type);

/* Likewise, when it is. */
void trap_x86_op_discontinued(unsigned cpu, enum qemu_plugin_discon_type type, uint64_t from);

/* In the translation's callback: what the block is, for those who count it, and do not ask for its privilege.
 */
struct blocks_traits trap_x86_traits(struct qemu_plugin_tb *tb);

/* In an exception's: whether it came before the instruction at @from was there to be executed. */
bool trap_x86_unfetched(unsigned cpu, uint64_t from);

#endif
