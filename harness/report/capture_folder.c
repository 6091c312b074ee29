/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a capture as a run. */
#include "harness/report/capture_folder.h"

#include "harness/base/error.h"
#include "harness/format/json.h"
#include "harness/report/result_json.h"
#include "harness/report/results.h"
#include "harness/trace/call_paths.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

/* A capture between the marks of a step. */
struct marked {
    struct capture *capture;
    struct trace_file *trace; /* owns it */
    enum { BEGIN, ACCESSES, DONE } state;
    guint64 latest; /* ns */
    GHashTable *callers;
};

static void mark(struct trace_record *record, enum trace_kind kind, guint64 time)
{
    *record = (struct trace_record){.kind = kind, .time = time, .value = 1};
}

/* A step's begin is at its first access. */
static gsize marked_next(gpointer self, struct trace_record *records, GError **error)
{
    struct marked *m = self;
    GError *wrong = NULL;
    gsize n = 0;

    if (m->state == DONE)
        return 0;
    if (m->state == BEGIN)
        mark(&records[n++], TRACE_STEP_BEGIN, 0);
    while (n < TRACE_FRAME_RECORDS - 1 && trace_file_next(m->trace, &records[n], &wrong)) {
        m->latest = MAX(m->latest, records[n].time);
        if (records[n].call_path)
            g_hash_table_add(m->callers, GUINT_TO_POINTER((guint)records[n].call_path));
        n++;
    }
    if (wrong) {
        g_propagate_error(error, wrong);
        return 0;
    }
    if (m->state == BEGIN && n > 1)
        records[0].time = records[1].time;
    m->state = n < TRACE_FRAME_RECORDS - 1 ? DONE : ACCESSES;
    if (m->state == DONE)
        mark(&records[n++], TRACE_STEP_END, m->latest);
    return n;
}

static void marked_free(gpointer self)
{
    (void)self;
}

/* Writes the trace and the names of its callers to @folder. After an error an
 * earlier trace is still there. */
static gboolean write_trace(struct marked *m, const char *folder, GError **error)
{
    static const struct trace_source source = {marked_next, marked_free};
    g_autofree char *path = g_build_filename(folder, "trace.pmt", NULL);
    g_autofree char *fresh = g_strconcat(path, ".new", NULL);
    g_autofree char *beside = g_strconcat(path, CALL_PATHS_SUFFIX, NULL);
    g_autoptr(GString) names = g_string_new(NULL);
    struct trace_file *file = trace_file_of(path, trace_file_header(m->trace), &source, m);
    const gboolean saved = trace_file_save(file, fresh, error);
    GHashTableIter iter;
    gpointer caller;

    trace_file_close(file);
    g_hash_table_iter_init(&iter, m->callers);
    while (g_hash_table_iter_next(&iter, &caller, NULL))
        g_string_append_printf(names, "%x %s\n", GPOINTER_TO_UINT(caller),
            g_quark_to_string(GPOINTER_TO_UINT(caller)));
    if (saved && !g_rename(fresh, path))
        return g_file_set_contents(beside, names->str, (gssize)names->len, error);
    if (saved)
        error_failed(error, "%s: cannot be written: %s", path, g_strerror(errno));
    g_unlink(fresh);
    return FALSE;
}

static void add_options(JsonBuilder *json, const struct capture *capture)
{
    g_autofree char *text = capture_options_text(capture);
    g_auto(GStrv) options = g_strsplit(text, ",", -1);

    json_builder_set_member_name(json, "config");
    json_builder_begin_array(json);
    for (char **option = options; *option; option++)
        if (strcmp(*option, "-") != 0)
            json_builder_add_string_value(json, *option);
    json_builder_end_array(json);
}

/* Everything that was left out, as notes. */
static void add_notes(JsonBuilder *json, const struct capture *capture)
{
    g_autoptr(GString) remarks = g_string_new(NULL);
    g_auto(GStrv) lines = NULL;

    capture_append_remarks(capture, remarks);
    lines = g_strsplit(remarks->str, "\n", -1);
    json_builder_set_member_name(json, "notes");
    json_builder_begin_array(json);
    for (char **line = lines; *line; line++)
        if (**line)
            json_builder_add_string_value(json, *line + strlen("# "));
    json_builder_end_array(json);
}

static void add_step(JsonBuilder *json)
{
    json_builder_set_member_name(json, "steps");
    json_builder_begin_array(json);
    json_builder_begin_object(json);
    json_add_text(json, "name", "capture");
    json_add_flag(json, "reached", TRUE);
    json_add_number(json, "status", 0);
    json_builder_set_member_name(json, "figures");
    json_builder_begin_array(json);
    json_builder_end_array(json);
    json_builder_end_object(json);
    json_builder_end_array(json);
}

static void add_none(JsonBuilder *json, const char *name)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
    json_builder_end_array(json);
}

/* As result_json(), of a run without verdicts. */
static gboolean write_result(const char *folder, const char *path, const char *name,
    const struct capture *capture, GError **error)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autofree char *file = g_build_filename(folder, RESULT_JSON_FILE, NULL);
    g_autofree char *about = g_strdup_printf("the capture %s", path);
    GString *text;
    gboolean written;

    json_builder_begin_object(json);
    json_add_number(json, "version", RESULT_JSON_VERSION);
    json_add_text(json, "scenario", path);
    json_add_text(json, "name", name);
    json_add_text(json, "about", about);
    json_add_text(json, "machine", capture_machine(capture)->name);
    add_options(json, capture);
    json_add_flag(json, "ok", TRUE);
    json_add_text(json, "failure", NULL);
    json_add_text(json, "cold", NULL);
    add_notes(json, capture);
    json_add_number(json, "milliseconds", 0);
    add_none(json, "traffic");
    add_none(json, "verdicts");
    add_step(json);
    json_builder_end_object(json);
    text = json_text(json, TRUE);
    written = g_file_set_contents(file, text->str, (gssize)text->len, error);
    g_string_free(text, TRUE);
    return written;
}

/* The file's name without folder and suffix. */
static char *name_of(const char *path)
{
    char *name = g_path_get_basename(path), *dot = strrchr(name, '.');

    if (dot && dot != name)
        *dot = '\0';
    return name;
}

char *capture_folder_write(
    const char *root, const char *path, struct capture *capture, GError **error)
{
    g_autofree char *name = name_of(path);
    g_autofree char *folder = g_build_filename(root, capture_machine(capture)->name, name, NULL);
    struct marked m = {.capture = capture,
        .trace = capture_trace(capture),
        .callers = g_hash_table_new(NULL, NULL)};
    const gboolean done = results_check(folder, error) && results_make(folder, error) &&
                          write_trace(&m, folder, error) &&
                          write_result(folder, path, name, capture, error);

    g_hash_table_unref(m.callers);
    trace_file_close(m.trace);
    return done ? g_steal_pointer(&folder) : NULL;
}
