/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a plan's lines beside a trace. */
#include "harness/trace/plan_lines.h"

#include <string.h>

static gboolean is_about_entry(const struct trace_record *record)
{
    return record->kind == TRACE_PLAN || record->kind == TRACE_FAULT ||
           record->kind == TRACE_REFUSED;
}

GPtrArray *plan_lines_read(const char *path)
{
    g_autofree char *beside = g_strconcat(path, PLAN_LINES_SUFFIX, NULL);
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;
    GPtrArray *entries;

    if (!g_file_get_contents(beside, &text, NULL, NULL))
        return NULL;
    entries = g_ptr_array_new_with_free_func(g_free);
    lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_autofree char *bare = g_strstrip(g_strndup(*line, strcspn(*line, "#")));

        if (*bare && !g_str_has_prefix(bare, "at "))
            g_ptr_array_add(entries, g_steal_pointer(&bare));
    }
    return entries;
}

void plan_lines_name(const GPtrArray *lines, struct trace_record *record)
{
    if (!is_about_entry(record))
        return;
    /* A number left by another trace's names is invalid here. */
    record->call_path = lines && record->value < lines->len
                            ? g_quark_from_string(g_ptr_array_index(lines, (guint)record->value))
                            : 0;
}

const char *plan_lines_text(const struct trace_record *record)
{
    return is_about_entry(record) && record->call_path && record->call_path <= G_MAXUINT32
               ? g_quark_to_string((GQuark)record->call_path)
               : NULL;
}
