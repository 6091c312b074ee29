/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perf.data, as a file and as a pipe: the order of samples, the fields before
 * the raw data, and damaged files. */
#include "harness/base/memory_file.h"
#include "harness/capture/capture.h"
#include "tests/rng.h"
#include "tests/tap.h"

#include <linux/perf_event.h>
#include <string.h>

enum { FETCH_PMU = 8, OP_PMU = 9, CAPS = 0xbff }; /* Zen4 */

static struct memory_file file = {.fd = -1};

/* ---- the file ---- */

static void put(GByteArray *bytes, guint64 value, guint size)
{
    value = GUINT64_TO_LE(value);
    g_byte_array_append(bytes, (const guint8 *)&value, size);
}

static void put_text(GByteArray *bytes, const char *text)
{
    put(bytes, 16, 4);
    for (guint i = 0; i < 16; i++)
        put(bytes, i < strlen(text) ? (guint8)text[i] : 0, 1);
}

/* Puts the size into a record that began at @begin. */
static void end_record(GByteArray *bytes, guint begin)
{
    bytes->data[begin + 6] = (guint8)(bytes->len - begin);
    bytes->data[begin + 7] = (guint8)((bytes->len - begin) >> 8);
}

static guint begin_record(GByteArray *bytes, guint type)
{
    const guint begin = bytes->len;

    put(bytes, type, 4);
    put(bytes, 0, 4);
    return begin;
}

static void put_attribute(GByteArray *bytes, guint type, guint64 sample_type, guint64 read_format)
{
    const guint begin = bytes->len;

    put(bytes, type, 4);
    put(bytes, PERF_ATTR_SIZE_VER0, 4);
    put(bytes, 0, 8);
    put(bytes, 0, 8);
    put(bytes, sample_type, 8);
    put(bytes, read_format, 8);
    g_byte_array_set_size(bytes, begin + PERF_ATTR_SIZE_VER0);
    memset(bytes->data + begin + 40, 0, PERF_ATTR_SIZE_VER0 - 40);
}

/* Raw data: registers are 0x1000 + i. */
static void put_raw(GByteArray *bytes, guint64 caps, guint n)
{
    put(bytes, 4 + n * 8, 4);
    put(bytes, caps, 4);
    for (guint i = 0; i < n; i++)
        put(bytes, 0x1000 + i, 8);
}

enum {
    FIELDS = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
             PERF_SAMPLE_ADDR | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_RAW,
};

static void put_sample(GByteArray *bytes, guint64 id, guint64 time, guint64 cpu, guint n)
{
    const guint begin = begin_record(bytes, PERF_RECORD_SAMPLE);

    put(bytes, id, 8);
    put(bytes, 0xffffffff81000000, 8); /* IP */
    put(bytes, 0, 8);                  /* TID */
    put(bytes, time, 8);
    put(bytes, 0, 8); /* address */
    put(bytes, cpu, 8);
    put(bytes, 1000, 8); /* period */
    put_raw(bytes, CAPS, n);
    end_record(bytes, begin);
}

static void put_pmus(GByteArray *bytes)
{
    put(bytes, 3, 4);
    put(bytes, 4, 4);
    put_text(bytes, "cpu");
    put(bytes, FETCH_PMU, 4);
    put_text(bytes, "ibs_fetch");
    put(bytes, OP_PMU, 4);
    put_text(bytes, "ibs_op");
}

static void put_section(GByteArray *bytes, guint at, guint offset, guint size)
{
    GByteArray *section = g_byte_array_new();

    put(section, offset, 8);
    put(section, size, 8);
    memcpy(bytes->data + at, section->data, 16);
    g_byte_array_unref(section);
}

enum { OP_ID = 100, FETCH_ID, OTHER_ID, N_EVENTS = 3, EACH = PERF_ATTR_SIZE_VER0 + 16 };

/* A file of three events: header, IDs, attributes, records, places of the
 * features, and the features CPU count, CPUID and PMUs. */
