/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counts the accesses of each CPU at the traps, independently of the trace: no
 * bug between here and the file can lose an access from both. The runtime
 * writes the counts into the trace (TRACE_TALLY), and the judge compares them.
 * All functions here are called within the arbiter.
 */
#ifndef PMULAB_TRAP_TALLY_H
#define PMULAB_TRAP_TALLY_H

#include "models/sim/trace.h"
#include "qemu-plugins/qemu/snapshot.h"

#include <stdbool.h>
#include <stdint.h>

#define TALLY_MAX_CPUS 256

/* A CPU's accesses since the machine began. */
struct tally {
    uint64_t reads, writes;
    uint64_t values; /* trace_sum() */
};

extern struct tally_state {
    struct tally cpus[TALLY_MAX_CPUS];
    bool skip; /* the current access */
} tally_now __attribute__((visibility("hidden")));

/* @cpu has made an access, and the machine has responded: a read returned
 * @value, or a write wrote it. */
static inline void tally_access(unsigned cpu, bool write, uint64_t value)
{
    struct tally *done = &tally_now.cpus[cpu % TALLY_MAX_CPUS];
    bool counts = !tally_now.skip && cpu < TALLY_MAX_CPUS;

    tally_now.skip = false;
    if (!counts)
        return;
    done->reads += !write;
    done->writes += write;
    done->values = trace_sum(done->values, write, value);
}

/* Call from any responder: the trace has no record of this access, because it
 * is not to the machine's registers. */
void tally_skip(void);

/* The access was to a QEMU device, so it does not count; a tally_skip() of it
 * has no effect. */
void tally_leave(void);

/* The counts of @cpu; all 0 from TALLY_MAX_CPUS on. */
struct tally tally_of(unsigned cpu);

void tally_state(struct snapshot *snapshot);

#endif
