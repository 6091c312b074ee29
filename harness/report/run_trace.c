/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads traces of results folders. */
#include "harness/report/run_trace.h"

#include "harness/hardware/hardware_file.h"
#include "harness/trace/call_paths.h"
#include "harness/trace/trace_order.h"

struct run_trace {
    struct trace_file *file;
    struct trace_order *order;
    GHashTable *names;
    struct trace_record record;
    GError *damage;
};

struct run_trace *run_trace_open(const struct run_folder *folder, GError **error)
{
    g_autofree char *path = run_folder_trace(folder);
    struct run_trace *trace = g_new0(struct run_trace, 1);

    trace->names = call_paths_read(path);
    trace->file = trace_file_open(path, error);
    trace->order = trace->file ? trace_order_new(trace->file, error) : NULL;
    if (trace->order) {
        g_autofree char *hardware = trace_file_setting(trace->file, "hardware");

        hardware_file_use(hardware);
        return trace;
    }
    run_trace_close(trace);
    return NULL;
}

const struct trace_record *run_trace_next(struct run_trace *trace)
{
    const struct trace_record *record =
        trace_order_next(trace->order, trace->damage ? NULL : &trace->damage);

    if (!record)
        return NULL;
    trace->record = *record;
    call_path_name(trace->names, &trace->record);
    return &trace->record;
}

const char *run_trace_damage(const struct run_trace *trace)
{
    return trace->damage ? trace->damage->message : NULL;
}

void run_trace_close(struct run_trace *trace)
{
    if (!trace)
        return;
    trace_order_free(trace->order);
    trace_file_close(trace->file);
    g_clear_pointer(&trace->names, g_hash_table_unref);
    g_clear_error(&trace->damage);
    g_free(trace);
}
