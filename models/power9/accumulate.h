/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Accumulation mode: the counts of a core or a thread, and the 8 KiB of memory
 * they are posted to. Counts are free running: they freeze while counting is
 * off and continue from there. If the memory moves, they continue in the new
 * memory. An accumulator is a value: memcpy takes a snapshot.
 */
#ifndef PMULAB_MODELS_POWER9_ACCUMULATE_H
#define PMULAB_MODELS_POWER9_ACCUMULATE_H

#include "models/power9/slots.h"
#include "models/sim/clock.h"
#include "models/sim/host.h"

#define ACCUMULATE_PERIOD UINT64_C(1000000) /* ns of virtual time between postings */

#define P9_TRAFFIC_WORDS 128 /* limit of words in one memory with traffic */

/* A word of counter memory and its new number. */
struct p9_word {
    uint32_t offset;
    uint64_t value;
};

/*
 * Returns a memory's counts of the scenario's traffic, in addition to
 * execution. Accounts for the virtual time [@from, @to) (ns), in which the
 * memory of block number @block (as in the trace) counted. Sets @words to all
 * its words with present or past traffic, with their values at @to. Successive
 * calls for a block never overlap. Returns the number of words.
 */
typedef unsigned p9_traffic_fn(
    void *self, unsigned block, uint64_t from, uint64_t to, struct p9_word words[P9_TRAFFIC_WORDS]);

/* The outside parts that cores and threads use. */
struct p9_outside {
    const struct sim_host *host;
    p9_traffic_fn *traffic; /* NULL: none */
    void *traffic_self;
};

struct accumulator {
    const struct slots *slots;
    unsigned block;   /* its number in the trace */
    uint64_t address; /* physical address of the memory */
    bool running;
    bool fresh;                   /* nothing has been posted to this memory yet */
    uint64_t ordinal;             /* postings so far */
    uint64_t upto;                /* ns: counts are accounted for up to here */
    struct sim_executed executed; /* instructions executed at that time */
    struct slots_totals totals;
    uint64_t base[SLOTS_WORDS];   /* added to a word, modulo 2^64; 0 unless it was preset */
    uint64_t posted[SLOTS_WORDS]; /* the value in memory, unless fresh */
};

/* Sets the state without counts and memory. @slots: the words that count
 * execution. @smt, @summed: as in struct slots_totals. */
void accumulate_reset(struct accumulator *a, const struct slots *slots, unsigned block,
    unsigned smt, unsigned summed);

/* Counts into @address from @now (ns) on, when @executed had been executed. If
 * it counts already, it continues into @address. Posts unless nothing changes.
 * */
void accumulate_start(struct accumulator *a, const struct p9_outside *outside, uint64_t now,
    const struct sim_executed *executed, uint64_t address);

/* Accounts for all execution until @now (ns), when @executed had been executed.
 * Writes changes to memory, with one trace record. Has no effect while counting
 * is off. */
void accumulate_post(struct accumulator *a, const struct p9_outside *outside, uint64_t now,
    const struct sim_executed *executed);

/* Software has set the address again. The memory's contents may differ now,
 * even at the same address. */
static inline void accumulate_renew(struct accumulator *a)
{
    a->fresh = true;
}

/* Posts, then stops counting. */
void accumulate_stop(struct accumulator *a, const struct p9_outside *outside, uint64_t now,
    const struct sim_executed *executed);

/* Returns when (ns) to post at the latest, or SIM_NEVER. */
uint64_t accumulate_deadline(const struct accumulator *a);

/* Sets the word at @offset to @value as of the last posting. It continues from
 * there, and memory gets it at the next posting. Returns false if the word does
 * not count execution: traffic then sets it. */
bool accumulate_preset(struct accumulator *a, uint32_t offset, uint64_t value);

#endif
