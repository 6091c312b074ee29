/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Set-associative tables, for caches and TLBs. A set is an array of entries,
 * most recently used first, so the least recently used one is replaced. An
 * entry is a tag of 56 bits, never 0, and above it 8 bits for the owner's use.
 */
#ifndef PMULAB_MODELS_CACHE_WAYS_H
#define PMULAB_MODELS_CACHE_WAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WAYS_TAG  ((UINT64_C(1) << 56) - 1)
#define WAYS_NOTE 56 /* lowest of an entry's 8 bits */

/* Number of entries in the table, and per set. The number of sets is a power of
 * two. */
struct ways_shape {
    uint32_t entries;
    uint16_t ways;
};

/* Whether @shape is valid for a table of at most @most entries. */
bool ways_sound(struct ways_shape shape, uint32_t most);

/* Empties a table. */
void ways_reset(uint64_t *entries, struct ways_shape shape);

/* For ways_find(): finds an entry that is not the first of its set. */
uint64_t *ways_search(uint64_t *set, unsigned ways, uint64_t tag);

/* Index of the first entry of @index's set. In a valid shape, the number of
 * sets is a power of two, so the difference of the leading zeros is its
 * logarithm. A division would take longer than the search. */
static inline size_t ways_first(struct ways_shape shape, uint64_t index)
{
    unsigned bits = (unsigned)(__builtin_clz(shape.ways) - __builtin_clz(shape.entries));

    return (size_t)(index & ((UINT64_C(1) << bits) - 1)) * shape.ways;
}

/* 1 or 0, so that callers can combine several without a jump for each. */
static inline unsigned ways_is(uint64_t entry, uint64_t tag)
{
    return !((entry ^ tag) & WAYS_TAG);
}

/* Finds @tag in the set that the low bits of @index select, and moves it to the
 * front as the most recently used. Most look-ups find the front entry. Returns
 * its entry, or NULL. */
static inline uint64_t *ways_find(
    uint64_t *entries, struct ways_shape shape, uint64_t index, uint64_t tag)
{
    uint64_t *set = entries + ways_first(shape, index);

    return ways_is(set[0], tag) ? set : ways_search(set, shape.ways, tag);
}

/* The same without changing the order. */
bool ways_has(const uint64_t *entries, struct ways_shape shape, uint64_t index, uint64_t tag);

/* Returns the entry of that set that ways_add() would drop; 0 if the set has
 * room. */
uint64_t ways_last(const uint64_t *entries, struct ways_shape shape, uint64_t index);

/* Adds @tag, which must not be there, as the most recently used; the least
 * recently used is dropped. Returns its entry. */
uint64_t *ways_add(uint64_t *entries, struct ways_shape shape, uint64_t index, uint64_t tag);

/* Removes @tag if it is there. */
void ways_remove(uint64_t *entries, struct ways_shape shape, uint64_t index, uint64_t tag);

#endif
