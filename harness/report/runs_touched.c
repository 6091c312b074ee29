/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds up runs. */
#include "harness/report/runs_touched.h"

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

void runs_touched_add(struct runs_touched *all, const struct run_folder *run)
{
    touched_add(all->touched, run->machine->model, run->name,
        (const struct trace_record *)(const void *)run->records->data, run->records->len);
    if (!g_ptr_array_find(all->machines, run->machine, NULL))
        g_ptr_array_add(all->machines, (gpointer)(guintptr)run->machine);
}
