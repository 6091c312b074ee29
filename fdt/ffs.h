/* SPDX-License-Identifier: GPL-2.0-or-later */
/* FFS, the flash's table of partitions: a header, and an entry of 128 bytes per
 * partition. Each has a checksum word: the XOR of all words is zero. Numbers
 * are big-endian. */
#ifndef PMULAB_FDT_FFS_H
#define PMULAB_FDT_FFS_H

#include <glib.h>

/* Returns a flash image with the table and one partition FFS_PARTITION that
 * holds @content. It has @bytes bytes, or more if @content needs them. The
 * caller frees it. */
GBytes *ffs_write(GBytes *content, gsize bytes);

/* Returns the XOR of the big-endian words at @bytes; @n is a multiple of 4. 0
 * for an intact header or entry. */
guint32 ffs_checksum(const guint8 *bytes, gsize n);

#endif
