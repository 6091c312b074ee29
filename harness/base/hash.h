/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hashes for small tables of the latest items. */
#ifndef PMULAB_HARNESS_BASE_HASH_H
#define PMULAB_HARNESS_BASE_HASH_H

#include <glib.h>

/*
 * A number below 2^@bits for @key: the top bits of its product with the golden
 * section of 2^64 (Knuth, The Art of Computer Programming, volume 3, section
 * 6.4, Fibonacci hashing). Only the top bits depend on all bits of @key: no bit
 * of a product depends on higher bits of its factors.
 */
static inline guint hash_top(guint64 key, guint bits)
{
    return (guint)(key * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15) >> (64 - bits));
}

#endif
