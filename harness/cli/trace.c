/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab trace`: prints a run's register accesses, decoded, or exports them
 * for other programs. */
#include "harness/base/error.h"
#include "harness/base/file_stream.h"
#include "harness/capture/export_captures.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/cli/input.h"
#include "harness/trace/call_paths.h"
#include "harness/trace/plan_lines.h"
#include "harness/trace/trace_filter.h"
#include "harness/trace/trace_order.h"
#include "harness/trace/trace_reader.h"
#include "harness/trace/trace_text.h"
#include "harness/trace_export/export.h"

enum { FLUSH_AT = 64 * 1024 };               /* bytes of output */
enum { HELP_COLUMNS = 76, HELP_INDENT = 7 }; /* of the text below the options */

enum { VCD, PERFETTO, FTRACE, MMIOTRACE, N_EXPORTS };

static void (*const makers[N_EXPORTS])(const struct export *export) = {
    export_vcd, export_perfetto, export_ftrace, export_mmiotrace};

struct trace {
    struct input input;
    char **registers, **kinds, **words;
    char *cpu, *step, *from, *to;
    char *files[N_EXPORTS]; /* to write */
    gboolean raw;
    GHashTable *names; /* harness/trace/call_paths.h */
    GPtrArray *plan;   /* harness/trace/plan_lines.h */
};

static void trace_clear(struct trace *trace)
{
    input_clear(&trace->input);
    g_strfreev(trace->registers);
    g_strfreev(trace->kinds);
    g_strfreev(trace->words);
    g_free(trace->cpu);
    g_free(trace->step);
    g_free(trace->from);
    g_free(trace->to);
    for (unsigned i = 0; i < N_EXPORTS; i++)
        g_free(trace->files[i]);
    g_clear_pointer(&trace->names, g_hash_table_unref);
    g_clear_pointer(&trace->plan, g_ptr_array_unref);
}

/* The text below the options. */
static char *describe_words(void)
{
    g_autoptr(GString) kinds = g_string_new(NULL);
    g_autoptr(GString) text = g_string_new("Kinds: ");

    trace_filter_append_kinds(kinds);
    output_append_wrapped(text, kinds->str, HELP_INDENT, HELP_COLUMNS - HELP_INDENT);
    g_string_append(text,
        ".\nColumns of --raw: ns, CPU, PC, kind, block, offset, size, value, driver's function.\n");
    return g_strdup(text->str);
}

static gboolean parse_options(struct trace *trace, int argc, char **argv, GError **error)
{
    /* FILENAME leaves bytes alone, whatever the locale. */
    const GOptionEntry entries[] = {
        INPUT_ENTRIES(&trace->input),
        {"register", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &trace->registers,
            "Only these: imc0.PMON_CTR0, imc0, 's1.*'", "NAME|PATTERN"},
        {"cpu", 0, 0, G_OPTION_ARG_FILENAME, &trace->cpu, "Only records of this CPU", "N"},
        {"from", 0, 0, G_OPTION_ARG_FILENAME, &trace->from,
            "Only from this virtual time on: 1.5s, 300ms, 10us", "TIME"},
        {"to", 0, 0, G_OPTION_ARG_FILENAME, &trace->to, "Only before this virtual time", "TIME"},
        {"step", 0, 0, G_OPTION_ARG_FILENAME, &trace->step, "Only within this step", "N"},
        {"kind", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &trace->kinds,
            "Only records of these kinds: see below", "KIND[,KIND...]"},
        {"raw", 0, 0, G_OPTION_ARG_NONE, &trace->raw,
            "For programs: columns as below, tab-separated", NULL},
        {"vcd", 0, 0, G_OPTION_ARG_FILENAME, &trace->files[VCD],
            "Write a Value Change Dump instead: GTKWave", "FILE"},
        {"perfetto", 0, 0, G_OPTION_ARG_FILENAME, &trace->files[PERFETTO],
            "Write trace events in JSON instead: Perfetto", "FILE"},
        {"ftrace", 0, 0, G_OPTION_ARG_FILENAME, &trace->files[FTRACE],
            "Write MSR and PCI accesses as Linux's ftrace does", "FILE"},
        {"mmiotrace", 0, 0, G_OPTION_ARG_FILENAME, &trace->files[MMIOTRACE],
            "Write memory accesses as Linux's mmiotrace does", "FILE"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &trace->words, NULL, "FILE"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_autofree char *description = describe_words();

    g_option_context_set_summary(context,
        "Prints a trace: accesses to the hardware, decoded.\n"
        "Filters combine; --register and --kind may be given several times.");
    g_option_context_set_description(context, description);
    return arguments_read(context, entries, "trace", argc, argv, error);
}

static gboolean fail_usage(GError **error, const char *message)
{
    return error_usage(error, "%s", message);
}

static gboolean parse_kinds(const struct trace *trace, unsigned *kinds, GError **error)
{
    *kinds = 0;
    for (char **kind = trace->kinds; *kind; kind++)
        if (!trace_filter_parse_kinds(*kind, kinds, error))
            return FALSE;
    return TRUE;
}

static gboolean parse_number(
    const char *option, const char *text, guint64 least, guint64 *number, GError **error)
{
    if (g_ascii_string_to_unsigned(text, 10, least, G_MAXINT, number, NULL))
        return TRUE;
    return error_usage(
        error, "--%s '%s': expected a number from %" G_GUINT64_FORMAT, option, text, least);
}

/* Sets the options' conditions in @filter, which passes everything so far. */
static gboolean fill_filter(const struct trace *trace, struct trace_filter *filter, GError **error)
{
    guint64 cpu = 0, step = 0;

    filter->registers = (const char *const *)trace->registers;
    if ((trace->cpu && !parse_number("cpu", trace->cpu, 0, &cpu, error)) ||
        (trace->step && !parse_number("step", trace->step, 1, &step, error)))
        return FALSE;
    filter->cpu = trace->cpu ? (int)cpu : -1;
    filter->step = (unsigned)step;
    return (!trace->from || trace_filter_parse_time(trace->from, &filter->from, error)) &&
           (!trace->to || trace_filter_parse_time(trace->to, &filter->to, error)) &&
           (!trace->kinds || parse_kinds(trace, &filter->kinds, error));
}

static void name_record(const struct trace *trace, struct trace_record *record)
{
    call_path_name(trace->names, record);
    plan_lines_name(trace->plan, record);
}

/* Prints all records that pass; FALSE if the file is damaged. */
static gboolean print_records(struct output *out, const struct trace *trace,
    struct trace_file *file, struct trace_filter *filter, const struct machine_model *model,
    GError **error)
{
    struct trace_record record;
    struct trace_words words;
    GError *damage = NULL;

    trace_words_init(&words);
    trace_words_remember(&words);
    while (trace_file_next(file, &record, &damage)) {
        if (!trace_filter_passes(filter, model, &record))
            continue;
        name_record(trace, &record);
        if (trace->raw)
            trace_text_add_raw(out, &record);
        else
            trace_text_add_words(out, &words, model, &record);
        if (out->text->len >= FLUSH_AT && !output_flush(out))
            break;
    }
    trace_words_clear(&words);
    if (damage)
        g_propagate_error(error, damage);
    return !damage;
}

static int print_trace(const struct trace *trace, struct trace_file *file,
    struct trace_filter *filter, const struct machine_model *model)
{
    struct output out;
    GError *error = NULL;
    gboolean whole;
    int status;

    output_begin(&out);
    if (!trace->raw) {
        output_printf(&out, "# %s\n", trace_file_header(file));
        trace_text_headings(&out);
    }
    whole = print_records(&out, trace, file, filter, model, &error);
    if (trace->input.capture && !trace->raw)
        capture_append_remarks(trace->input.capture, out.text);
    status = output_end(&out);
    return whole ? status : error_exit(error);
}

/* ---- exports ---- */

/* The input and output of an export. */
struct exporting {
    const struct trace *trace;
    struct trace_file *file;
    const struct trace_filter *all; /* as the options request */
    struct trace_filter filter;     /* of this pass */
    const struct machine_model *model;
    struct trace_order *order;
    struct trace_record record;
    struct file_stream *stream;
    gboolean begun; /* each pass */
    GError *error;  /* the first one: the rest of the trace is unsound */
};

static gboolean begin_pass(gpointer data)
{
    struct exporting *e = data;

    trace_order_free(e->order);
    e->order = NULL;
    e->filter = *e->all;
    if (trace_file_keep(e->file, &e->error) && trace_file_rewind(e->file, &e->error))
        e->order = trace_order_new(e->file, &e->error);
    e->begun = e->begun && e->order;
    return e->order != NULL;
}

static const struct trace_record *next_record(gpointer data)
{
    struct exporting *e = data;
    const struct trace_record *record;

    while ((record = trace_order_next(e->order, e->error ? NULL : &e->error)))
        if (trace_filter_passes(&e->filter, e->model, record)) {
            e->record = *record;
            name_record(e->trace, &e->record);
            return &e->record;
        }
    return NULL;
}

static gboolean step(gpointer data)
{
    return file_stream_step(((struct exporting *)data)->stream);
}

/* Exports the sound part of a damaged trace, just as printing does. Returns
 * NULL, or the error. */
static GError *export_to(struct exporting *e, const char *path, void (*make)(const struct export *))
{
    struct export export = {.header = trace_file_header(e->file),
        .model = e->model,
        .next = next_record,
        .again = begin_pass,
        .step = step,
        .data = e};
    GError *unwritten = NULL;

    e->error = NULL;
    e->begun = TRUE;
    e->stream = path ? file_stream_new(path, &unwritten) : NULL;
    if (!e->stream)
        return unwritten;
    export.text = e->stream->text;
    if (begin_pass(e))
        make(&export);
    if (!e->begun)
        file_stream_drop(e->stream);
    else if (!file_stream_end(e->stream, &unwritten))
        g_clear_error(&e->error);
    return unwritten ? unwritten : e->error;
}

static int export_trace(const struct trace *trace, struct trace_file *file,
    struct trace_filter *filter, const struct machine_model *model)
{
    struct exporting e = {.trace = trace, .file = file, .all = filter, .model = model};
    GError *wrong = NULL;

    for (unsigned i = 0; i < N_EXPORTS && (!wrong || e.error); i++) {
        GError *too;

        if (!trace->files[i])
            continue;
        too = export_to(&e, trace->files[i], makers[i]);
        if (wrong)
            g_clear_error(&too);
        else
            wrong = too;
    }
    trace_order_free(e.order);
    return wrong ? error_exit(wrong) : STATUS_OK;
}

static gboolean exports(const struct trace *trace)
{
    for (unsigned i = 0; i < N_EXPORTS; i++)
        if (trace->files[i])
            return TRUE;
    return FALSE;
}

static int run(struct trace *trace)
{
    struct trace_filter filter = TRACE_FILTER_ALL;
    struct trace_file *file = NULL;
    GError *error = NULL;
    int status;

    if (!trace->words || trace->words[1])
        fail_usage(&error, "trace: expected one FILE");
    else if (trace->raw && exports(trace))
        fail_usage(&error,
            "trace: --raw prints, the options with FILE write a file: expected one or the other");
    else if (fill_filter(trace, &filter, &error))
        file = input_open(&trace->input, trace->words[0], &error);
    if (file) {
        const struct trace_wanted wanted = trace_filter_wanted(&filter);

        trace_file_want(file, &wanted);
        if (!trace->input.capture) {
            trace->names = call_paths_read(trace->words[0]);
            trace->plan = plan_lines_read(trace->words[0]);
        }
    }
    if (file && (!trace->registers || trace_filter_check_registers(
                                          filter.registers, trace->input.recorder->model, &error)))
        status = (exports(trace) ? export_trace : print_trace)(
            trace, file, &filter, trace->input.recorder->model);
    else
        status = error_exit(error);
    trace_file_close(file);
    return status;
}

int command_trace(int argc, char **argv)
{
    struct trace trace = {0};
    GError *error = NULL;
    int status = parse_options(&trace, argc, argv, &error) ? run(&trace) : error_exit(error);

    trace_clear(&trace);
    return status;
}
