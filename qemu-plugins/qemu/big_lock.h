/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * QEMU's big lock, which guards its devices. It is held by the main loop but for its sleep, while a CPU
 * accesses a device, and for work that was put off to between two blocks. The plugin API does not know it;
 * QEMU's binary exports its functions (QEMU_LOCK). Without them nobody ever seems to hold it.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_BIG_LOCK_H
#define PMULAB_QEMU_PLUGINS_QEMU_BIG_LOCK_H

#include <stdbool.h>

/* Takes it for this thread. Returns false if this thread had it already. */
bool big_lock_take(void);

/* Gives it away if this thread has it. Returns whether it had. */
bool big_lock_give(void);

#endif
