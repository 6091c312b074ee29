/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replays one PMCU: its registers, and the rounds that it stores. */
#ifndef PMULAB_HARNESS_TRUTH_KUNPENG_UNIT_H
#define PMULAB_HARNESS_TRUTH_KUNPENG_UNIT_H

#include "harness/truth/kunpeng/core.h"

/* The state of a CPU when the round began and when it stopped. */
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
    /* set by the last TRIGGER */
    gboolean runs, compatible;
    unsigned events;
    guint32 filter, pmcr;
    guint64 rounds_left;
    /* The current round. */
    gsize began, ceased;
    guint64 began_at, ceased_at;
    struct truth_unit_cpu *cpus;
    GArray *traffic_began, *traffic_ceased; /* guint64, for each entry of the replay's traffic */
    GPtrArray *stored;                      /* rounds of this run not yet reported to the driver */
    guint64 maybe; /* bits of INT_STAT that hardware may have set, as far as the trace shows */
};

/* Initialises the PMCU of die number @die after reset; @all are the cores of all dies. Everything that @at
 * and @all point to must outlive it. Its rounds go to the cursor's truth. Free with truth_unit_end(). */
void truth_unit_begin(struct truth_unit *unit, const struct truth_cursor *at, unsigned die,
    struct truth_core *all, unsigned n_all);
void truth_unit_end(struct truth_unit *unit);

/* Handles the current record: an access to the PMCU, a TRACE_ROUND or a TRACE_POST. */
void truth_unit_accessed(struct truth_unit *unit);
void truth_unit_round(struct truth_unit *unit);
void truth_unit_stored(struct truth_unit *unit);

#endif
