/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The nest microcode of a chip: it looks at its control block each 500 us, obeys, and while it runs it posts
 * what the units outside the cores have counted to HOMER, each time that SPEED says. A nest is a value:
 * memcpy takes a snapshot of it; control block and counters are the guest's memory.
 *
 * Polls lie on a grid of virtual time, and what a poll does belongs to its moment, however late it is done:
 * between two calls no software has run that could have seen a difference.
 *
 * In the trace, a posting is a TRACE_POST of the chip's block: @value postings have been made since the
 * memory was zeroed (0: it has just been zeroed, and all counting begins anew), and this one adds what was
 * counted in the last @offset polls. Of postings that are long overdue only the last are made one by one.
 * What the microcode writes into its control block is a TRACE_WRITE by nobody (pc 0).
 */
#ifndef PMULAB_MODELS_POWER9_NEST_H
#define PMULAB_MODELS_POWER9_NEST_H

#include "models/power9/event_traffic.h"
#include "models/power9/nest_regs.h"
#include "models/sim/host.h"

#define NEST_POLL_NS      UINT64_C(500000) /* from poll to poll */
#define NEST_POSTED_BYTES 0x770            /* of counter memory that the microcode keeps */
#define NEST_GROUP1_BYTES 0x110            /* the first group of it */

enum nest_state {
    NEST_ABSENT, /* HOMER is not there yet, or the microcode is dead */
    NEST_CONFIGURES,
    NEST_RUNS,
    NEST_PAUSED,
    NEST_REFUSES, /* a bad speed or mode */
    NEST_WAITS,   /* they are good again, but no command has come since */
};

struct nest {
    unsigned chip;
    bool dead;
    enum nest_state state;
    bool paused;           /* the host wants it so */
    unsigned configuring;  /* polls until it is configured */
    uint64_t poll;         /* ns: the next one, SIM_NEVER: none */
    uint64_t began;        /* ns: the last posting, or where counting began after that */
    uint64_t postings;     /* since the memory was zeroed */
    uint64_t speed, mode;  /* as accepted */
    uint64_t availability; /* likewise; before the first poll, what it will be */
};

/* As after hardware reset. @availability: units, where software has not set any before the first poll;
 * @dead: the microcode never leaves its initial state. */
void nest_reset(struct nest *n, unsigned chip, uint64_t availability, bool dead);

/*
 * Polls, which must be due: at n->poll. Nothing but this block's postings happens before @limit (ns), so that
 * polls in between that find nothing to do are left out. @traffic: what the chips' events see.
 */
void nest_poll(struct nest *n, struct p9_traffic_table *traffic, const struct sim_host *host, uint64_t limit);

/* Where the chip's counters begin in physical memory. */
uint64_t nest_memory(unsigned chip);

/* Sets word number @reg of the control block, as no software does it. False: there is no such memory. */
bool nest_set(unsigned chip, const struct sim_host *host, enum nest_reg reg, uint64_t value);

/* The group (1 to 7) whose update count stands at @offset of counter memory, or 0: it is none. */
unsigned nest_update_count(uint32_t offset);

#endif
