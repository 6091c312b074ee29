/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads runs, and writes the atlas with them. */
#include "harness/report/run_atlas.h"

#include "harness/atlas/atlas.h"
#include "harness/base/file_stream.h"
#include "harness/report/run_trace.h"
#include "harness/report/runs_touched.h"

struct reading {
    struct runs_touched all;
    struct excerpts *excerpts;
};

static gboolean read_run(struct reading *reading, const struct run_folder *run, GError **error)
{
    struct run_trace *trace = run_trace_open(run, error);
    const struct trace_record *record;
    struct touching *touching;
    struct excerpting *excerpting;

    if (!trace)
        return FALSE;
    touching = runs_touched_begin(&reading->all, run);
    excerpting = excerpting_new(reading->excerpts, run->machine->model, run->name);
    while ((record = run_trace_next(trace))) {
        touching_add(touching, record);
        excerpting_add(excerpting, record);
    }
    touching_free(touching);
    excerpting_end(excerpting);
    run_trace_close(trace);
    return TRUE;
}

static gboolean read_all(struct reading *reading, const GPtrArray *folders, GError **error)
{
    gboolean ok = TRUE;

    for (guint i = 0; ok && i < folders->len; i++) {
        struct run_folder *run = run_folder_read(g_ptr_array_index(folders, i), error);

        ok = run && read_run(reading, run, error);
        run_folder_free(run);
    }
    return ok;
}

gboolean run_atlas_write(const char *path, const GPtrArray *folders, GError **error)
{
    g_autoptr(GString) page = g_string_new(NULL);
    struct reading reading = {.excerpts = excerpts_new()};
    gboolean ok;

    runs_touched_init(&reading.all);
    ok = read_all(&reading, folders, error);
    if (ok) {
        const struct atlas_uses uses = {
            reading.all.touched, reading.excerpts, reading.all.machines};

        atlas_append(page, &uses);
        ok = file_replace(path, page->str, page->len, error);
    }
    runs_touched_clear(&reading.all);
    excerpts_free(reading.excerpts);
    return ok;
}
