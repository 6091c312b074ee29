/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/cli/run_files.h"

#include "harness/base/error.h"

#include <string.h>

#define SUFFIX ".scn"

static gint by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Those in @folder, in no order. */
static GPtrArray *list_folder(const char *folder, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, error);
    GPtrArray *paths;
    const char *name;

    if (!dir)
        return NULL;
    paths = g_ptr_array_new_with_free_func(g_free);
    while ((name = g_dir_read_name(dir)))
        if (g_str_has_suffix(name, SUFFIX))
            g_ptr_array_add(paths, g_build_filename(folder, name, NULL));
    return paths;
}

static gboolean add_folder(GPtrArray *files, const char *folder, GError **error)
{
    g_autoptr(GPtrArray) paths = list_folder(folder, error);

    if (!paths)
        return FALSE;
    if (!paths->len) {
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_USAGE,
            "%s: no scenario is in that folder; expected files NAME" SUFFIX, folder);
        return FALSE;
    }
    g_ptr_array_sort(paths, by_name);
    while (paths->len)
        g_ptr_array_add(files, g_ptr_array_steal_index(paths, 0));
    return TRUE;
}

static gboolean add_path(GPtrArray *files, const char *path, GError **error)
{
    if (g_file_test(path, G_FILE_TEST_IS_DIR))
        return add_folder(files, path, error);
    g_ptr_array_add(files, g_strdup(path));
    return TRUE;
}

GPtrArray *run_files(char **paths, GError **error)
{
    GPtrArray *files = g_ptr_array_new_with_free_func(g_free);

    for (; *paths; paths++)
        if (!add_path(files, *paths, error)) {
            g_ptr_array_unref(files);
            return NULL;
        }
    return files;
}
