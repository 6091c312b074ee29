/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes result.json: the scenario, the run, its verdicts and figures. */
#include "harness/report/result_json.h"

#include "harness/format/json.h"
#include "harness/proof/perf_check.h"

#include <string.h>

static void begin_list(JsonBuilder *json, const char *name)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
}

static void add_lines(JsonBuilder *json, const char *name, const GPtrArray *lines)
{
    begin_list(json, name);
    for (guint i = 0; i < lines->len; i++) {
        g_autofree char *line = g_utf8_make_valid(g_ptr_array_index(lines, i), -1);
        json_builder_add_string_value(json, line);
    }
    json_builder_end_array(json);
}

static void add_notes(JsonBuilder *json, char **notes)
{
    begin_list(json, "notes");
    for (char **note = notes; *note; note++)
        json_builder_add_string_value(json, *note);
    json_builder_end_array(json);
}

static void add_scenario(JsonBuilder *json, const struct scenario *scenario)
{
    json_add_text(json, "scenario", scenario->path);
    json_add_text(json, "name", scenario->name);
    json_add_text(json, "about", scenario->about);
    json_add_text(json, "machine", scenario->machine->name);
    json_add_text(json, "guest", scenario->guest);
    add_lines(json, "config", scenario->config);
}

/* The plan's entries in order, each with its line of the file and the moment
 * written above it. */
static void add_traffic(JsonBuilder *json, const struct scenario *scenario)
{
    g_auto(GStrv) lines = g_strsplit(scenario->traffic->str, "\n", -1);
    const char *at = "";
    guint entry = 0;

    begin_list(json, "traffic");
    for (char **line = lines; *line; line++) {
        const char *text = g_strstrip(*line);
        if (g_str_has_prefix(text, "at "))
            at = text;
        if (!*text || at == text || entry == scenario->plan_lines->len)
            continue;
        json_builder_begin_object(json);
        json_add_number(json, "line", g_array_index(scenario->plan_lines, unsigned, entry++));
        json_add_text(json, "at", at);
        json_add_text(json, "text", text);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_verdict(JsonBuilder *json, const struct verdict *verdict)
{
    json_builder_begin_object(json);
    json_add_text(json, "what", verdict->what);
    json_add_flag(json, "ok", verdict->ok);
    json_add_number(json, "step", verdict->step);
    add_lines(json, "notes", verdict->notes);
    json_builder_end_object(json);
}

static void add_why(JsonBuilder *json, const struct perf_why *why)
{
    json_builder_set_member_name(json, "why");
    json_builder_begin_object(json);
    json_add_number(json, "cause", perf_cause_text(why->cause)->number);
    json_add_text(json, "sentence", why->sentence);
    add_lines(json, "facts", why->facts);
    add_lines(json, "accesses", why->accesses);
    json_builder_end_object(json);
}

static void add_figure(JsonBuilder *json, const struct perf_check_row *row)
{
    json_builder_begin_object(json);
    json_add_text(json, "event", row->event);
    if (row->cgroup)
        json_add_text(json, "cgroup", row->cgroup);
    json_add_number(json, "socket", row->socket);
    json_add_text(json, "time", row->time);
    json_add_text(json, "printed", row->printed);
    json_add_text(json, "unit", row->unit);
    json_add_count(json, "driver", row->driver);
    json_add_count(json, "hardware", row->truth);
    json_add_flag(json, "multiplexed", row->multiplexed);
    json_add_flag(json, "hop_one", row->hop_one);
    json_add_flag(json, "hop_two", row->hop_two);
    if (row->hop_three != PERF_HOP_NOT_MADE) {
        json_add_count(json, "injected", row->injected);
        json_add_flag(json, "hop_three", row->hop_three != PERF_HOP_FAILS);
    }
    if (row->unknown)
        json_add_flag(json, "unknown", TRUE);
    if (row->expected)
        json_add_text(json, "expected", row->expected);
    if (row->why)
        add_why(json, row->why);
    json_builder_end_object(json);
}

static void add_step(JsonBuilder *json, const struct scenario_step *step,
    const struct run_step *run, const GPtrArray *rows)
{
    json_builder_begin_object(json);
    json_add_text(json, "name", step->name);
    json_add_flag(json, "reached", run->reached);
    json_add_number(json, "status", run->status);
    begin_list(json, "figures");
    for (guint i = 0; rows && i < rows->len; i++)
        add_figure(json, g_ptr_array_index(rows, i));
    json_builder_end_array(json);
    json_builder_end_object(json);
}

GString *result_json(const struct run_record *record, const struct judgement *judgement)
{
    const struct scenario *scenario = record->scenario;
    g_autoptr(JsonBuilder) json = json_builder_new();

    json_builder_begin_object(json);
    json_add_number(json, "version", RESULT_JSON_VERSION);
    add_scenario(json, scenario);
    json_add_flag(json, "ok", judgement->ok);
    json_add_text(json, "failure", record->failure);
    json_add_text(json, "cold", record->cold);
    add_notes(json, record->notes);
    json_add_number(json, "milliseconds", (gint64)(record->seconds * 1000));
    run_times_to_json(json, &record->times);
    add_traffic(json, scenario);
    begin_list(json, "verdicts");
    for (guint i = 0; i < judgement->verdicts->len; i++)
        add_verdict(json, g_ptr_array_index(judgement->verdicts, i));
    json_builder_end_array(json);
    begin_list(json, "steps");
    for (guint i = 0; i < scenario->steps->len; i++)
        add_step(
            json, g_ptr_array_index(scenario->steps, i), &record->steps[i], judgement->rows[i]);
    json_builder_end_array(json);
    json_builder_end_object(json);
    return json_text(json, TRUE);
}
