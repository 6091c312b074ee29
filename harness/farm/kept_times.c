/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps the times of scenarios, for the next cut. */
#include "harness/farm/kept_times.h"

#include "harness/base/error.h"
#include "harness/base/file_stream.h"
#include "harness/format/json.h"

#include <string.h>

static void keep(GHashTable *times, const char *name, gint64 us)
{
    gint64 *value = g_new(gint64, 1);

    *value = us;
    g_hash_table_replace(times, g_strdup(name), value);
}

static gboolean take_all(GHashTable *times, JsonNode *root)
{
    JsonObject *object = root && JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;
    g_autoptr(GList) names = object ? json_object_get_members(object) : NULL;

    for (GList *name = names; name; name = name->next) {
        JsonNode *node = json_object_get_member(object, name->data);

        if (!JSON_NODE_HOLDS_VALUE(node) || json_node_get_int(node) < 1)
            return FALSE;
        keep(times, name->data, json_node_get_int(node));
    }
    return object != NULL;
}

GHashTable *kept_times_read(const char *root, GError **error)
{
    g_autofree char *path = g_build_filename(root, KEPT_TIMES_FILE, NULL);
    GHashTable *times = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(JsonParser) parser = json_parser_new();

    if (!g_file_test(path, G_FILE_TEST_EXISTS) ||
        (json_parser_load_from_file(parser, path, NULL) &&
            take_all(times, json_parser_get_root(parser))))
        return times;
    g_hash_table_unref(times);
    error_failed(
        error, "%s: is damaged; expected times that `pmulab run` has kept, or no such file", path);
    return NULL;
}

gint64 kept_times_of(GHashTable *times, const char *name)
{
    const gint64 *us = g_hash_table_lookup(times, name);

    return us ? *us : 0;
}

static gint by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(a, b);
}

static gboolean write_all(GHashTable *times, const char *root, GError **error)
{
    g_autofree char *path = g_build_filename(root, KEPT_TIMES_FILE, NULL);
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autoptr(GList) names = g_list_sort(g_hash_table_get_keys(times), by_name);
    GString *text;
    gboolean ok;

    json_builder_begin_object(json);
    for (GList *name = names; name; name = name->next)
        json_add_number(json, name->data, kept_times_of(times, name->data));
    json_builder_end_object(json);
    text = json_text(json, TRUE);
    ok = file_replace(path, text->str, text->len, error);
    g_string_free(text, TRUE);
    return ok;
}

gboolean kept_times_add(const char *root, const struct manifest *manifest, GError **error)
{
    g_autoptr(GHashTable) times = NULL;
    gboolean any = FALSE;

    if (!g_file_test(root, G_FILE_TEST_IS_DIR))
        return TRUE;
    times = kept_times_read(root, NULL);
    if (!times) /* damaged: these are newer in any case */
        times = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    for (guint i = 0; i < manifest->rows->len; i++) {
        const struct manifest_row *row = g_ptr_array_index(manifest->rows, i);
        const gint64 us = run_times_total(&row->times).wall;

        if (us > 0 && (row->verdict == MANIFEST_PASSED || row->verdict == MANIFEST_FAILED)) {
            keep(times, row->name, us);
            any = TRUE;
        }
    }
    return !any || write_all(times, root, error);
}
