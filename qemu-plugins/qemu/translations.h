/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory that lives as long as translated code does: what a callback is to know when the code runs. An item
 * costs a few instructions, and all go at once when QEMU throws its translations away.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_TRANSLATIONS_H
#define PMULAB_QEMU_PLUGINS_QEMU_TRANSLATIONS_H

#include <stddef.h>

/* @size bytes, all zero, aligned for any object. From a translation's callback, on any thread. */
void *translations_add(size_t size);

/* From the callback that says that all translations have gone, when no CPU runs. */
void translations_gone(void);

#endif
