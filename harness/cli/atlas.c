/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab atlas`: the register reference of all machines as one HTML page. */
#include "harness/atlas/atlas.h"

#include "harness/base/error.h"
#include "harness/base/file_stream.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/report/run_atlas.h"
#include "harness/report/run_folder.h"

#include <stdio.h>

#define DEFAULT_FILE "pmulab-atlas.html"

static gboolean write_plain(const char *path, GError **error)
{
    g_autoptr(GString) page = g_string_new(NULL);

    atlas_append(page, NULL);
    return file_replace(path, page->str, page->len, error);
}

static gboolean write_with_runs(const char *path, char **results, GError **error)
{
    g_autoptr(GPtrArray) folders = g_ptr_array_new_with_free_func(g_free);

    for (; *results; results++)
        if (!run_folders_find(folders, *results, error))
            return FALSE;
    return run_atlas_write(path, folders, error);
}

int command_atlas(int argc, char **argv)
{
    g_autofree char *path = NULL;
    g_auto(GStrv) words = NULL, results = NULL;
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "The page (" DEFAULT_FILE ")", "FILE"},
        {"results", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &results,
            "Show which of these runs touched a register, with lines of a trace", "DIR"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &words, NULL, NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    GError *error = NULL;

    g_option_context_set_summary(context,
        "Makes one self-contained HTML page of all machines: registers with diagrams to click\n"
        "on, events, options.");
    if (!arguments_read(context, entries, "atlas", argc, argv, &error))
        return error_exit(error);
    if (words)
        error = g_error_new(HARNESS_ERROR, HARNESS_ERROR_USAGE,
            "atlas: '%s': expected nothing but options", words[0]);
    if (!path)
        path = g_strdup(DEFAULT_FILE);
    if (error || !(results ? write_with_runs(path, results, &error) : write_plain(path, &error)))
        return error_exit(error);
    if (!file_is_stdout(path))
        printf("%s\n", path);
    return STATUS_OK;
}
