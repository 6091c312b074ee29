/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * QEMU's big lock, which guards its devices. The main loop holds it except
 * while it sleeps. A CPU holds it for an access to a device, and for work
 * deferred to between two blocks. The plugin API does not have it; QEMU's
 * binary exports its functions (QEMU_LOCK). Without them no thread ever seems
 * to hold it.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_BIG_LOCK_H
#define PMULAB_QEMU_PLUGINS_QEMU_BIG_LOCK_H

#include <stdbool.h>

/* Takes it for this thread. Returns false if this thread held it already. */
bool big_lock_take(void);

/* Releases it if this thread holds it. Returns whether it did. */
bool big_lock_give(void);

#endif
