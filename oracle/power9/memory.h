/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counter memory of a core or a thread: the times when it counts, its
 * postings, and its words. */
#ifndef PMULAB_ORACLE_POWER9_MEMORY_H
#define PMULAB_ORACLE_POWER9_MEMORY_H

#include "oracle/power9/traffic.h"
#include "oracle/traffic/flow.h"

/* A posting: the counts from boot until @ns. */
struct oracle_p9_posting {
    uint64_t ns;
    bool behind; /* after a read in the same ns */
    struct oracle_p9_work work;
};

/* A span in which it counted, ns. */
struct oracle_p9_while {
    uint64_t from, to;
};

struct oracle_p9_seen {
    struct oracle_p9_source source;
    unsigned divisor;
    struct oracle_flow flow;
};

/* A word that the scenario has set: the offset to its count, now and at the
 * last posting. */
struct oracle_p9_moved {
    uint32_t offset;
    uint64_t now, posted;
};

struct oracle_p9_memory {
    const struct oracle_p9_generation *generation;
    unsigned smt, summed; /* threads of its core, and the threads that it covers */
    bool counts;
    uint64_t upto;         /* ns: accounted for until here */
    uint64_t read;         /* ns: the latest read; UINT64_MAX: none */
    uint64_t user, kernel; /* instructions of its threads until then */
    struct oracle_p9_work work;
    unsigned n_postings, n_whiles, n_seen, n_moved;
    struct oracle_p9_posting *postings;
    struct oracle_p9_while *whiles; /* the last one is open while the memory counts */
    struct oracle_p9_seen *seen;
    struct oracle_p9_moved *moved;
};

/* Free with oracle_p9_memory_end(). */
void oracle_p9_memory_begin(struct oracle_p9_memory *memory,
    const struct oracle_p9_generation *generation, unsigned smt, unsigned summed);
void oracle_p9_memory_end(struct oracle_p9_memory *memory);

/* The memory counts from @ns on or, without @counts, stops. Its threads have
 * executed @user and @kernel instructions since boot. Each change, and each
 * call while it counts, posts. */
void oracle_p9_memory_switch(
    struct oracle_p9_memory *memory, bool counts, uint64_t ns, uint64_t user, uint64_t kernel);

/* The hardware posts. Has no effect if the memory does not count. */
void oracle_p9_memory_post(
    struct oracle_p9_memory *memory, uint64_t ns, uint64_t user, uint64_t kernel);

/* The scenario: @source, with @divisor events per count, has @amount; the word
 * at @offset becomes @value. */
void oracle_p9_memory_amount(struct oracle_p9_memory *memory, uint64_t ns,
    const struct oracle_p9_source *source, unsigned divisor, const struct oracle_amount *amount);
void oracle_p9_memory_set(struct oracle_p9_memory *memory, uint32_t offset, uint64_t value);

/* The count of the word at @offset from boot to the last posting at or before
 * @ns. */
uint64_t oracle_p9_memory_counted(
    const struct oracle_p9_memory *memory, uint32_t offset, uint64_t ns);

/* The same for the latest posting; the second returns the value in memory
 * since. */
uint64_t oracle_p9_memory_latest(const struct oracle_p9_memory *memory, uint32_t offset);
uint64_t oracle_p9_memory_holds(const struct oracle_p9_memory *memory, uint32_t offset);

/* Whether the latest posting is more than a millisecond before @ns, in a memory
 * that counts. */
bool oracle_p9_memory_is_late(const struct oracle_p9_memory *memory, uint64_t ns);

#endif
