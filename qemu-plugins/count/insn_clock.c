/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Estimates the time from instructions while QEMU's clock cannot be read, and
 * checks the estimate on request. */
#include "qemu-plugins/count/insn_clock.h"

#include "qemu-plugins/qemu/clock.h"

#include <inttypes.h>
#include <stdio.h>

static struct {
    /* A reading of the clock, and all CPUs' executed instructions at that
     * time. */
    uint64_t time, executed;
    struct {
        uint64_t readings, ahead,
            /* number of readings; in how many of them the clock was ahead of
             * the estimate, or late */
            behind;
        uint64_t ahead_ns, behind_ns;
    } check;
} self;

static uint64_t time_by_instructions(uint64_t executed)
{
    return self.time + clock_of_instructions(executed - self.executed);
}

void insn_clock_take(uint64_t executed)
{
    self.time = clock_now();
    self.executed = executed;
}

uint64_t insn_clock_time(uint64_t executed)
{
    return clock_readable(false) ? clock_now() : time_by_instructions(executed);
}

void insn_clock_check(uint64_t executed)
{
    uint64_t expected, now;

    if (clock_readable(false))
        return;
    expected = time_by_instructions(executed);
    now = clock_now();
    self.check.readings++;
    if (now > expected) {
        self.check.ahead++;
        self.check.ahead_ns += now - expected;
    } else if (now < expected) {
        self.check.behind++;
        self.check.behind_ns += expected - now;
    }
    insn_clock_take(executed);
}

void insn_clock_report(void)
{
    fprintf(stderr,
        "pmulab: blocks: %" PRIu64 " readings of the clock, ahead %" PRIu64 " times by %" PRIu64
        " ns, behind %" PRIu64 " times by %" PRIu64 " ns\n",
        self.check.readings, self.check.ahead, self.check.ahead_ns, self.check.behind,
        self.check.behind_ns);
}
