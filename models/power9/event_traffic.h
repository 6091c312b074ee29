/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plan's traffic for events of `power9`, per word of a block's counter
 * memory. The engines that own the blocks read totals. Totals are exact
 * integrals, so they do not depend on how often the engines read them. */
#ifndef PMULAB_MODELS_POWER9_EVENT_TRAFFIC_H
#define PMULAB_MODELS_POWER9_EVENT_TRAFFIC_H

#include "models/sim/flow.h"

#define P9_TRAFFIC_HZ  2000000000u /* cycles per second of the clock for traffic */
#define P9_MAX_TRAFFIC 128         /* limit of words with traffic */

/* A word of counter memory and its traffic. Block, offset, scale, units and
 * exactly identify a word. Some of the catalogue's PMUs have events on other
 * PMUs' words; such a word counts for both. */
struct p9_traffic {
    unsigned block;  /* its number in the trace */
    uint32_t offset; /* byte offset of the word in the block's counter memory */
    unsigned scale;  /* events per increment of the word */
    /* nest: its availability bits, see nest_units_power9(); 0: it always
     * counts */
    uint64_t units;
    uint64_t exactly; /* the value of these bits while it counts; 0: any bit suffices */
    struct flow flow; /* on a clock of P9_TRAFFIC_HZ */
    /* For the counting engine. */
    uint64_t seen;    /* total at the engine's last read */
    uint64_t counted; /* events counted */
    uint64_t base;    /* core and thread memory: the word's value without them, modulo 2^64 */
};

struct p9_traffic_table {
    unsigned n;
    struct p9_traffic entry[P9_MAX_TRAFFIC];
};

/* Returns NULL, or a static phrase: the reason why @amount is invalid. */
const char *p9_traffic_wrong(const struct traffic_amount *amount);

/* Returns the table's entry for @word (block, offset, scale, units). Adds one
 * without traffic or counts if needed. Returns NULL if the table is full. */
struct p9_traffic *p9_traffic_word(struct p9_traffic_table *table, const struct p9_traffic *word);

/* Sets @word's traffic to @amount from @now (ns) on, which must not be before
 * an earlier change. p9_traffic_wrong() must accept @amount. */
void p9_traffic_set(struct p9_traffic *word, uint64_t now, const struct traffic_amount *amount);

/* Returns the word's events from time 0 to @now (ns), which must not be before
 * its last change. */
uint64_t p9_traffic_total(const struct p9_traffic *word, uint64_t now);

/* Returns the events since the engine's last read, and makes this one the
 * last. */
uint64_t p9_traffic_advance(struct p9_traffic *word, uint64_t now);

/* Like p9_traffic_advance(), and counts the events. Returns the increment of
 * the memory word, so that its sum is floor(counted / scale). */
uint64_t p9_traffic_count(struct p9_traffic *word, uint64_t now);

#endif
