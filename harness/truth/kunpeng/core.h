/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Replays a core PMU as the guest's own driver programs it: the value of each counter at every read, and the
 * times when it was enabled. If a PMCU uses the same counters, no record says which events it gave them, so
 * their values are unknown then.
 */
#ifndef PMULAB_HARNESS_TRUTH_KUNPENG_CORE_H
#define PMULAB_HARNESS_TRUTH_KUNPENG_CORE_H

#include "harness/truth/track.h"
#include "models/kunpeng/kunpeng.h"

/* CPU_CYCLES. Linux counts it with the cycle counter if that is free. */
#define TRUTH_CORE_CPU_CYCLES 0x0011

/* The control in a counter's struct truth_interval: its event, and whom it counts. */
static inline guint64 truth_core_control(guint16 event, gboolean users, gboolean kernel)
{
    return event | (users ? 1u << 16 : 0) | (kernel ? 1u << 17 : 0);
}

/* Position in the replay of a trace. */
struct truth_cursor {
    const struct kunpeng_config *config;
    const struct trace_record *records;
    gsize now;                      /* index of the current record */
    struct kunpeng_traffic traffic; /* as set by the plan's entries so far */
    struct truth *out;
};

struct truth_core_counter {
    guint64 type;     /* as the guest wrote it */
    guint64 total;    /* added since boot */
    guint64 base;     /* the register holds base + total... */
    gboolean lost;    /* ... unless a PMCU set it after the guest did, */
    gboolean foreign; /* or gave it another event */
    struct truth_track track;
};

struct truth_core {
    unsigned number;                    /* of the CPU */
    guint64 counted[KUNPENG_N_COUNTED]; /* latest values from the trace */
    guint64 seen[KUNPENG_N_COUNTED];    /* the part already added to the counters */
    guint64 cycles, traffic_cycles; /* cycles of the clock already added: to counters of time, and to counters
                                       of traffic */
    guint32 context[2];
    guint64 mdcr;
    gboolean runs;   /* PMCR.E */
    guint64 enabled; /* PMCNTENSET */
    unsigned selected;
    /* Counters, since the round began or the CPU was switched on: */
    guint64 touched; /* changed by the guest */
    guint64 started; /* enabled by the guest */
    struct truth_core_counter counters[ARM_PMU_COUNTERS];
};

/* Makes the state of a CPU without any records so far. */
void truth_core_begin(struct truth_core *core, unsigned number);

/* Whether the CPU is switched on, according to the records so far. */
static inline gboolean truth_core_is_on(const struct truth_core *core)
{
    return core->counted[KUNPENG_SWITCHED] % 2 != 0;
}

/* Cycles of the CPUs' clock until record number @record. */
guint64 truth_cursor_cycles(const struct truth_cursor *at, gsize record);

/* Takes a TRACE_COUNTED record. */
void truth_core_counted(const struct truth_cursor *at, struct truth_core *core);

/* The kernel or the plan writes a register of the core; or the kernel reads one. */
void truth_core_write(
    const struct truth_cursor *at, struct truth_core *core, enum arm_pmu_reg reg, guint64 value);
void truth_core_read(const struct truth_cursor *at, struct truth_core *core, enum arm_pmu_reg reg);

/* Call it before traffic changes: adds the old traffic to the counters. */
void truth_core_traffic(const struct truth_cursor *at, struct truth_core *core);

/* Counters whose part is switched on, enabled or not. */
guint64 truth_core_parts(const struct truth_cursor *at, const struct truth_core *core);

/* A PMCU round starts the counters of @used, with PMCR.E set to @runs, stops them, and zeroes them after
 * reading. In compatibility mode it leaves PMCR alone and disables the counters. */
void truth_core_taken(
    const struct truth_cursor *at, struct truth_core *core, guint64 used, gboolean compatible, gboolean runs);
void truth_core_left(
    const struct truth_cursor *at, struct truth_core *core, guint64 used, gboolean compatible);
void truth_core_zeroed(const struct truth_cursor *at, struct truth_core *core, guint64 used);

#endif
