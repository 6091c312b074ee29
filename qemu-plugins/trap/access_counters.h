/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counts the accesses of each CPU at the traps, independently of the trace: no
 * bug between here and the file can lose an access from both. The runtime
 * writes the counts into the trace (TRACE_AUDIT), and the judge compares them.
 * All functions here are called within the arbiter.
 */
#ifndef PMULAB_QEMU_PLUGINS_TRAP_ACCESS_COUNTERS_H
#define PMULAB_QEMU_PLUGINS_TRAP_ACCESS_COUNTERS_H

#include "models/sim/trace.h"
#include "qemu-plugins/qemu/snapshot.h"

#include <stdbool.h>
#include <stdint.h>

#define ACCESS_COUNTERS_MAX_CPUS 256

/* A CPU's accesses since the machine began. */
struct access_counters {
    uint64_t reads, writes;
    uint64_t values; /* trace_sum() */
};

extern struct access_counters_state {
    struct access_counters cpus[ACCESS_COUNTERS_MAX_CPUS];
    bool skip; /* the current access */
} access_counters_now __attribute__((visibility("hidden")));

/* @cpu has made an access, and the machine has responded: a read returned
 * @value, or a write wrote it. Returns whether it was to the machine's
 * registers. */
static inline bool access_counters_add(unsigned cpu, bool write, uint64_t value)
{
    struct access_counters *done = &access_counters_now.cpus[cpu % ACCESS_COUNTERS_MAX_CPUS];
    bool counts = !access_counters_now.skip && cpu < ACCESS_COUNTERS_MAX_CPUS;

    access_counters_now.skip = false;
    if (!counts)
        return false;
    done->reads += !write;
    done->writes += write;
    done->values = trace_sum(done->values, write, value);
    return true;
}

/* Call from any responder: the trace has no record of this access, because it
 * is not to the machine's registers. */
void access_counters_skip(void);

/* The access was to a QEMU device, so it does not count; a
 * access_counters_skip() of it has no effect. */
void access_counters_ignore(void);

/* The counts of @cpu; all 0 from ACCESS_COUNTERS_MAX_CPUS on. */
struct access_counters access_counters_of(unsigned cpu);

void access_counters_state(struct snapshot *snapshot);

#endif
