/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stores a guest's memory as its differences from another guest's, the base.
 * Kernel and programs fill most of a memory. Two guests with the same kernel
 * have the same pages, but at different addresses.
 */
#ifndef PMULAB_HARNESS_VM_MEMORY_DELTA_H
#define PMULAB_HARNESS_VM_MEMORY_DELTA_H

#include <glib.h>

/* A piece of the memory, in pages of 4 KiB. Pages outside of all pieces are
 * zero. The pieces are in order. */
struct memory_piece {
    guint32 at, pages;
    guint32 from; /* its page in the base; MEMORY_PIECE_OWN: the next pages of the memory's own */
};

#define MEMORY_PIECE_OWN G_MAXUINT32

/* Compares the file @memory with the file @base. Returns its pieces, an array
 * of struct memory_piece. NULL with HARNESS_ERROR_FAILED if one cannot be
 * read. */
GArray *memory_delta_pieces(int memory, int base, GError **error);

/* The size of the memory's own pages in bytes. */
guint64 memory_delta_own_bytes(const GArray *pieces);

/* The memory's own pages, packed. NULL with HARNESS_ERROR_FAILED. */
GBytes *memory_delta_pack(int memory, const GArray *pieces, GError **error);

/* Restores @length bytes of the memory from memory_delta_pack()'s result and
 * the file @base, as a file in memory. Returns its descriptor, or -1 with
 * HARNESS_ERROR_FAILED. */
int memory_delta_unpack(
    const GArray *pieces, GBytes *packed, int base, gsize length, GError **error);

#endif
