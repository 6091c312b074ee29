/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Feeds bytes to everything that reads trace files: the reader, text, --raw, filters, and both exports. */
#include "harness/base/error.h"
#include "harness/base/memory_file.h"
#include "harness/hardware/machine.h"
#include "harness/trace/export.h"
#include "harness/trace/lint.h"
#include "harness/trace/trace_filter.h"
#include "harness/trace/trace_reader.h"
#include "harness/trace/trace_text.h"
#include "tests/fuzz/fuzz.h"

static struct trace_file *open_bytes(
    struct memory_file *file, const uint8_t *data, size_t size, GError **error)
{
    if (!file->path)
        MUST(memory_file_open(file, "fuzz", NULL), "there is memory");
    MUST(memory_file_empty(file, NULL) && memory_file_add(file, data, size, NULL), "there is memory");
    return trace_file_open(file->path, error);
}

static void check_damage(const GError *error)
{
    MUST(error->domain == HARNESS_ERROR && error->code == HARNESS_ERROR_FAILED, "the file is at fault");
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

/* Filters that are worth something in every trace. */
static void filter(const struct machine_model *model, const GArray *records)
{
    static const char *const names[] = {"*", "cpu0.*", "imc0.PMON_CTR?", "pmcu0", "s1.*", "pci 10.0 *", NULL};
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

static void export(const char *header, const struct machine_model *model, GArray *records)
{
    trace_sort(records);
    const struct export export = {.header = header,
        .model = model,
        .records = (const struct trace_record *)(const void *)records->data,
        .n_records = records->len};
    GString *vcd = export_vcd(&export), *perfetto = export_perfetto(&export);

    MUST(strlen(vcd->str) == vcd->len && strlen(perfetto->str) == perfetto->len, "exports are text");
    MUST(g_utf8_validate(perfetto->str, -1, NULL), "JSON is UTF-8");
    g_string_free(vcd, TRUE);
    g_string_free(perfetto, TRUE);
}

static void use(struct trace_file *file)
{
    g_autofree char *name = trace_file_setting(file, "machine");
    const struct machine *machine = name ? machine_find(name, NULL) : NULL;
    g_autoptr(GArray) records = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    struct trace_record record;
    GError *error = NULL;

    while (trace_file_next(file, &record, &error))
        g_array_append_val(records, record);
    if (error)
        check_damage(error);
    g_clear_error(&error);
    if (!machine)
        return;
    print(machine->model, records);
    filter(machine->model, records);
    export(trace_file_header(file), machine->model, records);
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
