/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Set-associative tables with least-recently-used replacement. */
#include "models/cache/ways.h"

#include <stddef.h>
#include <string.h>

static uint32_t n_sets(struct ways_shape shape)
{
    return shape.entries / shape.ways;
}

bool ways_sound(struct ways_shape shape, uint32_t most)
{
    if (!shape.ways || !shape.entries || shape.entries > most || shape.entries % shape.ways)
        return false;
    return !(n_sets(shape) & (n_sets(shape) - 1));
}

void ways_reset(uint64_t *entries, struct ways_shape shape)
{
    memset(entries, 0, shape.entries * sizeof(entries[0]));
}

/* Four at a time: a jump for each entry of a large set would take most of a
 * window's time. */
static int position(const uint64_t *set, unsigned ways, uint64_t tag)
{
    unsigned i = 0;

    while (i + 4 <= ways && !(ways_is(set[i], tag) | ways_is(set[i + 1], tag) |
                                ways_is(set[i + 2], tag) | ways_is(set[i + 3], tag)))
        i += 4;
    for (; i < ways; i++)
        if (ways_is(set[i], tag))
            return (int)i;
    return -1;
}

uint64_t *ways_search(uint64_t *set, unsigned ways, uint64_t tag)
{
    int at = position(set, ways, tag);

    if (at < 0)
        return NULL;
    uint64_t entry = set[at];
    for (; at; at--) /* most are near the front: a call of memmove() would take longer */
        set[at] = set[at - 1];
    set[0] = entry;
    return set;
}

bool ways_has(const uint64_t *entries, struct ways_shape shape, uint64_t index, uint64_t tag)
{
    return position(entries + ways_first(shape, index), shape.ways, tag) >= 0;
}

uint64_t ways_last(const uint64_t *entries, struct ways_shape shape, uint64_t index)
{
    return entries[ways_first(shape, index) + shape.ways - 1u];
}

uint64_t *ways_add(uint64_t *entries, struct ways_shape shape, uint64_t index, uint64_t tag)
{
    uint64_t *set = entries + ways_first(shape, index);

    memmove(set + 1, set, (shape.ways - 1u) * sizeof(set[0]));
    set[0] = tag;
    return set;
}

void ways_remove(uint64_t *entries, struct ways_shape shape, uint64_t index, uint64_t tag)
{
    uint64_t *set = entries + ways_first(shape, index);
    int at = position(set, shape.ways, tag);

    if (at < 0)
        return;
    memmove(set + at, set + at + 1, (shape.ways - 1u - (unsigned)at) * sizeof(set[0]));
    set[shape.ways - 1] = 0;
}
