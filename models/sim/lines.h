/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The guest's own traffic: the lines that its caches bring from memory and write back, one by one. Neighbours
 * go to different memory controllers, as on machines that interleave. Who counts them is the machine's to
 * know; what is here hands them out, and tells the trace how many there were.
 */
#ifndef PMULAB_SIM_LINES_H
#define PMULAB_SIM_LINES_H

#include "models/sim/host.h"

#include <stdbool.h>
#include <stdint.h>

#define LINES_CONTROLLERS 32 /* most memory controllers of a machine */

enum lines_direction { LINES_READ, LINES_WRITTEN, LINES_N_DIRECTIONS };

struct lines {
    bool on;                                               /* the plan asks for them */
    bool untold;                                           /* some of @moved is not 0 */
    uint64_t moved[LINES_CONTROLLERS][LINES_N_DIRECTIONS]; /* since the trace was told */
};

/* Line number @line (its physical address, in lines) has moved. Returns the controller, one of @n, that did
 * it. */
unsigned lines_move(struct lines *lines, uint64_t line, enum lines_direction direction, unsigned n);

/* Returns the number of controller @controller's block in @machine's trace. */
typedef unsigned lines_block_fn(const void *machine, unsigned controller);

/* Tells the trace at @now (ns) of the lines that have moved, as TRACE_LINES. Call before all that reads
 * counters, or changes what they count, is traced. */
void lines_tell_all(struct lines *lines, const struct sim_host *host, uint64_t now, lines_block_fn *block,
    const void *machine);
static inline void lines_tell(struct lines *lines, const struct sim_host *host, uint64_t now,
    lines_block_fn *block, const void *machine)
{
    if (lines->untold)
        lines_tell_all(lines, host, now, block, machine);
}

#endif
