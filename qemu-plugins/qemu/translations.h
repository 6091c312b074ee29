/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory with the lifetime of translated code, for data that a callback needs
 * when the code runs. An item costs a few instructions; all are freed at once
 * when QEMU drops its translations. */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_TRANSLATIONS_H
#define PMULAB_QEMU_PLUGINS_QEMU_TRANSLATIONS_H

#include <stddef.h>

/* Returns @size bytes, all zero, aligned for any object. From a translation
 * callback, on any thread. */
void *translations_add(size_t size);

/* Call in the callback for dropped translations, when no CPU runs. */
void translations_gone(void);

/* Returns the number of such drops. From a vCPU's context. */
unsigned translations_drops(void);

#endif
