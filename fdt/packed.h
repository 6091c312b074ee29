/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Catalogues packed with xz, as skiboot's small decoder can unpack them: one stream, LZMA2, CRC32 or no
 * check. */
#ifndef PMULAB_FDT_PACKED_H
#define PMULAB_FDT_PACKED_H

#include <glib.h>

enum packed_check { PACKED_CRC32, PACKED_CRC64 /* refused by skiboot: for those who want to see that */ };

/* @data, packed. The caller frees. */
GBytes *packed_write(GBytes *data, enum packed_check check);

/*
 * What @size bytes at @packed hold, at most CATALOGUE_TREE_BYTES; the caller frees. Bytes behind the stream's
 * end are padding. What skiboot's decoder would not take goes to @complaints, each line beginning with
 * @place; NULL where nobody could take it.
 */
GBytes *packed_read(const guint8 *packed, gsize size, const char *place, GPtrArray *complaints);

#endif
