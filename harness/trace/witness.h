/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the guest says of itself in a trace (TRACE_WITNESS, guest/witness.c), held against the trace. */
#ifndef PMULAB_HARNESS_TRACE_WITNESS_H
#define PMULAB_HARNESS_TRACE_WITNESS_H

#include "harness/hardware/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

/* The records of a trace, in the order of the file. */
struct witnessed {
    const struct machine *machine;
    const struct trace_record *records;
    gsize n;
};

/* Each of these adds what it found to @notes: one line that says what was compared, and one for each thing
 * that differs. TRUE if nothing does, or if the guest has said nothing. */

/* CPUs are those that the guest says they are; and only its own CPU or socket reached a block that has one.
 */
gboolean witness_cpus(const struct witnessed *witnessed, GPtrArray *notes);

/* The trace's time went as the guest's clocks did. Only where the guest's time is counted in instructions;
 * else QEMU's clocks differ from each other. */
gboolean witness_clock(const struct witnessed *witnessed, GPtrArray *notes);

/* The guest took the interrupts that were sent, no fewer and no more. */
gboolean witness_interrupts(const struct witnessed *witnessed, GPtrArray *notes);

#endif
