/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Accumulation mode: counts of a core or of a thread, and the 8 KiB of memory that they are posted to. Counts
 * are free running: they stand still while nothing counts and go on from where they were; where the memory
 * moves, the new memory gets them as they are. A value: memcpy takes a snapshot of it.
 */
#ifndef PMULAB_MODELS_POWER9_ACCUMULATE_H
#define PMULAB_MODELS_POWER9_ACCUMULATE_H

#include "models/power9/slots.h"
#include "models/sim/clock.h"
#include "models/sim/host.h"

#define ACCUMULATE_PERIOD UINT64_C(1000000) /* ns of virtual time between postings */

#define P9_TRAFFIC_WORDS 128 /* words of one memory that see traffic, at most */

/* A word of counter memory and what is to stand in it, as a number. */
struct p9_word {
    uint32_t offset;
    uint64_t value;
};

/*
 * What a scenario has a memory count beside what is executed. Accounts for the virtual time [@from, @to)
 * (ns), in which the memory that traces number @block counted, and puts into @words all its words that see or
 * have seen traffic, as they are then. Successive calls for a block never overlap. Returns how many words.
 */
typedef unsigned p9_traffic_fn(
    void *self, unsigned block, uint64_t from, uint64_t to, struct p9_word words[P9_TRAFFIC_WORDS]);

/* What cores and threads reach of the outside. */
struct p9_outside {
    const struct sim_host *host;
    p9_traffic_fn *traffic; /* NULL: none */
    void *traffic_self;
};

struct accumulator {
    unsigned block;   /* as traces number it */
    uint64_t address; /* of the memory */
    bool running;
    bool fresh;                   /* the memory holds nothing of ours yet */
    uint64_t ordinal;             /* postings so far */
    uint64_t upto;                /* ns: counts are accounted for until then */
    struct sim_executed executed; /* likewise */
    struct slots_totals totals;
    uint64_t base[SLOTS_WORDS];   /* added to a word, modulo 2^64; 0 unless it was preset */
    uint64_t posted[SLOTS_WORDS]; /* what memory holds, unless fresh */
};

/* Nothing counted, no memory. @smt, @summed: as in struct slots_totals. */
void accumulate_reset(struct accumulator *a, unsigned block, unsigned smt, unsigned summed);

/*
 * Has it count from @now (ns) on, at which @executed had been executed, into @address; or where it already
 * counts, into @address from now on. Posts unless nothing changes.
 */
void accumulate_start(struct accumulator *a, const struct p9_outside *outside, uint64_t now,
    const struct sim_executed *executed, uint64_t address);

/* Accounts for everything until @now (ns), when @executed had been executed, and writes what has changed to
 * memory, with one record in the trace. Where it does not count, nothing happens. */
void accumulate_post(struct accumulator *a, const struct p9_outside *outside, uint64_t now,
    const struct sim_executed *executed);

/* Software names the memory anew: be it the same, what it holds may be something else. */
static inline void accumulate_renew(struct accumulator *a)
{
    a->fresh = true;
}

/* Posts, and counts no more. */
void accumulate_stop(struct accumulator *a, const struct p9_outside *outside, uint64_t now,
    const struct sim_executed *executed);

/* When (ns) it must be posted at the latest, or SIM_NEVER. */
uint64_t accumulate_deadline(const struct accumulator *a);

/*
 * The word at @offset holds @value as of the last posting and goes on from there; memory has it at the next
 * one. False: the word counts nothing that executes, so it is the traffic's to set.
 */
bool accumulate_preset(struct accumulator *a, uint32_t offset, uint64_t value);

#endif
