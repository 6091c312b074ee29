/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Aligns two sequences, in order, so that as many elements as possible are
 * paired with an equal one: E. Myers, "An O(ND) difference algorithm and its
 * variations", Algorithmica 1 (1986). */
#ifndef PMULAB_HARNESS_BASE_ALIGN_H
#define PMULAB_HARNESS_BASE_ALIGN_H

#include <glib.h>

/* A pair of elements; ALIGN_NONE: there is none on this side. */
#define ALIGN_NONE G_MAXSIZE
struct align_row {
    gsize a, b;
};

/* Whether element number @a of the first sequence equals number @b of the
 * second. */
typedef gboolean align_equal_fn(gsize a, gsize b, gconstpointer data);

/*
 * Aligns sequences of @n and @m elements. Returns struct align_row in a new
 * array. If more than @most elements have no partner, only the equal begins and
 * ends are aligned. The elements in between follow unaligned, first the first
 * sequence's, then the second's, and *@gave_up is set.
 */
GArray *align(
    gsize n, gsize m, align_equal_fn *equal, gconstpointer data, gsize most, gboolean *gave_up);

#endif
