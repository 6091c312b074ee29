/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a flash image: the table of partitions, and one partition in it. */
#include "fdt/ffs.h"

#include "fdt/big_endian.h"
#include "fdt/limits.h"

#include <string.h>

enum ffs_type { FFS_DATA = 1, FFS_TABLE = 3 };

/* One partition, in blocks. */
struct partition {
    const char *name;
    guint32 base, blocks;
    enum ffs_type type;
    guint32 actual; /* bytes in use */
};

guint32 ffs_checksum(const guint8 *bytes, gsize n)
{
    guint32 sum = 0;

    for (gsize i = 0; i < n; i += 4)
        sum ^= be32_at(bytes + i);
    return sum;
}

static void put_header(guint8 *at, guint32 n_entries, guint32 blocks)
{
    be32_put(at, FFS_MAGIC);
    be32_put(at + 4, 1); /* version */
    be32_put(at + 8, 1); /* size of the table in blocks */
    be32_put(at + 12, FFS_ENTRY);
    be32_put(at + 16, n_entries);
    be32_put(at + 20, FFS_BLOCK);
    be32_put(at + 24, blocks);
    be32_put(at + FFS_HEADER - 4, ffs_checksum(at, FFS_HEADER - 4));
}

static void put_entry(guint8 *at, guint32 id, const struct partition *p)
{
    memcpy(at, p->name, strlen(p->name));
    be32_put(at + 16, p->base);
    be32_put(at + 20, p->blocks);
    be32_put(at + 24, G_MAXUINT32); /* no parent */
    be32_put(at + 28, id);
    be32_put(at + 32, p->type);
    be32_put(at + 40, p->actual);
    be32_put(at + FFS_ENTRY - 4, ffs_checksum(at, FFS_ENTRY - 4));
}

GBytes *ffs_write(GBytes *content, gsize bytes)
{
    gsize size;
    const void *data = g_bytes_get_data(content, &size);
    guint32 content_blocks = (guint32)((size + FFS_BLOCK - 1) / FFS_BLOCK);
    guint32 blocks = MAX((guint32)(bytes / FFS_BLOCK), 1 + content_blocks);
    guint8 *image = g_malloc(blocks * (gsize)FFS_BLOCK);

    /* Erased flash outside of partitions. */
    memset(image, 0xff, blocks * (gsize)FFS_BLOCK);
    memset(image, 0, FFS_BLOCK);
    put_header(image, 2, blocks);
    put_entry(image + FFS_HEADER, 1, &(struct partition){"part", 0, 1, FFS_TABLE, FFS_BLOCK});
    put_entry(image + FFS_HEADER + FFS_ENTRY, 2,
        &(struct partition){FFS_PARTITION, 1, content_blocks, FFS_DATA, (guint32)size});
    memcpy(image + FFS_BLOCK, data, size);
    return g_bytes_new_take(image, blocks * (gsize)FFS_BLOCK);
}
