/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `pmulab run`: runs scenarios, each in a separate guest, and prints TAP. It
 * checks all files before it starts the first guest.
 *
 * Exit status: STATUS_OK if every expectation holds; STATUS_FAILED if one fails
 * or a guest cannot start; STATUS_USAGE for an invalid request or scenario.
 */
#include "harness/base/error.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/cli/run/run_repeat.h"
#include "harness/cli/run/run_scenarios.h"
#include "harness/cli/run/run_select.h"
#include "harness/cli/run/run_state.h"
#include "harness/report/ktap.h"
#include "harness/report/results.h"
#include "harness/report/tap.h"
#include "harness/run/run_modules.h"
#include "harness/setup/driver_build.h"
#include "harness/vm/saved_guests.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A week. */
#define TIME_LIMIT_MAX_S 604800

static gboolean check_time_limit(struct run *run, GError **error)
{
    if (!run->time_limit || g_ascii_string_to_unsigned(
                                run->time_limit, 10, 1, TIME_LIMIT_MAX_S, &run->time_limit_s, NULL))
        return TRUE;
    return error_usage(error, "--time-limit '%s': expected seconds from 1 to %d", run->time_limit,
        TIME_LIMIT_MAX_S);
}

static gboolean check_kernels(const struct run *run, GError **error)
{
    const guint n = run->kernels ? g_strv_length(run->kernels) : 0;

    if (run->kernels &&
        (n < 1 || n > MATRIX_KERNELS_MAX || g_strv_contains((const char *const *)run->kernels, "")))
        error_usage(error, "--kernel '%s'; expected 1 to %d kernels with commas between",
            run->kernel_list, MATRIX_KERNELS_MAX);
    else if (n > 1 && run->cover)
        error_usage(error, "--cover: expected one kernel, not %u", n);
    else if (n > 1 && run->proved_path)
        error_usage(error, "--proved: expected one kernel, not %u", n);
    else if (n > 1 && run->farm.manifest_path)
        error_usage(error, "--times: expected one kernel, not %u", n);
    else if (n > 1 && run->farm.shard.n)
        error_usage(error, "%s: expected one kernel, not %u",
            run->farm.shard.by_slurm ? "part of an array job of Slurm's" : "--shard", n);
    else if (n > 1 && run->show)
        error_usage(error, "--show: expected one kernel, not %u", n);
    else
        return TRUE;
    return FALSE;
}

static gboolean check_format(struct run *run, GError **error)
{
    if (!run->format_name)
        return TRUE;
    if (run->show || (run->kernels && run->kernels[1]))
        return error_usage(error, "--format: expected no %s",
            run->show ? "--show with it" : "second kernel: several print a table");
    return report_format_parse(run->format_name, REPORT_FORMATS_LINES, &run->format, error);
}

static gboolean check_options(struct run *run, GError **error)
{
    if (run->at_once < 1 || run->at_once > RUN_JOBS_MAX)
        return error_usage(error, "-j %d: expected 1 to %d", run->at_once, RUN_JOBS_MAX);
    if (run->times < 1 || run->times > RUN_REPEAT_MAX)
        return error_usage(error, "--repeat %d: expected 1 to %d", run->times, RUN_REPEAT_MAX);
    if (!check_kernels(run, error) || !check_format(run, error))
        return FALSE;
    if (run->paths)
        return TRUE;
    return error_usage(error, "run: expected scenarios: files NAME.scn, or folders of them");
}

