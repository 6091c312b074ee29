/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Random numbers for plans and traffic. */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_RAND_H
#define PMULAB_HARNESS_FUZZ_FUZZ_RAND_H

#include <glib.h>

/* 0 to @n - 1. */
static inline unsigned fuzz_below(GRand *rand, unsigned n)
{
    return (unsigned)g_rand_int_range(rand, 0, (gint32)n);
}

/* TRUE once in @n times. */
static inline gboolean fuzz_one_in(GRand *rand, unsigned n)
{
    return !fuzz_below(rand, n);
}

/* A number from @least on, in one of @decades decades with equal
 * probability. */
static inline guint64 fuzz_any_size(GRand *rand, guint64 least, unsigned decades)
{
    for (unsigned n = fuzz_below(rand, decades); n; n--)
        least *= 10;
    return least + (guint64)g_rand_double_range(rand, 0, 9 * (double)least);
}

#endif
