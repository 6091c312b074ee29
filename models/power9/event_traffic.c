/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps the traffic of each word of counter memory, and turns events into
 * increments of the word. */
#include "models/power9/event_traffic.h"

#include "models/sim/clock.h"

const char *p9_traffic_wrong(const struct traffic_amount *amount)
{
    return flow_wrong(amount, P9_TRAFFIC_HZ);
}

static bool same_word(const struct p9_traffic *a, const struct p9_traffic *b)
{
    return a->block == b->block && a->offset == b->offset && a->scale == b->scale &&
           a->units == b->units && a->exactly == b->exactly;
}

struct p9_traffic *p9_traffic_word(struct p9_traffic_table *table, const struct p9_traffic *word)
{
    struct p9_traffic *made;

    for (unsigned i = 0; i < table->n; i++)
        if (same_word(&table->entry[i], word))
            return &table->entry[i];
    if (table->n == P9_MAX_TRAFFIC)
        return NULL;
    made = &table->entry[table->n++];
    *made = (struct p9_traffic){.block = word->block,
        .offset = word->offset,
        .scale = word->scale,
        .units = word->units,
        .exactly = word->exactly};
    flow_reset(&made->flow);
    return made;
}

void p9_traffic_set(struct p9_traffic *word, uint64_t now, const struct traffic_amount *amount)
{
    flow_set(&word->flow, sim_cycles(P9_TRAFFIC_HZ, now), P9_TRAFFIC_HZ, amount);
}

uint64_t p9_traffic_total(const struct p9_traffic *word, uint64_t now)
{
    return flow_total(&word->flow, sim_cycles(P9_TRAFFIC_HZ, now));
}

uint64_t p9_traffic_advance(struct p9_traffic *word, uint64_t now)
{
    uint64_t total = p9_traffic_total(word, now), more = total - word->seen;

    word->seen = total;
    return more;
}

uint64_t p9_traffic_count(struct p9_traffic *word, uint64_t now)
{
    uint64_t before = word->counted / word->scale;

    word->counted += p9_traffic_advance(word, now);
    return word->counted / word->scale - before;
}