static GByteArray *make_file(void)
{
    static const guint pmus[N_EVENTS] = {OP_PMU, FETCH_PMU, 4};
    GByteArray *f = g_byte_array_new();
    guint records, places, begin;

    g_byte_array_append(f, (const guint8 *)"PERFILE2", 8);
    put(f, 104, 8);
    put(f, EACH, 8);
    for (guint i = 0; i < 80 / 8; i++)
        put(f, 0, 8);
    for (guint i = 0; i < N_EVENTS; i++)
        put(f, OP_ID + i, 8);
    put_section(f, 24, f->len, N_EVENTS * EACH);
    for (guint i = 0; i < N_EVENTS; i++) {
        put_attribute(f, pmus[i], FIELDS, 0);
        put(f, 104 + i * 8, 8);
        put(f, 8, 8);
    }
    records = f->len;
    put_sample(f, FETCH_ID, 20, 1, 4);
    put_sample(f, OP_ID, 10, 0, 8);
    put_sample(f, OTHER_ID, 15, 0, 0);
    begin = begin_record(f, PERF_RECORD_LOST);
    put(f, 0, 8);
    put(f, 7, 8);
    end_record(f, begin);
    places = f->len;
    put_section(f, 40, records, places - records);
    f->data[72] = 1 << 7;         /* CPU count */
    f->data[73] = 1 << (9 - 8);   /* CPUID */
    f->data[74] = 1 << (16 - 16); /* PMUs */
    for (guint i = 0; i < 6; i++)
        put(f, 0, 8);
    put_section(f, places, f->len, 8);
    put(f, 2, 4);
    put(f, 2, 4);
    put_section(f, places + 16, f->len, 20 + 4);
    put(f, 20, 4);
    g_byte_array_append(f, (const guint8 *)"AuthenticAMD,25,17,1", 21);
    f->data[places + 16 + 8] = 25;
    f->data[f->len - 25] = 21;
    begin = f->len;
    put_pmus(f);
    put_section(f, places + 32, begin, f->len - begin);
    return f;
}

/* A pipe's event: the sample has a group's counts and call chain before its raw
 * data, of a CPU with IbsOpData4, and neither time nor CPU. */
static GByteArray *make_pipe(void)
{
    GByteArray *f = g_byte_array_new();
    guint begin;

    g_byte_array_append(f, (const guint8 *)"PERFILE2", 8);
    put(f, 16, 8);
    begin = begin_record(f, 64);
    put_attribute(f, OP_PMU,
        PERF_SAMPLE_IP | PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW,
        PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_LOST | PERF_FORMAT_TOTAL_TIME_ENABLED);
    put(f, OP_ID, 8);
    end_record(f, begin);
    begin = begin_record(f, 80);
    put(f, 16, 8);
    put_pmus(f);
    end_record(f, begin);
    begin = begin_record(f, PERF_RECORD_SAMPLE);
    put(f, 0xffffffff81000000, 8); /* IP */
    put(f, 2, 8);                  /* members */
    put(f, 0, 8);                  /* time */
    for (guint i = 0; i < 6; i++)
        put(f, 0, 8); /* counts, IDs and lost samples */
    put(f, 3, 8);
    for (guint i = 0; i < 3; i++)
        put(f, 0, 8); /* callers */
    put_raw(f, CAPS | 1 << 10, 9);
    end_record(f, begin);
    return f;
}

/* ---- reading ---- */

/* The records as text, "CPU+OFFSET=VALUE@TIME" each, and the remarks. */
static char *read_bytes(const guint8 *bytes, gsize length, GError **error)
{
    const char *const config[] = {"variant=zen4", NULL};
    const struct capture_options options = {.format = "perf", .machine = "epyc", .config = config};
    GString *text = g_string_new(NULL);
    struct capture *capture = NULL;
    struct trace_record record;

    if (file.path || memory_file_open(&file, "perf.data", error))
        if (memory_file_empty(&file, error) && memory_file_add(&file, bytes, length, error))
            capture = capture_open(file.path, &options, error);
    while (capture && capture_next(capture, &record, NULL, error))
        g_string_append_printf(text, "%u+%x=%x@%u ", record.cpu, (guint)record.offset,
            (guint)record.value, (guint)record.time);
    if (capture)
        capture_append_remarks(capture, text);
    capture_free(capture);
    return g_string_free(text, FALSE);
}

static void test_file(void)
{
    g_autoptr(GByteArray) f = make_file();
    GError *error = NULL;
    g_autofree char *text = read_bytes(f->data, f->len, &error);

    ok(!error, "a file is read: %s", error ? error->message : "");
    is_str(text,
        "0+c0011033=1000@10 0+c0011034=1001@10 0+c0011035=1002@10 0+c0011036=1003@10 "
        "0+c0011037=1004@10 0+c0011038=1005@10 0+c0011039=1006@10 0+c001103b=1007@10 "
        "1+c0011030=1000@20 1+c0011031=1001@20 1+c0011032=1002@20 1+c001103c=1003@20 "
        "# samples left out, because they have no raw data of IBS: 1\n"
        "# notices that the tracer lost events: 1\n",
        "the registers of each sample, in order of time");
    g_clear_error(&error);
}

