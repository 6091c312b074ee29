/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab capture`: how to record accesses on a real machine. */
#include "harness/capture/capture_how.h"

#include "harness/base/error.h"
#include "harness/base/output.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/hardware/machine_plan.h"

#include <string.h>

struct options {
    char *how, *format;
    char **config, **words;
};

static void options_clear(struct options *options)
{
    g_free(options->how);
    g_free(options->format);
    g_strfreev(options->config);
    g_strfreev(options->words);
}

static gboolean parse_options(struct options *options, int argc, char **argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"how", 0, 0, G_OPTION_ARG_FILENAME, &options->how,
            "Print a script that records on such a machine", "MACHINE"},
        {"as", 0, 0, G_OPTION_ARG_FILENAME, &options->format,
            "It records by ftrace (default) or mmiotrace", "FORMAT"},
        {"config", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->config,
            "variant=zen2: only this variant's registers", "NAME=VALUE"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->words, NULL, NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);

    g_option_context_set_summary(context,
        "Prints a shell script for a real machine that has such registers. It records\n"
        "the driver's accesses with Linux's own tools, while a command runs there.");
    if (!arguments_read(context, entries, "capture", argc, argv, error))
        return FALSE;
    if (!options->how || options->words)
        return error_usage(error, "capture: expected --how MACHINE");
    return TRUE;
}

/* The variant in the options; all of them must be valid. FALSE with an error. */
static gboolean find_variant(const struct options *options, const struct machine *machine,
    const char **variant, GError **error)
{
    char wrong[MACHINE_PLAN_WRONG];
    struct machine_plan *plan = machine_plan_new(machine);
    gboolean ok = TRUE;

    *variant = NULL;
    for (char **option = options->config; ok && option && *option; option++) {
        ok = machine_plan_option(plan, *option, wrong) ||
             error_usage(error, "%s: --config: %s", machine->name, wrong);
        if (g_str_has_prefix(*option, "variant="))
            *variant = *option + strlen("variant=");
    }
    machine_plan_free(plan);
    return ok;
}

static int run(const struct options *options)
{
    GError *error = NULL;
    const struct machine *machine = machine_find(options->how, &error);
    const char *variant;
    struct output out;

    if (!machine || !find_variant(options, machine, &variant, &error))
        return error_exit(error);
    output_begin(&out);
    if (capture_how(out.text, machine, variant, options->format, &error))
        return output_end(&out);
    g_string_free(out.text, TRUE);
    return error_exit(error);
}

int command_capture(int argc, char **argv)
{
    struct options options = {.how = NULL};
    GError *error = NULL;
    int status = parse_options(&options, argc, argv, &error) ? run(&options) : error_exit(error);

    options_clear(&options);
    return status;
}
