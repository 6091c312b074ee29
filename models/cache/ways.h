/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Set-associative tables, for caches and TLBs. A set is an array of entries, most recently used first, so the
 * least recently used one is replaced. An entry is a tag of 56 bits, never 0, and above it 8 bits for the
 * owner's use.
 */
#ifndef PMULAB_MODELS_CACHE_WAYS_H
#define PMULAB_MODELS_CACHE_WAYS_H

#include <stdbool.h>
#include <stdint.h>

#define WAYS_TAG  ((UINT64_C(1) << 56) - 1)
#define WAYS_NOTE 56 /* lowest of an entry's 8 bits */

/* Number of entries in the table, and per set. The number of sets is a power of two. */
struct ways_shape {
    uint32_t entries;
    uint16_t ways;
};

/* Whether @shape is valid for a table of at most @most entries. */
bool ways_sound(struct ways_shape shape, uint32_t most);

/* Empties a table. */
void ways_reset(uint64_t *entries, struct ways_shape shape);

/* Finds @tag in the set that the low bits of @index select, and makes it the most recently used. Returns its
 * entry, or NULL. */
uint64_t *ways_find(uint64_t *entries, struct ways_shape shape, uint64_t index, uint64_t tag);

/* The same without changing the order. */
bool ways_has(const uint64_t *entries, struct ways_shape shape, uint64_t index, uint64_t tag);

/* Returns the entry of that set which ways_add() would drop; 0 if there is room. */
uint64_t ways_last(const uint64_t *entries, struct ways_shape shape, uint64_t index);

/* Adds @tag, which must not be there, as the most recently used; the least recently used is dropped. Returns
 * its entry. */
uint64_t *ways_add(uint64_t *entries, struct ways_shape shape, uint64_t index, uint64_t tag);

/* Removes @tag if it is there. */
void ways_remove(uint64_t *entries, struct ways_shape shape, uint64_t index, uint64_t tag);

#endif
