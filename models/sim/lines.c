/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's own traffic: passes lines to controllers, and totals to the
 * trace. */
#include "models/sim/lines.h"

#include <assert.h>

unsigned lines_move(struct lines *lines, uint64_t line, enum lines_direction direction, unsigned n)
{
    unsigned controller = (unsigned)(line % n);

    assert(n <= LINES_CONTROLLERS);
    lines->moved[controller][direction]++;
    lines->untold = true;
    return controller;
}

void lines_tell_all(struct lines *lines, const struct sim_host *host, uint64_t now,
    lines_block_fn *block, const void *machine)
{
    lines->untold = false;
    for (unsigned i = 0; i < LINES_CONTROLLERS * LINES_N_DIRECTIONS; i++) {
        uint64_t *moved = &lines->moved[i / LINES_N_DIRECTIONS][i % LINES_N_DIRECTIONS];
        struct trace_record record = {
            .kind = TRACE_LINES, .offset = i % LINES_N_DIRECTIONS, .time = now, .value = *moved};

        if (!*moved)
            continue;
        record.block = (uint16_t)block(machine, i / LINES_N_DIRECTIONS);
        *moved = 0;
        sim_host_trace(host, &record);
    }
}
