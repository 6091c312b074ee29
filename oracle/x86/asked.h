/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses a command's event of a core PMU, as Linux's x86 driver does
 * (arch/x86/events). Formats and aliases are those below
 * /sys/bus/event_source/devices/cpu. */
#ifndef PMULAB_ORACLE_X86_ASKED_H
#define PMULAB_ORACLE_X86_ASKED_H

#include "oracle/perf/terms.h"
#include "oracle/x86/manual.h"

enum oracle_x86_asked {
    ORACLE_X86_ASKED,   /* a core counts it */
    ORACLE_X86_OTHER,   /* other hardware's, or a software event */
    ORACLE_X86_REFUSED, /* this hardware's, but cannot be counted; @why has the reason */
};

/* Parses @name: "instructions:u", "r00c0", "cpu/ex_ret_brn/k",
 * "cpu/event=0xc2,umask=0/". *@selection is as oracle_x86_selects() returns it.
 * Sets @why if the event is refused. */
enum oracle_x86_asked oracle_x86_what_is_asked(
    const struct oracle_x86_pmu *pmu, const char *name, uint64_t *selection, char why[ORACLE_WHY]);

#endif
