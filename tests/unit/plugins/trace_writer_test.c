/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The trace file: as many records as the buffer holds, and more; full disks; a trace that goes on. */
#include "qemu-plugins/carrier/trace_writer.h"

#include "tests/fake_qemu/files.h"
#include "tests/fake_qemu/stderr.h"
#include "tests/tap.h"

#include <fcntl.h>

static void test_writer(void)
{
    static struct trace_file file;
    struct trace_state decoder = {0};
    struct trace_record record = {.kind = TRACE_READ, .size = 8}, again;
    g_autofree char *name = new_file(""), *bytes = NULL;
    unsigned n = 0, wrong = 0;
    gsize length = 0, at;
    size_t used;

    ok(trace_file_open(&file, name, "head"), "a trace");
    for (unsigned i = 0; i < 30000; i++) {
        record.time += i;
        record.value = i * UINT64_C(0x123456789abcdef);
        trace_file_add(&file, &record);
    }
    trace_file_close(&file);
    trace_file_add(&file, &record);
    trace_file_flush(&file);
    g_file_get_contents(name, &bytes, &length, NULL);
    ok(length > 3 * sizeof(file.buffer), "... longer than three buffers");
    ok(!strncmp(bytes, TRACE_MAGIC "head\n", 13), "... has its header");
    record.time = 0;
    for (at = 13; (used = trace_decode(&decoder, (const uint8_t *)bytes + at, length - at, &again));
         at += used) {
        record.time += n;
        wrong += again.time != record.time || again.value != n * UINT64_C(0x123456789abcdef);
        n++;
    }
    is_u64(n, 30000, "... and all records");
    is_u64(wrong, 0, "... in order");
    is_u64(at, length, "... and nothing else");
    unlink(name);
}

static void test_full_disk(void)
{
    static struct trace_file file;
    struct trace_record record = {.kind = TRACE_READ, .size = 8};
    struct told told;

    file.fd = open("/dev/full", O_WRONLY);
    listen_to_stderr(&told);
    trace_file_add(&file, &record);
    trace_file_flush(&file);
    trace_file_add(&file, &record);
    trace_file_flush(&file);
    trace_file_close(&file);
    is_str(told_on_stderr(&told), "pmulab: the trace ends here: No space left on device\n",
        "a full disk is told once");
    is_u64((uint64_t)file.fd, UINT64_MAX, "... and the file given up");
}

static void test_continued(void)
{
    static struct trace_file file;
    struct trace_record record = {.kind = TRACE_READ, .size = 8, .time = 77};
    g_autofree char *name = new_file(""), *bytes = NULL, *expected = NULL;
    struct told told;
    gsize before, length;

    ok(trace_file_open(&file, name, "head"), "a trace");
    trace_file_add(&file, &record);
    trace_file_close(&file);
    g_file_get_contents(name, &bytes, &before, NULL);
    ok(trace_file_continue(&file, name, "head"), "... is continued");
    trace_file_add(&file, &record);
    trace_file_close(&file);
    g_free(bytes);
    g_file_get_contents(name, &bytes, &length, NULL);
    ok(length > before && !strncmp(bytes, TRACE_MAGIC "head\n", 13), "... at its end");
    listen_to_stderr(&told);
    ok(!trace_file_continue(&file, name, "heap"), "another one is not");
    expected = g_strdup_printf("pmulab: trace %s: expected one of heap to go on with\n", name);
    is_str(told_on_stderr(&told), expected, "... which is told");
    is_u64((uint64_t)file.fd, UINT64_MAX, "... and nothing is written to it");
    unlink(name);
    listen_to_stderr(&told);
    ok(!trace_file_continue(&file, name, "head"), "nor is one that is not there");
    ok(strstr(told_on_stderr(&told), "cannot write trace"), "... which is told");
}

int main(void)
{
    test_writer();
    test_full_disk();
    test_continued();
    return done_testing();
}
