/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/arguments.h"

#include "harness/command.h"

static gboolean parse(
    GOptionContext *context, int argc, char **argv, const char *form, char ***words, GError **error)
{
    const GOptionEntry entries[] = {
        /* FILENAME leaves bytes alone, whatever the locale. */
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, words, NULL, form},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };

    g_option_context_add_main_entries(context, entries, NULL);
    return g_option_context_parse(context, &argc, &argv, error);
}

char **arguments_parse(
    int argc, char **argv, const char *form, const char *text, unsigned least, unsigned most, GError **error)
{
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_autofree char *name = g_strdup_printf("pmulab %s", argv[0]);
    g_auto(GStrv) words = NULL;
    unsigned n;

    g_set_prgname(name);
    g_option_context_set_summary(context, text);
    if (!parse(context, argc, argv, form, &words, error))
        return NULL;
    if (!words)
        words = g_new0(char *, 1);
    n = g_strv_length(words);
    if (n >= least && n <= most)
        return g_steal_pointer(&words);
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_USAGE, "%s: expected %s", argv[0], form);
    return NULL;
}
