/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `pmulab run`: runs scenarios, each in a separate guest, and prints TAP. It
 * checks all files before it starts the first guest.
 *
 * Exit status: STATUS_OK if every expectation holds; STATUS_FAILED if one fails
 * or a guest cannot start; STATUS_USAGE for an invalid request or scenario.
 */
#include "harness/base/error.h"
#include "harness/base/output.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/cli/run/run_farm.h"
#include "harness/cli/run/run_jobs.h"
#include "harness/cli/run/run_repeat.h"
#include "harness/cli/run/run_scenarios.h"
#include "harness/cli/run/run_select.h"
#include "harness/cli/run/run_show.h"
#include "harness/judge/judge.h"
#include "harness/report/coverage.h"
#include "harness/report/junit.h"
#include "harness/report/matrix.h"
#include "harness/report/proved.h"
#include "harness/report/results.h"
#include "harness/report/tap.h"
#include "harness/run/run_guest.h"
#include "harness/run/run_modules.h"
#include "harness/setup/driver_build.h"
#include "harness/vm/saved_guests.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct run {
    char **paths;
    struct run_farm farm;
    char *junit_path;
    struct junit *junit; /* NULL: not requested */
    char *proved_path;
    struct proved_list *proved; /* NULL: not requested */
    char **patterns, **tags, **modules, **drivers;
    char *kernel_list; /* as typed, or NULL */
    /* their names, one column of a matrix each; NULL: the scenarios' own */
    char **kernels;
    /* receives the scenarios' outcomes, instead of TAP; NULL: only one
     * kernel */
    struct matrix *matrix;
    struct coverage *coverage; /* NULL: not requested */
    char *cover;               /* prefix of functions' names, or NULL */
    char *time_limit;          /* as typed, or NULL */
    guint64 time_limit_s;
    gboolean show, list, icount, cold;
    int at_once, times;
    GPtrArray *items; /* of struct run_item */
    unsigned points;  /* TAP points printed so far */
    unsigned done;    /* scenarios; also failed and skipped */
    unsigned skipped;
    guint column;         /* of the matrix, from 0 */
    GPtrArray *failed;    /* MACHINE/NAME of each */
    GPtrArray *late;      /* the same, for scenarios that did not begin within the time limit */
    gboolean on_terminal; /* standard error is a terminal that can overwrite lines */
    gboolean allow_files; /* from outside of the scenarios' folders */
    char *unsaved;        /* why a guest could not be saved, as last reported; NULL: not reported */
    struct output out;
};

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

static gboolean check_options(const struct run *run, GError **error)
{
    if (run->at_once < 1 || run->at_once > RUN_JOBS_MAX)
        return error_usage(error, "-j %d: expected 1 to %d", run->at_once, RUN_JOBS_MAX);
    if (run->times < 1 || run->times > RUN_REPEAT_MAX)
        return error_usage(error, "--repeat %d: expected 1 to %d", run->times, RUN_REPEAT_MAX);
    if (!check_kernels(run, error))
        return FALSE;
    if (run->paths)
        return TRUE;
    return error_usage(error, "run: expected scenarios: files NAME.scn, or folders of them");
}

static gboolean parse_options(struct run *run, int argc, char **argv, GError **error)
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
        "Runs scenarios in guests with the hardware and prints TAP. A folder stands for\n"
        "all files NAME.scn in it and in its folders.");
    g_option_context_set_description(context,
        "PMULAB_SAVED_MIB=N  MiB of disk for saved guests (" G_STRINGIFY(SAVED_GUESTS_MIB) ")\n");
    if (!arguments_read(context, entries, "run", argc, argv, error))
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

static const struct run_item *item_at(const struct run *run, guint index)
{
    return g_ptr_array_index(run->items, index);
}

/* The terminal's width less one: some terminals wrap after the last column. */
static int columns_of(int fd)
{
    struct winsize size;

    return ioctl(fd, TIOCGWINSZ, &size) || size.ws_col < 2 ? OUTPUT_COLUMNS : size.ws_col - 1;
}

