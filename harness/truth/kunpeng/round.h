/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A round that a PMCU stored, and what its counters should have come to. */
#ifndef PMULAB_HARNESS_TRUTH_KUNPENG_ROUND_H
#define PMULAB_HARNESS_TRUTH_KUNPENG_ROUND_H

#include "harness/truth/kunpeng/core.h"

/* Counters below compatibility mode leaves to others. */
#define TRUTH_FIRST_COMPATIBLE 3

/* What one CPU of the die did in a round. */
struct truth_round_cpu {
    gboolean on;                           /* from the round's start until it was stored */
    guint64 counted[2 * KUNPENG_N_TRUTHS]; /* between start and stop */
    guint32 context[2];                    /* CONTEXTIDR_EL1 and _EL2 as it was stored */
    guint64 running;                       /* counters whose part was switched on when it started */
    guint64 touched;                       /* counters that the guest itself changed meanwhile */
    guint64 started;                       /* of a CPU that was not on throughout: counters that it enabled */
};

/* Traffic of an event that nothing in the guest makes, in a round. */
struct truth_round_traffic {
    unsigned cpu; /* of all dies */
    guint16 event;
    guint64 count;
};

/* One round that was stored. Record numbers are those of the trace. */
struct truth_round {
    unsigned die;
    gsize began, ceased, stored;
    gsize taken;     /* the read of INT_STAT that told the driver of it, or TRUTH_NONE */
    guint64 address; /* physical, of the subsample */
    guint64 size;    /* bytes */
    unsigned slots, events;
    gboolean compatible;
    guint32 filter;               /* PMCCFILTR */
    guint64 cycles;               /* of the CPUs' clock, from start to stop */
    guint64 ns;                   /* likewise */
    guint64 began_at;             /* instructions that all CPUs together had executed at its start */
    guint64 ceased_at;            /* ... at its stop */
    GArray *traffic;              /* struct truth_round_traffic */
    struct truth_round_cpu *cpus; /* one for each slot */
};

/* What stands in a subsample. */
enum truth_round_kind { TRUTH_ROUND_CONTEXT_1, TRUTH_ROUND_CONTEXT_2, TRUTH_ROUND_COUNT, TRUTH_ROUND_CYCLES };

/*
 * What the round's value of @kind for @slot should be; of TRUTH_ROUND_COUNT that of its event number @place,
 * which is @event. FALSE: the guest has changed the counter during the round, so that nobody can say.
 */
gboolean truth_round_value(const struct kunpeng *planned, const struct truth_round *round,
    enum truth_round_kind kind, unsigned slot, unsigned place, guint16 event, guint64 *value);

#endif
