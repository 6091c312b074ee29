/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's own traffic: passes lines to controllers, and totals to the
 * trace. */
#include "models/sim/cachelines.h"

#include <assert.h>

unsigned cachelines_move(
    struct cachelines *lines, uint64_t line, enum cachelines_direction direction, unsigned n)
{
    unsigned controller = (unsigned)(line % n);

    assert(n <= CACHELINES_CONTROLLERS);
    lines->moved[controller][direction]++;
    lines->pending = true;
    return controller;
}

void cachelines_emit_all(struct cachelines *lines, const struct sim_host *host, uint64_t now,
    cachelines_block_fn *block, const void *machine)
{
    lines->pending = false;
    for (unsigned i = 0; i < CACHELINES_CONTROLLERS * CACHELINES_N_DIRECTIONS; i++) {
        uint64_t *moved = &lines->moved[i / CACHELINES_N_DIRECTIONS][i % CACHELINES_N_DIRECTIONS];
        struct trace_record record = {.kind = TRACE_CACHELINES,
            .offset = i % CACHELINES_N_DIRECTIONS,
            .time = now,
            .value = *moved};

        if (!*moved)
            continue;
        record.block = block(machine, i / CACHELINES_N_DIRECTIONS);
        *moved = 0;
        sim_host_trace(host, &record);
    }
}
