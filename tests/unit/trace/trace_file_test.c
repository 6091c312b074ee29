/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading traces: whole ones of several frames, as they are and by time, and
 * files that are truncated, damaged or not traces. */
#include "harness/trace/trace_reader.h"

#include "harness/base/error.h"
#include "harness/trace/trace_digest.h"
#include "harness/trace/trace_filter.h"
#include "harness/trace/trace_order.h"
#include "harness/trace/trace_text.h"
#include "models/snbep/snbep.h"
#include "tests/tap.h"
#include "tests/trace_frames.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define HEADER "machine=snbep box-ctl=silicon dclk=800000000 sockets=1"

enum { RECORDS = 20000 };

static struct trace_record record_number(unsigned i)
{
    return (struct trace_record){.kind = i % 2 ? TRACE_READ : TRACE_WRITE,
        .size = 4,
        .cpu = (uint16_t)(i % 3),
        .block = (i % 4),
        .offset = 0xa0 + 4 * (i % 8),
        .time = UINT64_C(1000000000) + i * UINT64_C(1234567),
        .pc = UINT64_C(0xffffffff81000000) + i % 97,
        .value = i * UINT64_C(2654435761) & UINT32_MAX};
}

/* Frames of @each records. */
static GByteArray *framed(unsigned n, unsigned each)
{
    GByteArray *bytes = g_byte_array_new();
    struct trace_record records[TRACE_FRAME_RECORDS];

    g_byte_array_append(
        bytes, (const guint8 *)TRACE_MAGIC HEADER "\n", strlen(TRACE_MAGIC HEADER "\n"));
    for (unsigned i = 0; i < n;) {
        unsigned k = 0;

        while (k < each && i < n)
            records[k++] = record_number(i++);
        frames_append(bytes, records, k);
    }
    return bytes;
}

static GByteArray *some_trace(unsigned n)
{
    return framed(n, 7000);
}

static char *path;

static struct trace_file *open_bytes(const GByteArray *bytes, gsize length, GError **error)
{
    if (!g_file_set_contents(path, (const char *)bytes->data, (gssize)length, NULL))
        printf("# cannot write %s\n", path);
    return trace_file_open(path, error);
}

/* Reads to the end. Returns the number of records that arrived as written
 * before any other result. */
static unsigned read_all(struct trace_file *file, GError **error)
{
    struct trace_record record;
    unsigned n = 0;

    while (trace_file_next(file, &record, error)) {
        struct trace_record expected = record_number(n);
        if (record.kind != expected.kind || record.size != 4 || record.cpu != expected.cpu ||
            record.block != expected.block || record.offset != expected.offset ||
            record.time != expected.time || record.pc != expected.pc ||
            record.value != expected.value)
            break;
        n++;
    }
    return n;
}

static void test_whole(void)
{
    g_autoptr(GByteArray) bytes = some_trace(RECORDS);
    struct trace_file *file = open_bytes(bytes, bytes->len, NULL);
    g_autofree char *machine = trace_file_setting(file, "machine");
    g_autofree char *sockets = trace_file_setting(file, "sockets");
    g_autofree char *part = trace_file_setting(file, "sock");
    GError *error = NULL;

    is_str(trace_file_header(file), HEADER, "the header");
    is_str(machine, "snbep", "a setting");
    is_str(sockets, "1", "the last setting");
    is_str(part, NULL, "a missing setting");
    is_u64(read_all(file, &error), RECORDS, "all records, as written");
    ok(!error, "and the end is not an error");
    trace_file_close(file);
}

static void test_empty(void)
{
    g_autoptr(GByteArray) bytes = some_trace(0);
    struct trace_file *file = open_bytes(bytes, bytes->len, NULL);
    GError *error = NULL;

    is_u64(read_all(file, &error), 0, "a trace without records");
    ok(!error, "is not an error");
    trace_file_close(file);
}

/* Cut at each place of the last frame. */
static void test_cut(void)
{
    g_autoptr(GByteArray) shorter = framed(49, 49), longer = framed(50, 49);

    for (gsize length = shorter->len + 1; length < longer->len; length++) {
        g_autofree char *message =
            g_strdup_printf("%s: is cut short after 49 records, at byte %u", path, shorter->len);
        struct trace_file *file = open_bytes(longer, length, NULL);
        g_autoptr(GError) error = NULL;
        is_u64(read_all(file, &error), 49, "records before the cut at byte %zu", length);
        is_str(error ? error->message : NULL, message, "the cut is reported");
        trace_file_close(file);
    }
}

