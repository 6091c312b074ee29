/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The guest's own traffic: the lines that its caches bring from memory and
 * write back, one by one. Adjacent lines go to different memory controllers, as
 * on machines that interleave. The machine knows the counters; these functions
 * pass the lines to it, and trace their number.
 */
#ifndef PMULAB_SIM_LINES_H
#define PMULAB_SIM_LINES_H

#include "models/sim/host.h"

#include <stdbool.h>
#include <stdint.h>

#define LINES_CONTROLLERS 32 /* limit of memory controllers in a machine */

enum lines_direction { LINES_READ, LINES_WRITTEN, LINES_N_DIRECTIONS };

struct lines {
    bool on;                                               /* the plan enables them */
    bool untold;                                           /* some of @moved is not 0 */
    uint64_t moved[LINES_CONTROLLERS][LINES_N_DIRECTIONS]; /* since the latest trace record */
};

/* Line number @line (its physical address, in lines) has moved. Returns its
 * controller, one of @n. */
unsigned lines_move(struct lines *lines, uint64_t line, enum lines_direction direction, unsigned n);

/* Returns the number of controller @controller's block in @machine's trace. */
typedef unsigned lines_block_fn(const void *machine, unsigned controller);

/* Traces the lines moved until @now (ns), as TRACE_LINES. Call before tracing a
 * read of counters or a change of their selection. */
void lines_tell_all(struct lines *lines, const struct sim_host *host, uint64_t now,
    lines_block_fn *block, const void *machine);
static inline void lines_tell(struct lines *lines, const struct sim_host *host, uint64_t now,
    lines_block_fn *block, const void *machine)
{
    if (lines->untold)
        lines_tell_all(lines, host, now, block, machine);
}

#endif
