/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/qemu/qemu_symbol.h"

#include <dlfcn.h>
#include <string.h>

bool qemu_symbol(const char *name, void *pointer)
{
    void *found = dlsym(RTLD_DEFAULT, name);

    /* C has no conversion from a pointer to an object into one to a function; POSIX has them of one size. */
    memcpy(pointer, &found, sizeof(found));
    return found;
}