static void show_progress(const char *line, gpointer data)
{
    (void)data;
    fprintf(stderr, OUTPUT_CLEAR_LINE "%.*s", columns_of(STDERR_FILENO), line);
    fflush(stderr);
}

static void clear_progress(const struct run *run)
{
    if (!run->on_terminal)
        return;
    fputs(OUTPUT_CLEAR_LINE, stderr);
    fflush(stderr);
}

/* A scenario with parameter values is one point with a subtest, and one that is
 * skipped is one without. */
static unsigned n_points(const struct run *run, const struct run_item *item)
{
    const struct scenario *scenario = item->scenario;

    return item->skip || scenario->values ? 1 : judge_n_verdicts(scenario) + (run->times > 1);
}

static void add_subtest(GString *text, unsigned number, const struct scenario *scenario,
    const struct judgement *judgement)
{
    g_autofree char *title = g_strdup_printf("%s: %s", scenario->path, scenario->values);
    g_autoptr(GString) points = g_string_new(NULL);

    tap_judgement(points, 1, scenario->path, judgement);
    tap_subtest(text, number, judgement->ok, title, judgement->verdicts->len, points->str);
}

static gboolean keep_results(const struct run *run, struct run_record *record,
    const struct judgement *judgement, GError **error)
{
    g_autofree char *folder = results_folder(run->farm.results, record->scenario);

    return results_write(folder, record, judgement, error);
}

/* The time limit says nothing about a kernel. */
static void report_cell(struct run *run, const struct run_item *item, const struct run_job *job)
{
    g_autofree char *row = run_item_name(item);
    const char *why = judgement_first_failure(job->judgement);

    if (job->late || job->cut) {
        g_autofree char *over = g_strdup_printf("the time limit of %u s was over %s",
            (unsigned)run->time_limit_s, job->late ? "before it began" : "while it ran");

        matrix_set(run->matrix, row, run->column, MATRIX_NONE, over);
        return;
    }
    matrix_set(run->matrix, row, run->column, job->judgement->ok ? MATRIX_OK : MATRIX_FAILED, why);
    if (!job->judgement->ok)
        fprintf(stderr, "%s on %s: FAILED: %s\n", row, run->kernels[run->column], why);
}

static void report(struct run *run, const struct run_item *item, const struct run_job *job)
{
    const struct run_record *record = job->record;
    const struct judgement *judgement = job->judgement;
    const struct scenario *scenario = record->scenario;
    g_autofree char *folder = results_folder(run->farm.results, scenario);

    if (run->matrix)
        report_cell(run, item, job);
    else if (run->show)
        run_show_end(record, judgement, folder, &run->out);
    else if (scenario->values)
        add_subtest(run->out.text, run->points + 1, scenario, judgement);
    else
        tap_judgement(run->out.text, run->points + 1, scenario->path, judgement);
}

/* The scenario leaves no results. */
static gboolean report_skip(struct run *run, const struct run_item *item, GError **error)
{
    g_autofree char *title = run_item_title(item);
    const struct junit_run skipped = junit_run_of(item->scenario);

    if (run->matrix) {
        g_autofree char *row = run_item_name(item);

        matrix_set(run->matrix, row, run->column, MATRIX_SKIPPED, item->skip);
    } else if (run->show)
        output_printf(&run->out, "\nskipped: %s\n", item->skip);
    else
        tap_skip(run->out.text, run->points + 1, title, item->skip);
    run->skipped++;
    junit_add_skip(run->junit, &skipped, item->skip);
    return junit_write(run->junit, error);
}

static void append_names(GString *line, const char *title, const GPtrArray *names)
{
    for (guint i = 0; i < names->len; i++)
        g_string_append_printf(
            line, "%s %s", i ? "," : title, (const char *)g_ptr_array_index(names, i));
}

/* Failed points are hard to find among many. */
static void sum_up(struct run *run)
{
    g_autoptr(GString) line = g_string_new(NULL);

    if (run->show || (run->items->len < 2 && !run->farm.shard.n))
        return;
    g_string_printf(line, "%u of %u scenarios passed",
        run->done - run->failed->len - run->late->len, run->items->len);
    if (run->skipped)
        g_string_append_printf(line, ", %u skipped", run->skipped);
    append_names(line, "; failed:", run->failed);
    append_names(line, "; not run, for the time limit:", run->late);
    tap_comment(run->out.text, line->str);
}

