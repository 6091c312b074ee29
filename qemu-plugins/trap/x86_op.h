/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An x86 CPU's execution, instruction by instruction, while it runs special
 * blocks (special_blocks.h); and the properties of blocks for counting. */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_X86_OP_H
#define PMULAB_QEMU_PLUGINS_TRAP_X86_OP_H

#include "models/sim/op.h"
#include "qemu-plugins/count/blocks.h"

/* A CPU's place at the end of an op: instructions of the current block before
 * the place, and from the place on. Between blocks both are 0. With one left,
 * the CPU is at a block's last instruction. There the clock can be read and
 * interrupts can be raised even under -icount. */
struct trap_x86_place {
    uint32_t before, rest;
};

struct trap_x86_op_hooks {
    /* Whether to follow @cpu's instructions. */
    bool (*watches)(unsigned cpu);
    /*
     * @cpu has executed @op and is at @op->next_pc, which is @place. The
     * machine fills in @op's now and page sizes.
     */
    void (*op)(void *machine, unsigned cpu, struct sim_op *op, const struct trap_x86_place *place);
    /* @cpu is about to halt, possibly for a long time. */
    void (*halts)(unsigned cpu);
};

/* Call at installation. Both must live as long as QEMU. */
void trap_x86_op_start(const struct trap_x86_op_hooks *hooks, void *machine);

/* Call in the translation callback for a block whose traits are .shown, before
 * anything else that acts on execution. */
void trap_x86_op_translated(struct qemu_plugin_tb *tb);

/* Call in the discontinuity callback: whether this discontinuity counts;
 * corrects *@type. */
bool trap_x86_arrived(unsigned cpu, enum qemu_plugin_discon_type *type);

/* Call there if it counts. */
void trap_x86_op_discontinued(unsigned cpu, enum qemu_plugin_discon_type type, uint64_t from);

/* In the translation callback: returns the block's properties for counting.
 * @mixed: only with branches, which the mix counts. */
struct blocks_traits trap_x86_traits(struct qemu_plugin_tb *tb, bool mixed);

/* A hook of blocks.h: whether the instruction at @from could not be fetched. */
bool trap_x86_was_next(unsigned cpu, uint64_t from, uint64_t to);

#endif
