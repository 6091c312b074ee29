/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab capture`: how to record accesses on a real machine, and how they
 * compare with the model. */
#include "harness/capture/capture_compare.h"
#include "harness/capture/capture_facts.h"
#include "harness/capture/capture_how.h"

#include "harness/base/error.h"
#include "harness/base/output.h"
#include "harness/base/table.h"
#include "harness/cli/arguments.h"
#include "harness/cli/capture_cpuid.h"
#include "harness/cli/command.h"
#include "harness/cli/input.h"
#include "harness/hardware/registers.h"
#include "harness/report/capture_folder.h"
#include "harness/trace/accesses.h"

#include <stdio.h>
#include <string.h>

#define CPUID "cpuid"

struct options {
    struct input input;
    char *how, *results;
    gboolean from_reset, facts;
    char **words;
};

static void options_clear(struct options *options)
{
    input_clear(&options->input);
    g_free(options->how);
    g_free(options->results);
    g_strfreev(options->words);
}

/* The text below the options. */
static char *describe_formats(void)
{
    GString *text = g_string_new("Formats:\n");
    const struct capture_parser *format;

    for (guint i = 0; (format = capture_format(i)); i++)
        g_string_append_printf(text, "  %-11s%s\n", format->name, format->summary);
    g_string_append_printf(
        text, "  %-11s%s\n", CPUID, "CPUID by cpuid -r or InstLatx64; for capture alone");
    return g_string_free(text, FALSE);
}

static gboolean parse_options(struct options *options, int argc, char **argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"how", 0, 0, G_OPTION_ARG_FILENAME, &options->how,
            "Print a script that records on such a machine", "MACHINE"},
        INPUT_ENTRIES(&options->input),
        {"from-reset", 0, 0, G_OPTION_ARG_NONE, &options->from_reset,
            "The capture begins with the reset: compare its values", NULL},
        {"facts", 0, 0, G_OPTION_ARG_NONE, &options->facts,
            "Print the values seen as lines of silicon/*.facts", NULL},
        {"results", 0, 0, G_OPTION_ARG_FILENAME, &options->results,
            "Write it below DIR as a run, for report and atlas", "DIR"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->words, NULL, "[FILE]"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_autofree char *formats = describe_formats();

    g_option_context_set_summary(context,
        "With FILE: replays a capture of a real machine into the model, and prints the\n"
        "registers in which reads differ. Fails if there are any.\n"
        "With --how: prints a shell script that records a capture with Linux's own tools.");
    g_option_context_set_description(context, formats);
    if (!arguments_read(context, entries, "capture", argc, argv, error))
        return FALSE;
    if (options->how ? options->words != NULL : !options->words || options->words[1])
        return error_usage(error, "capture: expected --how MACHINE, or --as FORMAT FILE");
    if (!options->how && !options->input.format)
        return error_usage(error, "capture: expected --as FORMAT with FILE");
    return TRUE;
}

/* The variant in the options; all of them must be valid. FALSE with an
 * error. */
static gboolean find_variant(const struct options *options, const struct machine *machine,
    const char **variant, GError **error)
{
    char wrong[MACHINE_PLAN_WRONG];
    struct machine_plan *plan = machine_plan_new(machine);
    gboolean ok = TRUE;

    *variant = NULL;
    for (char **option = options->input.config; ok && option && *option; option++) {
        ok = machine_plan_option(plan, *option, wrong) ||
             error_usage(error, "%s: --config: %s", machine->name, wrong);
        if (g_str_has_prefix(*option, "variant="))
            *variant = *option + strlen("variant=");
    }
    machine_plan_free(plan);
    return ok;
}

static int print_script(const struct options *options)
{
    GError *error = NULL;
    const struct machine *machine = machine_find(options->how, &error);
    const char *variant;
    struct output out;

    if (!machine || !find_variant(options, machine, &variant, &error))
        return error_exit(error);
    output_begin(&out);
    if (capture_how(out.text, machine, variant, options->input.format, &error))
        return output_end(&out);
    g_string_free(out.text, TRUE);
    return error_exit(error);
}

/* ---- the comparison ---- */

static const struct table_column columns[] = {{"register", FALSE}, {"seen", TRUE},
    {"model says", TRUE}, {"times", TRUE}, {"first at", FALSE}, {"after", FALSE},
    {"difference", FALSE}, {"source", FALSE}};

enum { REGISTER, SEEN, MODEL, TIMES, FIRST, AFTER, DIFFERENCE, SOURCE };

static void add_row(
    struct table *table, const struct capture *capture, const struct compare_row *row)
{
    g_autoptr(GString) difference = g_string_new(NULL);
    g_autofree char *seen = register_hex(row->reg->width, row->seen);
    g_autofree char *model = register_hex(row->reg->width, row->model);
    g_autofree char *times = g_strdup_printf("%" G_GUINT64_FORMAT, (guint64)row->n);
    g_autofree char *first = capture_place_text(capture, row->line);

    access_append_differences(difference, row->reg, row->seen, row->model, "model");
    table_row(table, OUTPUT_PLAIN,
        (const char *const[]){[REGISTER] = row->name,
            [SEEN] = seen,
            [MODEL] = model,
            [TIMES] = times,
            [FIRST] = first,
            [AFTER] = row->written ? "write" : "",
            [DIFFERENCE] = difference->str,
            [SOURCE] = row->reg->source});
}

static int print_comparison(const struct compare *compare, const struct capture *capture)
{
    struct output out;
    int status;

    output_begin(&out);
    if (compare->rows->len) {
        struct table *table = table_new(columns, G_N_ELEMENTS(columns));

        for (guint i = 0; i < compare->rows->len; i++)
            add_row(table, capture, &g_array_index(compare->rows, struct compare_row, i));
        table_print(table, &out);
    }
    output_printf(&out,
        "# reads compared: %" G_GUINT64_FORMAT ", writes replayed: %" G_GUINT64_FORMAT
        ", registers that differ: %u\n",
        compare->reads, compare->writes, compare->rows->len);
    capture_append_remarks(capture, out.text);
    status = output_end(&out);
    return compare->rows->len ? STATUS_FAILED : status;
}

static int print_facts(const struct compare *compare, const struct capture *capture)
{
    struct output out;

    output_begin(&out);
    capture_facts(out.text, capture, compare);
    capture_append_remarks(capture, out.text);
    return output_end(&out);
}

static int print_differences(struct options *options)
{
    GError *error = NULL;
    struct trace_file *file = input_open(&options->input, options->words[0], &error);
    struct compare compare;
    int status;

    if (!file)
        return error_exit(error);
    capture_compare(options->input.capture, options->from_reset, &compare, &error);
    status = (options->facts ? print_facts : print_comparison)(&compare, options->input.capture);
    compare_clear(&compare);
    trace_file_close(file);
    return error ? error_exit(error) : status;
}

static int write_results(struct options *options)
{
    GError *error = NULL;
    struct capture *capture = input_open_capture(&options->input, options->words[0], &error);
    g_autofree char *folder = NULL;

    if (capture)
        folder = capture_folder_write(options->results, options->words[0], capture, &error);
    if (!folder)
        return error_exit(error);
    printf("%s\n", folder);
    return STATUS_OK;
}

static int run(struct options *options)
{
    if (options->how)
        return print_script(options);
    if (!strcmp(options->input.format, CPUID))
        return capture_cpuid(&options->input, options->words[0], options->facts);
    return options->results ? write_results(options) : print_differences(options);
}

int command_capture(int argc, char **argv)
{
    struct options options = {.how = NULL};
    GError *error = NULL;
    int status = parse_options(&options, argc, argv, &error) ? run(&options) : error_exit(error);

    options_clear(&options);
    return status;
}
