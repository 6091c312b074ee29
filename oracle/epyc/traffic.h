/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A scenario's traffic for `epyc`: a second parser, by docs/scenarios.md and
 * docs/hardware/epyc.md. */
#ifndef PMULAB_ORACLE_EPYC_TRAFFIC_H
#define PMULAB_ORACLE_EPYC_TRAFFIC_H

#include "oracle/epyc/uncore_manual.h"
#include "oracle/traffic/amount.h"
#include "oracle/traffic/moments.h"

enum oracle_epyc_line_kind {
    ORACLE_EPYC_TRAFFIC,
    ORACLE_EPYC_PRESET,
    ORACLE_EPYC_JUMP,
    ORACLE_EPYC_FAULT,
    ORACLE_EPYC_MEMORY, /* the guest's own traffic begins (@guest) or ends */
};

/* A line below an `at` line, in the order of the text. */
struct oracle_epyc_line {
    enum oracle_epyc_line_kind kind;
    unsigned block;  /* oracle_epyc_cpu() etc.; unused for faults and MEMORY */
    unsigned stream; /* TRAFFIC: its index in oracle_amd_uncore_streams */
    struct oracle_amount amount;
    unsigned reg; /* PRESET, JUMP: as oracle_amd_uncore_register() returns it; a CPU's IBS: enum
                     oracle_ibs_reg; its APIC: the offset */
    uint64_t value;
    bool guest;
};

struct oracle_epyc_plan {
    enum oracle_part part; /* set before the first line */
    struct oracle_moments moments;
    struct oracle_epyc_line lines[ORACLE_MAX_ENTRIES];
};

/* The numbers of blocks in a plan: CPU @cpu's IBS, its APIC, and block @number
 * of @kind of @socket. */
unsigned oracle_epyc_cpu(unsigned cpu);
unsigned oracle_epyc_apic(unsigned cpu);
unsigned oracle_epyc_uncore(enum oracle_amd_uncore_kind kind, unsigned socket, unsigned number);

/* The reverse of oracle_epyc_uncore(). False: @block is not in the uncore. */
bool oracle_epyc_uncore_block(
    unsigned block, enum oracle_amd_uncore_kind *kind, unsigned *socket, unsigned *number);

/* Reads one line into @plan, which begins as zero bytes except its part.
 * Returns NULL, or the expected text as a static phrase. */
const char *oracle_epyc_plan_line(struct oracle_epyc_plan *plan, const char *line);

#endif
