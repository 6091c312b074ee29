/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts the accesses of each CPU, apart from the trace. */
#include "qemu-plugins/trap/tally.h"

#include "models/sim/trace.h"

static struct tally cpus[TALLY_MAX_CPUS];
static bool skip; /* the access being answered */

void tally_access(unsigned cpu, bool write, uint64_t value)
{
    struct tally *tally = &cpus[cpu % TALLY_MAX_CPUS];
    bool counts = !skip && cpu < TALLY_MAX_CPUS;

    skip = false;
    if (!counts)
        return;
    tally->reads += !write;
    tally->writes += write;
    tally->values = trace_sum(tally->values, write, value);
}

void tally_skip(void)
{
    skip = true;
}

void tally_leave(void)
{
    skip = false;
}

struct tally tally_of(unsigned cpu)
{
    return cpu < TALLY_MAX_CPUS ? cpus[cpu] : (struct tally){0};
}

void tally_state(struct snapshot *snapshot)
{
    snapshot_part(snapshot, cpus, sizeof(cpus));
}
