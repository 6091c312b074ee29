/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts the accesses of each CPU independently of the trace. */
#include "qemu-plugins/trap/tally.h"

struct tally_state tally_now;

void tally_skip(void)
{
    tally_now.skip = true;
}

void tally_leave(void)
{
    tally_now.skip = false;
}

struct tally tally_of(unsigned cpu)
{
    return cpu < TALLY_MAX_CPUS ? tally_now.cpus[cpu] : (struct tally){0};
}

void tally_state(struct snapshot *snapshot)
{
    snapshot_part(snapshot, tally_now.cpus, sizeof(tally_now.cpus));
}
