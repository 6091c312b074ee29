/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Under -icount all CPUs share a thread, and their executed instructions are
 * the time. The only host timing left is QEMU's main loop, a separate thread:
 * it advances the clock when all CPUs idle, and runs timers that are due. It
 * may read the time while the CPUs' thread is between two CPUs, or before that
 * thread has added an idling CPU's instructions. Then the clock jumps too far,
 * or CPUs take their turns in another order: some nanoseconds here become
 * microseconds later.
 *
 * So the main loop must wait until the CPUs' thread sleeps. It has no work
 * before: the CPUs run timers that are due while they execute.
 *
 * A third thread frees unused data (RCU), some time after the guest has moved a
 * region in its address space. It interrupts the CPUs' thread by making it
 * continue with the next CPU. It must wait for the end of a CPU's turn instead,
 * which is always soon.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_TURNS_H
#define PMULAB_QEMU_PLUGINS_QEMU_TURNS_H

#include <stdbool.h>

/*
 * Makes the main loop wait for its turn from now on, if QEMU counts
 * instructions and exports the needed symbols (QEMU_TURNS and more). Otherwise
 * has no effect. At installation. @typed: a user may type input that a busy
 * guest must see.
 */
void turns_begin(bool typed);

/* Call in each CPU's thread before it executes anything. */
void turns_join(void);

/* Whether the machine is being stopped and waits for the calling CPU. From a
 * vCPU's context, without the arbiter. Only if this QEMU has QEMU_SAVING. */
bool turns_stopping(void);

/* Calls @asleep in the CPUs' thread before its next idle sleep; at once if the
 * main loop need not wait. */
void turns_when_asleep(void (*asleep)(void));

/* Makes all CPUs look up addresses again. From a vCPU's context; only if they
 * share a thread and this QEMU has QEMU_ADDRESSES. */
void turns_forget_addresses(void);

/* While @off, the main loop need not wait: it cannot disturb the CPUs'
 * thread. */
void turns_suspend(bool off);

#endif
