/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/big_lock.h"

#include <dlfcn.h>
#include <string.h>

/* To take it takes a place in the source, for QEMU's profiler. */
static struct {
    void (*lock)(const char *file, int line);
    void (*unlock)(void);
    bool (*locked)(void);
} qemu;

static bool resolve(const char *name, void *function)
{
    void *found = dlsym(RTLD_DEFAULT, name);

    memcpy(function, &found, sizeof(found));
    return found;
}

bool big_lock_init(void)
{
    if (resolve("bql_lock_impl", &qemu.lock) && resolve("bql_unlock", &qemu.unlock) &&
        resolve("bql_locked", &qemu.locked))
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
