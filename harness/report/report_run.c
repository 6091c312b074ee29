/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Collects the files of one results folder as JSON for the report page. */
#include "harness/report/report_run.h"

#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/hardware/machine.h"
#include "harness/report/report_trace.h"
#include "harness/report/result_json.h"
#include "harness/scenario/scenario.h"
#include "harness/trace/trace_reader.h"
#include "harness/trace/ways.h"
#include "models/sim/traffic.h"

#include <string.h>

struct folder {
    const char *path;
    JsonBuilder *json;
    JsonNode *result; /* contents of result.json */
};

static gboolean folder_wrong(const struct folder *folder, const char *what, GError **error)
{
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "%s: %s", folder->path, what);
    return FALSE;
}

static JsonObject *result_of(const struct folder *folder)
{
    return json_node_get_object(folder->result);
}

static gboolean is_result(JsonNode *root)
{
    JsonObject *object = root && JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;

    return object && json_object_get_int_member_with_default(object, "version", 0) == RESULT_JSON_VERSION &&
           json_object_get_string_member_with_default(object, "machine", NULL) &&
           json_object_has_member(object, "steps") && json_object_has_member(object, "traffic");
}

static gboolean read_result(struct folder *folder, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autofree char *path = g_build_filename(folder->path, RESULT_JSON_FILE, NULL);

    if (!g_file_test(path, G_FILE_TEST_EXISTS))
        return folder_wrong(
            folder, "has no " RESULT_JSON_FILE ": expected a folder that `pmulab run` has written", error);
    if (!json_parser_load_from_file(parser, path, NULL) || !is_result(json_parser_get_root(parser)))
        return folder_wrong(
            folder, RESULT_JSON_FILE " belongs to another version: expected what `pmulab run` writes", error);
    folder->result = json_parser_steal_root(parser);
    return TRUE;
}

/* Adds a file of the folder as text; a missing file is null. */
static void add_file(const struct folder *folder, const char *member, const char *name)
{
    g_autofree char *path = g_build_filename(folder->path, name, NULL);
    g_autofree char *text = NULL;
    gsize length;

    if (g_file_get_contents(path, &text, &length, NULL)) {
        const GString bytes = {.str = text, .len = length};
        json_add_bytes(folder->json, member, &bytes);
    } else {
        json_add_text(folder->json, member, "");
    }
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
            json_object_get_string_member_with_default(json_array_get_object_element(steps, i), "name", ""));
    json_builder_end_array(folder->json);
}

/* The amount per second or cycle. Amounts of one event share a unit and are only compared with each other. */
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

/* Takes the amount from "BLOCK EVENT AMOUNT". A register that is set has none. */
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

/* Returns what is wrong with the rest of the trace, or NULL. */
static char *read_records(struct trace_file *file, GArray *records)
{
    g_autoptr(GError) damage = NULL;
    struct trace_record record;

    while (trace_file_next(file, &record, &damage))
        g_array_append_val(records, record);
    trace_sort(records);
    return damage ? g_strdup(damage->message) : NULL;
}

static gboolean add_trace(const struct folder *folder, const struct machine *machine, GError **error)
{
    g_autofree char *path = g_build_filename(folder->path, "trace.pmt", NULL);
    g_autoptr(GArray) records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    struct trace_file *file = trace_file_open(path, error);
    struct export trace = {.model = machine->model};
    g_autofree char *damage = NULL;
    g_autoptr(GHashTable) names = NULL;

    if (!file)
        return FALSE;
    damage = read_records(file, records);
    names = ways_read(path);
    for (guint i = 0; i < records->len; i++)
        ways_name(names, &g_array_index(records, struct trace_record, i));
    trace.header = trace_file_header(file);
    trace.records = (const struct trace_record *)(const void *)records->data;
    trace.n_records = records->len;
    json_builder_set_member_name(folder->json, "trace");
    json_builder_begin_object(folder->json);
    json_add_text(folder->json, "damage", damage);
    report_trace_add(folder->json, &trace);
    json_builder_end_object(folder->json);
    trace_file_close(file);
    return TRUE;
}

static gboolean add_all(const struct folder *folder, GError **error)
{
    const struct machine *machine =
        machine_find(json_object_get_string_member(result_of(folder), "machine"), error);

    if (!machine)
        return FALSE;
    json_builder_set_member_name(folder->json, "result");
    json_builder_add_value(folder->json, json_node_copy(folder->result));
    json_add_text(folder->json, "machine", machine->summary);
    add_levels(folder);
    add_file(folder, "scenario", "scenario" SCENARIO_SUFFIX);
    add_file(folder, "console", "console.log");
    add_steps(folder);
    return add_trace(folder, machine, error);
}

GString *report_run(const char *path, GError **error)
{
    struct folder folder = {.path = path, .json = json_builder_new()};
    GString *text = NULL;

    json_builder_begin_object(folder.json);
    if (read_result(&folder, error) && add_all(&folder, error)) {
        json_builder_end_object(folder.json);
        text = json_text(folder.json, FALSE);
    }
    if (folder.result)
        json_node_unref(folder.result);
    g_object_unref(folder.json);
    return text;
}
