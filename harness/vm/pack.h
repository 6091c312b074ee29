/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Packs bytes as fast as that goes, and unpacks them. */
#ifndef PMULAB_HARNESS_VM_PACK_H
#define PMULAB_HARNESS_VM_PACK_H

#include <glib.h>

/* Packs @bytes, with a checksum. */
GBytes *pack_bytes(GBytes *bytes);

/* What pack_bytes() has packed; NULL with HARNESS_ERROR_FAILED if @packed is damaged. */
GBytes *unpack_bytes(GBytes *packed, GError **error);

/* Unpacks the same piece by piece, so that the whole never lies in memory, where each page would cost a
 * fault. Keeps a reference to @packed. Free with unpacker_free(). */
struct unpacker;
struct unpacker *unpacker_new(GBytes *packed);

/* The next @length bytes, to @to. FALSE if there are not as many, or if they are damaged. */
gboolean unpacker_take(struct unpacker *unpacker, void *to, gsize length);

/* Whether all bytes have been taken, their checksum is right, and nothing comes behind it. */
gboolean unpacker_ends(struct unpacker *unpacker);

void unpacker_free(struct unpacker *unpacker);

#endif
