/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes `pmulab trace --perfetto`: accesses, steps, hardware events and
 * counter tracks as JSON. */
#include "harness/trace_export/export.h"

#include "harness/base/append.h"
#include "harness/format/json.h"
#include "harness/trace/call_paths.h"
#include "harness/trace/trace_signals.h"
#include "harness/trace/trace_words.h"

#include <string.h>

enum { NS_PER_US = 1000 }; /* the format's times are in us */
enum { PID_CPUS = 1, PID_HARDWARE };
/* threads of PID_HARDWARE; a CPU's thread is its number + 1 */
enum { TID_STEPS = 1, TID_PLAN, TID_EVENTS };

struct perfetto {
    const struct export *export;
    GString *text;
    gboolean first;
    unsigned cpus; /* CPUs of the records: the highest number plus 1 */
    struct trace_signals *signals;
    struct trace_words words;
    GString *call_path; /* its text */
};

/* ---- members: @before precedes the value: `,"name":` ---- */

static inline void add_string(GString *text, const char *before, const char *value)
{
    append_text(text, before);
    json_append_string(text, value, strlen(value));
}

static inline void add_bytes(GString *text, const char *before, const GString *value)
{
    append_text(text, before);
    json_append_string(text, value->str, value->len);
}

static inline void add_number(GString *text, const char *before, guint64 number)
{
    append_text(text, before);
    append_decimal(text, number, 0);
}

/* In us, with as many decimals as needed. */
static void add_time(GString *text, guint64 ns)
{
    guint rest = (guint)(ns % NS_PER_US);

    add_number(text, ",\"ts\":", ns / NS_PER_US);
    for (guint unit = NS_PER_US / 10; rest; unit /= 10) {
        if (unit == NS_PER_US / 10)
            g_string_append_c(text, '.');
        g_string_append_c(text, (char)('0' + rest / unit));
        rest %= unit;
    }
}

/* ---- events ---- */

static void begin_event(struct perfetto *perfetto, char phase, const GString *name, int pid)
{
    append_text(perfetto->text, perfetto->first ? "\n{\"ph\":\"" : ",\n{\"ph\":\"");
    perfetto->first = FALSE;
    g_string_append_c(perfetto->text, phase);
    add_bytes(perfetto->text, "\",\"name\":", name);
    add_number(perfetto->text, ",\"pid\":", (guint64)pid);
}

static void end_args(struct perfetto *perfetto)
{
    append_text(perfetto->text, "}}");
}

/* Names a process, or its thread @tid. */
static void name_it(struct perfetto *perfetto, const char *what, int pid, int tid, const char *name)
{
    g_autoptr(GString) event = g_string_new(what);

    begin_event(perfetto, 'M', event, pid);
    if (tid)
        add_number(perfetto->text, ",\"tid\":", (guint64)tid);
    add_string(perfetto->text, ",\"args\":{\"name\":", name);
    end_args(perfetto);
}

static void name_all(struct perfetto *perfetto)
{
    g_autofree char *cpus = g_strdup_printf("%s: software", perfetto->export->model->name);
    g_autofree char *hardware = g_strdup_printf("%s: hardware", perfetto->export->model->name);

    name_it(perfetto, "process_name", PID_CPUS, 0, cpus);
    name_it(perfetto, "process_name", PID_HARDWARE, 0, hardware);
    for (unsigned i = 0; i < perfetto->cpus; i++) {
        g_autofree char *name = g_strdup_printf("CPU %u", i);
        name_it(perfetto, "thread_name", PID_CPUS, (int)i + 1, name);
    }
    name_it(perfetto, "thread_name", PID_HARDWARE, TID_STEPS, "steps");
    name_it(perfetto, "thread_name", PID_HARDWARE, TID_PLAN, "traffic");
    name_it(perfetto, "thread_name", PID_HARDWARE, TID_EVENTS, "events");
}

