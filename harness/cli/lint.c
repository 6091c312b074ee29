/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab lint`: checks the accesses of a trace or capture by the rules of the
 * manuals. */
#include "harness/trace/lint.h"

#include "harness/base/error.h"
#include "harness/base/output.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/cli/input.h"
#include "harness/trace/call_paths.h"

struct options {
    struct input input;
    char **rules, **words;
    gboolean from_boot;
};

static void options_clear(struct options *options)
{
    input_clear(&options->input);
    g_strfreev(options->rules);
    g_strfreev(options->words);
}

static gboolean parse_options(struct options *options, int argc, char **argv, GError **error)
{
    const GOptionEntry entries[] = {
        INPUT_ENTRIES(&options->input),
        {"rule", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->rules,
            "Only this rule; default: all of the machine's", "RULE"},
        {"from-boot", 0, 0, G_OPTION_ARG_NONE, &options->from_boot,
            "The capture begins before the driver: also check init", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->words, NULL, "FILE"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);

    g_option_context_set_summary(context,
        "Checks the accesses of a trace or capture by the rules of the manuals.\n"
        "Prints the first breach of each rule at each register. Fails if there are any.");
    g_option_context_set_description(context, "Rules: " LINT_NAMES ".\n");
    if (!arguments_read(context, entries, "lint", argc, argv, error))
        return FALSE;
    if (!options->words || options->words[1])
        return error_usage(error, "lint: expected one FILE");
    return TRUE;
}

static gboolean parse_rules(const struct options *options, unsigned *rules, GError **error)
{
    *rules = options->rules ? 0 : LINT_ALL;
    for (char **name = options->rules; name && *name; name++) {
        unsigned rule = lint_rule_named(*name);

        if (!rule)
            return error_usage(error, "--rule: no rule '%s'; expected " LINT_NAMES, *name);
        *rules |= rule;
    }
    return TRUE;
}

/* Checks all records. Their number is in *@n. */
static GPtrArray *check(
    struct linting *l, struct trace_file *file, GHashTable *names, guint64 *n, GError **error)
{
    struct trace_record record;

    for (*n = 0; trace_file_next(file, &record, error);) {
        *n += record.kind == TRACE_READ || record.kind == TRACE_WRITE;
        call_path_name(names, &record);
        lint_check(l, &record, TRUE);
    }
    return lint_end(l);
}

static void print_rules(struct output *out, unsigned rules)
{
    const char *before = "rules: ";

    for (unsigned rule = 1; rule <= LINT_ALL; rule <<= 1)
        if (rules & rule) {
            output_printf(out, "%s%s", before, lint_rule_name(rule));
            before = ", ";
        }
}

static int print(const struct options *options, const GPtrArray *lines, unsigned rules, guint64 n)
{
    struct output out;
    int status;

    output_begin(&out);
    for (guint i = 0; i < lines->len; i++)
        output_printf(&out, "%s\n", (const char *)g_ptr_array_index(lines, i));
    output_printf(&out, "# accesses checked: %" G_GUINT64_FORMAT ", ", n);
    print_rules(&out, rules);
    output_printf(&out, ", breaches: %u\n", lines->len);
    if (options->input.capture)
        capture_append_remarks(options->input.capture, out.text);
    status = output_end(&out);
    return lines->len ? STATUS_FAILED : status;
}

static int run(struct options *options)
{
    GError *error = NULL;
    unsigned rules = 0;
    gboolean own = FALSE, whole;
    guint64 n;
    const char *path = options->words[0];
    struct trace_file *file =
        parse_rules(options, &rules, &error) ? input_open(&options->input, path, &error) : NULL;
    struct machine_plan *plan = file ? input_plan(&options->input, file, &own, &error) : NULL;
    g_autoptr(GHashTable) names = NULL;
    g_autoptr(GPtrArray) lines = NULL;
    int status;

    if (!plan) {
        trace_file_close(file);
        return error_exit(error);
    }
    whole = options->from_boot || !options->input.capture;
    rules &= lint_rules(options->input.recorder->model) & (whole ? LINT_ALL : ~(unsigned)LINT_INIT);
    if (!options->input.capture)
        names = call_paths_read(path);
    lines = check(lint_new(machine_plan_planned(plan), rules, whole), file, names, &n, &error);
    status = print(options, lines, rules, n);
    if (own)
        machine_plan_free(plan);
    trace_file_close(file);
    return error ? error_exit(error) : status;
}

int command_lint(int argc, char **argv)
{
    struct options options = {.from_boot = FALSE};
    GError *error = NULL;
    int status = parse_options(&options, argc, argv, &error) ? run(&options) : error_exit(error);

    options_clear(&options);
    return status;
}
