/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds up runs. */
#include "harness/report/runs_touched.h"

#include "harness/report/run_trace.h"

void runs_touched_init(struct runs_touched *all)
{
    all->touched = touched_new();
    all->machines = g_ptr_array_new();
}

void runs_touched_clear(struct runs_touched *all)
{
    touched_free(all->touched);
    g_ptr_array_unref(all->machines);
}

struct touching *runs_touched_begin(struct runs_touched *all, const struct run_folder *run)
{
    if (!g_ptr_array_find(all->machines, run->machine, NULL))
        g_ptr_array_add(all->machines, (gpointer)(guintptr)run->machine);
    return touching_new(all->touched, run->machine->model, run->name);
}

gboolean runs_touched_add(struct runs_touched *all, const struct run_folder *run, GError **error)
{
    struct run_trace *trace = run_trace_open(run, error);
    struct touching *touching = trace ? runs_touched_begin(all, run) : NULL;
    const struct trace_record *record;

    if (!trace)
        return FALSE;
    while ((record = run_trace_next(trace)))
        touching_add(touching, record);
    touching_free(touching);
    run_trace_close(trace);
    return TRUE;
}
