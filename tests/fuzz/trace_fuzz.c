/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Feeds bytes to everything that reads trace files: the reader, text, --raw,
 * filters, and both exports. */
#include "harness/base/error.h"
#include "harness/base/memory_file.h"
#include "harness/hardware/machine.h"
#include "harness/trace/lint.h"
#include "harness/trace/trace_filter.h"
#include "harness/trace/trace_order.h"
#include "harness/trace/trace_reader.h"
#include "harness/trace/trace_text.h"
#include "harness/trace_export/export.h"
#include "tests/fuzz/fuzz.h"

static struct trace_file *open_bytes(
    struct memory_file *file, const uint8_t *data, size_t size, GError **error)
{
    if (!file->path)
        MUST(memory_file_open(file, "fuzz", NULL), "there is memory");
    MUST(memory_file_empty(file, NULL) && memory_file_add(file, data, size, NULL),
        "there is memory");
    return trace_file_open(file->path, error);
}

static void check_damage(const GError *error)
{
    MUST(error->domain == HARNESS_ERROR && error->code == HARNESS_ERROR_FAILED,
        "the file is at fault");
    MUST(!strchr(error->message, '\n'), "a complaint is one line");
}

static void print(const struct machine_model *model, const GArray *records)
{
    struct output out = {.text = g_string_new(NULL), .columns = OUTPUT_COLUMNS};

    trace_text_headings(&out);
    for (guint i = 0; i < records->len; i++) {
        trace_text_add(&out, model, &g_array_index(records, struct trace_record, i));
        trace_text_add_raw(&out, &g_array_index(records, struct trace_record, i));
    }
    MUST(strlen(out.text->str) == out.text->len, "what is printed is text");
    g_string_free(out.text, TRUE);
}

/* Filters that are meaningful for every trace. */
static void filter(const struct machine_model *model, const GArray *records)
{
    static const char *const names[] = {
        "*", "cpu0.*", "imc0.PMON_CTR?", "pmcu0", "s1.*", "pci 10.0 *", NULL};
    struct trace_filter all = TRACE_FILTER_ALL, step = TRACE_FILTER_ALL, named = TRACE_FILTER_ALL;

    step.step = 1;
    step.cpu = 0;
    named.registers = names;
    for (guint i = 0; i < records->len; i++) {
        const struct trace_record *record = &g_array_index(records, struct trace_record, i);

        MUST(trace_filter_passes(&all, model, record), "without a condition everything passes");
        trace_filter_passes(&step, model, record);
        trace_filter_passes(&named, model, record);
    }
}

/* Reads records from an array. */
struct source {
    const GArray *records;
    guint next;
};

static const struct trace_record *next_record(gpointer data)
{
    struct source *source = data;

    return source->next < source->records->len
               ? &g_array_index(source->records, struct trace_record, source->next++)
               : NULL;
}

static gboolean again(gpointer data)
{
    ((struct source *)data)->next = 0;
    return TRUE;
}

static gboolean go_on(gpointer data)
{
    (void)data;
    return TRUE;
}

static void export_to(void (*make)(const struct export *), const char *header,
    const struct machine_model *model, const GArray *records)
{
    struct source source = {records, 0};
    g_autoptr(GString) text = g_string_new(NULL);

    make(&(const struct export){header, model, next_record, again, text, go_on, &source});
    MUST(strlen(text->str) == text->len, "exports are text");
    MUST(g_utf8_validate(text->str, (gssize)text->len, NULL), "... in UTF-8");
}

/* All records by time, up to the first invalid one. */
static GArray *in_order(struct trace_file *file)
{
    GArray *records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    struct trace_order *order = trace_file_rewind(file, NULL) ? trace_order_new(file, NULL) : NULL;
    const struct trace_record *record;
    guint64 before = 0;

    MUST(order, "a file in memory can be read again");
    while ((record = trace_order_next(order, NULL))) {
        MUST(record->time >= before, "records come by time");
        before = record->time;
        g_array_append_vals(records, record, 1);
    }
    trace_order_free(order);
    return records;
}

static void use(struct trace_file *file)
{
    g_autofree char *name = trace_file_setting(file, "machine");
    const struct machine *machine = name ? machine_find(name, NULL) : NULL;
    g_autoptr(GArray) records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    g_autoptr(GArray) sorted = NULL;
    struct trace_record record;
    GError *error = NULL;

    while (trace_file_next(file, &record, &error))
        g_array_append_val(records, record);
    if (error)
        check_damage(error);
    g_clear_error(&error);
    sorted = in_order(file);
    MUST(sorted->len == records->len, "... all of them");
    if (!machine)
        return;
    print(machine->model, records);
    filter(machine->model, records);
    export_to(export_vcd, trace_file_header(file), machine->model, sorted);
    export_to(export_perfetto, trace_file_header(file), machine->model, sorted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct memory_file memory = {.fd = -1};
    GError *error = NULL;
    struct trace_file *file = open_bytes(&memory, data, size, &error);

    if (file)
        use(file);
    else
        check_damage(error);
    g_clear_error(&error);
    trace_file_close(file);
    return 0;
}
