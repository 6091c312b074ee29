/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Catalogues packed with xz for skiboot's small decoder: one stream, LZMA2,
 * CRC32 or no check. */
#ifndef PMULAB_FDT_PACKED_H
#define PMULAB_FDT_PACKED_H

#include <glib.h>

enum packed_check { PACKED_CRC32, PACKED_CRC64 /* for tests: skiboot refuses it */ };

/* Returns @data packed. The caller frees it. */
GBytes *packed_write(GBytes *data, enum packed_check check);

/*
 * Returns the contents of the @size bytes at @packed, at most
 * CATALOGUE_TREE_BYTES; the caller frees them. Bytes after the stream's end are
 * padding. Errors that skiboot's decoder would refuse are appended to
 * @complaints, each line beginning with @place. Returns NULL if no decoder
 * could unpack it.
 */
GBytes *packed_read(const guint8 *packed, gsize size, const char *place, GPtrArray *complaints);

#endif
