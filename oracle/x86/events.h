/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of events: their meaning, and perf's names. */
#ifndef PMULAB_ORACLE_X86_EVENTS_H
#define PMULAB_ORACLE_X86_EVENTS_H

#include "oracle/x86/manual.h"

/* Intel's reference clock ticks so often in an instruction's four cycles. */
enum { ORACLE_X86_REFERENCE = 2 };

/* AMD's unit masks are sets of bits: any bit of a row's mask selects the row. A
 * row without bits has no mask. Intel's masks are numbers. Several rows add
 * up. */
struct oracle_x86_event {
    unsigned parts; /* a bit for each enum oracle_x86_part */
    uint16_t number;
    uint8_t umask;
    uint8_t active, waiting; /* counts in the cycle of @did, and in each of its three others */
    uint8_t did, too;        /* ORACLE_X86_N_DIDS: no other */
};

struct oracle_x86_name {
    unsigned parts;
    uint64_t event; /* bits of a select register */
    const char *name;
};

/* End with a row without parts. */
extern const struct oracle_x86_event oracle_amd_events[], oracle_intel_events[];
extern const struct oracle_x86_name oracle_amd_names[], oracle_intel_names[];

#endif
