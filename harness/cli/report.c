/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab report`: one self-contained HTML page on all runs in some folders, with verdicts, timeline,
 * accesses and the guest's output. */
#include "harness/base/error.h"
#include "harness/base/file_replace.h"
#include "harness/base/html_page.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/report/report_run.h"
#include "harness/report/result_json.h"
#include "harness/report/results.h"

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

#define RESOURCES    "/org/pmulab/report/"
#define DEFAULT_FILE "report.html"

/* Results are in ROOT/MACHINE/NAME. */
enum { DEPTH_MAX = 2 };

struct report {
    char **words;
    char *path;
    GPtrArray *folders; /* of char * */
};

static gboolean parse_options(struct report *report, int argc, char **argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &report->path,
            "The page (" DEFAULT_FILE ": in DIR, where there is one)", "FILE"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &report->words, NULL, "[DIR...]"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);

    g_option_context_set_summary(context,
        "Makes one self-contained HTML page of runs. DIR is a run's folder, or one with\n"
        "such folders below (default: " RESULTS_ROOT ").");
    return arguments_read(context, entries, "report", argc, argv, error);
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The folders in @path, sorted by name. */
static GPtrArray *subfolders(const char *path)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    const char *name;

    while (dir && (name = g_dir_read_name(dir))) {
        char *sub = g_build_filename(path, name, NULL);
        if (*name != '.' && g_file_test(sub, G_FILE_TEST_IS_DIR))
            g_ptr_array_add(all, sub);
        else
            g_free(sub);
    }
    g_ptr_array_sort(all, by_name);
    return all;
}

static gboolean is_run(const char *path)
{
    g_autofree char *file = g_build_filename(path, RESULT_JSON_FILE, NULL);

    return g_file_test(file, G_FILE_TEST_EXISTS);
}

/* Recursion ends at DEPTH_MAX. */
static void find_runs(struct report *report, const char *path, unsigned depth) // NOLINT(misc-no-recursion)
{
    g_autoptr(GPtrArray) below = NULL;

    if (is_run(path)) {
        g_ptr_array_add(report->folders, g_strdup(path));
        return;
    }
    below = depth < DEPTH_MAX ? subfolders(path) : NULL;
    for (guint i = 0; below && i < below->len; i++)
        find_runs(report, g_ptr_array_index(below, i), depth + 1);
}

static gboolean find_all(struct report *report, GError **error)
{
    static const char *const standard[] = {RESULTS_ROOT, NULL};
    const char *const *words = report->words ? (const char *const *)report->words : standard;

    for (const char *const *word = words; *word; word++) {
        guint before = report->folders->len;
        find_runs(report, *word, 0);
        if (report->folders->len > before)
            continue;
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED,
            "%s: holds no results: expected a folder that `pmulab run` has written, or one above such",
            *word);
        return FALSE;
    }
    if (!report->path && words[0] && words[1]) {
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_USAGE, "report: several folders: expected -o FILE");
        return FALSE;
    }
    if (!report->path)
        report->path = g_build_filename(words[0], DEFAULT_FILE, NULL);
    return TRUE;
}

static gboolean append_runs(GString *page, gpointer data, GError **error)
{
    const struct report *report = data;

    for (guint i = 0; i < report->folders->len; i++) {
        GString *json = report_run(g_ptr_array_index(report->folders, i), error);
        if (!json)
            return FALSE;
        g_string_append(page, "<script type=\"application/json\" class=\"run\">");
        html_append_json(page, json->str);
        g_string_append(page, "</script>\n");
        g_string_free(json, TRUE);
    }
    return TRUE;
}

static const struct html_part parts[] = {
    {"@STYLE@", "<style>\n", "</style>\n", (const char *const[]){"uPlot.min.css", "page.css", NULL}, NULL},
    {"@LICENSE@", "<!--\nuPlot:\n", "-->\n", (const char *const[]){"uPlot.LICENSE", NULL}, NULL},
    {"@RUNS@", "", "", NULL, append_runs},
    {"@SCRIPT@", "<script>\n", "</script>\n",
        (const char *const[]){"uPlot.iife.min.js", "elements.js", "trace.js", "verdicts.js", "timeline.js",
            "accesses.js", "page.js", NULL},
        NULL},
};

/* If npm was missing, the build has empty files instead of the library's. */
static gboolean charts_there(GError **error)
{
    gsize size = 0;

    g_resources_get_info(RESOURCES "uPlot.iife.min.js", G_RESOURCE_LOOKUP_FLAGS_NONE, &size, NULL, NULL);
    if (!size)
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED,
            "report: this pmulab was built without npm, and so without uPlot, which draws the charts: "
            "expected "
            "a build with npm");
    return size > 0;
}

static gboolean write_page(struct report *report, GError **error)
{
    g_autoptr(GString) page = g_string_new(NULL);

    return charts_there(error) &&
           html_page_append(page, RESOURCES, "page.html", parts, G_N_ELEMENTS(parts), report, error) &&
           file_replace(report->path, page->str, page->len, error);
}

int command_report(int argc, char **argv)
{
    struct report report = {.folders = g_ptr_array_new_with_free_func(g_free)};
    GError *error = NULL;
    int status = STATUS_OK;

    if (parse_options(&report, argc, argv, &error) && find_all(&report, &error) &&
        write_page(&report, &error))
        printf("%s: %u run%s\n", report.path, report.folders->len, report.folders->len == 1 ? "" : "s");
    else
        status = error_exit(error);
    g_ptr_array_unref(report.folders);
    g_strfreev(report.words);
    g_free(report.path);
    return status;
}
