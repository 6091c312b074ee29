/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Collects the files of one results folder as JSON for the report page. */
#include "harness/report/report_run.h"

#include "harness/format/json.h"
#include "harness/report/report_trace.h"
#include "harness/report/run_trace.h"
#include "harness/report/touched_json.h"
#include "harness/scenario/scenario.h"
#include "models/sim/traffic.h"

struct folder {
    const struct run_folder *run;
    JsonBuilder *json;
};

static JsonObject *result_of(const struct folder *folder)
{
    return run_folder_result(folder->run);
}

/* Adds a file of the folder as text; a missing file is null. */
static void add_file(const struct folder *folder, const char *member, const char *name)
{
    g_autofree char *path = g_build_filename(folder->run->path, name, NULL);
    g_autofree char *text = NULL;
    gsize length;

    if (g_file_get_contents(path, &text, &length, NULL)) {
        const GString bytes = {.str = text, .len = length};
        json_add_bytes(folder->json, member, &bytes);
    } else {
        json_add_text(folder->json, member, "");
    }
}

/* The folder above MACHINE/NAME, which distinguishes runs on several
 * kernels. */
static void add_place(const struct folder *folder)
{
    g_autofree char *whole = g_canonicalize_filename(folder->run->path, NULL);
    g_autofree char *machine = g_path_get_dirname(whole), *above = g_path_get_dirname(machine);
    g_autofree char *place = g_path_get_basename(above);

    json_add_text(folder->json, "place", place);
}

static void add_step(const struct folder *folder, guint number, const char *name)
{
    static const struct {
        const char *member, *suffix;
    } files[] = {{"script", "sh"}, {"out", "out"}, {"err", "err"}, {"kernel", "kernel"}};

    json_builder_begin_object(folder->json);
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *file = g_strdup_printf("%u-%s.%s", number, name, files[i].suffix);
        add_file(folder, files[i].member, file);
    }
    json_builder_end_object(folder->json);
}

static void add_steps(const struct folder *folder)
{
    JsonArray *steps = json_object_get_array_member(result_of(folder), "steps");

    json_builder_set_member_name(folder->json, "steps");
    json_builder_begin_array(folder->json);
    for (guint i = 0; i < json_array_get_length(steps); i++)
        add_step(folder, i + 1,
            json_object_get_string_member_with_default(
                json_array_get_object_element(steps, i), "name", ""));
    json_builder_end_array(folder->json);
}

/* The amount per second or cycle. Amounts of one event share a unit and are
 * only compared with each other. */
static double amount_level(const struct traffic_amount *amount)
{
    switch (amount->kind) {
    case TRAFFIC_RATE:
    case TRAFFIC_SHARE:
        return (double)amount->rate;
    case TRAFFIC_LEVEL:
        return amount->level;
    case TRAFFIC_BURST:
        return (double)amount->level * amount->on / amount->period;
    case TRAFFIC_OFF:
        break;
    }
    return 0;
}

/* Takes the amount from "BLOCK EVENT AMOUNT". A register that is set has
 * none. */
static gboolean entry_amount(const char *text, struct traffic_amount *amount)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \t", -1);
    g_autoptr(GString) rest = g_string_new(NULL);
    unsigned n = 0;

    for (char **word = words; *word; word++)
        if (**word && n++ >= 2)
            g_string_append_printf(rest, "%s%s", rest->len ? " " : "", *word);
    /* For comparing, bytes per second are as good as events per second. */
    return rest->len && !traffic_parse_amount(rest->str, 1, amount);
}

static void add_levels(const struct folder *folder)
{
    JsonArray *traffic = json_object_get_array_member(result_of(folder), "traffic");

    json_builder_set_member_name(folder->json, "levels");
    json_builder_begin_array(folder->json);
    for (guint i = 0; i < json_array_get_length(traffic); i++) {
        struct traffic_amount amount;
        if (entry_amount(json_object_get_string_member_with_default(
                             json_array_get_object_element(traffic, i), "text", ""),
                &amount))
            json_builder_add_double_value(folder->json, amount_level(&amount));
        else
            json_builder_add_null_value(folder->json);
    }
    json_builder_end_array(folder->json);
}

/* ---- the trace ---- */

/* Reads the trace once, for the page's table and for the touched registers of
 * this run and of all runs. */
static void read_trace(const struct folder *folder, struct run_trace *records,
    struct runs_touched *one, struct runs_touched *all)
{
    struct report_trace *table = report_trace_new(folder->run->machine->model);
    struct touching *of_one = runs_touched_begin(one, folder->run),
                    *of_all = runs_touched_begin(all, folder->run);
    const struct trace_record *record;

    while ((record = run_trace_next(records))) {
        report_trace_record(table, record);
        touching_add(of_one, record);
        touching_add(of_all, record);
    }
    touching_free(of_one);
    touching_free(of_all);
    json_builder_set_member_name(folder->json, "trace");
    json_builder_begin_object(folder->json);
    json_add_text(folder->json, "damage", run_trace_damage(records));
    json_add_text(folder->json, "header", folder->run->header);
    report_trace_end(table, folder->json);
    json_builder_end_object(folder->json);
}

static void add_trace(
    const struct folder *folder, struct run_trace *records, struct runs_touched *all)
{
    struct runs_touched one;

    runs_touched_init(&one);
    read_trace(folder, records, &one, all);
    json_builder_set_member_name(folder->json, "touched");
    touched_json_add(folder->json, one.touched, one.machines, FALSE);
    runs_touched_clear(&one);
}

static void add_product(const struct folder *folder)
{
    JsonArray *config = json_object_get_array_member(result_of(folder), "config");
    g_autoptr(GPtrArray) options = g_ptr_array_new();
    g_autofree char *product = NULL;

    for (guint i = 0; i < json_array_get_length(config); i++)
        g_ptr_array_add(options, (gpointer)(guintptr)json_array_get_string_element(config, i));
    g_ptr_array_add(options, NULL);
    product = machine_product(folder->run->machine, (const char *const *)options->pdata);
    json_add_text(folder->json, "machine", product);
}

static void add_all(
    const struct folder *folder, struct run_trace *records, struct runs_touched *all)
{
    json_builder_set_member_name(folder->json, "result");
    json_builder_add_value(folder->json, json_node_copy(folder->run->result));
    add_product(folder);
    add_place(folder);
    add_levels(folder);
    add_file(folder, "scenario", "scenario" SCENARIO_SUFFIX);
    add_file(folder, "console", "console.log");
    add_steps(folder);
    add_trace(folder, records, all);
}

GString *report_run(const struct run_folder *run, struct runs_touched *all, GError **error)
{
    struct run_trace *records = run_trace_open(run, error);
    g_autoptr(JsonBuilder) json = json_builder_new();
    const struct folder folder = {run, json};

    if (!records)
        return NULL;
    json_builder_begin_object(json);
    add_all(&folder, records, all);
    json_builder_end_object(json);
    run_trace_close(records);
    return json_text(json, FALSE);
}
