/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the events of a `power9` see, as the plan says: which word of which block's counter memory sees how
 * much. The engines that own the blocks ask for totals, which are exact integrals: asking more often changes
 * nothing.
 */
#ifndef PMULAB_MODELS_POWER9_EVENT_TRAFFIC_H
#define PMULAB_MODELS_POWER9_EVENT_TRAFFIC_H

#include "models/sim/flow.h"

#define P9_TRAFFIC_HZ  2000000000u /* cycles a second of the clock that traffic is laid on */
#define P9_MAX_TRAFFIC 128         /* words that see traffic */

/*
 * A word of counter memory and its traffic. Words are told apart by block, offset, scale and units: the
 * catalogue has PMUs whose events lie on the words of others, and such a word counts for both.
 */
struct p9_traffic {
    unsigned block;  /* as traces number it */
    uint32_t offset; /* of the word in the block's counter memory, bytes */
    unsigned scale;  /* events that the word counts as 1 */
    uint64_t units; /* nest: it counts while one of these availability bits (nest_regs.h) is set; 0: always */
    struct flow flow; /* on a clock of P9_TRAFFIC_HZ */
    /* For the engine that counts them. */
    uint64_t seen;    /* total at which the engine looked last */
    uint64_t counted; /* events that count */
    uint64_t base;    /* core and thread memory: what the word holds beside them, modulo 2^64 */
};

struct p9_traffic_table {
    unsigned n;
    struct p9_traffic entry[P9_MAX_TRAFFIC];
};

/* NULL, or what is wrong with @amount as a static phrase. */
const char *p9_traffic_wrong(const struct traffic_amount *amount);

/* The entry that @word (block, offset, scale, units) names, made if there is none, with no traffic and
 * nothing counted; NULL where the table is full. */
struct p9_traffic *p9_traffic_word(struct p9_traffic_table *table, const struct p9_traffic *word);

/* From @now (ns), no earlier than before, @word sees @amount, with which nothing may be wrong. */
void p9_traffic_set(struct p9_traffic *word, uint64_t now, const struct traffic_amount *amount);

/* Events that the word has seen from time 0 to @now (ns), which must not lie before its last change. */
uint64_t p9_traffic_total(const struct p9_traffic *word, uint64_t now);

/* Of them, those since the engine looked last; it has looked now. */
uint64_t p9_traffic_look(struct p9_traffic *word, uint64_t now);

/*
 * As p9_traffic_look(), and the events count: returns by how much the word of memory grows, so that it has
 * grown by floor(counted / scale) in all.
 */
uint64_t p9_traffic_count(struct p9_traffic *word, uint64_t now);

#endif
