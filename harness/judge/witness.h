/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares the guest's reports about itself in a trace (TRACE_WITNESS,
 * guest/witness.c) with the trace. */
#ifndef PMULAB_HARNESS_JUDGE_WITNESS_H
#define PMULAB_HARNESS_JUDGE_WITNESS_H

#include "harness/hardware/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

/* The records of a trace, in the order of the file. */
struct witnessed {
    const struct machine *machine;
    const struct trace_record *records;
    gsize n;
};

/* Each of these adds its results to @notes: one line on the comparison, and one
 * for each difference. TRUE if there is no difference, or if the guest has no
 * reports. */

/* CPUs match the guest's reports. Only a block's own CPU or socket, if any,
 * accessed the block. */
gboolean witness_cpus(const struct witnessed *witnessed, GPtrArray *notes);

/* The trace's time advanced like the guest's clocks, and between two reads of a
 * counter by a CPU. Checked only if the guest's time counts
 * instructions; otherwise QEMU's clocks differ from each other. */
gboolean witness_clock(const struct witnessed *witnessed, GPtrArray *notes);

/* The guest took exactly the interrupts that were sent. */
gboolean witness_interrupts(const struct witnessed *witnessed, GPtrArray *notes);

#endif
