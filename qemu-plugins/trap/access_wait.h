/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lets a CPU wait for its access to a register, as the option `access` says. */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_ACCESS_WAIT_H
#define PMULAB_QEMU_PLUGINS_TRAP_ACCESS_WAIT_H

#include "models/sim/access_time.h"
#include "qemu-plugins/qemu/cpu_wait.h"

extern struct access_time access_wait_time __attribute__((visibility("hidden")));

/* After the machine's response to an access of @kind, in the callback that
 * handles it. */
static inline void access_wait(enum access_kind kind)
{
    if (access_wait_time.ns[kind])
        cpu_wait(access_wait_time.ns[kind]);
}

#endif
