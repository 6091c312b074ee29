/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counter memory of a core or a thread: when it counts, what is posted to it, and what its words are. */
#ifndef PMULAB_ORACLE_POWER9_MEMORY_H
#define PMULAB_ORACLE_POWER9_MEMORY_H

#include "oracle/power9/traffic.h"
#include "oracle/traffic/flow.h"

/* A posting: all that had been counted from boot on at @ns. */
struct oracle_p9_posting {
    uint64_t ns;
    bool behind; /* a read of the same ns that came before */
    struct oracle_p9_work work;
};

/* A time in which it counted, ns. */
struct oracle_p9_while {
    uint64_t from, to;
};

struct oracle_p9_seen {
    struct oracle_p9_source source;
    unsigned divisor;
    struct oracle_flow flow;
};

/* A word that the scenario has set: what is added to its count, now and as it was last posted. */
struct oracle_p9_moved {
    uint32_t offset;
    uint64_t now, posted;
};

struct oracle_p9_memory {
    const struct oracle_p9_generation *generation;
    unsigned smt, summed; /* threads of its core, and those that it is about */
    bool counts;
    uint64_t upto;         /* ns: accounted for until here */
    uint64_t read;         /* ns: the latest read; UINT64_MAX: none */
    uint64_t user, kernel; /* instructions that its threads had executed then */
    struct oracle_p9_work work;
    unsigned n_postings, n_whiles, n_seen, n_moved;
    struct oracle_p9_posting *postings;
    struct oracle_p9_while *whiles; /* the last one is open while it counts */
    struct oracle_p9_seen *seen;
    struct oracle_p9_moved *moved;
};

/* Free with oracle_p9_memory_end(). */
void oracle_p9_memory_begin(struct oracle_p9_memory *memory, const struct oracle_p9_generation *generation,
    unsigned smt, unsigned summed);
void oracle_p9_memory_end(struct oracle_p9_memory *memory);

/* At @ns, when its threads have executed @user and @kernel instructions since boot: it counts from now on, or
 * no more. Both post, where that changes or goes on. */
void oracle_p9_memory_switch(
    struct oracle_p9_memory *memory, bool counts, uint64_t ns, uint64_t user, uint64_t kernel);

/* The hardware posts. Nothing happens where it does not count. */
void oracle_p9_memory_post(struct oracle_p9_memory *memory, uint64_t ns, uint64_t user, uint64_t kernel);

/* The scenario: @source, with @divisor events a count, sees @amount; the word at @offset becomes @value. */
void oracle_p9_memory_amount(struct oracle_p9_memory *memory, uint64_t ns,
    const struct oracle_p9_source *source, unsigned divisor, const struct oracle_amount *amount);
void oracle_p9_memory_set(struct oracle_p9_memory *memory, uint32_t offset, uint64_t value);

/* What the word at @offset has counted from boot to the last posting at or before @ns. */
uint64_t oracle_p9_memory_counted(const struct oracle_p9_memory *memory, uint32_t offset, uint64_t ns);

/* The same for the latest posting; and what memory holds there since. */
uint64_t oracle_p9_memory_latest(const struct oracle_p9_memory *memory, uint32_t offset);
uint64_t oracle_p9_memory_holds(const struct oracle_p9_memory *memory, uint32_t offset);

/* Whether more than a millisecond has passed at @ns since the latest posting of a memory that counts. */
bool oracle_p9_memory_is_late(const struct oracle_p9_memory *memory, uint64_t ns);

#endif
