/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the container that skiboot expects in the partition IMA_CATALOG. */
#include "fdt/container.h"

#include "fdt/big_endian.h"
#include "fdt/limits.h"

#include <string.h>

static void put_header(guint8 *header, const guint32 *keys, guint n_keys, guint32 bytes)
{
    memcpy(header, "IMCC", 4);
    be32_put(header + 4, 1);
    for (guint i = 0; i < n_keys; i++) {
        guint8 *section = header + 8 + i * 12;

        be32_put(section, keys[i]);
        be32_put(section + 4, CONTAINER_HEADER);
        be32_put(section + 8, bytes);
    }
}

GBytes *container_write(GBytes *tree, const guint32 *keys, guint n_keys, enum packed_check check)
{
    g_autoptr(GBytes) packed = packed_write(tree, check);
    gsize bytes, size;
    const void *data = g_bytes_get_data(packed, &bytes);
    guint8 *container;

    g_assert(n_keys > 0 && n_keys <= CONTAINER_SECTIONS);
    size = CONTAINER_HEADER + (bytes + CONTAINER_HEADER - 1) / CONTAINER_HEADER * CONTAINER_HEADER;
    container = g_malloc0(size);
    put_header(container, keys, n_keys, (guint32)bytes);
    memcpy(container + CONTAINER_HEADER, data, bytes);
    return g_bytes_new_take(container, size);
}
