/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `pmulab lab`: exercises in a guest, graded by the truth and the register
 * trace.
 *
 * Exit status: STATUS_OK if the lab is solved, or every check of --check holds;
 * STATUS_FAILED if not, or if a guest cannot start; STATUS_USAGE for an invalid
 * request or lab.
 */
#include "harness/lab/lab.h"

#include "harness/base/error.h"
#include "harness/base/output.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/cli/lab/lab_check.h"
#include "harness/cli/lab/lab_show.h"
#include "harness/cli/run/run_needs.h"
#include "harness/fetch/fetch.h"
#include "harness/lab/lab_run.h"
#include "harness/lab/lab_solved.h"
#include "harness/report/results.h"

#include <gio/gio.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

struct options {
    char **words;
    gboolean check, solve;
    int mistake; /* from 1; 0: none */
    char *results;
    struct run_settings settings;
};

static gboolean parse_options(struct options *options, int argc, char **argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"check", 0, 0, G_OPTION_ARG_NONE, &options->check,
            "Test labs: solutions pass, typical mistakes fail; print TAP", NULL},
        {"solve", 0, 0, G_OPTION_ARG_NONE, &options->solve, "Run the lab's solution and grade it",
            NULL},
        {"mistake", 0, 0, G_OPTION_ARG_INT, &options->mistake,
            "Run the lab's typical mistake number N and grade it", "N"},
        {"results", 0, 0, G_OPTION_ARG_FILENAME, &options->results,
            "Results go to DIR/MACHINE/NAME/ (" RESULTS_ROOT ")", "DIR"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->words, NULL, "[NAME...]"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);

    g_option_context_set_summary(context,
        "Lists the labs, or begins one: a task, a shell in a guest, and a grade. NAME is a\n"
        "lab of the list, or a file NAME.lab. Without a terminal, a script is read from\n"
        "standard input and graded.");
    return arguments_read(context, entries, "lab", argc, argv, error);
}

/* ---- the list ---- */

static int list(void)
{
    GError *error = NULL;
    g_autoptr(GPtrArray) labs = lab_all(&error);
    g_autoptr(GHashTable) solved = lab_solved_all();
    struct output out;

    if (!labs)
        return error_exit(error);
    output_begin(&out);
    lab_show_list(labs, solved, &out);
    return output_end(&out);
}

/* ---- one lab ---- */

static void show_progress(const char *what, gpointer data)
{
    (void)data;
    if (!output_can_move(STDERR_FILENO))
        return;
    fprintf(stderr, OUTPUT_CLEAR_LINE "%s", what);
    fflush(stderr);
}

/* A person works there: when the guest is ready, the line is free for it. */
static void show_boot(const char *what, gpointer data)
{
    if (g_str_has_prefix(what, "booting"))
        show_progress(what, data);
    else
        show_progress("", data);
}

/* The trace of an attempt stays, to be looked at. */
static gboolean keep(const struct options *options, const struct lab *lab,
    const struct lab_outcome *outcome, GError **error)
{
    g_autofree char *folder =
        results_folder(options->results ? options->results : RESULTS_ROOT, lab->scenario);

    if (!results_write(folder, outcome->record, outcome->judgement, error))
        return FALSE;
    if (!outcome->record->failure)
        printf("  All accesses: pmulab trace --step %u %s/trace.pmt\n", lab->step + 1, folder);
    return TRUE;
}

static int finish(const struct options *options, const struct lab *lab,
    const struct lab_outcome *outcome, gboolean counts)
{
    GError *error = NULL;
    struct output out;
    int status;

    output_begin(&out);
    lab_show_grade(lab, outcome, &out);
    status = output_end(&out);
    if (status != STATUS_OK)
        return status;
    if (!keep(options, lab, outcome, &error) ||
        (counts && outcome->solved && !lab_solved_add(lab->name, &error)))
        return error_exit(error);
    return outcome->solved ? STATUS_OK : STATUS_FAILED;
}

