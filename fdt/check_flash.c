/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks a flash image by the rules that skiboot's libflash/libffs.c and
 * core/flash.c apply before they look into the partition. */
#include "fdt/big_endian.h"
#include "fdt/check.h"
#include "fdt/complaints.h"
#include "fdt/ffs.h"
#include "fdt/limits.h"

#define FLAG_ECC 0x8000 /* in the half word at byte 62 of an entry */

/* The table's header. */
struct header {
    guint32 table_blocks, entry_bytes, n_entries, block_bytes, n_blocks;
};

static gboolean read_header(
    const guint8 *image, gsize size, struct header *h, GPtrArray *complaints)
{
    if (size < FFS_HEADER)
        complain(complaints, "flash: %zu bytes are not an image", size);
    else if (be32_at(image) != FFS_MAGIC)
        complain(complaints, "flash: does not begin with \"PART\"");
    else if (ffs_checksum(image, FFS_HEADER))
        complain(complaints, "flash: the header's checksum is wrong");
    else if (be32_at(image + 4) != 1)
        complain(complaints, "flash: the table has version %u, expected 1", be32_at(image + 4));
    else {
        *h = (struct header){be32_at(image + 8), be32_at(image + 12), be32_at(image + 16),
            be32_at(image + 20), be32_at(image + 24)};
        return TRUE;
    }
    return FALSE;
}

static gboolean check_header(const struct header *h, gsize size, GPtrArray *complaints)
{
    guint64 table = (guint64)h->table_blocks * h->block_bytes;

    if (h->entry_bytes != FFS_ENTRY)
        complain(complaints, "flash: entries of %u bytes, expected %u", h->entry_bytes, FFS_ENTRY);
    else if (h->block_bytes != FFS_BLOCK)
        complain(
            complaints, "flash: blocks of 0x%x bytes, expected 0x%x", h->block_bytes, FFS_BLOCK);
    else if ((guint64)h->n_blocks * h->block_bytes > size)
        complain(complaints, "flash: %u blocks, but the image has %zu bytes", h->n_blocks, size);
    else if (h->n_blocks > FFS_MAX_BLOCKS)
        complain(complaints, "flash: %u blocks, expected at most %u", h->n_blocks, FFS_MAX_BLOCKS);
    else if (h->table_blocks > h->n_blocks ||
             FFS_HEADER + (guint64)h->n_entries * FFS_ENTRY > table)
        complain(complaints, "flash: %u entries do not fit into the table's %u blocks",
            h->n_entries, h->table_blocks);
    else
        return TRUE;
    return FALSE;
}

/* Returns the name, printable and truncated to 15 characters; the caller frees
 * it. */
static char *name_of(const guint8 *entry)
{
    g_autofree char *name = g_strndup((const char *)entry, 15);

    return g_strescape(name, NULL);
}

/* Complains about wrong checksums, because any makes skiboot ignore the flash.
 * Returns the entry of @wanted, or NULL. */
static const guint8 *find_entry(
    const guint8 *image, const struct header *h, const char *wanted, GPtrArray *complaints)
{
    const guint8 *found = NULL;

    for (guint i = 0; i < h->n_entries; i++) {
        const guint8 *entry = image + FFS_HEADER + (gsize)i * FFS_ENTRY;
        g_autofree char *name = name_of(entry);

        if (ffs_checksum(entry, FFS_ENTRY))
            complain(complaints, "flash: partition '%s': the entry's checksum is wrong", name);
        if (!found && !strcmp(name, wanted))
            found = entry;
    }
    if (!found)
        complain(complaints, "flash: no partition '%s'", wanted);
    return found;
}

static void check_partition(
    const guint8 *image, const guint8 *entry, const struct header *h, GPtrArray *complaints)
{
    guint64 base = (guint64)be32_at(entry + 16) * FFS_BLOCK,
            bytes = (guint64)be32_at(entry + 20) * FFS_BLOCK;
    guint32 actual = be32_at(entry + 40);

    if (base + bytes > (guint64)h->n_blocks * FFS_BLOCK)
        complain(complaints, "flash: partition '%s' reaches beyond the flash's %u blocks",
            FFS_PARTITION, h->n_blocks);
    else if (be32_at(entry + 60) & FLAG_ECC)
        complain(complaints, "flash: partition '%s': with ECC; only plain ones are known here",
            FFS_PARTITION);
    else if (actual > bytes)
        complain(complaints,
            "flash: partition '%s': 'actual' 0x%x is more than its 0x%" G_GINT64_MODIFIER "x bytes",
            FFS_PARTITION, actual, bytes);
    else if (actual < CONTAINER_HEADER)
        complain(complaints, "flash: partition '%s': 'actual' 0x%x: expected 0x%x or more",
            FFS_PARTITION, actual, CONTAINER_HEADER);
    else
        check_container(image + base, actual, complaints);
}

void check_flash(const guint8 *bytes, gsize size, GPtrArray *complaints)
{
    struct header header;
    const guint8 *entry;

    if (!read_header(bytes, size, &header, complaints) || !check_header(&header, size, complaints))
        return;
    entry = find_entry(bytes, &header, FFS_PARTITION, complaints);
    if (entry)
        check_partition(bytes, entry, &header, complaints);
}
