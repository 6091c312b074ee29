/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An allocator whose items are all freed when QEMU drops its translations. */
#include "qemu-plugins/qemu/translations.h"

#include <glib.h>
#include <string.h>

enum { CHUNK = 1 << 18, ALIGNMENT = _Alignof(max_align_t) };

/* Chunks are kept: after a flush about the same amount is translated again. */
static struct {
    GMutex lock;
    GPtrArray *chunks;
    guint current; /* chunk */
    size_t used;   /* bytes of it */
    unsigned drops;
} self;

void *translations_add(size_t size)
{
    size_t rounded = (size + ALIGNMENT - 1) & ~((size_t)ALIGNMENT - 1);
    char *item;

    g_assert(rounded <= CHUNK);
    g_mutex_lock(&self.lock);
    if (!self.chunks) {
        self.chunks = g_ptr_array_new();
        g_ptr_array_add(self.chunks, g_malloc(CHUNK));
    } else if (self.used + rounded > CHUNK) {
        if (++self.current == self.chunks->len)
            g_ptr_array_add(self.chunks, g_malloc(CHUNK));
        self.used = 0;
    }
    item = (char *)self.chunks->pdata[self.current] + self.used;
    self.used += rounded;
    g_mutex_unlock(&self.lock);
    memset(item, 0, rounded);
    return item;
}

void translations_gone(void)
{
    g_mutex_lock(&self.lock);
    self.current = 0;
    self.used = 0;
    self.drops++;
    g_mutex_unlock(&self.lock);
}

/* QEMU drops translations only when no CPU runs. */
unsigned translations_drops(void)
{
    return self.drops;
}
