/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab atlas`: the register reference of all machines as one HTML page. */
#include "harness/atlas/atlas.h"

#include "harness/base/error.h"
#include "harness/base/file_replace.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"

#include <stdio.h>

#define DEFAULT_FILE "pmulab-atlas.html"

int command_atlas(int argc, char **argv)
{
    g_autofree char *path = NULL;
    g_auto(GStrv) words = NULL;
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "The page (" DEFAULT_FILE ")", "FILE"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &words, NULL, NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_autoptr(GString) page = g_string_new(NULL);
    GError *error = NULL;

    g_option_context_set_summary(context,
        "Makes one self-contained HTML page of all machines: registers with diagrams to click\n"
        "on, events, options.");
    if (!arguments_read(context, entries, "atlas", argc, argv, &error))
        return error_exit(error);
    if (words)
        error = g_error_new(
            HARNESS_ERROR, HARNESS_ERROR_USAGE, "atlas: '%s': expected nothing but -o FILE", words[0]);
    if (error)
        return error_exit(error);
    if (!path)
        path = g_strdup(DEFAULT_FILE);
    atlas_append(page);
    if (!file_replace(path, page->str, page->len, &error))
        return error_exit(error);
    printf("%s\n", path);
    return STATUS_OK;
}
