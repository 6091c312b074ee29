/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds and reads results folders. */
#include "harness/report/run_folder.h"

#include "harness/base/error.h"
#include "harness/report/result_json.h"
#include "harness/trace/trace_reader.h"

#include <string.h>

/* Results are in ROOT/MACHINE/NAME, or in ROOT/KERNEL/MACHINE/NAME with several
 * kernels, and a user may put such folders together. */
enum { DEPTH_MAX = 8 };

/* ---- reading ---- */

static gboolean folder_wrong(const struct run_folder *folder, const char *what, GError **error)
{
    return error_failed(error, "%s: %s", folder->path, what);
}

JsonObject *run_folder_result(const struct run_folder *folder)
{
    return json_node_get_object(folder->result);
}

static gboolean is_result(JsonNode *root)
{
    JsonObject *object = root && JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;

    return object &&
           json_object_get_int_member_with_default(object, "version", 0) == RESULT_JSON_VERSION &&
           json_object_get_string_member_with_default(object, "machine", NULL) &&
           json_object_get_string_member_with_default(object, "name", NULL) &&
           json_object_has_member(object, "steps") && json_object_has_member(object, "traffic");
}

static gboolean read_result(struct run_folder *folder, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autofree char *path = g_build_filename(folder->path, RESULT_JSON_FILE, NULL);

    if (!g_file_test(path, G_FILE_TEST_EXISTS))
        return folder_wrong(folder,
            "has no " RESULT_JSON_FILE ": expected a folder that `pmulab run` has written", error);
    if (!json_parser_load_from_file(parser, path, NULL) || !is_result(json_parser_get_root(parser)))
        return folder_wrong(folder,
            RESULT_JSON_FILE " belongs to another version: expected what `pmulab run` writes",
            error);
    folder->result = json_parser_steal_root(parser);
    folder->machine =
        machine_find(json_object_get_string_member(run_folder_result(folder), "machine"), error);
    if (folder->machine)
        folder->name = g_strconcat(folder->machine->name, "/",
            json_object_get_string_member(run_folder_result(folder), "name"), NULL);
    return folder->machine != NULL;
}

/* The trace's header alone: records are read when they are used
 * (harness/report/run_trace.h). */
static gboolean read_header(struct run_folder *folder, GError **error)
{
    g_autofree char *path = run_folder_trace(folder);
    struct trace_file *file = trace_file_open(path, error);

    folder->header = file ? g_strdup(trace_file_header(file)) : NULL;
    trace_file_close(file);
    return folder->header != NULL;
}

char *run_folder_trace(const struct run_folder *folder)
{
    return g_build_filename(folder->path, "trace.pmt", NULL);
}

struct run_folder *run_folder_open(const char *path, GError **error)
{
    struct run_folder *folder = g_new0(struct run_folder, 1);

    folder->path = g_strdup(path);
    if (read_result(folder, error))
        return folder;
    run_folder_free(folder);
    return NULL;
}

struct run_folder *run_folder_read(const char *path, GError **error)
{
    struct run_folder *folder = run_folder_open(path, error);

    if (folder && read_header(folder, error))
        return folder;
    run_folder_free(folder);
    return NULL;
}

void run_folder_free(struct run_folder *folder)
{
    if (!folder)
        return;
    g_clear_pointer(&folder->result, json_node_unref);
    g_free(folder->path);
    g_free(folder->name);
    g_free(folder->header);
    g_free(folder);
}

/* ---- finding ---- */

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

GPtrArray *run_folders_below(const char *path)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    const char *name;

    while (dir && (name = g_dir_read_name(dir))) {
        char *sub = g_build_filename(path, name, NULL);
        if (*name != '.' && g_file_test(sub, G_FILE_TEST_IS_DIR))
            g_ptr_array_add(all, sub);
        else
            g_free(sub);
    }
    g_ptr_array_sort(all, by_name);
    return all;
}

static gboolean is_run(const char *path)
{
    g_autofree char *file = g_build_filename(path, RESULT_JSON_FILE, NULL);

    return g_file_test(file, G_FILE_TEST_EXISTS);
}

/* Recursion ends at DEPTH_MAX. */
static void find_runs(
    GPtrArray *paths, const char *path, unsigned depth) // NOLINT(misc-no-recursion)
{
    g_autoptr(GPtrArray) below = NULL;

    if (is_run(path)) {
        g_ptr_array_add(paths, g_strdup(path));
        return;
    }
    below = depth < DEPTH_MAX ? run_folders_below(path) : NULL;
    for (guint i = 0; below && i < below->len; i++)
        find_runs(paths, g_ptr_array_index(below, i), depth + 1);
}

gboolean run_folders_find(GPtrArray *paths, const char *path, GError **error)
{
    guint before = paths->len;

    find_runs(paths, path, 0);
    if (paths->len > before)
        return TRUE;
    return error_failed(error,
        "%s: holds no results: expected a folder that `pmulab run` has written, or one above such",
        path);
}
