/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A scenario's traffic for `kunpeng`: a second parser, by docs/scenarios.md and
 * docs/hardware/kunpeng.md ("Plans"). */
#ifndef PMULAB_ORACLE_KUNPENG_TRAFFIC_H
#define PMULAB_ORACLE_KUNPENG_TRAFFIC_H

#include "oracle/kunpeng/uncore_manual.h"
#include "oracle/traffic/amount.h"
#include "oracle/traffic/moments.h"

enum oracle_kunpeng_kind {
    ORACLE_KUNPENG_TRAFFIC,
    ORACLE_KUNPENG_PRESET,
    ORACLE_KUNPENG_FAULT,
    ORACLE_KUNPENG_MEMORY /* the guest's own traffic begins (@guest) or ends */
};

/* A line below an `at` line, in the order of the text. */
struct oracle_kunpeng_line {
    enum oracle_kunpeng_kind kind;
    /* oracle_kunpeng_cpu(), oracle_kunpeng_die() or oracle_kunpeng_uncore();
     * unused for faults and MEMORY */
    unsigned block;
    uint16_t event;              /* TRAFFIC */
    struct oracle_origin origin; /* an uncore PMU's */
    struct oracle_amount amount;
    /* PRESET: enum oracle_arm_reg of a CPU, enum oracle_pmcu_reg of a PMCU,
     * oracle_uncore_reg() */
    unsigned reg;
    uint64_t value;
    bool guest;
};

struct oracle_kunpeng_plan {
    struct oracle_moments moments;
    struct oracle_kunpeng_line lines[ORACLE_MAX_ENTRIES];
};

/* The numbers of blocks in a plan: CPU @cpu, the PMCU of die @die, and PMU
 * @index of a family there. */
static inline unsigned oracle_kunpeng_cpu(unsigned cpu)
{
    return cpu;
}

static inline unsigned oracle_kunpeng_die(unsigned die)
{
    return 0x10000 + die;
}

static inline unsigned oracle_kunpeng_uncore(unsigned family, unsigned die, unsigned index)
{
    return 0x20000 + (family << 8 | die << 4 | index);
}

static inline bool oracle_kunpeng_is_uncore(unsigned block)
{
    return block >= oracle_kunpeng_uncore(0, 0, 0);
}

static inline enum oracle_family oracle_kunpeng_family(unsigned block)
{
    return (enum oracle_family)(block >> 8 & 0xff);
}

/* Reads one line into @plan, which begins as zero bytes. Returns NULL, or the
 * expected text as a static phrase. */
const char *oracle_kunpeng_plan_line(struct oracle_kunpeng_plan *plan, const char *line);

#endif
