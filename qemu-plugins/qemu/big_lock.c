/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/qemu/big_lock.h"

#include "qemu-plugins/qemu/qemu_symbol.h"

#include <stddef.h>

/* To take it takes a place in the source, for QEMU's profiler. */
static struct {
    void (*lock)(const char *file, int line);
    void (*unlock)(void);
    bool (*locked)(void);
} qemu;

bool big_lock_init(void)
{
    if (qemu_symbol("bql_lock_impl", &qemu.lock) && qemu_symbol("bql_unlock", &qemu.unlock) &&
        qemu_symbol("bql_locked", &qemu.locked))
        return true;
    qemu.locked = NULL;
    return false;
}

bool big_lock_take(void)
{
    if (!qemu.locked || qemu.locked())
        return false;
    qemu.lock(__FILE__, __LINE__);
    return true;
}

bool big_lock_give(void)
{
    if (!qemu.locked || !qemu.locked())
        return false;
    qemu.unlock();
    return true;
}
