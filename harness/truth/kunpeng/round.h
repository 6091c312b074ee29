/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A round that a PMCU stored, and the values that its counters should have. */
#ifndef PMULAB_HARNESS_TRUTH_KUNPENG_ROUND_H
#define PMULAB_HARNESS_TRUTH_KUNPENG_ROUND_H

#include "harness/truth/kunpeng/core.h"

/* The first counter that compatibility mode uses; the guest keeps those below. */
#define TRUTH_FIRST_COMPATIBLE 3

/* The work of one CPU of the die in a round. */
struct truth_round_cpu {
    gboolean on;                           /* from the round's start until it was stored */
    guint64 counted[2 * KUNPENG_N_TRUTHS]; /* between start and stop, as in TRACE_COUNTED */
    guint32 context[2];                    /* CONTEXTIDR_EL1 and _EL2 when it was stored */
    guint64 running;                       /* counters whose part was switched on at the start */
    guint64 touched;                       /* counters that the guest itself changed during the round */
    guint64 started; /* counters that the guest enabled, if the CPU was not on throughout */
};

/* Traffic in a round: an event that nothing in the guest causes. */
struct truth_round_traffic {
    unsigned cpu; /* among all dies */
    guint16 event;
    guint64 count;
};

/* One stored round. Record numbers are those of the trace. */
struct truth_round {
    unsigned die;
    gsize began, ceased, stored;
    gsize taken;     /* the read of INT_STAT that reported it to the driver, or TRUTH_NONE */
    guint64 address; /* physical address of the subsample */
    guint64 size;    /* bytes */
    unsigned slots, events;
    gboolean compatible;
    guint32 filter;               /* PMCCFILTR */
    guint64 cycles;               /* of the CPUs' clock, from start to stop */
    guint64 ns;                   /* likewise */
    guint64 began_at;             /* instructions of all CPUs together until its start */
    guint64 ceased_at;            /* ... until its stop */
    GArray *traffic;              /* struct truth_round_traffic */
    struct truth_round_cpu *cpus; /* one for each slot */
};

/* The kinds of values in a subsample. */
enum truth_round_kind { TRUTH_ROUND_CONTEXT_1, TRUTH_ROUND_CONTEXT_2, TRUTH_ROUND_COUNT, TRUTH_ROUND_CYCLES };

/* The expected value of @kind for @slot in the round; for TRUTH_ROUND_COUNT, of event number @place, which is
 * @event. FALSE if the guest changed the counter during the round, so that the value is unknown. */
gboolean truth_round_value(const struct kunpeng *planned, const struct truth_round *round,
    enum truth_round_kind kind, unsigned slot, unsigned place, guint16 event, guint64 *value);

#endif
