/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes `pmulab trace --perfetto`: accesses, steps, hardware events and counter tracks as JSON. */
#include "harness/trace/export.h"

#include "harness/base/json.h"
#include "harness/hardware/registers.h"
#include "harness/trace/trace_signals.h"
#include "harness/trace/trace_text.h"
#include "harness/trace/ways.h"

#define NS_PER_US 1000.0 /* the format's times are in us */

enum { PID_CPUS = 1, PID_HARDWARE };
enum { TID_STEPS = 1, TID_PLAN, TID_EVENTS }; /* threads of PID_HARDWARE; a CPU's thread is its number + 1 */

struct perfetto {
    const struct export *export;
    GString *text;
    gboolean first;
    struct trace_signals *signals;
    struct trace_words words;
};

static JsonBuilder *begin_event(const char *phase, const char *name, int pid)
{
    JsonBuilder *json = json_builder_new();

    json_builder_begin_object(json);
    json_add_text(json, "ph", phase);
    json_add_text(json, "name", name);
    json_add_number(json, "pid", pid);
    return json;
}

static void add_time(JsonBuilder *json, guint64 ns)
{
    json_builder_set_member_name(json, "ts");
    json_builder_add_double_value(json, (double)ns / NS_PER_US);
}

static void begin_args(JsonBuilder *json)
{
    json_builder_set_member_name(json, "args");
    json_builder_begin_object(json);
}

/* Takes ownership of @json, whose object is still open. */
static void end_event(struct perfetto *perfetto, JsonBuilder *json)
{
    GString *line;

    json_builder_end_object(json);
    line = json_text(json, FALSE);
    g_string_append(perfetto->text, perfetto->first ? "\n" : ",\n");
    g_string_append_len(perfetto->text, line->str, (gssize)line->len);
    perfetto->first = FALSE;
    g_string_free(line, TRUE);
    g_object_unref(json);
}

/* Names a process, or its thread @tid. */
static void name_it(struct perfetto *perfetto, const char *what, int pid, int tid, const char *name)
{
    JsonBuilder *json = begin_event("M", what, pid);

    if (tid)
        json_add_number(json, "tid", tid);
    begin_args(json);
    json_add_text(json, "name", name);
    json_builder_end_object(json);
    end_event(perfetto, json);
}

static void name_cpus(struct perfetto *perfetto)
{
    const struct export *export = perfetto->export;
    unsigned cpus = 0;

    for (gsize i = 0; i < export->n_records; i++)
        if (trace_has_cpu(&export->records[i]))
            cpus = MAX(cpus, export->records[i].cpu + 1u);
    for (unsigned i = 0; i < cpus; i++) {
        g_autofree char *name = g_strdup_printf("CPU %u", i);
        name_it(perfetto, "thread_name", PID_CPUS, (int)i + 1, name);
    }
}

static void name_all(struct perfetto *perfetto)
{
    g_autofree char *cpus = g_strdup_printf("%s: software", perfetto->export->model->name);
    g_autofree char *hardware = g_strdup_printf("%s: hardware", perfetto->export->model->name);

    name_it(perfetto, "process_name", PID_CPUS, 0, cpus);
    name_it(perfetto, "process_name", PID_HARDWARE, 0, hardware);
    name_cpus(perfetto);
    name_it(perfetto, "thread_name", PID_HARDWARE, TID_STEPS, "steps");
    name_it(perfetto, "thread_name", PID_HARDWARE, TID_PLAN, "traffic");
    name_it(perfetto, "thread_name", PID_HARDWARE, TID_EVENTS, "events");
}

static void add_counter(struct perfetto *perfetto, const struct trace_signal *signal, guint64 time)
{
    JsonBuilder *json = begin_event("C", signal->name, PID_HARDWARE);

    add_time(json, time);
    begin_args(json);
    json_builder_set_member_name(json, "value");
    json_builder_add_double_value(json, (double)signal->value);
    json_builder_end_object(json);
    end_event(perfetto, json);
}

static void add_counters(struct perfetto *perfetto, const struct trace_record *record)
{
    const GPtrArray *touched = trace_signals_touch(perfetto->signals, record);

    for (guint i = 0; touched && i < touched->len; i++) {
        const struct trace_signal *signal = g_ptr_array_index(touched, i);
        if (signal->counts && signal->whole)
            add_counter(perfetto, signal, record->time);
    }
}

static int thread_of(const struct trace_record *record)
{
    if (trace_has_cpu(record))
        return record->cpu + 1;
    return record->kind == TRACE_PLAN || record->kind == TRACE_REFUSED || record->kind == TRACE_FAULT
               ? TID_PLAN
               : TID_EVENTS;
}

static void add_instant_args(
    JsonBuilder *json, const struct perfetto *perfetto, const struct trace_record *record)
{
    g_autofree char *pc = register_hex(64, record->pc);
    g_autofree char *way = way_text(record);

    begin_args(json);
    if (perfetto->words.value->len)
        json_add_bytes(json, "value", perfetto->words.value);
    if (perfetto->words.fields->len)
        json_add_bytes(json, "fields", perfetto->words.fields);
    if (trace_has_pc(record))
        json_add_text(json, "pc", pc);
    if (way)
        json_add_text(json, "by", way);
    json_builder_end_object(json);
}

static void add_instant(struct perfetto *perfetto, const struct trace_record *record)
{
    JsonBuilder *json =
        begin_event("i", perfetto->words.name->str, trace_has_cpu(record) ? PID_CPUS : PID_HARDWARE);

    json_add_number(json, "tid", thread_of(record));
    json_add_text(json, "s", "t"); /* of this thread alone */
    json_add_text(json, "cat", trace_kind_name(record->kind));
    add_time(json, record->time);
    add_instant_args(json, perfetto, record);
    end_event(perfetto, json);
}

static void add_step(struct perfetto *perfetto, const struct trace_record *record)
{
    g_autofree char *name = g_strdup_printf("step %" G_GUINT64_FORMAT, (guint64)record->value);
    JsonBuilder *json = begin_event(record->kind == TRACE_STEP_BEGIN ? "B" : "E", name, PID_HARDWARE);

    json_add_number(json, "tid", TID_STEPS);
    add_time(json, record->time);
    end_event(perfetto, json);
}

static void add_record(struct perfetto *perfetto, const struct trace_record *record)
{
    if (record->kind == TRACE_STEP_BEGIN || record->kind == TRACE_STEP_END) {
        add_step(perfetto, record);
        return;
    }
    trace_words_set(&perfetto->words, perfetto->export->model, record);
    add_instant(perfetto, record);
    add_counters(perfetto, record);
}

static void append_beginning(struct perfetto *perfetto)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    GString *other;

    json_builder_begin_object(json);
    json_add_text(json, "trace", perfetto->export->header);
    json_builder_end_object(json);
    other = json_text(json, FALSE);
    g_string_printf(
        perfetto->text, "{\"displayTimeUnit\":\"ns\",\"otherData\":%s,\"traceEvents\":[", other->str);
    g_string_free(other, TRUE);
}

GString *export_perfetto(const struct export *export)
{
    struct perfetto perfetto = {
        .export = export,
        .text = g_string_new(NULL),
        .first = TRUE,
        .signals = trace_signals_new(export->model),
    };

    trace_words_init(&perfetto.words);
    append_beginning(&perfetto);
    name_all(&perfetto);
    for (gsize i = 0; i < export->n_records; i++)
        add_record(&perfetto, &export->records[i]);
    g_string_append(perfetto.text, "\n]}\n");
    trace_words_clear(&perfetto.words);
    trace_signals_free(perfetto.signals);
    return perfetto.text;
}
