/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a run's results folder, and replaces an earlier one in one step. */
#include "harness/report/results.h"

#include "harness/base/error.h"
#include "harness/report/result_json.h"
#include "harness/report/tap.h"
#include "harness/trace/call_paths.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder with this file is ours to replace. */
#define RESULT_FILE "result.tap"

static gboolean results_wrong(const char *path, const char *what, GError **error)
{
    g_autofree char *named = strcmp(path, ".") ? g_strdup(path) : g_get_current_dir();

    return error_failed(error, "results %s: %s", named, what);
}

char *results_folder(const char *root, const struct scenario *scenario)
{
    return g_build_filename(root, scenario->machine->name, scenario->name, NULL);
}

static gboolean is_ours(const char *folder)
{
    g_autofree char *file = g_build_filename(folder, RESULT_JSON_FILE, NULL);

    return g_file_test(file, G_FILE_TEST_IS_REGULAR);
}

gboolean results_check(const char *folder, GError **error)
{
    g_autofree char *path = g_path_get_dirname(folder);

    if (g_file_test(folder, G_FILE_TEST_EXISTS) && !is_ours(folder))
        return results_wrong(folder, "exists and is not a results folder", error);
    while (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        char *parent = g_path_get_dirname(path);

        g_free(path);
        path = parent;
    }
    if (!g_file_test(path, G_FILE_TEST_IS_DIR))
        return results_wrong(path, "no folder", error);
    return !access(path, W_OK | X_OK) || results_wrong(path, g_strerror(errno), error);
}

gboolean results_make(const char *folder, GError **error)
{
    return !g_mkdir_with_parents(folder, 0777) || results_wrong(folder, g_strerror(errno), error);
}

static gboolean write_file(
    const char *folder, const char *name, const char *data, gsize length, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    return g_file_set_contents(path, data, (gssize)length, error);
}

static gboolean write_text(const char *folder, const char *name, const char *text, GError **error)
{
    return write_file(folder, name, text, strlen(text), error);
}

static gboolean write_step(
    const char *folder, const struct run_record *record, unsigned index, GError **error)
{
    const struct scenario_step *step = g_ptr_array_index(record->scenario->steps, index);
    const struct run_step *run = &record->steps[index];
    g_autofree char *script = g_strdup_printf("%u-%s.sh", index + 1, step->name);
    g_autofree char *out = g_strdup_printf("%u-%s.out", index + 1, step->name);
    g_autofree char *err = g_strdup_printf("%u-%s.err", index + 1, step->name);
    g_autofree char *kernel = g_strdup_printf("%u-%s.kernel", index + 1, step->name);

    return write_text(folder, script, step->script->str, error) &&
           write_file(folder, out, run->out->str, run->out->len, error) &&
           write_file(folder, err, run->err->str, run->err->len, error) &&
           (!*run->kernel || write_text(folder, kernel, run->kernel, error));
}

static gboolean write_verdicts(const char *folder, const struct run_record *record,
    const struct judgement *judgement, GError **error)
{
    g_autoptr(GString) tap = g_string_new(NULL);

    tap_plan(tap, judgement->verdicts->len);
    tap_judgement(tap, 1, record->scenario->path, judgement);
    return write_file(folder, RESULT_FILE, tap->str, tap->len, error);
}

static gboolean write_trace(
    const char *folder, const char *name, GBytes *trace, const char *names, GError **error)
{
    g_autofree char *beside = g_strconcat(name, CALL_PATHS_SUFFIX, NULL);
    gsize length = 0;
    const char *bytes = trace ? g_bytes_get_data(trace, &length) : NULL;

    return write_file(folder, name, bytes ? bytes : "", length, error) &&
           (!*names || write_text(folder, beside, names, error));
}

