/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Marks by which a guest reports the start or end of a step
 * (models/sim/step.h), moved to places with a known time. */
#ifndef PMULAB_QEMU_PLUGINS_RUNTIME_MARK_H
#define PMULAB_QEMU_PLUGINS_RUNTIME_MARK_H

#include "models/sim/host.h"

/* A machine's handling of a mark. */
struct mark_hooks {
    void (*step)(const struct sim_access *access, unsigned step, bool end);
    /* Between two blocks of @cpu, after @step. */
    void (*end)(unsigned cpu);
};

/* The guest writes @value, a mark or another report, with the access @access.
 * Calls @hooks->step at once if the access has a time. Otherwise calls both
 * hooks soon, after the caller has left the arbiter. @hooks must live as long
 * as QEMU. */
void mark_written(const struct mark_hooks *hooks, const struct sim_access *access, uint64_t value);

#endif