/* The second frame of @bytes is not sound. */
static void is_damaged(const GByteArray *bytes, gsize begin, const char *what)
{
    g_autofree char *message =
        g_strdup_printf("%s: is damaged after 10 records, at byte %zu", path, begin);
    g_autoptr(GError) error = NULL;
    struct trace_file *file = open_bytes(bytes, bytes->len, NULL);

    is_u64(read_all(file, &error), 10, "records before the damage: %s", what);
    is_str(error ? error->message : NULL, message, "the damage is reported: %s", what);
    ok(g_error_matches(error, HARNESS_ERROR, HARNESS_ERROR_FAILED), "... as a failure");
    trace_file_close(file);
}

/* A frame with the head of ten records, changed by @change, and their
 * columns. */
static void is_damaged_head(void (*change)(struct trace_head *head), const char *what)
{
    g_autoptr(GByteArray) bytes = framed(10, 10);
    g_autofree guint8 *plain = g_malloc(TRACE_PLAIN_MAX);
    struct trace_record records[10];
    struct trace_head head;
    const gsize begin = bytes->len;

    for (unsigned i = 0; i < 10; i++)
        records[i] = record_number(10 + i);
    head = trace_head_of(records, 10);
    change(&head);
    frames_append_plain(bytes, head, plain, trace_frame_encode(records, 10, plain));
    is_damaged(bytes, begin, what);
}

static void fewer(struct trace_head *head)
{
    head->records--;
}

static void another_kind(struct trace_head *head)
{
    head->kinds ^= 1u << TRACE_PLAN;
}

static void earlier(struct trace_head *head)
{
    head->from--;
}

static void later(struct trace_head *head)
{
    head->to++;
}

static void test_damaged(void)
{
    g_autoptr(GByteArray) good = framed(10, 10), head = framed(RECORDS, 10),
                          packed = framed(RECORDS, 10), column = framed(RECORDS, 10);

    head->data[good->len] ^= 1;
    is_damaged(head, good->len, "a head");
    packed->data[good->len + TRACE_HEAD_SIZE] ^= 1;
    is_damaged(packed, good->len, "data that Zstandard cannot unpack");
    /* Magic, descriptor, size, a block's head; the columns' sizes; a kind. */
    column->data[good->len + TRACE_HEAD_SIZE + 12 + TRACE_COLUMNS * TRACE_COLUMN_SIZE] =
        TRACE_N_KINDS;
    is_damaged(column, good->len, "an unknown kind");
    is_damaged_head(fewer, "a head with another number of records");
    is_damaged_head(another_kind, "... with another kind");
    is_damaged_head(earlier, "... with an earlier time");
    is_damaged_head(later, "... with a later time");
}

/* ---- parts of a trace ---- */

/* The number of records for which @wanted is given. */
static unsigned come(GByteArray *bytes, struct trace_wanted wanted, const char **wrong)
{
    struct trace_file *file = open_bytes(bytes, bytes->len, NULL);
    static char message[256];
    g_autoptr(GError) error = NULL;
    struct trace_record record;
    unsigned n = 0;

    trace_file_want(file, &wanted);
    while (trace_file_next(file, &record, &error))
        n++;
    trace_file_close(file);
    g_strlcpy(message, error ? strchr(error->message, ':') : "", sizeof(message));
    *wrong = message;
    return n;
}

static void test_wanted(void)
{
    g_autoptr(GByteArray) bytes = framed(100, 10);
    const guint64 t40 = record_number(40).time, t60 = record_number(60).time;
    g_autofree char *cut =
        g_strdup_printf(": is cut short after 90 records, at byte %u", framed(90, 10)->len);
    const char *wrong;

    is_u64(
        come(bytes, (struct trace_wanted){G_MAXUINT32, 0, G_MAXUINT64}, &wrong), 100, "all frames");
    is_u64(come(bytes, (struct trace_wanted){G_MAXUINT32, t40, t60}, &wrong), 20,
        "records from a time to another");
    is_u64(come(bytes, (struct trace_wanted){G_MAXUINT32, t40 - 1, t60 + 1}, &wrong), 30,
        "... and a bit more");
    is_u64(come(bytes, (struct trace_wanted){1u << TRACE_PLAN, 0, G_MAXUINT64}, &wrong), 0,
        "a kind without records");
    is_str(wrong, "", "... is not an error");
    is_u64(come(bytes, (struct trace_wanted){1u << TRACE_READ, 0, G_MAXUINT64}, &wrong), 100,
        "a kind that all records have");
    g_byte_array_set_size(bytes, bytes->len - 1);
    is_u64(come(bytes, (struct trace_wanted){1u << TRACE_PLAN, 0, G_MAXUINT64}, &wrong), 0,
        "a frame left out");
    is_str(wrong, cut, "... must exist");
}

/* ---- by time ---- */

/* Two CPUs: the second one's records come @late records after the first one's
 * of the same time. */
