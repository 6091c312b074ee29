/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A capture as a run: its folder, and the run that the commands on runs read
 * back. */
#include "harness/report/capture_folder.h"

#include "harness/report/run_folder.h"
#include "harness/report/run_trace.h"
#include "harness/trace/call_paths.h"
#include "tests/tap.h"

#include <glib/gstdio.h>

#define EVENT  "  perf-1  [001] d..1.  1.000001: "
#define DRIVER "<stack trace>\n => snbep_uncore_msr_enable_event+0x50/0x60 [intel_uncore]\n"
#define HEAD   "# cpuid : GenuineIntel,6,45,7\n"

/* Writes @text to a file, and its folder below @root. */
static char *write_folder(const char *root, const char *text, GError **error)
{
    g_autofree char *path = g_build_filename(root, "bug-12.txt", NULL);
    const struct capture_options options = {.format = "ftrace"};
    struct capture *capture;

    g_file_set_contents(path, text, -1, NULL);
    capture = capture_open(path, &options, error);
    return capture ? capture_folder_write(root, path, capture, error) : NULL;
}

static void test_run(const char *root)
{
    g_autofree char *folder = write_folder(root,
        HEAD EVENT "write_msr: d10, value 400000\n" EVENT DRIVER EVENT
                   "read_msr: 123, value 5\n" EVENT "read_msr: d16, value 5\n",
        NULL);
    g_autofree char *expected = g_build_filename(root, "snbep", "bug-12", NULL);
    g_autoptr(GString) text = g_string_new(NULL);
    struct run_folder *run = run_folder_read(folder, NULL);
    struct run_trace *trace = run_trace_open(run, NULL);
    const struct trace_record *record;

    is_str(folder, expected, "the folder has the machine's name and the file's");
    is_str(run->name, "snbep/bug-12", "it is a run");
    ok(g_str_has_prefix(run->header, "machine=snbep variant=snbep "), "with the options: %s",
        run->header);
    while ((record = run_trace_next(trace))) {
        g_autofree char *by = call_path_text(record);

        g_string_append_printf(text, "%u+%x=%x %s; ", (unsigned)record->kind, record->offset,
            (guint)record->value, by ? by : "");
        is_u64(record->time, 1000001000, "the step is as long as its accesses");
    }
    is_str(text->str,
        "2+0=1 ; 1+10=400000 snbep_uncore_msr_enable_event+0x50 [intel_uncore]; 0+16=5 ; 3+0=1 ; ",
        "its accesses are in one step, with the driver's functions");
    ok(!run_trace_damage(trace), "the trace is sound");
    is_str(json_array_get_string_element(
               json_object_get_array_member(run_folder_result(run), "notes"), 0),
        "accesses left out, to registers or by CPUs that snbep lacks: 1; the first is MSR 0x123 by "
        "CPU 1, line 5",
        "the rest is in the notes");
    run_trace_close(trace);
    run_folder_free(run);
}

/* More accesses than a frame has, and again to the same place. */
static void test_many(const char *root)
{
    g_autoptr(GString) text = g_string_new(HEAD);
    g_autofree char *folder = NULL;
    struct trace_file *file;
    struct trace_record record = {.value = 0};
    guint64 n = 0, sum = 0;

    for (guint i = 0; i < 3 * TRACE_FRAME_RECORDS; i++)
        g_string_append_printf(text, EVENT "write_msr: d10, value %x\n", i);
    folder = write_folder(root, text->str, NULL);
    g_autofree char *path = g_build_filename(folder, "trace.pmt", NULL);
    file = trace_file_open(path, NULL);
    while (trace_file_next(file, &record, NULL)) {
        n++;
        sum += record.kind == TRACE_WRITE ? record.value : 0;
    }
    is_u64(n, 3 * TRACE_FRAME_RECORDS + 2, "an earlier folder is replaced");
    is_u64(sum, (guint64)3 * TRACE_FRAME_RECORDS * (3 * TRACE_FRAME_RECORDS - 1) / 2,
        "all accesses are there");
    is_u64(record.kind, TRACE_STEP_END, "the last record ends the step");
    trace_file_close(file);
}

static void test_damage(const char *root)
{
    GError *error = NULL;
    g_autofree char *folder = write_folder(root,
        HEAD EVENT "write_msr: d10, value 1\n" EVENT "write_msr: d10, value 2\nhello\n", &error);

    ok(!folder && error && strstr(error->message, ":4: expected an event"),
        "a damaged capture is no run: %s", error ? error->message : "");
    g_clear_error(&error);
}

int main(void)
{
    g_autofree char *root = g_dir_make_tmp("pmulab-capture-XXXXXX", NULL);
    static const char *const files[] = {"snbep/bug-12/trace.pmt", "snbep/bug-12/trace.pmt.names",
        "snbep/bug-12/result.json", "snbep/bug-12", "snbep", "bug-12.txt", "."};

    test_run(root);
    test_many(root);
    test_damage(root);
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(root, files[i], NULL);

        g_remove(path);
    }
    g_rmdir(root);
    return done_testing();
}
