/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading traces: whole ones across the reader's buffer, and files that are truncated, damaged or not
 * traces. */
#include "harness/trace/trace_reader.h"

#include "harness/base/error.h"
#include "harness/trace/trace_filter.h"
#include "models/snbep/snbep.h"
#include "tests/tap.h"

#include <glib/gstdio.h>

#define HEADER "machine=snbep box-ctl=silicon dclk=800000000 sockets=1"

enum { RECORDS = 20000 }; /* some 200 KiB, several buffers of the reader */

static struct trace_record record_number(unsigned i)
{
    return (struct trace_record){.kind = i % 2 ? TRACE_READ : TRACE_WRITE,
        .size = 4,
        .cpu = (uint16_t)(i % 3),
        .block = (uint16_t)(i % 4),
        .offset = 0xa0 + 4 * (i % 8),
        .time = UINT64_C(1000000000) + i * UINT64_C(1234567),
        .pc = UINT64_C(0xffffffff81000000) + i % 97,
        .value = i * UINT64_C(2654435761) & UINT32_MAX};
}

static GString *some_trace(unsigned n)
{
    GString *bytes = g_string_new(TRACE_MAGIC HEADER "\n");
    struct trace_state state = {0};

    for (unsigned i = 0; i < n; i++) {
        uint8_t one[TRACE_RECORD_MAX];
        struct trace_record record = record_number(i);
        g_string_append_len(bytes, (char *)one, (gssize)trace_encode(&state, &record, one));
    }
    return bytes;
}

static char *path;

static struct trace_file *open_bytes(const GString *bytes, gsize length, GError **error)
{
    if (!g_file_set_contents(path, bytes->str, (gssize)length, NULL))
        printf("# cannot write %s\n", path);
    return trace_file_open(path, error);
}

/* Reads to the end; returns how many records arrived as written before anything else happened. */
static unsigned read_all(struct trace_file *file, GError **error)
{
    struct trace_record record;
    unsigned n = 0;

    while (trace_file_next(file, &record, error)) {
        struct trace_record expected = record_number(n);
        if (record.kind != expected.kind || record.size != 4 || record.cpu != expected.cpu ||
            record.block != expected.block || record.offset != expected.offset ||
            record.time != expected.time || record.pc != expected.pc || record.value != expected.value)
            break;
        n++;
    }
    return n;
}

static void test_whole(void)
{
    g_autoptr(GString) bytes = some_trace(RECORDS);
    struct trace_file *file = open_bytes(bytes, bytes->len, NULL);
    g_autofree char *machine = trace_file_setting(file, "machine");
    g_autofree char *sockets = trace_file_setting(file, "sockets");
    g_autofree char *part = trace_file_setting(file, "sock");
    GError *error = NULL;

    is_str(trace_file_header(file), HEADER, "the header");
    is_str(machine, "snbep", "a setting");
    is_str(sockets, "1", "the last setting");
    is_str(part, NULL, "a setting that is not there");
    is_u64(read_all(file, &error), RECORDS, "all records, as written");
    ok(!error, "and the end is no error");
    trace_file_close(file);
}

static void test_empty(void)
{
    g_autoptr(GString) bytes = some_trace(0);
    struct trace_file *file = open_bytes(bytes, bytes->len, NULL);
    GError *error = NULL;

    is_u64(read_all(file, &error), 0, "a trace without records");
    ok(!error, "is no error");
    trace_file_close(file);
}

/* Cut at each place of the last record. */
static void test_cut(void)
{
    g_autoptr(GString) shorter = some_trace(49), longer = some_trace(50);

    for (gsize length = shorter->len + 1; length < longer->len; length++) {
        g_autofree char *message = g_strdup_printf("%s: is cut short after 49 records", path);
        struct trace_file *file = open_bytes(longer, length, NULL);
        g_autoptr(GError) error = NULL;
        is_u64(read_all(file, &error), 49, "what is before the cut at byte %zu", length);
        is_str(error ? error->message : NULL, message, "the cut is reported");
        trace_file_close(file);
    }
}

static void test_damaged(void)
{
    g_autoptr(GString) good = some_trace(10), bytes = some_trace(RECORDS);
    g_autofree char *message = g_strdup_printf("%s: is damaged after 10 records", path);
    g_autoptr(GError) error = NULL;
    struct trace_file *file;

    bytes->str[good->len] = TRACE_N_KINDS; /* there is no such kind */
    file = open_bytes(bytes, bytes->len, NULL);
    is_u64(read_all(file, &error), 10, "what is before the damage");
    is_str(error ? error->message : NULL, message, "the damage is reported");
    ok(g_error_matches(error, HARNESS_ERROR, HARNESS_ERROR_FAILED), "as a failure");
    trace_file_close(file);
}

static void check_none(const char *bytes, const char *complaint)
{
    g_autoptr(GString) text = g_string_new(bytes);
    g_autoptr(GError) error = NULL;
    g_autofree char *expected = g_strdup_printf("%s: %s", path, complaint);

    ok(!open_bytes(text, text->len, &error), "no trace: %s", complaint);
    is_str(error ? error->message : NULL, expected, "and says so");
}