static gboolean read_options(struct run *run, int argc, char **argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"show", 0, 0, G_OPTION_ARG_NONE, &run->show, "For people: commands, output, figures",
            NULL},
        {"list", 0, 0, G_OPTION_ARG_NONE, &run->list, "List the scenarios, and run none", NULL},
        {"select", 'k', 0, G_OPTION_ARG_FILENAME_ARRAY, &run->patterns,
            "Only scenarios whose path matches; '!REGEX': does not match", "REGEX"},
        {"tag", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &run->tags,
            "Only scenarios with this tag; '!WORD': without it", "WORD"},
        {"module", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &run->modules,
            "Load this .ko file, instead of the guest's of that name", "FILE"},
        {"driver", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &run->drivers,
            "Build the modules of this folder, as `pmulab module` does, and load them", "DIR"},
        {"kernel", 0, 0, G_OPTION_ARG_FILENAME, &run->kernel_list,
            "Use this kernel, FILE|NAME|TREE; for several, print a table", "A,B..."},
        {"results", 0, 0, G_OPTION_ARG_FILENAME, &run->farm.root,
            "Results go to DIR/MACHINE/NAME/ (" RESULTS_ROOT ")", "DIR"},
        {"jobs", 'j', 0, G_OPTION_ARG_INT, &run->at_once,
            "Run N scenarios at a time (1); order is kept", "N"},
        {"shard", 0, 0, G_OPTION_ARG_STRING, &run->farm.shard_typed,
            "Only part K of N (default: from Slurm's array variables)", "K/N"},
        {"times", 0, 0, G_OPTION_ARG_FILENAME, &run->farm.manifest_path,
            "Print each phase's time at the end; with FILE, also as JSON", "[FILE]"},
        {"repeat", 0, 0, G_OPTION_ARG_INT, &run->times, "Run each N times, and expect equal traces",
            "N"},
        {"cover", 0, 0, G_OPTION_ARG_STRING, &run->cover,
            "Print which driver functions ran [only names with PREFIX]", "[PREFIX]"},
        {"format", 0, 0, G_OPTION_ARG_STRING, &run->format_name,
            "TAP (default), KTAP, or TAP with GitHub's annotations", REPORT_FORMATS_LINES},
        {"junit", 0, 0, G_OPTION_ARG_FILENAME, &run->junit_path,
            "Also write the verdicts as JUnit XML", "FILE"},
        {"proved", 0, 0, G_OPTION_ARG_FILENAME, &run->proved_path,
            "Also write one line per scenario: how much it proved", "FILE"},
        {"time-limit", 0, 0, G_OPTION_ARG_STRING, &run->time_limit,
            "End the run after this time; unfinished scenarios fail", "SECONDS"},
        {"cold", 0, 0, G_OPTION_ARG_NONE, &run->cold,
            "Boot a guest for each scenario; use no saved one", NULL},
        {"allow-files", 0, 0, G_OPTION_ARG_NONE, &run->allow_files,
            "Let scenarios use host files from outside their folders", NULL},
        {"icount", 0, 0, G_OPTION_ARG_NONE, &run->icount, "Count time in instructions (default)",
            NULL},
        {"no-icount", 0, G_OPTION_FLAG_REVERSE, G_OPTION_ARG_NONE, &run->icount,
            "Let time run with the host's clock", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &run->paths, NULL, NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new("SCENARIO...");

    g_option_context_set_summary(context,
        "Runs scenarios in guests with the hardware and prints TAP. In a folder, runs all\n"
        "files NAME.scn, also of its folders.");
    g_option_context_set_description(context,
        "PMULAB_SAVED_MIB=N  MiB of disk for saved guests (" G_STRINGIFY(SAVED_GUESTS_MIB) ")\n");
    return arguments_read(context, entries, "run", argc, argv, error);
}

static gboolean parse_options(struct run *run, int argc, char **argv, GError **error)
{
    if (!read_options(run, argc, argv, error))
        return FALSE;
    if (!run->farm.root)
        run->farm.root = g_strdup(RESULTS_ROOT);
    if (!run_farm_read(&run->farm, error))
        return FALSE;
    run->coverage = run->cover ? coverage_new() : NULL;
    if (run->kernel_list)
        run->kernels = g_strsplit(run->kernel_list, ",", -1);
    return check_options(run, error) && check_time_limit(run, error);
}

static void run_in_order(struct run *run, GError **error)
{
    const struct run_settings settings = {.icount = run->icount,
        .cold = run->cold,
        .cover = run->cover != NULL,
        .times = (unsigned)run->times,
        .time_limit_s = (unsigned)run->time_limit_s,
        .deadline =
            run->time_limit ? run->farm.begin + (gint64)run->time_limit_s * G_TIME_SPAN_SECOND : 0};
    struct run_jobs *jobs = run_jobs_start(run->items, &settings, (unsigned)run->at_once);

    for (unsigned i = 0; i < run->items->len; i++) {
        if (run->show && i)
            output_add(&run->out, OUTPUT_PLAIN, "\n\n");
        if (!run_report_one(run, jobs, i, error))
            break;
    }
    run_jobs_end(jobs);
}