static int attempt(
    const struct options *options, struct lab *lab, const char *script, gboolean counts)
{
    struct run_settings settings = options->settings;
    struct termios before;
    gboolean terminal = !tcgetattr(STDIN_FILENO, &before);
    GError *error = NULL;
    struct lab_outcome *outcome;
    int status;

    settings.progress = script == LAB_TERMINAL ? show_boot : show_progress;
    outcome = lab_run(lab, script, &settings, &error);
    show_progress("", NULL);
    if (terminal && script == LAB_TERMINAL) /* QEMU restores it, unless it was killed */
        tcsetattr(STDIN_FILENO, TCSANOW, &before);
    if (!outcome)
        return error_exit(error);
    status = finish(options, lab, outcome, counts);
    lab_outcome_free(outcome);
    return status;
}

static int attempt_script(const struct options *options, struct lab *lab)
{
    g_autoptr(GIOChannel) input = g_io_channel_unix_new(STDIN_FILENO);
    g_autofree char *script = NULL;
    GError *error = NULL;

    if (g_io_channel_set_encoding(input, NULL, &error) != G_IO_STATUS_NORMAL ||
        g_io_channel_read_to_end(input, &script, NULL, &error) == G_IO_STATUS_ERROR)
        return error_exit(error);
    return attempt(options, lab, script, TRUE);
}

static int attempt_shell(const struct options *options, struct lab *lab)
{
    struct output out;
    int status;

    output_begin(&out);
    lab_show_task(lab, &out);
    status = output_end(&out);
    if (status != STATUS_OK)
        return status;
    return attempt(options, lab, LAB_TERMINAL, TRUE);
}

static int one_lab(const struct options *options, struct lab *lab)
{
    if (options->solve)
        return attempt(options, lab, LAB_SOLUTION, FALSE);
    if (options->mistake)
        return attempt(
            options, lab, lab_mistake_at(lab, (guint)options->mistake - 1)->script->str, FALSE);
    return isatty(STDIN_FILENO) ? attempt_shell(options, lab) : attempt_script(options, lab);
}

/* ---- all ---- */

static void destroy(gpointer data)
{
    lab_free(data);
}

static GPtrArray *find_labs(char **words, GError **error)
{
    g_autoptr(GPtrArray) labs = g_ptr_array_new_with_free_func(destroy);

    if (!words)
        return lab_all(error);
    for (; *words; words++) {
        struct lab *lab = lab_find(*words, error);

        if (!lab)
            return NULL;
        g_ptr_array_add(labs, lab);
    }
    return g_steal_pointer(&labs);
}

static gboolean check_request(const struct options *options, const GPtrArray *labs, GError **error)
{
    const struct lab *lab = labs->len ? g_ptr_array_index(labs, 0) : NULL;
    const int n = lab ? (int)lab->mistakes->len : 0;

    if (!lab)
        error_failed(error, "the folder of labs has none");
    else if (options->check + options->solve + (options->mistake != 0) > 1)
        error_usage(error, "lab: expected one of --check, --solve and --mistake");
    else if (!options->check && labs->len != 1)
        error_usage(error, "lab: expected one lab");
    else if (options->mistake < 0 || (!options->check && options->mistake > n))
        error_usage(error, "lab: --mistake %d: %s has %d; expected 1 to %d", options->mistake,
            lab->name, n, n);
    else
        return TRUE;
    return FALSE;
}

static gboolean fetch_needs(const GPtrArray *labs, GError **error)
{
    struct fetch_list *list = fetch_list_new();

    for (guint i = 0; i < labs->len; i++)
        run_needs(list, ((const struct lab *)g_ptr_array_index(labs, i))->scenario);
    return fetch_missing(list, error);
}

static int run(const struct options *options)
{
    GError *error = NULL;
    g_autoptr(GPtrArray) labs = find_labs(options->words, &error);

    if (!labs || !check_request(options, labs, &error) || !fetch_needs(labs, &error))
        return error_exit(error);
    return options->check ? lab_check(labs, &options->settings)
                          : one_lab(options, g_ptr_array_index(labs, 0));
}

int command_lab(int argc, char **argv)
{
    struct options options = {.settings = {.icount = TRUE}};
    GError *error = NULL;
    int status;

    if (!parse_options(&options, argc, argv, &error))
        status = error_exit(error);
    else if (!options.words && !options.check && !options.solve && !options.mistake)
        status = list();
    else
        status = run(&options);
    g_strfreev(options.words);
    g_free(options.results);
    return status;
}
