/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The flash's table of partitions, FFS: a header, and an entry of 128 bytes for each partition, each with a
 * word that makes the XOR of its words zero. Numbers are big-endian.
 */
#ifndef PMULAB_FDT_FFS_H
#define PMULAB_FDT_FFS_H

#include <glib.h>

/*
 * A flash image with the table and one partition FFS_PARTITION that holds @content: @bytes long, or as many
 * more as
 * @content takes. The caller frees.
 */
GBytes *ffs_write(GBytes *content, gsize bytes);

/* The XOR of the big-endian words at @bytes; @n is a multiple of 4. 0 for a header or entry that is whole. */
guint32 ffs_checksum(const guint8 *bytes, gsize n);

#endif
