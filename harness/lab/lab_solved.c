/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps the list of solved labs: XDG_STATE_HOME/pmulab/labs. */
#include "harness/lab/lab_solved.h"

#include "harness/base/error.h"
#include "harness/base/file_stream.h"

#include <string.h>

enum { FOLDER_MODE = 0755 };

static char *path_of_file(void)
{
    return g_build_filename(g_get_user_state_dir(), "pmulab", "labs", NULL);
}

static char *read_file(void)
{
    g_autofree char *path = path_of_file();
    char *text = NULL;

    return g_file_get_contents(path, &text, NULL, NULL) ? text : g_strdup("");
}

GHashTable *lab_solved_all(void)
{
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autofree char *text = read_file();
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (char **line = lines; *line; line++)
        if (**line)
            g_hash_table_add(names, g_strdup(*line));
    return names;
}

gboolean lab_solved_add(const char *name, GError **error)
{
    g_autofree char *path = path_of_file();
    g_autofree char *folder = g_path_get_dirname(path);
    g_autoptr(GHashTable) names = lab_solved_all();
    g_autofree char *text = NULL;
    g_autofree char *all = NULL;

    if (g_hash_table_contains(names, name))
        return TRUE;
    if (g_mkdir_with_parents(folder, FOLDER_MODE))
        return error_set_errno(folder, error);
    text = read_file();
    all = g_strdup_printf("%s%s\n", text, name);
    return file_replace(path, all, strlen(all), error);
}
