/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a trace as it grows. */
#include "harness/live/live_trace.h"

#include "harness/trace/call_paths.h"
#include "harness/trace/trace_reader.h"

struct live_trace {
    struct trace_file *file;
    const struct driver_naming *naming;
    GHashTable *names; /* of addresses, as call_path_name() takes them */
    GHashTable *asked; /* addresses that were looked up, with or without success */
    guint64 n, began;
    struct trace_record last[LIVE_ACCESSES]; /* number i is at i modulo their number */
    guint64 named;                           /* accesses before this one have their names */
};

struct live_trace *live_trace_new(
    const char *path, const struct driver_naming *naming, GError **error)
{
    struct trace_file *file = trace_file_open(path, error);
    struct live_trace *trace;

    if (!file)
        return NULL;
    trace = g_new0(struct live_trace, 1);
    trace->file = file;
    trace->naming = naming;
    trace->names = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    trace->asked = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    return trace;
}

void live_trace_free(struct live_trace *trace)
{
    if (!trace)
        return;
    trace_file_close(trace->file);
    g_hash_table_unref(trace->names);
    g_hash_table_unref(trace->asked);
    g_free(trace);
}

static void add(struct live_trace *trace, const struct trace_record *record, struct live_plan *plan)
{
    switch (record->kind) {
    case TRACE_READ:
    case TRACE_WRITE:
        trace->last[trace->n++ % LIVE_ACCESSES] = *record;
        break;
    case TRACE_PLAN:
    case TRACE_FAULT:
    case TRACE_REFUSED:
        live_plan_happened(plan, record->value, record->time, record->kind == TRACE_REFUSED);
        break;
    case TRACE_STEP_BEGIN:
        if (!trace->began)
            trace->began = record->time;
        break;
    default:
        break;
    }
}

void live_trace_read(struct live_trace *trace, struct live_plan *plan)
{
    struct trace_record record;

    while (trace_file_follow(trace->file, &record))
        add(trace, &record, plan);
}

guint64 live_trace_accesses(const struct live_trace *trace)
{
    return trace->n;
}

guint64 live_trace_began(const struct live_trace *trace)
{
    return trace->began;
}

static guint64 oldest(const struct live_trace *trace)
{
    return trace->n > LIVE_ACCESSES ? trace->n - LIVE_ACCESSES : 0;
}

/* ---- names ---- */

static gboolean move_name(gpointer address, gpointer name, gpointer names)
{
    g_hash_table_insert(names, address, name);
    return TRUE;
}

/* Each address is looked up once. */
static void learn(struct live_trace *trace, const GArray *addresses)
{
    g_autoptr(GHashTable) found = NULL;
    GString *lines = driver_names(addresses, trace->naming);

    for (guint i = 0; i < addresses->len; i++)
        g_hash_table_add(
            trace->asked, g_memdup2(&g_array_index(addresses, guint64, i), sizeof(guint64)));
    found = call_paths_parse(lines->str);
    g_hash_table_foreach_steal(found, move_name, trace->names);
    g_string_free(lines, TRUE);
}

static void name_new_ones(struct live_trace *trace)
{
    g_autoptr(GArray) records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    g_autoptr(GArray) addresses = NULL;
    guint64 from = MAX(trace->named, oldest(trace));

    for (guint64 i = from; i < trace->n; i++)
        g_array_append_val(records, trace->last[i % LIVE_ACCESSES]);
    addresses = call_paths_of(records);
    for (guint i = addresses->len; i--;)
        if (g_hash_table_contains(trace->asked, &g_array_index(addresses, gint64, i)))
            g_array_remove_index_fast(addresses, i);
    if (addresses->len)
        learn(trace, addresses);
    for (guint64 i = from; i < trace->n; i++)
        call_path_name(trace->names, &trace->last[i % LIVE_ACCESSES]);
    trace->named = trace->n;
}

const struct trace_record *live_trace_record(const struct live_trace *trace, guint64 number)
{
    return number >= trace->n || number < oldest(trace) ? NULL
                                                        : &trace->last[number % LIVE_ACCESSES];
}

const struct trace_record *live_trace_access(struct live_trace *trace, guint64 number)
{
    if (!live_trace_record(trace, number))
        return NULL;
    if (trace->naming && trace->named < trace->n)
        name_new_ones(trace);
    return &trace->last[number % LIVE_ACCESSES];
}