static void test_pipe(void)
{
    g_autoptr(GByteArray) f = make_pipe();
    GError *error = NULL;
    g_autofree char *text = read_bytes(f->data, f->len, &error);

    ok(!error, "a pipe is read: %s", error ? error->message : "");
    is_str(text,
        "0+c0011033=1000@0 0+c0011034=1001@0 0+c0011035=1002@0 0+c0011036=1003@0 "
        "0+c0011037=1004@0 0+c0011038=1005@0 0+c0011039=1006@0 0+c001103b=1007@0 "
        "# accesses left out, to registers or by CPUs that epyc lacks: 1; the first is MSR "
        "0xc001103d by CPU 0, offset 0xbc\n"
        "# samples without a CPU, shown as CPU 0's: 1\n",
        "the registers after a group's counts and a call chain");
    g_clear_error(&error);
}

/* ---- damage ---- */

/* The error that the file gives once @size bytes at @at are @value, or @length
 * bytes of it are there. */
static char *damaged(GByteArray *(*make)(void), guint at, guint64 value, guint size, gint length)
{
    g_autoptr(GByteArray) f = make();
    GError *error = NULL;
    char *message;

    value = GUINT64_TO_LE(value);
    memcpy(f->data + at, &value, size);
    g_free(read_bytes(f->data, length > 0 ? (gsize)length : f->len + (gsize)length, &error));
    message = g_strdup(error ? strstr(error->message, ": ") + 2 : NULL);
    g_clear_error(&error);
    return message;
}

static void test_damage(void)
{
    enum { ATTRIBUTES = 104 + 24, RECORDS = ATTRIBUTES + 3 * EACH, FIRST_ID = RECORDS + 8 };
    static const struct {
        guint at, size;
        guint64 value;
        gint length;
        const char *message;
    } cases[] = {
        {8, 8, 105, 0, "at 0x8: expected perf.data's header of 104 bytes, or 16 of a pipe"},
        {8, 8, 104, 80, "at 0x8: expected perf.data's header of 104 bytes, or 16 of a pipe"},
        {16, 8, 15, 0, "at 0x10: expected the place of the events' attributes"},
        {24, 8, G_MAXUINT64, 0, "at 0x10: expected the place of the events' attributes"},
        {48, 8, 0, 0, "at 0x28: perf record has not ended: the header names no records"},
        {48, 8, 1 << 20, 0, "at 0x28: the file is cut short: its records end past its end"},
        {ATTRIBUTES + PERF_ATTR_SIZE_VER0, 8, 1 << 20, 0,
            "at 0x80: the event's IDs are past the end"},
        {80, 8, 1, 0, "at 0x2c0: expected the places of the header's features"},
        {RECORDS + 6, 2, 7, 0, "at 0x170: expected a record of perf"},
        {RECORDS + 6, 2, 0xfff0, 0, "at 0x170: the file is cut short within a record"},
        {RECORDS + 6, 2, 40, 0, "at 0x170: the sample is shorter than its fields"},
        {FIRST_ID, 8, 99, 0, "at 0x170: the sample's event is not in the header"},
        {RECORDS + 8 + 7 * 8, 4, 30, 0, "at 0x170: the raw data is shorter than IBS's registers"},
        {RECORDS, 4, 81, 0,
            "at 0x170: the records are compressed; expected perf record without -z"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *message =
            damaged(make_file, cases[i].at, cases[i].value, cases[i].size, cases[i].length);

        is_str(message, cases[i].message, "byte 0x%x is 0x%x", cases[i].at, (guint)cases[i].value);
    }
}

static void test_unknown_pmus(void)
{
    g_autofree char *message = damaged(make_file, 74, 0, 1, 0);

    is_str(message, "has no events of IBS: its header names neither ibs_op nor ibs_fetch",
        "a file that does not name its PMUs");
}

/* 1,000 files of each form, cut or with up to four wrong bytes: no crash, and
 * at most one clear line. */
static void test_random_damage(GByteArray *(*make)(void), const char *form)
{
    struct rng rng = {1};
    guint clear = 0, refused = 0;

    for (guint tried = 0; tried < 1000; tried++) {
        g_autoptr(GByteArray) f = make();
        GError *error = NULL;

        for (guint n = (guint)rng_below(&rng, 5); n; n--)
            f->data[8 + rng_below(&rng, f->len - 8)] = (guint8)rng_next(&rng);
        if (rng_one_in(&rng, 4))
            g_byte_array_set_size(f, 8 + (guint)rng_below(&rng, f->len - 8));
        g_free(read_bytes(f->data, f->len, &error));
        clear +=
            !error || (!strchr(error->message, '\n') && g_utf8_validate(error->message, -1, NULL));
        refused += error != NULL;
        g_clear_error(&error);
    }
    is_u64(clear, 1000, "%s: 1,000 damaged ones, %u refused with one clear line", form, refused);
    ok(refused > 100, "... many of them");
}

int main(void)
{
    test_file();
    test_pipe();
    test_damage();
    test_unknown_pmus();
    test_random_damage(make_file, "files");
    test_random_damage(make_pipe, "pipes");
    memory_file_close(&file);
    return done_testing();
}