static GByteArray *disordered(unsigned n, unsigned each, unsigned late)
{
    GByteArray *bytes = framed(0, 1);
    struct trace_record records[TRACE_FRAME_RECORDS];

    for (unsigned i = 0; i < n;) {
        unsigned k = 0;

        for (; k < each && i < n; i++)
            records[k++] = (struct trace_record){.kind = TRACE_READ,
                .cpu = i % 2,
                .time = 1000000 + i - (i % 2 ? late : 0),
                .value = i};
        frames_append(bytes, records, k);
    }
    return bytes;
}

/* Reads by time; returns the number of records in order. */
static unsigned in_order(struct trace_file *file, GError **error)
{
    struct trace_order *order = trace_order_new(file, error);
    const struct trace_record *record;
    struct trace_record before = {0};
    unsigned n = 0;

    while (order && (record = trace_order_next(order, error))) {
        if (record->time < before.time ||
            (record->time == before.time && n && record->value < before.value))
            break;
        before = *record;
        n++;
    }
    trace_order_free(order);
    return n;
}

static void test_order(void)
{
    static const unsigned late[] = {0, 1, 9, 10, 11, 100, 999, 5000};

    for (unsigned i = 0; i < G_N_ELEMENTS(late); i++) {
        g_autoptr(GByteArray) bytes = disordered(1000, 10, late[i]);
        struct trace_file *file = open_bytes(bytes, bytes->len, NULL);
        g_autoptr(GError) error = NULL;

        is_u64(in_order(file, &error), 1000, "by time, where a CPU is late by %u records", late[i]);
        ok(!error, "... and no error");
        ok(trace_file_rewind(file, NULL), "... and again from the start");
        is_u64(in_order(file, NULL), 1000, "... the same");
        trace_file_close(file);
        file = open_bytes(bytes, bytes->len - 1, NULL);
        is_u64(in_order(file, &error), 990, "... the sound part of a truncated trace");
        ok(error && strstr(error->message, "is cut short after 990 records"),
            "... which is reported, at the end");
        trace_file_close(file);
    }
}

static gpointer write_pipe(gpointer data)
{
    const GByteArray *bytes = data;
    int fd = open(path, O_WRONLY);

    for (gssize done = 0, n = 0; done < bytes->len && n >= 0; done += n)
        n = write(fd, bytes->data + done, bytes->len - (gsize)done);
    close(fd);
    return NULL;
}

static void test_pipe(void)
{
    g_autoptr(GByteArray) bytes = disordered(100000, 1000, 50);
    struct trace_file *file;
    GThread *writer;

    g_unlink(path);
    ok(!mkfifo(path, 0600), "a pipe");
    writer = g_thread_new("writer", write_pipe, bytes);
    file = trace_file_open(path, NULL);
    is_u64(in_order(file, NULL), 100000, "... can be read by time");
    ok(trace_file_rewind(file, NULL), "... is kept");
    is_u64(in_order(file, NULL), 100000, "... and read again");
    trace_file_close(file);
    g_thread_join(writer);
    g_unlink(path);
}

/* ---- a trace that grows ---- */

static void test_follow(void)
{
    g_autoptr(GByteArray) bytes = framed(30, 10);
    const gsize begin = framed(10, 10)->len;
    struct trace_file *file = open_bytes(bytes, begin, NULL);
    struct trace_record record;
    unsigned n = 0, early = 0;

    while (trace_file_follow(file, &record))
        n++;
    is_u64(n, 10, "existing frames");
    for (gsize at = begin; at < bytes->len; at++) {
        FILE *end = fopen(path, "ae");

        fwrite(bytes->data + at, 1, 1, end);
        fclose(end);
        for (; trace_file_follow(file, &record); n++)
            early += record.time != record_number(n).time;
    }
    is_u64(n, 30, "... and bytes that arrive one by one");
    is_u64(early, 0, "... in whole frames");
    trace_file_close(file);
}

/* ---- the sum ---- */

static char *digest_of(const GByteArray *bytes)
{
    trace_file_close(open_bytes(bytes, bytes->len, NULL));
    return trace_digest_of(path);
}

static void test_digest(void)
{
    g_autoptr(GByteArray) tens = framed(100, 10), others = framed(100, 33), fewer = framed(99, 33);
    g_autofree char *one = digest_of(tens), *other = digest_of(others), *less = digest_of(fewer),
                    *expected = NULL, *cut = NULL;
    struct output lines = {.text = g_string_new(NULL)};

    for (unsigned i = 0; i < 100; i++) {
        const struct trace_record record = record_number(i);
        trace_text_add_raw(&lines, &record);
    }
    expected =
        g_compute_checksum_for_string(G_CHECKSUM_SHA256, lines.text->str, (gssize)lines.text->len);
    is_str(one, expected, "the sum equals that of the lines for programs");
    is_str(other, one, "... whatever the frames");
    ok(strcmp(less, one) != 0, "... and differs without the last record");
    ok(!trace_digest_of("/dev/null"), "a file that is no trace has no sum");
    g_byte_array_set_size(tens, tens->len - 1);
    cut = digest_of(tens);
    ok(!cut, "... nor has a truncated trace");
    g_string_free(lines.text, TRUE);
}

