/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What QEMU has beside its plugin API: its executable exports functions and variables to all that it loads.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_QEMU_SYMBOL_H
#define PMULAB_QEMU_PLUGINS_QEMU_QEMU_SYMBOL_H

#include <stdbool.h>

/*
 * Sets *@pointer, a pointer to a function or to a variable, to what QEMU exports as @name; a variable of each
 * thread is the calling thread's. Returns false, with NULL in *@pointer, if this QEMU exports nothing of that
 * name. That the types fit is the caller's business.
 */
bool qemu_symbol(const char *name, void *pointer);

#endif
