/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One access at a time. Virtual CPUs run in threads of their own, but a machine's registers are shared: like
 * a bus, the arbiter lets one transaction through after the other. Only register accesses and deadlines enter
 * it (some tens of ns; microseconds while counters run), never blocks or memory accesses. So it is a flag to
 * spin on, not a lock to sleep on.
 *
 * QEMU's big lock comes after it: a thread that holds the big lock releases it while waiting to enter, and
 * takes it again once inside.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_ARBITER_H
#define PMULAB_QEMU_PLUGINS_QEMU_ARBITER_H

#include <stdbool.h>

void arbiter_enter(void);

/* Enters if possible within about @milliseconds, else returns false: at exit, the thread inside may be
 * gone. */
bool arbiter_try_enter(unsigned milliseconds);

/* Whether this thread is inside. */
bool arbiter_is_mine(void);

void arbiter_leave(void);

#endif
