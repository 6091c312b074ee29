/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The time of an access within a block. With -icount, QEMU's clock can be read
 * only in a block's last instruction. While blocks count, the time follows from
 * them (count/blocks.h). Otherwise the instruction restarts as a block by
 * itself. QEMU's clock has then moved by the instructions of the block that was
 * left, as after every access that leaves a block.
 */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_EXACT_TIME_H
#define PMULAB_QEMU_PLUGINS_TRAP_EXACT_TIME_H

#include "qemu-plugins/qemu/special_blocks.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Call in a callback that may set the PC, with the address @pc of @cpu's
 * instruction, which has not executed yet, and outside of the arbiter. Either
 * returns whether the clock can be read now; or restarts the instruction, and
 * does not return. @keeps: whether the machine itself needs @cpu to stay in
 * blocks of a kind, or NULL. Needs special_init().
 */
bool exact_time(unsigned cpu, uint64_t pc, bool (*keeps)(unsigned cpu, enum special kind));

#endif