/* ---- memory ---- */

enum { LONG = 2000000, ROOM = 16 << 20 };

#ifdef __SANITIZE_ADDRESS__
/* Its shadow takes more address space than the limit. */
static void test_memory(void)
{
    ok(true, "2 million records are read with 16 MiB # SKIP under AddressSanitizer");
}
#else
static gsize memory_now(void)
{
    gsize pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");

    if (!file || fscanf(file, "%zu", &pages) != 1)
        abort();
    fclose(file);
    return pages * (gsize)sysconf(_SC_PAGESIZE);
}

/* In memory these records would have 96 MB. */
static int read_with_little(void)
{
    const struct rlimit limit = {memory_now() + ROOM, RLIM_INFINITY};
    struct trace_file *file;

    if (setrlimit(RLIMIT_AS, &limit))
        return 1;
    file = trace_file_open(path, NULL);
    return file && read_all(file, NULL) == LONG && trace_file_rewind(file, NULL) &&
                   in_order(file, NULL) == LONG
               ? 0
               : 1;
}

static void test_memory(void)
{
    g_autoptr(GByteArray) bytes = framed(LONG, TRACE_FRAME_RECORDS);
    int status = -1;
    pid_t child;

    trace_file_close(open_bytes(bytes, bytes->len, NULL));
    g_byte_array_set_size(bytes, 0);
    child = fork();
    if (!child)
        _exit(read_with_little());
    waitpid(child, &status, 0);
    is_u64((uint64_t)status, 0, "2 million records are read with 16 MiB");
}
#endif

static void check_none(const char *bytes, const char *complaint)
{
    g_autoptr(GByteArray) text = g_byte_array_new_take((guint8 *)g_strdup(bytes), strlen(bytes));
    g_autoptr(GError) error = NULL;
    g_autofree char *expected = g_strdup_printf("%s: %s", path, complaint);

    ok(!open_bytes(text, text->len, &error), "no trace: %s", complaint);
    is_str(error ? error->message : NULL, expected, "and the error is reported");
}

static void test_none(void)
{
    g_autoptr(GString) endless = g_string_new(TRACE_MAGIC);
    g_autoptr(GError) error = NULL;

    for (unsigned i = 0; i < 3000; i++)
        g_string_append(endless, "word ");
    check_none("", "is not a pmulab trace: expected it to begin with PMULABT5");
    check_none("PMULAB", "is not a pmulab trace: expected it to begin with PMULABT5");
    check_none("#!/bin/sh\necho\n", "is not a pmulab trace: expected it to begin with PMULABT5");
    check_none("PMULABT2machine=snbep\n",
        "is a trace of another version: expected PMULABT5, found PMULABT2");
    check_none("PMULABT\nmachine=snbep\n",
        "is a trace of another version: expected PMULABT5, found PMULABT\\n");
    check_none("PMULABT5machine=snbep", "is incomplete: its header has no line of text");
    check_none("PMULABT5mach\xffine\n", "is incomplete: its header has no line of text");
    check_none(endless->str, "is incomplete: its header has no line of text");
    ok(!trace_file_open("/nonexistent", &error), "a missing file");
    is_str(error ? error->message : NULL,
        "/nonexistent: cannot be opened: No such file or directory", "and the error is reported");
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
    static const char *const counter0[] = {"imc.PMON_CTR0", NULL},
                             *const channel[] = {"IMC1", NULL},
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
    static const enum trace_kind kinds[] = {TRACE_READ, TRACE_STEP_BEGIN, TRACE_READ,
        TRACE_STEP_END, TRACE_READ, TRACE_STEP_BEGIN, TRACE_PLAN, TRACE_READ, TRACE_STEP_END,
        TRACE_READ};
    static const unsigned steps[] = {0, 1, 0, 1, 0, 2, 0, 0, 2, 0};
    struct trace_filter filter = TRACE_FILTER_ALL;
    GString *passed = g_string_new(NULL);

    filter.step = 2;
    for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++) {
        struct trace_record record = {
            .kind = kinds[i], .value = steps[i], .size = 4, .offset = 0xa0};
        g_string_append_c(passed, trace_filter_passes(&filter, &snbep_model, &record) ? 'y' : '.');
    }
    is_str(passed->str, ".....yyyy.", "records between the step's marks, with the marks");
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
    test_wanted();
    test_order();
    test_pipe();
    test_follow();
    test_digest();
    test_memory();
    test_none();
    test_times();
    test_filter();
    test_steps();
    g_unlink(path);
    g_rmdir(folder);
    g_free(path);
    return done_testing();
}
