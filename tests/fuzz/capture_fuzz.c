/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Feeds captures to all parsers of harness/capture. The first line chooses:
 * "FORMAT MACHINE variant=NAME". The rest is a capture: it is read as a trace,
 * printed, linted, made a script, and compared with the model. A dump of CPUID
 * is only compared. */
#include "harness/base/error.h"
#include "harness/base/memory_file.h"
#include "harness/capture/capture_facts.h"
#include "harness/capture/capture_script.h"
#include "harness/capture/cpuid_dump.h"
#include "harness/silicon/ledger.h"
#include "harness/trace/lint.h"
#include "harness/trace/trace_text.h"
#include "tests/fuzz/fuzz.h"

static struct memory_file file = {.fd = -1};

static void write_capture(const char *text, gsize length)
{
    if (!file.path)
        MUST(memory_file_open(&file, "fuzz", NULL), "there is memory");
    MUST(memory_file_empty(&file, NULL) && memory_file_add(&file, text, length, NULL),
        "there is memory");
}

static void check_complaint(GError *error)
{
    if (!error)
        return;
    MUST(error->domain == HARNESS_ERROR, "the error is the command's own");
    MUST(!strchr(error->message, '\n'), "a complaint is one line");
    MUST(g_utf8_validate(error->message, -1, NULL), "... of text");
    g_error_free(error);
}

static void check_remarks(const struct capture *capture)
{
    g_autoptr(GString) text = g_string_new(NULL);

    capture_append_remarks(capture, text);
    MUST(!text->len || text->str[text->len - 1] == '\n', "remarks are lines");
}

static void use_records(const struct capture_options *options)
{
    GError *error = NULL;
    struct capture *capture = capture_open(file.path, options, &error);
    struct output out = {.text = g_string_new(NULL), .columns = OUTPUT_COLUMNS};
    struct trace_record record;

    if (capture) {
        const struct machine_model *model = capture_machine(capture)->model;
        struct linting *l = lint_new(machine_plan_planned(capture_plan(capture)), LINT_ALL, FALSE);
        struct trace_file *trace = capture_trace(capture);

        while (trace_file_next(trace, &record, &error)) {
            MUST(record.kind == TRACE_READ || record.kind == TRACE_WRITE, "only accesses");
            trace_text_add(&out, model, &record);
            lint_check(l, &record, TRUE);
        }
        check_remarks(capture);
        g_ptr_array_unref(lint_end(l));
        trace_file_close(trace);
    }
    MUST(strlen(out.text->str) == out.text->len, "what is printed is text");
    g_string_free(out.text, TRUE);
    check_complaint(error);
}

static void check_facts(const struct capture *capture, const struct compare *compare)
{
    g_autoptr(GString) facts = g_string_new(NULL);
    GError *error = NULL;
    struct silicon_ledger *ledger;

    capture_facts(facts, capture, compare);
    ledger = silicon_ledger_parse("facts", facts->str, &error);
    MUST(ledger, "the ledger takes the facts");
    silicon_ledger_free(ledger);
}

static void use_comparison(const struct capture_options *options)
{
    GError *error = NULL;
    struct capture *capture = capture_open(file.path, options, &error);

    if (capture) {
        struct compare compare;

        capture_compare(capture, FALSE, &compare, &error);
        for (guint i = 0; i < compare.rows->len; i++)
            MUST(g_array_index(compare.rows, struct compare_row, i).bits, "a row has differences");
        check_facts(capture, &compare);
        compare_clear(&compare);
        capture_free(capture);
    }
    check_complaint(error);
}

static void use_script(const struct capture_options *options)
{
    GError *error = NULL;
    struct capture *capture = capture_open(file.path, options, &error);
    g_autoptr(GString) script = g_string_new(NULL);
    gboolean msrs;

    if (capture && capture_script(capture, script, &msrs, &error))
        MUST(g_str_has_suffix(script->str, "\nset +e\n"), "a script ends");
    capture_free(capture);
    check_complaint(error);
}

static void use_cpuid(const struct capture_options *options)
{
    const struct machine *machine = machine_find(options->machine, NULL);
    struct cpuid_dump dump;
    GError *error = NULL;

    if (cpuid_dump_read(&dump, file.path, &error) && machine && machine->access) {
        struct machine_plan *plan = machine_plan_new(machine);

        machine_plan_planned(plan);
        g_array_unref(cpuid_dump_compare(&dump, plan));
        machine_plan_free(plan);
    }
    cpuid_dump_clear(&dump);
    check_complaint(error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    char line[64];
    g_auto(GStrv) words = NULL;

    take_line(&in, line, sizeof(line));
    words = g_strsplit(g_strchomp(line), " ", 3);
    if (g_strv_length(words) != 3 || !g_utf8_validate(line, -1, NULL))
        return 0;
    const char *const config[] = {words[2], NULL};
    const struct capture_options options = {
        .format = words[0], .machine = words[1], .config = config};

    write_capture((const char *)in.at, in.left);
    if (!strcmp(words[0], "cpuid")) {
        use_cpuid(&options);
        return 0;
    }
    use_script(&options);
    use_records(&options);
    use_comparison(&options);
    return 0;
}
