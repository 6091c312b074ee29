/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The guest's own traffic: the lines that its caches bring from memory and
 * write back, one by one. Adjacent lines go to different memory controllers, as
 * on machines that interleave. The machine knows the counters; these functions
 * pass the lines to it, and trace their number.
 */
#ifndef PMULAB_MODELS_SIM_CACHELINES_H
#define PMULAB_MODELS_SIM_CACHELINES_H

#include "models/sim/host.h"

#include <stdbool.h>
#include <stdint.h>

#define CACHELINES_CONTROLLERS 32 /* limit of memory controllers in a machine */

enum cachelines_direction { CACHELINES_READ, CACHELINES_WRITTEN, CACHELINES_N_DIRECTIONS };

struct cachelines {
    bool on;      /* the plan enables them */
    bool pending; /* some of @moved is not 0 */
    uint64_t moved[CACHELINES_CONTROLLERS]
                  [CACHELINES_N_DIRECTIONS]; /* since the latest trace record */
};

/* Line number @line (its physical address, in lines) has moved. Returns its
 * controller, one of @n. */
unsigned cachelines_move(
    struct cachelines *lines, uint64_t line, enum cachelines_direction direction, unsigned n);

/* Returns the number of controller @controller's block in @machine's trace. */
typedef unsigned cachelines_block_fn(const void *machine, unsigned controller);

/* Traces the lines moved until @now (ns), as TRACE_CACHELINES. Call before
 * tracing a read of counters or a change of their selection. */
void cachelines_emit_all(struct cachelines *lines, const struct sim_host *host, uint64_t now,
    cachelines_block_fn *block, const void *machine);
static inline void cachelines_emit(struct cachelines *lines, const struct sim_host *host,
    uint64_t now, cachelines_block_fn *block, const void *machine)
{
    if (lines->pending)
        cachelines_emit_all(lines, host, now, block, machine);
}

#endif
