/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A scenario's traffic, read a second time, by docs/scenarios.md: what happens to which channel, and when. */
#ifndef PMULAB_ORACLE_SNBEP_TRAFFIC_H
#define PMULAB_ORACLE_SNBEP_TRAFFIC_H

#include "oracle/snbep/signal.h"
#include "oracle/traffic/moments.h"

enum oracle_entry_kind { ORACLE_TRAFFIC, ORACLE_PRESET, ORACLE_JUMP, ORACLE_FAULT };

/* A line below an `at`. */
struct oracle_entry {
    enum oracle_entry_kind kind;
    unsigned socket, channel; /* not of a fault, which is no business of the hardware */
    unsigned event, sub;      /* TRAFFIC: place in oracle_events, and the number of the umask's bit */
    struct oracle_amount amount;
    enum oracle_reg reg; /* PRESET, JUMP: set to @value, or goes up by it */
    uint64_t value;
};

struct oracle_plan {
    struct oracle_moments moments; /* registers are enum oracle_reg, blocks as below */
    struct oracle_entry entries[ORACLE_MAX_ENTRIES];
};

/* The number of a channel in the moments. */
static inline unsigned oracle_block(unsigned socket, unsigned channel)
{
    return socket * ORACLE_CHANNELS + channel;
}

/* Reads one line into @plan, which begins as zero bytes. Returns NULL, or what was expected as a static
 * phrase. */
const char *oracle_plan_line(struct oracle_plan *plan, const char *line);

#endif
