/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab hardware`: writes and checks files that describe PMUs. */
#include "harness/base/error.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/cli/hardware_new.h"
#include "models/pmu/missing.h"

#include <stdio.h>
#include <string.h>

static void print(void *self, const char *line)
{
    (void)self;
    puts(line);
}

static void print_pmus(const char *path)
{
    char wrong[HARDWARE_WRONG];
    const struct hardware *hardware = hardware_find(path, wrong);

    for (unsigned i = 0; hardware && i < hardware->n; i++) {
        const struct pmu_kind *kind = &hardware->pmus[i];

        printf("%s: OK: %s has %u counter%s and %u events; the driver of %s finds it\n", path,
            kind->bank->name, kind->n_counters, kind->n_counters == 1 ? "" : "s", kind->events.n,
            kind->compatible ? kind->compatible : kind->hid);
    }
}

static int check(const char *path)
{
    if (hardware_missing(path, print, NULL))
        return STATUS_FAILED;
    print_pmus(path);
    return STATUS_OK;
}

/* Each file of --from is of the kind that its name says. */
static gboolean choose_sources(char **from, struct hardware_source *source, GError **error)
{
    for (; from && *from; from++) {
        const char **to = g_str_has_suffix(*from, ".rdl")    ? &source->registers
                          : g_str_has_suffix(*from, ".json") ? &source->events
                                                             : NULL;

        if (!to)
            return error_usage(
                error, "hardware: --from '%s'; expected FILE.rdl or FILE.json", *from);
        if (*to)
            return error_usage(error, "hardware: --from '%s'; expected one such file", *from);
        *to = *from;
    }
    return TRUE;
}

static int new_file(const char *path, char **from)
{
    struct hardware_source source = {NULL, NULL};
    GError *error = NULL;
    g_autofree char *report =
        choose_sources(from, &source, &error) ? hardware_new(path, &source, &error) : NULL;

    if (!report)
        return error_exit(error);
    fputs(report, stdout);
    return STATUS_OK;
}

static gboolean check_words(char **words, char **from, GError **error)
{
    const gboolean makes = words && !strcmp(words[0], "new");

    if (!words)
        return error_usage(error, "hardware: expected check FILE or new FILE");
    if (!makes && strcmp(words[0], "check") != 0)
        return error_usage(error, "hardware: no action '%s'; expected check or new", words[0]);
    if (!words[1] || words[2])
        return error_usage(error, "hardware %s: expected one FILE", words[0]);
    if (from && !makes)
        return error_usage(error, "hardware check: --from; expected it with new");
    return TRUE;
}

int command_hardware(int argc, char **argv)
{
    g_auto(GStrv) from = NULL, words = NULL;
    const GOptionEntry entries[] = {
        {"from", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &from,
            "With new: registers in SystemRDL (.rdl), or events in perf's JSON (.json)", "FILE"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &words, NULL, NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new("check|new FILE");
    GError *error = NULL;

    g_option_context_set_summary(context,
        "check prints one line for each part that FILE lacks for a driver to find its PMUs and\n"
        "for perf to count with them. new writes a first FILE.rdl and FILE.events: an example,\n"
        "or the contents of other files, with guesses. docs/hardware-from-a-file.md");
    if (!arguments_read(context, entries, "hardware", argc, argv, &error) ||
        !check_words(words, from, &error))
        return error_exit(error);
    return !strcmp(words[0], "new") ? new_file(words[1], from) : check(words[1]);
}
