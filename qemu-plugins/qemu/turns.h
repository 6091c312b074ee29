/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Under -icount all CPUs share a thread, and time is what they have executed. What is left of the host's
 * timing is QEMU's main loop, a thread of its own: it moves the clock on when all CPUs idle, and runs timers
 * that are due. When it looks while the CPUs' thread is just between two CPUs, or has not yet added up what
 * an idling CPU has executed, the clock jumps too far, or CPUs take their turns in another order: some
 * nanoseconds here become microseconds later.
 *
 * So the main loop has to wait until the CPUs' thread sleeps. It has nothing to do before: timers that are
 * due while CPUs execute are run by these.
 *
 * A third thread frees what is no longer used (RCU), a while after the guest has moved something in its
 * address space, and hurries the CPUs' thread along by having it turn to the next CPU. It has to wait for the
 * end of a CPU's turn instead, which is never far.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_TURNS_H
#define PMULAB_QEMU_PLUGINS_QEMU_TURNS_H

#include <stdbool.h>

/*
 * Has the main loop wait for its turn from now on, if QEMU counts instructions and exports what that takes
 * (QEMU_TURNS and more); else nothing happens. At installation. @typed: somebody may type something that a
 * busy guest has to see.
 */
void turns_begin(bool typed);

/* To be called in each CPU's thread, before it executes anything. */
void turns_join(void);

/* Whether the machine is being stopped, and waits for the CPU that asks. From a vCPU's context, without the
 * arbiter. Only where this QEMU has QEMU_SAVING. */
bool turns_stopping(void);

/* Has @asleep called, in the CPUs' thread, as that next goes to sleep for want of something to execute; at
 * once where the main loop does not have to wait. */
void turns_when_asleep(void (*asleep)(void));

/* Has all CPUs look up addresses anew. From a vCPU's context; only where they share a thread, and this QEMU
 * has QEMU_ADDRESSES. */
void turns_forget_addresses(void);

/* While @off the main loop need not wait: the CPUs' thread does nothing that could be disturbed. */
void turns_suspend(bool off);

#endif
