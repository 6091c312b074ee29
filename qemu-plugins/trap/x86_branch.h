/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The branches of an x86 CPU, one by one, without its other instructions. */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_X86_BRANCH_H
#define PMULAB_QEMU_PLUGINS_TRAP_X86_BRANCH_H

#include "models/sim/op.h"
#include "qemu-plugins/qemu/qemu_api.h"

struct trap_x86_branch_hooks {
    /* Whether to follow @cpu's branches. */
    bool (*watches)(unsigned cpu);
    /* @cpu has executed the branch @op, and is at @op->next_pc. Only @op's pc,
     * next_pc, length, user, retired (true), branch, far, to_user and target
     * are set. Outside of the arbiter. */
    void (*branch)(void *machine, unsigned cpu, const struct sim_op *op);
    /* May be NULL: @cpu, whose branches are followed, takes an interrupt or
     * exception at @from. Its handler is at @to. Outside of the arbiter. */
    void (*interrupted)(void *machine, unsigned cpu, uint64_t from, uint64_t to);
};

/* Call at installation. Both must live as long as QEMU. */
void trap_x86_branch_start(const struct trap_x86_branch_hooks *hooks, void *machine);

/* Call in the translation callback, after counting the block. Blocks without
 * this call are not watched. */
void trap_x86_branch_translated(struct qemu_plugin_tb *tb);

/* Call in the discontinuity callback if it counts: trap_x86_arrived(). */
void trap_x86_branch_discontinued(
    unsigned cpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to);

/* All translations are about to be freed. */
void trap_x86_branch_flushed(void);

/* Following branches begins or ends. */
void trap_x86_branch_forget(void);

#endif
