/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The replay of a core PMU: what its counters should hold, as the guest's own driver set them up, whenever
 * that one reads them, and from when to when they were enabled. A PMCU that uses the same counters says in no
 * record what it gave them to count: what they hold then, nobody can say.
 */
#ifndef PMULAB_HARNESS_TRUTH_KUNPENG_CORE_H
#define PMULAB_HARNESS_TRUTH_KUNPENG_CORE_H

#include "harness/truth/track.h"
#include "models/kunpeng/kunpeng.h"

/* CPU_CYCLES, which Linux counts with the cycle counter where it can. */
#define TRUTH_CORE_CPU_CYCLES 0x0011

/* What tells what a counter counts: the control of its struct truth_interval. */
static inline guint64 truth_core_control(guint16 event, gboolean users, gboolean kernel)
{
    return event | (users ? 1u << 16 : 0) | (kernel ? 1u << 17 : 0);
}

/* Where the replay of a trace stands. */
struct truth_cursor {
    const struct kunpeng_config *config;
    const struct trace_record *records;
    gsize now;                      /* index of the record that is being replayed */
    struct kunpeng_traffic traffic; /* as the plan's entries until now make it */
    struct truth *out;
};

struct truth_core_counter {
    guint64 type;     /* as the guest wrote it */
    guint64 total;    /* added since boot */
    guint64 base;     /* the register holds base + total... */
    gboolean lost;    /* ... unless a PMCU has set it since the guest did, */
    gboolean foreign; /* or has given it something else to count */
    struct truth_track track;
};

struct truth_core {
    unsigned number;                    /* of the CPU */
    guint64 counted[KUNPENG_N_COUNTED]; /* as told last */
    guint64 seen[KUNPENG_N_COUNTED];    /* what counters have of it */
    guint64 cycles, traffic_cycles; /* of the clock, that counters have, those of time and those of traffic */
    guint32 context[2];
    guint64 mdcr;
    gboolean runs;   /* PMCR.E */
    guint64 enabled; /* PMCNTENSET */
    unsigned selected;
    /* Counters, since the round began or the CPU was switched on: */
    guint64 touched; /* that were changed from inside */
    guint64 started; /* that were enabled from inside */
    struct truth_core_counter counters[ARM_PMU_COUNTERS];
};

/* A CPU that nothing has been told of. */
void truth_core_begin(struct truth_core *core, unsigned number);

/* Whether the CPU is switched on, as far as was told. */
static inline gboolean truth_core_is_on(const struct truth_core *core)
{
    return core->counted[KUNPENG_SWITCHED] % 2 != 0;
}

/* Cycles of the CPUs' clock until record number @record. */
guint64 truth_cursor_cycles(const struct truth_cursor *at, gsize record);

/* A TRACE_COUNTED. */
void truth_core_counted(const struct truth_cursor *at, struct truth_core *core);

/* The kernel, or the plan, writes or reads a register of the core's. */
void truth_core_write(
    const struct truth_cursor *at, struct truth_core *core, enum arm_pmu_reg reg, guint64 value);
void truth_core_read(const struct truth_cursor *at, struct truth_core *core, enum arm_pmu_reg reg);

/* Traffic is about to change: counters have what was before. */
void truth_core_traffic(const struct truth_cursor *at, struct truth_core *core);

/* Counters whose part is switched on, whether they are enabled or not. */
guint64 truth_core_parts(const struct truth_cursor *at, const struct truth_core *core);

/* A round of a PMCU starts the counters of @used, with @runs the PMCR.E that it writes, stops them, and, once
 * it has read them, zeroes them. In compatibility mode it leaves PMCR alone, and disables them. */
void truth_core_taken(
    const struct truth_cursor *at, struct truth_core *core, guint64 used, gboolean compatible, gboolean runs);
void truth_core_left(
    const struct truth_cursor *at, struct truth_core *core, guint64 used, gboolean compatible);
void truth_core_zeroed(const struct truth_cursor *at, struct truth_core *core, guint64 used);

#endif
