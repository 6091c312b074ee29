/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Delivers a guest's step marks and other reports at places with a known
 * time. */
#include "qemu-plugins/runtime/mark.h"

#include "models/sim/step.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/runtime/runtime.h"

#include <glib.h>

/* A mark in transit. */
struct mark {
    const struct mark_hooks *hooks;
    struct sim_access access;
    uint64_t value;
};

static void emit(const struct mark *mark)
{
    if (mark->value >> SIM_WITNESS_SHIFT)
        runtime_witness(&mark->access, mark->value);
    else
        mark->hooks->step(&mark->access, mark->value & SIM_STEP_MAX, mark->value & SIM_STEP_END);
}

static void emit_now(void *data)
{
    g_autofree struct mark *mark = data;

    arbiter_enter();
    mark->access.now = clock_now();
    emit(mark);
    mark->hooks->end(mark->access.cpu);
    arbiter_leave();
}

void mark_written(const struct mark_hooks *hooks, const struct sim_access *access, uint64_t value)
{
    struct mark mark = {hooks, *access, value};

    if (runtime_marked(value))
        return;
    if (access->now)
        emit(&mark);
    else
        clock_run_soon(access->cpu, emit_now, g_memdup2(&mark, sizeof(mark)));
}
