/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Takes and releases QEMU's big lock, for threads that may hold it already. */
#include "qemu-plugins/qemu/big_lock.h"

#include "qemu-plugins/qemu/qemu_private.h"

bool big_lock_take(void)
{
    if (!qemu_private_has(QEMU_LOCK) || qemu_private.bql_locked())
        return false;
    /* the caller's file and line, for QEMU's profiler */
    qemu_private.bql_lock_impl(__FILE__, __LINE__);
    return true;
}

bool big_lock_give(void)
{
    if (!qemu_private_has(QEMU_LOCK) || !qemu_private.bql_locked())
        return false;
    qemu_private.bql_unlock();
    return true;
}
