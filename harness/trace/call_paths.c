/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the names of drivers' functions beside a trace, and gives them to its
 * records. */
#include "harness/trace/call_paths.h"

#include "harness/base/append.h"
#include "harness/symbols/driver_names.h"
#include "harness/trace/trace_reader.h"

#include <string.h>

static void add_line(GHashTable *names, const char *line)
{
    char *end;
    gint64 address = (gint64)g_ascii_strtoull(line, &end, 16);

    if (end != line && *end == ' ' && end[1])
        g_hash_table_insert(names, g_memdup2(&address, sizeof(address)),
            GUINT_TO_POINTER(g_quark_from_string(end + 1)));
}

GHashTable *call_paths_parse(const char *text)
{
    GHashTable *names = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (char **line = lines; *line; line++)
        add_line(names, *line);
    return names;
}

GHashTable *call_paths_read(const char *path)
{
    g_autofree char *beside = g_strconcat(path, CALL_PATHS_SUFFIX, NULL);
    g_autofree char *text = NULL;

    return g_file_get_contents(beside, &text, NULL, NULL) ? call_paths_parse(text) : NULL;
}

/* Accesses have two addresses that can show their origin: the call path's, and
 * their own. */
static gboolean is_access(const struct trace_record *record)
{
    return record->kind == TRACE_READ || record->kind == TRACE_WRITE;
}

static void add_call_paths(GArray *call_paths, GHashTable *seen, const struct trace_record *record)
{
    const guint64 addresses[] = {record->call_path, record->pc};

    for (guint k = 0; is_access(record) && k < G_N_ELEMENTS(addresses); k++)
        if (addresses[k] && !g_hash_table_contains(seen, &addresses[k])) {
            g_hash_table_add(seen, g_memdup2(&addresses[k], sizeof(addresses[k])));
            g_array_append_val(call_paths, addresses[k]);
        }
}

GArray *call_paths_of(const GArray *records)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    GArray *call_paths = g_array_new(FALSE, FALSE, sizeof(guint64));

    for (guint i = 0; i < records->len; i++)
        add_call_paths(call_paths, seen, &g_array_index(records, struct trace_record, i));
    return call_paths;
}

GArray *call_paths_of_trace(const char *path)
{
    const struct trace_wanted accesses = {1u << TRACE_READ | 1u << TRACE_WRITE, 0, G_MAXUINT64};
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    GArray *call_paths = g_array_new(FALSE, FALSE, sizeof(guint64));
    struct trace_file *file = trace_file_open(path, NULL);
    struct trace_record record;

    if (file)
        trace_file_want(file, &accesses);
    while (file && trace_file_next(file, &record, NULL))
        add_call_paths(call_paths, seen, &record);
    trace_file_close(file);
    return call_paths;
}

void call_path_name(GHashTable *names, struct trace_record *record)
{
    static _Thread_local GQuark none;
    gpointer name = NULL;

    if (!none)
        none = g_quark_from_static_string(DRIVER_NAMES_NONE);
    if (!names || !is_access(record))
        return;
    if (record->call_path)
        name = g_hash_table_lookup(names, &record->call_path);
    if (!name)
        name = g_hash_table_lookup(names, &record->pc);
    if (name)
        record->call_path = GPOINTER_TO_UINT(name) == none ? 0 : GPOINTER_TO_UINT(name);
}

gboolean call_path_append(GString *text, const struct trace_record *record)
{
    /* In a damaged trace the number may be anything. */
    const char *name =
        record->call_path <= G_MAXUINT32 ? g_quark_to_string((GQuark)record->call_path) : NULL;

    if (name) {
        append_text(text, name);
    } else if (record->call_path) {
        append_text(text, "0x");
        append_hex(text, record->call_path, 0);
    }
    return record->call_path != 0;
}

char *call_path_text(const struct trace_record *record)
{
    GString *text = g_string_new(NULL);

    return g_string_free(text, !call_path_append(text, record));
}

char *call_path_by(const struct trace_record *record)
{
    g_autofree char *text = call_path_text(record);
    size_t n = text ? strcspn(text, "+ ") : 0;

    return n && text[n] == '+' && !g_str_has_prefix(text, "0x")
               ? g_strdup_printf(", by %.*s()", (int)n, text)
               : g_strdup("");
}