static int run_all(struct run *run)
{
    GError *error = NULL;
    int status;

    output_begin(&run->out);
    if (run->format == REPORT_KTAP)
        ktap_plan(run->out.text, run_report_points(run));
    else if (!run->show)
        tap_plan(run->out.text, run_report_points(run));
    if (run->farm.shard.n)
        output_printf(&run->out, "# part %u of %u%s: %u scenarios\n", run->farm.shard.k,
            run->farm.shard.n, run->farm.shard.by_slurm ? ", by Slurm's array" : "",
            run->items->len);
    if (run_farm_begin(&run->farm, run->items, (unsigned)run->at_once, &error))
        run_in_order(run, &error);
    run_report_sum(run);
    if (!error)
        run_farm_end(&run->farm, &run->out, run->show ? "" : "# ", &error);
    if (run->coverage)
        coverage_print(run->coverage, run->cover, run->show ? "" : "# ", &run->out);
    status = output_end(&run->out);
    if (error) {
        junit_write(run->junit, NULL);
        return error_exit(error);
    }
    return run->failed->len || run->late->len ? STATUS_FAILED : status;
}

/* A file that cannot be written is reported before the first guest starts. */
static gboolean begin_files(struct run *run, GError **error)
{
    run->junit = junit_new(run->junit_path);
    run->proved = proved_list_new(run->proved_path);
    return junit_write(run->junit, error) && proved_list_write(run->proved, error);
}

static int list(const struct run *run)
{
    struct output out;

    output_begin(&out);
    run_list(run->items, isatty(STDOUT_FILENO), &out);
    return output_end(&out);
}

/* The requested scenarios. Each of a thousand nodes loads only its part of a
 * hundred thousand. */
static gboolean choose(struct run *run, GError **error)
{
    const gboolean cut = run->farm.shard.n > 0;

    run->items = (cut ? run_scenarios_skim : run_scenarios)(run->paths, error);
    return run->items && run_select(run->items, run->patterns, run->tags, error) &&
           (!cut || (run_farm_cut(&run->farm, run->items, error) &&
                        run_scenarios_skimmed(run->items, error))) &&
           (run->allow_files || run->list || run_scenarios_inside(run->items, error));
}

/* A skipped scenario needs no module. */
static gboolean add_modules(struct run *run, GError **error)
{
    struct progress progress;
    struct child_host host = {.progress = &progress, .signals = -1};
    struct run_modules modules = {.files = run->modules, .folders = run->drivers, .host = &host};
    gboolean added = TRUE;

    progress_init(&progress, stderr);
    for (guint i = 0; added && i < run->items->len; i++)
        if (!run_item_at(run, i)->skip)
            added = run_modules_add(&modules, run_item_at(run, i)->scenario, error);
    run_modules_clear(&modules);
    return added;
}

/* Before anything is fetched. */
static gboolean check_modules(const struct run *run, GError **error)
{
    for (char **folder = run->drivers; folder && *folder; folder++)
        if (!driver_build_check(*folder, error))
            return FALSE;
    for (char **file = run->modules; file && *file; file++)
        if (!g_file_test(*file, G_FILE_TEST_IS_REGULAR))
            return error_usage(error, "module %s: No such file or directory", *file);
    return TRUE;
}

static gboolean prepare(struct run *run, GError **error)
{
    return check_modules(run, error) && run_scenarios_ready(run->items, run->farm.results, error) &&
           add_modules(run, error) && saved_guests_limit(&(guint64){0}, error) &&
           begin_files(run, error);
}

/* ---- several kernels ---- */

/* "6.1", "vmlinuz-6.1.0-50-amd64": a kernel's name in tables and file names. */
static char *short_name(const char *kernel)
{
    return g_path_get_basename(kernel);
}

