/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stores a guest's memory as its differences from another guest's, the base. Kernel and programs fill most of
 * a memory, and two guests of one kernel have the same pages, though at other addresses.
 */
#ifndef PMULAB_HARNESS_VM_MEMORY_DELTA_H
#define PMULAB_HARNESS_VM_MEMORY_DELTA_H

#include <glib.h>

/* A piece of the memory, in pages of 4 KiB. What no piece covers is zero. The pieces are in order. */
struct memory_piece {
    guint32 at, pages;
    guint32 from; /* where it lies in the base; MEMORY_PIECE_OWN: these are the next of its own pages */
};

#define MEMORY_PIECE_OWN G_MAXUINT32

/* Compares the file @memory with the file @base. Returns its pieces, an array of struct memory_piece. NULL
 * with HARNESS_ERROR_FAILED if one cannot be read. */
GArray *memory_delta_pieces(int memory, int base, GError **error);

/* The bytes of its own pages. */
guint64 memory_delta_own_bytes(const GArray *pieces);

/* Its own pages, packed. NULL with HARNESS_ERROR_FAILED. */
GBytes *memory_delta_pack(int memory, const GArray *pieces, GError **error);

/* Makes the memory again, @length bytes of it, from what memory_delta_pack() made and the file @base: a file
 * in memory. Returns its descriptor, or -1 with HARNESS_ERROR_FAILED. */
int memory_delta_unpack(const GArray *pieces, GBytes *packed, int base, gsize length, GError **error);

#endif
