/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replays a command's trace for `pmulab ci --truth`. */
#include "harness/cli/ci/ci_truth.h"

#include "harness/base/error.h"
#include "harness/base/output.h"
#include "harness/base/table.h"
#include "harness/live/live_plan.h"
#include "harness/proof/step_counts.h"
#include "harness/trace/trace_reader.h"

#include <stdlib.h>
#include <string.h>

/* The command's step (harness/cli/boot.c). */
#define STEP 1

struct replay {
    GString *text;
    const struct machine_model *model;
    const struct trace_record *records;
    gsize n;
    struct perf_check *check;
};

static void add_row(struct table *table, const struct step_count *count)
{
    g_autofree char *driver = g_strdup_printf("%" G_GUINT64_FORMAT, count->driver);
    g_autofree char *truth = g_strdup_printf("%" G_GUINT64_FORMAT, count->truth);
    const gboolean equal = count->driver == count->truth;
    const char *const cells[] = {count->place, driver, truth,
        count->open ? "in part"
        : equal     ? "yes"
                    : "NO",
        count->event};

    table_row(table, OUTPUT_PLAIN, cells);
}

static void add_counts(struct replay *replay, gsize begin, gsize end)
{
    static const struct table_column columns[] = {{"counted by", FALSE}, {"driver", TRUE},
        {"hardware", TRUE}, {"equal", FALSE}, {"event", FALSE}};
    struct output out = {.text = replay->text, .columns = OUTPUT_COLUMNS};
    g_autoptr(GPtrArray) counts = step_counts(replay->check, replay->model, begin, end);
    struct table *table;

    if (!counts->len) {
        g_string_append(replay->text, "  no event was counted\n");
        return;
    }
    table = table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < counts->len; i++)
        add_row(table, g_ptr_array_index(counts, i));
    table_print(table, &out);
}

/* The record of kind @kind after record @from for step @step, or replay->n. */
static gsize find(const struct replay *replay, gsize from, enum trace_kind kind, unsigned step)
{
    while (from < replay->n &&
           (replay->records[from].kind != kind || replay->records[from].value != step))
        from++;
    return from;
}

/* A measurement may be marked several times. */
static void add_mark(struct replay *replay, const char *line)
{
    char *name;
    const unsigned step = (unsigned)strtoul(line, &name, 10);
    gsize begin = find(replay, 0, TRACE_STEP_BEGIN, step);

    for (unsigned n = 1; begin < replay->n; n++) {
        const gsize end = find(replay, begin, TRACE_STEP_END, step);

        g_string_append_printf(replay->text, "%s, measurement %u%s\n", g_strchug(name), n,
            end == replay->n ? ", without an end" : "");
        add_counts(replay, begin, end);
        begin = find(replay, end, TRACE_STEP_BEGIN, step);
    }
}

static gboolean add_all(struct replay *replay, const char *marks, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(marks, "\n", -1);
    gsize begin, end;

    if (!perf_check_find_step(replay->check, STEP, &begin, &end, error))
        return FALSE;
    g_string_append(replay->text, "the command\n");
    add_counts(replay, begin, end);
    for (char **line = lines; *line && **line; line++)
        add_mark(replay, *line);
    return TRUE;
}

static gboolean check_reads(const struct perf_check *check, GError **error)
{
    const GPtrArray *faults = perf_check_faults(check);

    return !faults->len || error_failed(error, "%u reads of counters were wrong, the first: %s",
                               faults->len, (const char *)g_ptr_array_index(faults, 0));
}

static gboolean replay_records(
    GString *text, const struct ci_truth_guest *guest, struct live_plan *plan, GError **error)
{
    g_autoptr(GArray) records = trace_file_records(guest->trace, error);
    struct perf_check_run run = {
        .machine = guest->machine, .planned = machine_plan_planned(plan->mirror)};
    struct replay replay = {.text = text, .model = guest->machine->model};
    gboolean ok;

    if (!records)
        return FALSE;
    run.records = replay.records = (const struct trace_record *)(gconstpointer)records->data;
    run.n_records = replay.n = records->len;
    replay.check = perf_check_new(&run, error);
    ok = replay.check && add_all(&replay, guest->marks, error) && check_reads(replay.check, error);
    perf_check_free(replay.check);
    return ok;
}

gboolean ci_truth_append(GString *text, const struct ci_truth_guest *guest, GError **error)
{
    const unsigned cpus = guest->cpus ? guest->cpus : guest->machine->cpus;
    struct live_plan plan;
    gboolean ok =
        live_plan_init(&plan, guest->machine, guest->config, cpus, guest->traffic, error) &&
        replay_records(text, guest, &plan, error);

    live_plan_clear(&plan);
    return ok;
}