/* Each such run takes a boot longer. Reported once for each reason. */
static void tell_unsaved(struct run *run, const struct run_record *record)
{
    if (!record->unsaved || g_strcmp0(run->unsaved, record->cold) == 0)
        return;
    g_free(run->unsaved);
    run->unsaved = g_strdup(record->cold);
    fprintf(stderr, "pmulab: this guest boots anew each time, as it cannot be saved: %s\n",
        record->cold);
}

/* A figure of 0 that does not come from the hardware. */
static void tell_notes(const struct run_item *item, const struct run_record *record)
{
    for (char **note = record->notes; *note; note++)
        fprintf(stderr, "pmulab: %s: %s\n", item->scenario->name, *note);
}

static gboolean keep_and_report(
    struct run *run, const struct run_item *item, const struct run_job *job, GError **error)
{
    struct junit_run junit = junit_run_of(item->scenario);
    g_autofree char *name = run_item_name(item);
    gboolean kept = keep_results(run, job->record, job->judgement, error);

    report(run, item, job);
    tell_unsaved(run, job->record);
    tell_notes(item, job->record);
    if (run->coverage)
        coverage_add(run->coverage, job->record);
    junit.seconds = job->record->seconds;
    junit.times = &job->record->times;
    junit_add(run->junit, &junit, job->judgement);
    if (!job->late && !job->cut)
        proved_list_add(run->proved, name, &job->judgement->proved);
    run->done++;
    if (!job->judgement->ok)
        g_ptr_array_add(job->late ? run->late : run->failed, run_item_name(item));
    return kept && junit_write(run->junit, error) && proved_list_write(run->proved, error);
}

/* FALSE to stop: the reader has closed the output, or there is an error and
 * nothing to report. */
static gboolean finish_one(struct run *run, struct run_jobs *jobs, unsigned index, GError **error)
{
    const struct run_item *item = item_at(run, index);
    const struct run_job *job;
    gboolean ok;

    if (run->show)
        run_show_begin(item->scenario, &run->out);
    if (!output_flush(&run->out))
        return FALSE;
    job = run_jobs_wait(jobs, index, run->on_terminal ? show_progress : NULL, NULL);
    clear_progress(run);
    if (item->skip) {
        ok = report_skip(run, item, error);
    } else if (!job->error) {
        ok = keep_and_report(run, item, job, error);
    } else {
        g_propagate_error(error, g_error_copy(job->error));
        ok = FALSE;
    }
    if (!ok && *error) {
        const struct junit_run junit = junit_run_of(job->scenario);

        junit_add_error(run->junit, &junit, (*error)->message);
    } else {
        run_farm_enter(&run->farm, index, job);
    }
    run->points += n_points(run, item);
    run_jobs_forget(jobs, index);
    return ok;
}

static unsigned count_points(const struct run *run)
{
    unsigned n = 0;

    for (guint i = 0; i < run->items->len; i++)
        n += n_points(run, item_at(run, i));
    return n;
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
        if (!finish_one(run, jobs, i, error))
            break;
    }
    run_jobs_end(jobs);
}

static int run_all(struct run *run)
{
    GError *error = NULL;
    int status;

    output_begin(&run->out);
    if (!run->show)
        tap_plan(run->out.text, count_points(run));
    if (run->farm.shard.n)
        output_printf(&run->out, "# part %u of %u%s: %u scenarios\n", run->farm.shard.k,
            run->farm.shard.n, run->farm.shard.by_slurm ? ", by Slurm's array" : "",
            run->items->len);
    if (run_farm_begin(&run->farm, run->items, (unsigned)run->at_once, &error))
        run_in_order(run, &error);
    sum_up(run);
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

/* Writes the file before the first run, so that a bad path fails early. */
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
        if (!item_at(run, i)->skip)
            added = run_modules_add(&modules, item_at(run, i)->scenario, error);
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
