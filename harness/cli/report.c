/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab report`: one self-contained HTML page on all runs in some folders, with verdicts, timeline,
 * accesses and the guest's output. */
#include "harness/base/error.h"
#include "harness/base/file_replace.h"
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

/* A place of the page that is filled in. */
struct part {
    const char *mark; /* a line of its own in page.html */
    const char *open, *close;
    const char *const *files; /* names of resources; ends with NULL */
};

static const struct part parts[] = {
    {"@STYLE@", "<style>\n", "</style>\n", (const char *const[]){"uPlot.min.css", "page.css", NULL}},
    {"@LICENSE@", "<!--\nuPlot:\n", "-->\n", (const char *const[]){"uPlot.LICENSE", NULL}},
    {"@SCRIPT@", "<script>\n", "</script>\n",
        (const char *const[]){"uPlot.iife.min.js", "elements.js", "trace.js", "verdicts.js", "timeline.js",
            "accesses.js", "page.js", NULL}},
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

/* A script in a page must not contain its own end tag; in JSON, '<' occurs only in strings. */
static void append_data(GString *page, const GString *json)
{
    const char *from = json->str, *next;

    for (; (next = strchr(from, '<')); from = next + 1) {
        g_string_append_len(page, from, next - from);
        g_string_append(page, "\\u003c");
    }
    g_string_append(page, from);
}

static gboolean append_runs(GString *page, const struct report *report, GError **error)
{
    for (guint i = 0; i < report->folders->len; i++) {
        GString *json = report_run(g_ptr_array_index(report->folders, i), error);
        if (!json)
            return FALSE;
        g_string_append(page, "<script type=\"application/json\" class=\"run\">");
        append_data(page, json);
        g_string_append(page, "</script>\n");
        g_string_free(json, TRUE);
    }
    return TRUE;
}

static void append_resource(GString *page, const char *name)
{
    g_autofree char *path = g_strconcat(RESOURCES, name, NULL);
    g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
    gsize length = 0;
    const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;

    g_assert(text);
    g_string_append_len(page, text, (gssize)length);
    if (length && text[length - 1] != '\n')
        g_string_append_c(page, '\n');
}

static void append_part(GString *page, const struct part *part)
{
    g_string_append(page, part->open);
    for (const char *const *file = part->files; *file; file++)
        append_resource(page, *file);
    g_string_append(page, part->close);
}

static const struct part *part_marked(const char *line)
{
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++)
        if (!strcmp(parts[i].mark, line))
            return &parts[i];
    return NULL;
}

/* Copies the page line by line and inserts the parts and the runs. */
static gboolean append_page(GString *page, const struct report *report, GError **error)
{
    g_autoptr(GString) frame = g_string_new(NULL);
    g_auto(GStrv) lines = NULL;

    append_resource(frame, "page.html");
    lines = g_strsplit(frame->str, "\n", -1);
    for (char **line = lines; *line && **line; line++) {
        const struct part *part = part_marked(*line);
        if (part)
            append_part(page, part);
        else if (strcmp(*line, "@RUNS@"))
            g_string_append_printf(page, "%s\n", *line);
        else if (!append_runs(page, report, error))
            return FALSE;
    }
    return TRUE;
}

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

    return charts_there(error) && append_page(page, report, error) &&
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
