/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts the accesses of each CPU independently of the trace. */
#include "qemu-plugins/trap/access_counters.h"

struct access_counters_state access_counters_now;

void access_counters_skip(void)
{
    access_counters_now.skip = true;
}

void access_counters_ignore(void)
{
    access_counters_now.skip = false;
}

struct access_counters access_counters_of(unsigned cpu)
{
    return cpu < ACCESS_COUNTERS_MAX_CPUS ? access_counters_now.cpus[cpu]
                                          : (struct access_counters){0};
}

void access_counters_state(struct snapshot *snapshot)
{
    snapshot_part(snapshot, access_counters_now.cpus, sizeof(access_counters_now.cpus));
}
