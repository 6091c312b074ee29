/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One access at a time. Virtual CPUs run in threads of their own, and a machine's registers are one thing:
 * like a bus, the arbiter lets one transaction through after the other. It is entered for a register access
 * or a deadline alone (some tens of ns; microseconds where counters run), never for a block or a memory
 * access, and so is a flag to spin on, not a lock to sleep on.
 *
 * QEMU's big lock comes behind it: who has that lock gives it away while waiting to enter, and takes it again
 * once inside.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_ARBITER_H
#define PMULAB_QEMU_PLUGINS_QEMU_ARBITER_H

#include <stdbool.h>

void arbiter_enter(void);

/*
 * Enters if that is possible within about @milliseconds, else returns false: at exit, the thread that is
 * inside may be gone.
 */
bool arbiter_try_enter(unsigned milliseconds);

/* Whether this thread is inside. */
bool arbiter_is_mine(void);

void arbiter_leave(void);

#endif
