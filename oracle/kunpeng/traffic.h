/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A scenario's traffic for `kunpeng`, read a second time, by docs/scenarios.md and docs/hardware/kunpeng.md
 * ("Plans"). */
#ifndef PMULAB_ORACLE_KUNPENG_TRAFFIC_H
#define PMULAB_ORACLE_KUNPENG_TRAFFIC_H

#include "oracle/traffic/amount.h"
#include "oracle/traffic/moments.h"

enum oracle_kunpeng_kind { ORACLE_KUNPENG_TRAFFIC, ORACLE_KUNPENG_PRESET, ORACLE_KUNPENG_FAULT };

/* A line below an `at` line, in the order of the text. */
struct oracle_kunpeng_line {
    enum oracle_kunpeng_kind kind;
    unsigned block; /* as oracle_kunpeng_cpu() or oracle_kunpeng_die(); not of a fault */
    uint16_t event; /* TRAFFIC */
    struct oracle_amount amount;
    unsigned reg; /* PRESET: enum oracle_arm_reg of a CPU, enum oracle_pmcu_reg of a PMCU */
    uint64_t value;
};

struct oracle_kunpeng_plan {
    struct oracle_moments moments;
    struct oracle_kunpeng_line lines[ORACLE_MAX_ENTRIES];
};

/* The numbers of blocks in a plan: CPU @cpu, and the PMCU of die @die. */
static inline unsigned oracle_kunpeng_cpu(unsigned cpu)
{
    return cpu;
}

static inline unsigned oracle_kunpeng_die(unsigned die)
{
    return 0x10000 + die;
}

/* Reads one line into @plan, which begins as zero bytes. Returns NULL, or what was expected as a static
 * phrase. */
const char *oracle_kunpeng_plan_line(struct oracle_kunpeng_plan *plan, const char *line);

#endif
