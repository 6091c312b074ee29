/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab report`: one self-contained HTML page on all runs in some folders,
 * with verdicts, timeline, accesses, registers and the guest's output; or
 * tables of the registers that they touched. */
#include "harness/base/error.h"
#include "harness/base/file_stream.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/cli/report_diff.h"
#include "harness/farm/merged.h"
#include "harness/report/report_page.h"
#include "harness/report/results.h"
#include "harness/report/run_atlas.h"
#include "harness/report/runs_touched.h"
#include "harness/report/touched_text.h"

#include <stdio.h>

#define DEFAULT_FILE "report.html"
#define ATLAS_FILE   "atlas.html"

struct report {
    char **words;
    char *path;
    gboolean atlas;  /* beside the page */
    gboolean failed; /* only failed and flaky runs */
    gboolean diff;
    struct diff_options diff_too;
    gboolean registers, untouched, orders; /* tables instead of the page */
    GPtrArray *folders;                    /* of char * */
};

static gboolean parse_options(struct report *report, int argc, char **argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &report->path,
            "Write the page here (" DEFAULT_FILE ", in DIR if given)", "FILE"},
        {"atlas", 0, 0, G_OPTION_ARG_NONE, &report->atlas,
            "Also make " ATLAS_FILE " beside the page, and link accesses to it", NULL},
        {"failed", 0, 0, G_OPTION_ARG_NONE, &report->failed,
            "Only runs that failed, and flaky ones", NULL},
        {"diff", 0, 0, G_OPTION_ARG_NONE, &report->diff,
            "Print how the accesses of two runs differ; with -o, a page", NULL},
        {"times", 0, 0, G_OPTION_ARG_NONE, &report->diff_too.times,
            "With --diff: also compare times and counts", NULL},
        {"boot", 0, 0, G_OPTION_ARG_NONE, &report->diff_too.boot,
            "With --diff: also compare non-driver accesses before step 1", NULL},
        {"registers", 0, 0, G_OPTION_ARG_NONE, &report->registers,
            "Print registers and fields read or written; with -o, a page", NULL},
        {"untouched", 0, 0, G_OPTION_ARG_NONE, &report->untouched,
            "Print fields that no run touched, and why", NULL},
        {"orders", 0, 0, G_OPTION_ARG_NONE, &report->orders,
            "Print which registers were accessed in direct succession", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &report->words, NULL, "[DIR...]"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);

    g_option_context_set_summary(context,
        "Makes one self-contained HTML page of runs, or prints which registers they touched, or\n"
        "in which accesses two runs differ.\n"
        "DIR is a run's folder, or one with such folders below (default: " RESULTS_ROOT ").");
    return arguments_read(context, entries, "report", argc, argv, error);
}

static gboolean is_table(const struct report *report)
{
    return report->registers || report->untouched || report->orders;
}

static gboolean wrong_usage(const char *what, GError **error)
{
    return error_usage(error, "report: %s", what);
}

static gboolean is_wanted(const struct report *report, const struct merged_scenario *scenario,
    const struct manifest_row *row)
{
    return row->result && (!report->failed || scenario->flaky || row->verdict != MANIFEST_PASSED);
}

/* All parts of a run must exist and be complete. Reads no traces of parts that
 * are not shown. */
static gboolean find_merged(struct report *report, const char *const *words, GError **error)
{
    struct merged *merged = merged_read(words, !report->failed, error);

    for (guint i = 0; merged && i < merged->scenarios->len; i++) {
        const struct merged_scenario *scenario = g_ptr_array_index(merged->scenarios, i);

        for (guint k = 0; k < scenario->runs->len; k++) {
            const struct merged_run *run = &g_array_index(scenario->runs, struct merged_run, k);

            if (is_wanted(report, scenario, run->row))
                g_ptr_array_add(report->folders, merged_run_folder(run));
        }
    }
    merged_free(merged);
    return merged != NULL;
}

static gboolean find_runs(struct report *report, const char *const *words, GError **error)
{
    if (report->failed || merged_has_parts(words))
        return find_merged(report, words, error);
    for (; *words; words++)
        if (!run_folders_find(report->folders, *words, error))
            return FALSE;
    return TRUE;
}

static gboolean find_all(struct report *report, GError **error)
{
    static const char *const standard[] = {RESULTS_ROOT, NULL};
    const char *const *words = report->words ? (const char *const *)report->words : standard;

    if (!find_runs(report, words, error))
        return FALSE;
    if (report->path && (report->untouched || report->orders))
        return wrong_usage("--untouched, --orders: expected no -o FILE, which makes a page", error);
    if (report->atlas && is_table(report) && !report->path)
        return wrong_usage("--atlas: also expected -o FILE", error);
    if (is_table(report))
        return TRUE;
    if (!report->path && words[0] && words[1])
        return wrong_usage("several folders: expected -o FILE", error);
    if (!report->path)
        report->path = g_build_filename(words[0], DEFAULT_FILE, NULL);
    return TRUE;
}

/* ---- tables ---- */

static gboolean add_up(const struct report *report, struct runs_touched *all, GError **error)
{
    gboolean ok = TRUE;

    for (guint i = 0; ok && i < report->folders->len; i++) {
        struct run_folder *run = run_folder_read(g_ptr_array_index(report->folders, i), error);

        ok = run && runs_touched_add(all, run, error);
        run_folder_free(run);
    }
    return ok;
}

static void print_machine(const struct report *report, const struct touched *touched,
    const struct machine *machine, struct output *out)
{
    if (report->registers)
        touched_print_registers(touched, machine, out);
    if (report->untouched)
        touched_print_untouched(touched, machine, explained_own(), out);
    if (report->orders)
        touched_print_orders(touched, machine, out);
}

static int print_tables(const struct report *report)
{
    struct runs_touched all;
    struct output out;
    GError *error = NULL;
    int status;

    runs_touched_init(&all);
    if (add_up(report, &all, &error)) {
        output_begin(&out);
        for (guint i = 0; i < all.machines->len; i++)
            print_machine(report, all.touched, g_ptr_array_index(all.machines, i), &out);
        status = output_end(&out);
    } else {
        status = error_exit(error);
    }
    runs_touched_clear(&all);
    return status;
}

/* ---- two runs ---- */

static gboolean check_diff(const struct report *report, GError **error)
{
    if (!report->words || g_strv_length(report->words) != 2)
        return wrong_usage("--diff: expected two folders", error);
    return (!is_table(report) && !report->atlas && !report->failed) ||
           wrong_usage(
               "--diff: expected no --atlas, --failed, --registers, --untouched or --orders",
               error);
}

static int show_diff(const struct report *report)
{
    return report_diff(
        &(struct report_diff){report->words[0], report->words[1], report->path, report->diff_too});
}

/* ---- the page ---- */

static gboolean write_atlas(const struct report *report, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(report->path);
    g_autofree char *path = g_build_filename(folder, ATLAS_FILE, NULL);

    return run_atlas_write(path, report->folders, error);
}

static int write_page(const struct report *report)
{
    GError *error = NULL;

    const struct report_page request = {.folders = report->folders,
        .atlas = report->atlas ? ATLAS_FILE : NULL,
        .registers_alone = report->registers};

    if ((report->atlas && !write_atlas(report, &error)) ||
        !report_page_write(report->path, &request, &error))
        return error_exit(error);
    if (!file_is_stdout(report->path))
        printf("%s: %u run%s\n", report->path, report->folders->len,
            report->folders->len == 1 ? "" : "s");
    return STATUS_OK;
}

int command_report(int argc, char **argv)
{
    struct report report = {.folders = g_ptr_array_new_with_free_func(g_free)};
    GError *error = NULL;
    int status;

    if (!parse_options(&report, argc, argv, &error))
        status = error_exit(error);
    else if (report.diff)
        status = check_diff(&report, &error) ? show_diff(&report) : error_exit(error);
    else if (report.diff_too.times || report.diff_too.boot)
        status = error_exit(g_error_new(
            HARNESS_ERROR, HARNESS_ERROR_USAGE, "report: --times, --boot: also expected --diff"));
    else if (find_all(&report, &error) && report.failed && !report.folders->len)
        status = printf("no run has failed, and none is flaky\n") < 0 ? STATUS_FAILED : STATUS_OK;
    else if (!error)
        status = report.path ? write_page(&report) : print_tables(&report);
    else
        status = error_exit(error);
    g_ptr_array_unref(report.folders);
    g_strfreev(report.words);
    g_free(report.path);
    return status;
}
