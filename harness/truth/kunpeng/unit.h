/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The replay of one PMCU: its registers, and the rounds that it stores. */
#ifndef PMULAB_HARNESS_TRUTH_KUNPENG_UNIT_H
#define PMULAB_HARNESS_TRUTH_KUNPENG_UNIT_H

#include "harness/truth/kunpeng/core.h"

/* What was told of a CPU when the round began and ceased. */
struct truth_unit_cpu {
    guint64 began[KUNPENG_N_COUNTED], ceased[KUNPENG_N_COUNTED];
    guint64 running;
};

struct truth_unit {
    const struct truth_cursor *at;
    unsigned die;
    struct truth_core *cores; /* of its die, one for each place */
    const struct truth_core *all;
    unsigned n_all;
    guint64 values[PMCU_N_REGS];
    /* As the last TRIGGER found it. */
    gboolean runs, compatible;
    unsigned events;
    guint32 filter, pmcr;
    guint64 rounds_left;
    /* The round under way. */
    gsize began, ceased;
    guint64 began_at, ceased_at;
    struct truth_unit_cpu *cpus;
    GArray *traffic_began, *traffic_ceased; /* guint64, for each entry of the replay's traffic */
    GPtrArray *stored;                      /* rounds of this run that the driver has not been told of */
    guint64 maybe; /* bits of INT_STAT that hardware may have set, as far as the trace tells */
};

/* The PMCU of die number @die, as after reset; @all are the cores of all dies. What @at and @all point to
 * must outlive it, and its rounds go to the cursor's truth. truth_unit_end() frees what it holds. */
void truth_unit_begin(struct truth_unit *unit, const struct truth_cursor *at, unsigned die,
    struct truth_core *all, unsigned n_all);
void truth_unit_end(struct truth_unit *unit);

/* The record that is being replayed is an access to it, a TRACE_ROUND or a TRACE_POST. */
void truth_unit_accessed(struct truth_unit *unit);
void truth_unit_round(struct truth_unit *unit);
void truth_unit_stored(struct truth_unit *unit);

#endif