/* "ci-6.1.xml" for "ci.xml". */
static char *junit_of(const char *path, const char *kernel)
{
    const char *dot = path ? strrchr(path, '.') : NULL;
    int stem = dot && !strchr(dot, '/') ? (int)(dot - path) : path ? (int)strlen(path) : 0;

    return path ? g_strdup_printf("%.*s-%s%s", stem, path, kernel, path + stem) : NULL;
}

/* Readies @one, a copy of @run for kernel number @column. */
static gboolean prepare_column(struct run *one, const struct run *run, guint column, GError **error)
{
    g_autofree char *name = short_name(run->kernels[column]);

    *one = *run;
    one->column = column;
    one->junit = NULL;
    one->junit_path = junit_of(run->junit_path, name);
    one->farm.results = g_build_filename(run->farm.results, name, NULL);
    one->failed = g_ptr_array_new_with_free_func(g_free);
    one->late = g_ptr_array_new_with_free_func(g_free);
    one->items = NULL;
    output_begin(&one->out);
    if (!choose(one, error))
        return FALSE;
    return run_scenarios_kernel(one->items, run->kernels[column], error) && prepare(one, error);
}

static void column_clear(struct run *one)
{
    junit_free(one->junit);
    g_free(one->junit_path);
    g_free(one->farm.results);
    g_ptr_array_unref(one->failed);
    g_ptr_array_unref(one->late);
    g_clear_pointer(&one->items, g_ptr_array_unref);
    g_free(one->unsaved);
    output_end(&one->out);
}

/* All kernels are readied before the first guest starts. */
static int run_matrix(struct run *run)
{
    struct run columns[MATRIX_KERNELS_MAX];
    g_auto(GStrv) names = g_new0(char *, MATRIX_KERNELS_MAX + 1);
    GError *error = NULL;
    guint n = 0;
    gboolean failed = FALSE;
    int status;

    for (guint i = 0; run->kernels[i]; i++)
        names[i] = short_name(run->kernels[i]);
    run->matrix = matrix_new(names);
    while (!error && run->kernels[n]) {
        prepare_column(&columns[n], run, n, &error);
        n++;
    }
    for (guint i = 0; !error && i < n; i++) {
        run_in_order(&columns[i], &error);
        failed = failed || columns[i].failed->len || columns[i].late->len;
    }
    output_begin(&run->out);
    matrix_print(run->matrix, &run->out);
    status = output_end(&run->out);
    for (guint i = 0; i < n; i++)
        column_clear(&columns[i]);
    matrix_free(run->matrix);
    if (error)
        return error_exit(error);
    return failed ? STATUS_FAILED : status;
}

static void run_clear(struct run *run)
{
    junit_free(run->junit);
    g_free(run->junit_path);
    proved_list_free(run->proved);
    g_free(run->proved_path);
    g_clear_pointer(&run->items, g_ptr_array_unref);
    g_ptr_array_unref(run->failed);
    g_ptr_array_unref(run->late);
    g_free(run->time_limit);
    g_free(run->format_name);
    g_strfreev(run->paths);
    g_strfreev(run->patterns);
    g_strfreev(run->tags);
    g_strfreev(run->modules);
    g_strfreev(run->drivers);
    g_strfreev(run->kernels);
    g_free(run->kernel_list);
    coverage_free(run->coverage);
    run_farm_clear(&run->farm);
    g_free(run->cover);
    g_free(run->unsaved);
}

int command_run(int argc, char **argv)
{
    struct run run = {.farm.begin = g_get_monotonic_time(),
        .icount = TRUE,
        .at_once = 1,
        .times = 1,
        .on_terminal = output_can_move(STDERR_FILENO)};
    GError *error = NULL;
    int status;

    run.failed = g_ptr_array_new_with_free_func(g_free);
    run.late = g_ptr_array_new_with_free_func(g_free);
    if (!parse_options(&run, argc, argv, &error) || !choose(&run, &error))
        status = error_exit(error);
    else if (!run.list && run.kernels && run.kernels[1])
        status = run_matrix(&run);
    else if (run.kernels && !run_scenarios_kernel(run.items, run.kernels[0], &error))
        status = error_exit(error);
    else if (run.list)
        status = list(&run);
    else
        status = prepare(&run, &error) ? run_all(&run) : error_exit(error);
    run_clear(&run);
    return status;
}
