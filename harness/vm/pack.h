/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Packs bytes with a fast method, and unpacks them. */
#ifndef PMULAB_HARNESS_VM_PACK_H
#define PMULAB_HARNESS_VM_PACK_H

#include <glib.h>

/* Packs @bytes, with a checksum. */
GBytes *pack_bytes(GBytes *bytes);

/* Unpacks pack_bytes()'s result. NULL with HARNESS_ERROR_FAILED if @packed is
 * damaged. */
GBytes *unpack_bytes(GBytes *packed, GError **error);

/* Unpacks the same piece by piece. So the whole is never in memory, where each
 * page would cost a page fault. Keeps a reference to @packed. Free with
 * unpacker_free(). */
struct unpacker;
struct unpacker *unpacker_new(GBytes *packed);

/* Stores the next @length bytes at @to. FALSE if there are fewer, or if they
 * are damaged. */
gboolean unpacker_take(struct unpacker *unpacker, void *to, gsize length);

/* Whether all bytes have been taken, their checksum is right, and no bytes
 * follow it. */
gboolean unpacker_ends(struct unpacker *unpacker);

void unpacker_free(struct unpacker *unpacker);

#endif