static void add_counter(struct perfetto *perfetto, const struct trace_signal *signal, guint64 time)
{
    const GString name = {.str = signal->name, .len = strlen(signal->name)};

    begin_event(perfetto, 'C', &name, PID_HARDWARE);
    add_time(perfetto->text, time);
    add_number(perfetto->text, ",\"args\":{\"value\":", signal->value);
    end_args(perfetto);
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
    return record->kind == TRACE_PLAN || record->kind == TRACE_REFUSED ||
                   record->kind == TRACE_FAULT
               ? TID_PLAN
               : TID_EVENTS;
}

static void add_instant_args(struct perfetto *perfetto, const struct trace_record *record)
{
    GString *text = perfetto->text;
    gsize begin;

    append_text(text, ",\"args\":{");
    begin = text->len;
    if (perfetto->words.value->len) {
        append_text(text, "\"value\":\"");
        append_bytes(text, perfetto->words.value->str, perfetto->words.value->len); /* digits */
        g_string_append_c(text, '"');
    }
    if (perfetto->words.fields->len)
        add_bytes(text, ",\"fields\":", perfetto->words.fields); /* only a value has fields */
    if (trace_has_pc(record)) {
        append_text(text, text->len > begin ? ",\"pc\":\"0x" : "\"pc\":\"0x");
        append_hex(text, record->pc, 16);
        g_string_append_c(text, '"');
    }
    g_string_truncate(perfetto->call_path, 0);
    if (call_path_append(perfetto->call_path, record))
        add_bytes(text, text->len > begin ? ",\"by\":" : "\"by\":", perfetto->call_path);
    end_args(perfetto);
}

static void add_instant(struct perfetto *perfetto, const struct trace_record *record)
{
    GString *text = perfetto->text;

    begin_event(
        perfetto, 'i', perfetto->words.name, trace_has_cpu(record) ? PID_CPUS : PID_HARDWARE);
    add_number(text, ",\"tid\":", (guint64)thread_of(record));
    append_text(text, ",\"s\":\"t\",\"cat\":\""); /* of this thread only */
    append_text(text, trace_kind_name(record->kind));
    g_string_append_c(text, '"');
    add_time(text, record->time);
    add_instant_args(perfetto, record);
}

static void add_step(struct perfetto *perfetto, const struct trace_record *record)
{
    g_autoptr(GString) name = g_string_new("step ");

    append_decimal(name, record->value, 0);
    begin_event(perfetto, record->kind == TRACE_STEP_BEGIN ? 'B' : 'E', name, PID_HARDWARE);
    add_number(perfetto->text, ",\"tid\":", TID_STEPS);
    add_time(perfetto->text, record->time);
    g_string_append_c(perfetto->text, '}');
}

static void add_record(struct perfetto *perfetto, const struct trace_record *record)
{
    if (trace_has_cpu(record))
        perfetto->cpus = MAX(perfetto->cpus, record->cpu + 1u);
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
    append_text(perfetto->text, "{\"displayTimeUnit\":\"ns\",\"otherData\":{");
    add_string(perfetto->text, "\"trace\":", perfetto->export->header);
    append_text(perfetto->text, "},\"traceEvents\":[");
}

void export_perfetto(const struct export *export)
{
    struct perfetto perfetto = {
        .export = export,
        .text = export->text,
        .first = TRUE,
        .signals = trace_signals_new(export->model),
        .call_path = g_string_new(NULL),
    };
    const struct trace_record *record;

    trace_words_init(&perfetto.words);
    trace_words_remember(&perfetto.words);
    append_beginning(&perfetto);
    while (export->step(export->data) && (record = export->next(export->data)))
        add_record(&perfetto, record);
    name_all(&perfetto);
    append_text(perfetto.text, "\n]}\n");
    trace_words_clear(&perfetto.words);
    g_string_free(perfetto.call_path, TRUE);
    trace_signals_free(perfetto.signals);
}