static void test_none(void)
{
    g_autoptr(GString) endless = g_string_new(TRACE_MAGIC);
    g_autoptr(GError) error = NULL;

    for (unsigned i = 0; i < 3000; i++)
        g_string_append(endless, "word ");
    check_none("", "is not a pmulab trace: expected it to begin with PMULABT2");
    check_none("PMULAB", "is not a pmulab trace: expected it to begin with PMULABT2");
    check_none("#!/bin/sh\necho\n", "is not a pmulab trace: expected it to begin with PMULABT2");
    check_none("PMULABT3machine=snbep\n", "is a trace of another version: expected PMULABT2, found PMULABT3");
    check_none(
        "PMULABT\nmachine=snbep\n", "is a trace of another version: expected PMULABT2, found PMULABT\\n");
    check_none("PMULABT2machine=snbep", "is incomplete: its header has no line of text");
    check_none("PMULABT2mach\xffine\n", "is incomplete: its header has no line of text");
    check_none(endless->str, "is incomplete: its header has no line of text");
    ok(!trace_file_open("/nonexistent", &error), "a file that is not there");
    is_str(error ? error->message : NULL, "/nonexistent: cannot be opened: No such file or directory",
        "and says so");
}

static void check_time(const char *text, guint64 expected)
{
    g_autoptr(GError) error = NULL;
    guint64 ns = 0;

    ok(trace_filter_parse_time(text, &ns, &error), "'%s' is a time", text);
    is_u64(ns, expected, "%s in ns", text);
}

static void test_times(void)
{
    static const char *const wrong[] = {"", "1", "s", ".5s", "1.5", "1,5s", "-1s", "1.5 s", "1.5ks",
        "1.0000000001s", "1.5ns", "1e3s", "99999999999s"};
    guint64 ns;

    check_time("1.5s", 1500000000);
    check_time("300ms", 300000000);
    check_time("10us", 10000);
    check_time("20ns", 20);
    check_time("0s", 0);
    check_time("12.345678901s", UINT64_C(12345678901));
    check_time("0.001us", 1);
    check_time("1.50000000000s", 1500000000);
    for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++)
        ok(!trace_filter_parse_time(wrong[i], &ns, NULL), "'%s' is no time", wrong[i]);
}

/* How many of the records pass @filter. */
static unsigned passing(struct trace_filter filter)
{
    unsigned n = 0;

    for (unsigned i = 0; i < 2400; i++) {
        struct trace_record record = record_number(i);
        n += trace_filter_passes(&filter, &snbep_model, &record);
    }
    return n;
}

static void test_filter(void)
{
    static const char *const counter0[] = {"imc.PMON_CTR0", NULL}, *const channel[] = {"IMC1", NULL},
                             *const both[] = {"imc0.*", "*pmon_ctr3*", NULL},
                             *const one[] = {"snbep.imc0.PMON_CTR0", NULL};
    struct trace_filter filter = TRACE_FILTER_ALL;

    is_u64(passing(filter), 2400, "everything passes");
    filter.cpu = 2;
    is_u64(passing(filter), 800, "one CPU of three");
    filter.kinds = 1u << TRACE_READ;
    is_u64(passing(filter), 400, "and one kind of two as well");
    filter = TRACE_FILTER_ALL;
    filter.from = record_number(100).time;
    filter.to = record_number(150).time;
    is_u64(passing(filter), 50, "from a time on, up to another one");
    filter = TRACE_FILTER_ALL;
    filter.registers = counter0;
    is_u64(passing(filter), 600, "a register of all channels, in halves");
    filter.registers = channel;
    is_u64(passing(filter), 600, "a channel");
    filter.registers = one;
    is_u64(passing(filter), 300, "a register of one channel");
    filter.registers = both;
    is_u64(passing(filter), 1200, "a channel or a register");
}

static void test_steps(void)
{
    static const enum trace_kind kinds[] = {TRACE_READ, TRACE_STEP_BEGIN, TRACE_READ, TRACE_STEP_END,
        TRACE_READ, TRACE_STEP_BEGIN, TRACE_PLAN, TRACE_READ, TRACE_STEP_END, TRACE_READ};
    static const unsigned steps[] = {0, 1, 0, 1, 0, 2, 0, 0, 2, 0};
    struct trace_filter filter = TRACE_FILTER_ALL;
    GString *passed = g_string_new(NULL);

    filter.step = 2;
    for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++) {
        struct trace_record record = {.kind = kinds[i], .value = steps[i], .size = 4, .offset = 0xa0};
        g_string_append_c(passed, trace_filter_passes(&filter, &snbep_model, &record) ? 'y' : '.');
    }
    is_str(passed->str, ".....yyyy.", "what lies between the step's marks, and these");
    g_string_free(passed, TRUE);
}

int main(void)
{
    g_autofree char *folder = g_dir_make_tmp("pmulab-XXXXXX", NULL);

    path = g_build_filename(folder, "trace", NULL);
    test_whole();
    test_empty();
    test_cut();
    test_damaged();
    test_none();
    test_times();
    test_filter();
    test_steps();
    g_unlink(path);
    g_rmdir(folder);
    g_free(path);
    return done_testing();
}
