/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Puts the page together: its frame, the runs as data, the registers of all of
 * them. */
#include "harness/report/report_page.h"

#include "harness/base/error.h"
#include "harness/base/file_stream.h"
#include "harness/base/html_page.h"
#include "harness/report/report_run.h"
#include "harness/report/runs_touched.h"
#include "harness/report/touched_json.h"

#include <gio/gio.h>

struct page {
    const struct report_page *request;
    struct runs_touched all;
};

static gboolean append_run(GString *page, struct page *report, const char *path, GError **error)
{
    struct run_folder *run = run_folder_read(path, error);
    GString *json = NULL;
    gboolean ok;

    if (!run)
        return FALSE;
    if (report->request->registers_alone)
        ok = runs_touched_add(&report->all, run, error);
    else
        ok = (json = report_run(run, &report->all, error)) != NULL;
    if (json) {
        html_append_data(page, "class=\"run\"", json->str);
        g_string_free(json, TRUE);
    }
    run_folder_free(run);
    return ok;
}

static void append_registers(GString *page, const struct page *report)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    GString *text;

    json_builder_begin_object(json);
    json_add_text(json, "atlas", report->request->atlas);
    json_builder_set_member_name(json, "touched");
    touched_json_add(json, report->all.touched, report->all.machines, TRUE);
    json_builder_end_object(json);
    text = json_text(json, FALSE);
    html_append_data(page, "class=\"registers\"", text->str);
    g_string_free(text, TRUE);
}

static gboolean append_runs(GString *page, gpointer data, GError **error)
{
    struct page *report = data;

    for (guint i = 0; i < report->request->folders->len; i++)
        if (!append_run(page, report, g_ptr_array_index(report->request->folders, i), error))
            return FALSE;
    append_registers(page, report);
    return TRUE;
}

static const struct html_page frame = {
    .name = "report",
    .title = "pmulab report",
    .noscript = "This page shows its runs with JavaScript, which is switched off.",
    .comments = (const char *const[]){"uPlot.LICENSE", NULL},
    .styles = (const char *const[]){"uPlot.min.css", NULL},
    .scripts = (const char *const[]){"uPlot.iife.min.js", "elements.js", "bits.js", "trace.js",
        "verdicts.js", "timeline.js", "accesses.js", "registers.js", "page.js", NULL},
    .fill = append_runs,
};

/* If npm was missing, the build has empty files instead of the library's. */
static gboolean charts_there(GError **error)
{
    gsize size = 0;

    g_resources_get_info(
        "/org/pmulab/page/uPlot.iife.min.js", G_RESOURCE_LOOKUP_FLAGS_NONE, &size, NULL, NULL);
    if (!size)
        error_failed(error,
            "report: this pmulab was built without npm, and so without uPlot, which draws the "
            "charts: "
            "expected "
            "a build with npm");
    return size > 0;
}

gboolean report_page_write(const char *path, const struct report_page *request, GError **error)
{
    g_autoptr(GString) page = g_string_new(NULL);
    struct page report = {.request = request};
    gboolean ok;

    runs_touched_init(&report.all);
    ok = charts_there(error) && html_page_append(page, &frame, &report, error) &&
         file_replace(path, page->str, page->len, error);
    runs_touched_clear(&report.all);
    return ok;
}
