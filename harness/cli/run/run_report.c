/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reports each scenario of `pmulab run` in the order of the request, as TAP,
 * for people, or as a cell of a matrix. */
#include "harness/cli/run/run_show.h"
#include "harness/cli/run/run_state.h"
#include "harness/judge/judge.h"
#include "harness/report/ktap.h"
#include "harness/report/results.h"
#include "harness/report/tap.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

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
 * skipped is one without. In KTAP each scenario is one test with subtests. */
static unsigned n_points(const struct run *run, const struct run_item *item)
{
    const struct scenario *scenario = item->scenario;

    return item->skip || scenario->values || run->format == REPORT_KTAP
               ? 1
               : judge_n_verdicts(scenario) + (run->times > 1);
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

/* The notes that fit into an annotation's box. */
#define ANNOTATION_NOTES 5

static char *annotation_of(const struct verdict *verdict)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < MIN(verdict->notes->len, ANNOTATION_NOTES); i++)
        g_string_append_printf(
            text, "%s%s", i ? "\n" : "", (const char *)g_ptr_array_index(verdict->notes, i));
    return g_string_free(text, FALSE);
}

/* An annotation for each failed verdict, at the line of its expectation. */
static void annotate(
    GString *text, const struct scenario *scenario, const struct judgement *judgement)
{
    for (guint i = 0; i < judgement->verdicts->len; i++) {
        const struct verdict *verdict = g_ptr_array_index(judgement->verdicts, i);
        g_autofree char *why = verdict->ok ? NULL : annotation_of(verdict);

        if (why)
            report_github_error(text, scenario->path, verdict->expect ? verdict->expect->line : 0,
                verdict->what, why);
    }
}

static void report_ktap(
    struct run *run, const struct run_item *item, const struct judgement *judgement)
{
    g_autofree char *title = run_item_title(item);

    ktap_judgement(run->out.text, run->points + 1, title, judgement);
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
    else if (run->format == REPORT_KTAP)
        report_ktap(run, item, judgement);
    else if (scenario->values)
        add_subtest(run->out.text, run->points + 1, scenario, judgement);
    else
        tap_judgement(run->out.text, run->points + 1, scenario->path, judgement);
    if (run->format == REPORT_GITHUB)
        annotate(run->out.text, scenario, judgement);
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
    else if (run->format == REPORT_KTAP) {
        g_autofree char *directive = g_strconcat("SKIP ", item->skip, NULL);

        ktap_result(run->out.text, run->points + 1, TRUE, title, directive);
    } else
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
void run_report_sum(struct run *run)
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

gboolean run_report_one(struct run *run, struct run_jobs *jobs, unsigned index, GError **error)
{
    const struct run_item *item = run_item_at(run, index);
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

unsigned run_report_points(const struct run *run)
{
    unsigned n = 0;

    for (guint i = 0; i < run->items->len; i++)
        n += n_points(run, run_item_at(run, i));
    return n;
}
