/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Parses subcommand lines with GOption, and adds -jN, plain errors and --help
 * for commands without options.
 */
#include "harness/cli/arguments.h"

#include "harness/base/error.h"

#include <stdlib.h>
#include <string.h>

/* GOption accepts only -j 2, not -j2. All our short options except -h have a
 * value. */
static gboolean has_value_inside(const char *word)
{
    return word[0] == '-' && g_ascii_isalpha(word[1]) && word[2];
}

/* Whether @word, "--cover", is an option with an optional value: "[PREFIX]".
 * GOption would take the next word as the value. */
static gboolean lacks_value(const GOptionEntry *entries, const char *word)
{
    for (; entries->long_name; entries++)
        if (g_str_has_prefix(word, "--") && !strcmp(word + 2, entries->long_name) &&
            entries->arg_description && *entries->arg_description == '[')
            return TRUE;
    return FALSE;
}

static char **split(const GOptionEntry *entries, int argc, char **argv)
{
    GPtrArray *words = g_ptr_array_new();
    gboolean ended = FALSE;

    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];

        ended |= !strcmp(word, "--");
        if (!ended && has_value_inside(word)) {
            g_ptr_array_add(words, g_strndup(word, 2));
            word += 2;
        }
        g_ptr_array_add(
            words, g_strconcat(word, !ended && lacks_value(entries, word) ? "=" : "", NULL));
    }
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(words, FALSE);
}

static void (*seer)(const GOptionEntry *entries);

void arguments_show(void (*see)(const GOptionEntry *entries))
{
    seer = see;
}

gboolean arguments_read(GOptionContext *context, const GOptionEntry *entries, const char *name,
    int argc, char **argv, GError **error)
{
    g_autofree char *program = g_strdup_printf("pmulab %s", name);
    g_auto(GStrv) words = split(entries, argc, argv);
    GError *wrong = NULL;

    if (seer) {
        seer(entries);
        exit(STATUS_OK);
    }
    g_option_context_add_main_entries(context, entries, NULL);
    g_set_prgname(program);
    if (g_option_context_parse_strv(context, &words, &wrong))
        return TRUE;
    if (g_error_matches(wrong, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION)) {
        g_autofree char *message = wrong->message;

        wrong->message = g_strdup_printf("%s; `%s --help` lists them", message, program);
    }
    g_propagate_prefixed_error(error, wrong, "%s: ", name);
    return FALSE;
}

static gboolean parse_with_context(
    GOptionContext *context, int argc, char **argv, const char *form, char ***words, GError **error)
{
    const GOptionEntry entries[] = {
        /* FILENAME leaves bytes alone, whatever the locale. */
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, words, NULL, form},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };

    return arguments_read(context, entries, argv[0], argc, argv, error);
}

char **arguments_parse(int argc, char **argv, const char *form, const char *text, unsigned least,
    unsigned most, GError **error)
{
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_auto(GStrv) words = NULL;
    unsigned n;

    g_option_context_set_summary(context, text);
    if (!parse_with_context(context, argc, argv, form, &words, error))
        return NULL;
    if (!words)
        words = g_new0(char *, 1);
    n = g_strv_length(words);
    if (n >= least && n <= most)
        return g_steal_pointer(&words);
    error_usage(error, "%s: expected %s", argv[0], form);
    return NULL;
}
