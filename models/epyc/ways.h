/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sets of ways, as caches and TLBs have them. A set is an array of entries, latest used first, so that what
 * is displaced is what was used longest ago. An entry is a tag of 56 bits, never 0, below 8 bits of the
 * owner's own.
 */
#ifndef PMULAB_MODELS_EPYC_WAYS_H
#define PMULAB_MODELS_EPYC_WAYS_H

#include <stdbool.h>
#include <stdint.h>

#define WAYS_TAG  ((UINT64_C(1) << 56) - 1)
#define WAYS_NOTE 56 /* where an entry's 8 bits begin */

/* How many entries a table has in all, and how many a set. The number of sets is a power of two. */
struct ways_shape {
    uint32_t entries;
    uint16_t ways;
};

/* Whether @shape is one that a table of at most @most entries can have. */
bool ways_sound(struct ways_shape shape, uint32_t most);

/* Empties a table. */
void ways_reset(uint64_t *entries, struct ways_shape shape);

/* Finds @tag in the set that @index, of which the low bits count, names, and makes it the latest used; or
 * NULL. */
uint64_t *ways_find(uint64_t *entries, struct ways_shape shape, uint64_t index, uint64_t tag);

/* The same, and nothing moves. */
bool ways_has(const uint64_t *entries, struct ways_shape shape, uint64_t index, uint64_t tag);

/* Puts @tag, which must not be there, in front; what was used longest ago leaves. Returns its entry. */
uint64_t *ways_add(uint64_t *entries, struct ways_shape shape, uint64_t index, uint64_t tag);

/* Removes @tag if it is there. */
void ways_remove(uint64_t *entries, struct ways_shape shape, uint64_t index, uint64_t tag);

#endif
