/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The trace file: as many records as the buffer holds, and more; full disks; a trace that goes on. */
#include "qemu-plugins/carrier/trace_writer.h"

#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/files.h"
#include "tests/fake_qemu/stderr.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>

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

/* ---- descriptors ---- */

static bool is_open(int fd)
{
    return fcntl(fd, F_GETFD) >= 0;
}

static void test_closed(void)
{
    static struct trace_file file;
    g_autofree char *name = new_file("");
    struct told told;
    int fd;

    ok(trace_file_open(&file, name, "head"), "a trace");
    fd = file.fd;
    ok(is_open(fd) && fcntl(fd, F_GETFD) & FD_CLOEXEC, "... is open, for this process alone");
    trace_file_close(&file);
    ok(!is_open(fd), "closed, its descriptor is free");
    is_u64((uint64_t)file.fd, UINT64_MAX, "... and nobody's: what comes late is not written");
    listen_to_stderr(&told);
    fd = dup(STDOUT_FILENO); /* the next one */
    close(fd);
    trace_file_continue(&file, name, "other");
    told_on_stderr(&told);
    ok(!is_open(fd), "... so is that of one that does not go on");
    file.fd = fd = open("/dev/full", O_WRONLY);
    file.used = 1;
    listen_to_stderr(&told);
    trace_file_flush(&file);
    told_on_stderr(&told);
    ok(!is_open(fd), "... and of one on a full disk");
    unlink(name);
}

/* 0 is a descriptor like any other. */
static void test_descriptor_0(void)
{
    static struct trace_file file;
    const struct trace_record record = {.kind = TRACE_READ, .size = 8, .time = 77};
    g_autofree char *name = new_file("");
    struct stat info;

    close(STDIN_FILENO);
    ok(trace_file_open(&file, name, "head") && !file.fd, "a trace with descriptor 0");
    ok(!stat(name, &info) && info.st_size == 13, "... has its header");
    trace_file_add(&file, &record);
    trace_file_flush(&file);
    ok(!stat(name, &info) && info.st_size > 13, "... and a record");
    trace_file_close(&file);
    ok(!is_open(STDIN_FILENO), "... and is closed");
    ok(trace_file_continue(&file, name, "head") && !file.fd, "... and goes on");
    trace_file_close(&file);
    unlink(name);
}

/* ---- the buffer ---- */

static void test_room(void)
{
    static struct trace_file file;
    const struct trace_record record = {.kind = TRACE_READ, .size = 8, .time = 77};
    g_autofree char *name = new_file("");
    struct stat info;

    file.fd = open(name, O_WRONLY);
    file.used = sizeof(file.buffer) - TRACE_RECORD_MAX;
    trace_file_add(&file, &record);
    ok(!fstat(file.fd, &info) && info.st_size == 0, "with room for the longest record nothing is written");
    file.used = sizeof(file.buffer) - TRACE_RECORD_MAX + 1;
    trace_file_add(&file, &record);
    ok(!fstat(file.fd, &info) && info.st_size == sizeof(file.buffer) - TRACE_RECORD_MAX + 1,
        "... with a byte less the buffer is");
    trace_file_close(&file);
    unlink(name);
}

/* With the magic and the end of the line a header has 1023 bytes at most. */
static void test_long_header(void)
{
    static struct trace_file file;
    g_autofree char *name = new_file(""), *header = g_strnfill(1015, 'h');
    struct told told;

    ok(trace_file_open(&file, name, header), "a trace with a header that is too long to compare");
    trace_file_close(&file);
    listen_to_stderr(&told);
    ok(!trace_file_continue(&file, name, header), "... cannot go on");
    told_on_stderr(&told);
    header[1014] = 0;
    ok(trace_file_open(&file, name, header), "one with a byte less");
    trace_file_close(&file);
    ok(trace_file_continue(&file, name, header), "... can");
    trace_file_close(&file);
    unlink(name);
}

/* ---- writes that are interrupted, before and after their first byte ---- */

enum { SLOW = 60000 };

static volatile sig_atomic_t interruptions;

static void interrupt(int signal)
{
    (void)signal;
    interruptions++;
}

static gpointer read_slowly(gpointer data)
{
    GByteArray *got = data;
    uint8_t bytes[1000];
    sigset_t alarms;
    ssize_t n;

    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarms, NULL);
    while (interruptions < 5)
        g_usleep(1000);
    while ((n = read(STDIN_FILENO, bytes, sizeof(bytes))) > 0)
        g_byte_array_append(got, bytes, (guint)n);
    return NULL;
}

static void test_interrupted(void)
{
    static struct trace_file file;
    const struct sigaction action = {.sa_handler = interrupt};
    const struct itimerval each = {{0, 5000}, {0, 5000}}, none = {{0, 0}, {0, 0}};
    GByteArray *got = g_byte_array_new();
    GThread *reader;
    int ends[2];

    ok(!pipe(ends), "a pipe");
    fcntl(ends[1], F_SETPIPE_SZ, 4096);
    dup2(ends[0], STDIN_FILENO);
    file.fd = ends[1];
    file.used = SLOW;
    for (unsigned i = 0; i < SLOW; i++)
        file.buffer[i] = (uint8_t)(i / 7 + i);
    sigaction(SIGALRM, &action, NULL);
    reader = g_thread_new("reader", read_slowly, got);
    setitimer(ITIMER_REAL, &each, NULL);
    trace_file_flush(&file);
    setitimer(ITIMER_REAL, &none, NULL);
    is_u64(file.used, 0, "a flush that is interrupted again and again");
    trace_file_close(&file);
    g_thread_join(reader);
    is_u64(got->len, SLOW, "... writes all");
    ok(got->len == SLOW && !memcmp(got->data, file.buffer, SLOW), "... once, and in order");
}

int main(void)
{
    test_writer();
    test_full_disk();
    test_continued();
    test_closed();
    apart(test_descriptor_0);
    test_room();
    test_long_header();
    apart(test_interrupted);
    return done_testing();
}