/* Written last but one: it contains the time of writing all others. */
static gboolean write_json(const char *folder, struct run_record *record,
    const struct judgement *judgement, struct stopwatch *watch, GError **error)
{
    GString *json;
    gboolean ok;

    stopwatch_lap(watch, &record->times.phases[RUN_PHASE_WRITE]);
    json = result_json(record, judgement);
    ok = write_file(folder, RESULT_JSON_FILE, json->str, json->len, error);
    g_string_free(json, TRUE);
    return ok;
}

static gboolean write_all(const char *folder, const struct run_record *record, GError **error)
{
    const struct scenario *scenario = record->scenario;

    for (guint i = 0; i < scenario->steps->len; i++)
        if (!write_step(folder, record, i, error))
            return FALSE;
    return write_text(folder, "scenario" SCENARIO_SUFFIX, scenario->text, error) &&
           write_text(folder, "traffic.plan", scenario->plan->str, error) &&
           write_trace(folder, "trace.pmt", record->trace, record->names, error) &&
           (!record->other_trace || write_trace(folder, "trace-other.pmt", record->other_trace,
                                        record->other_names, error)) &&
           write_text(folder, "console.log", record->console ? record->console : "", error);
}

/* Removes a results folder, which contains only files. */
static void remove_folder(const char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    const char *name;

    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *path = g_build_filename(folder, name, NULL);

        g_unlink(path);
    }
    if (dir)
        g_dir_close(dir);
    g_rmdir(folder);
}

/* Exchanges @fresh and @folder atomically; @fresh then holds the earlier
 * results, if any. */
static gboolean exchange(const char *fresh, const char *folder)
{
    if (!renameat2(AT_FDCWD, fresh, AT_FDCWD, folder, RENAME_EXCHANGE))
        return TRUE;
    if (errno == ENOENT)
        return !rename(fresh, folder);
    if (errno != EINVAL)
        return FALSE;
    /* This file system cannot exchange. */
    remove_folder(folder);
    return !rename(fresh, folder);
}

static gboolean write_beside(const char *folder, struct run_record *record,
    const struct judgement *judgement, struct stopwatch *watch, GError **error)
{
    g_autofree char *parent = g_path_get_dirname(folder);
    g_autofree char *template = g_strdup_printf("%s/.%s.XXXXXX", parent, record->scenario->name);
    gboolean ok;

    if (!g_mkdtemp_full(template, 0777))
        return results_wrong(template, g_strerror(errno), error);
    ok = write_all(template, record, error) &&
         write_json(template, record, judgement, watch, error) &&
         write_verdicts(template, record, judgement, error);
    if (ok && !exchange(template, folder))
        ok = results_wrong(folder, g_strerror(errno), error);
    remove_folder(template);
    return ok;
}

/* If writing fails, removes the parent folders that it made. */
static gboolean write_below(const char *folder, struct run_record *record,
    const struct judgement *judgement, struct stopwatch *watch, GError **error)
{
    g_autofree char *parent = g_path_get_dirname(folder);
    g_autofree char *root = g_path_get_dirname(parent);
    gboolean made_root = !g_file_test(root, G_FILE_TEST_EXISTS);
    gboolean made_parent = !g_file_test(parent, G_FILE_TEST_EXISTS);
    gboolean ok = results_make(parent, error);

    if (ok && write_beside(folder, record, judgement, watch, error))
        return TRUE;
    if (made_parent)
        g_rmdir(parent);
    if (made_root)
        g_rmdir(root);
    return FALSE;
}

gboolean results_write(const char *folder, struct run_record *record,
    const struct judgement *judgement, GError **error)
{
    struct stopwatch watch = stopwatch_start();
    sigset_t block, before;
    gboolean ok;

    if (!results_check(folder, error))
        return FALSE;
    /* Delays signals for the few milliseconds in which a half-written folder
     * exists. */
    sigemptyset(&block);
    sigaddset(&block, SIGINT);
    sigaddset(&block, SIGTERM);
    sigaddset(&block, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &block, &before);
    ok = write_below(folder, record, judgement, &watch, error);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    stopwatch_lap(&watch, &record->times.phases[RUN_PHASE_WRITE]);
    return ok;
}
