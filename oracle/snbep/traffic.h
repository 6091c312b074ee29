/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A scenario's traffic: a second parser, by docs/scenarios.md. Each entry has a
 * time, a monitor and an action. */
#ifndef PMULAB_ORACLE_SNBEP_TRAFFIC_H
#define PMULAB_ORACLE_SNBEP_TRAFFIC_H

#include "oracle/snbep/signal.h"
#include "oracle/traffic/moments.h"

enum oracle_entry_kind { ORACLE_TRAFFIC, ORACLE_PRESET, ORACLE_JUMP, ORACLE_FAULT, ORACLE_MEMORY };

/* A line below an `at` line. */
struct oracle_entry {
    enum oracle_entry_kind kind;
    /* unused for faults, which do not concern the hardware, and for MEMORY */
    unsigned socket, box;
    unsigned event;          /* TRAFFIC: index in the kind's events */
    struct oracle_part part; /* TRAFFIC: its part */
    /* PRESET, JUMP: index in the kind's registers; set to @value, or increased
     * by it */
    unsigned reg;
    uint64_t value;
    bool guest; /* MEMORY: the guest's own traffic begins, or ends */
};

struct oracle_plan {
    const struct oracle_variant *variant; /* NULL: the E5-2600 */
    /* registers are indices in the kind's registers, blocks as below */
    struct oracle_moments moments;
    struct oracle_entry entries[ORACLE_MAX_ENTRIES];
};

static inline const struct oracle_variant *oracle_plan_variant(const struct oracle_plan *plan)
{
    return plan->variant ? plan->variant : &oracle_snbep;
}

/* The number of a box in the moments. */
static inline unsigned oracle_block(unsigned socket, unsigned box)
{
    return socket * ORACLE_MAX_BOXES + box;
}

/* Reads one line into @plan, which begins as zero bytes except the variant.
 * Returns NULL, or the expected text as a static phrase. */
const char *oracle_plan_line(struct oracle_plan *plan, const char *line);

#endif
