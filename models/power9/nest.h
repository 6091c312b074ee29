/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The nest microcode of a chip. Every 500 us it reads its control block and
 * follows it. While it runs, it posts the counts of the units outside the cores
 * to HOMER at the interval in SPEED. A nest is a value: memcpy takes a
 * snapshot; control block and counters are guest memory.
 *
 * Polls are on a grid of virtual time. A poll's effects have the poll's time,
 * even if it is carried out later: no software ran in between that could have
 * seen a difference.
 *
 * In the trace, a posting is a TRACE_POST of the chip's block. @value is the
 * number of postings since the memory was zeroed. (0: it has just been zeroed,
 * and all counting restarts.) The posting adds the counts of the last @offset
 * polls. If postings are long overdue, only the last are made one by one.
 * Writes of the microcode to its control block are TRACE_WRITE records without
 * a CPU (pc 0).
 */
#ifndef PMULAB_MODELS_POWER9_NEST_H
#define PMULAB_MODELS_POWER9_NEST_H

#include "models/power9/event_traffic.h"
#include "models/power9/generation.h"
#include "models/sim/host.h"

#define NEST_POLL_NS     UINT64_C(500000) /* between two polls */
#define NEST_MOST_POSTED 0xe10            /* limit of counter memory in bytes, for any microcode */
#define NEST_GROUP       0x110            /* bytes of a group of words */

enum nest_state {
    NEST_ABSENT, /* HOMER is not there yet, or the microcode is dead */
    NEST_CONFIGURES,
    NEST_RUNS,
    NEST_PAUSED,
    NEST_REFUSES, /* the speed or mode is invalid */
    NEST_WAITS,   /* they are valid again, but no command has come since */
};

struct nest {
    const struct p9_generation *generation;
    unsigned chip;
    bool dead;
    enum nest_state state;
    bool paused;           /* at the host's request */
    unsigned configuring;  /* polls until configured */
    uint64_t poll;         /* ns: the next poll, SIM_NEVER: none */
    uint64_t began;        /* ns: the last posting, or the later start of counting */
    uint64_t postings;     /* since the memory was zeroed */
    uint64_t speed, mode;  /* accepted values */
    uint64_t availability; /* accepted; before the first poll, its later value */
};

/*
 * Sets the state after a hardware reset.
 * @availability: units present, unless software sets them before the first
 *   poll;
 * @dead: the microcode never leaves its initial state.
 */
void nest_reset(struct nest *n, const struct p9_generation *generation, unsigned chip,
    uint64_t availability, bool dead);

/* Carries out the poll at n->poll, which must be due. Only this block's
 * postings happen before @limit (ns), so polls without work are skipped.
 * @traffic: the traffic of the chips' events. */
void nest_poll(
    struct nest *n, struct p9_traffic_table *traffic, const struct sim_host *host, uint64_t limit);

/* Returns the physical address of the chip's counters. */
uint64_t nest_memory(unsigned chip);

/* Sets word number @reg of the control block on behalf of the plan. Returns
 * false if its memory does not exist. */
bool nest_set(unsigned chip, const struct sim_host *host, enum nest_reg reg, uint64_t value);

/* Returns the group (from 1) with its update count at @offset of counter
 * memory, or 0 if none. */
unsigned nest_update_count(const struct p9_generation *generation, uint32_t offset);

/* Whether a vector of @availability has the units of @word. */
bool nest_has(const struct p9_traffic *word, uint64_t availability);

#endif
