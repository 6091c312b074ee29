/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The trace file: records up to and above the buffer's size, full disks,
 * continued traces. */
#include "qemu-plugins/runtime/trace_writer.h"

#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/files.h"
#include "tests/fake_qemu/stderr.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>

enum { MANY = 3 * TRACE_FRAME_RECORDS + 77 };

static void test_writer(void)
{
    static struct trace_writer file;
    static struct trace_record again[TRACE_FRAME_RECORDS];
    struct trace_record record = {.kind = TRACE_READ, .size = 8};
    g_autofree char *name = new_file(""), *bytes = NULL;
    unsigned n = 0, frames = 0, wrong = 0, got;
    uint64_t time = 0;
    gsize length = 0, at, used;

    ok(trace_writer_open(&file, name, "head"), "a trace");
    for (unsigned i = 0; i < MANY; i++) {
        record.time += i;
        record.value = i * UINT64_C(0x123456789abcdef);
        trace_writer_add(&file, &record);
    }
    trace_writer_close(&file);
    trace_writer_add(&file, &record);
    trace_writer_flush(&file);
    g_file_get_contents(name, &bytes, &length, NULL);
    ok(!strncmp(bytes, TRACE_MAGIC "head\n", 13), "... has its header");
    for (at = 13; (used = read_frame((const uint8_t *)bytes + at, length - at, again, &got));
         at += used) {
        for (unsigned i = 0; i < got; i++, n++) {
            time += n;
            wrong += again[i].time != time || again[i].value != n * UINT64_C(0x123456789abcdef);
        }
        frames++;
    }
    is_u64(n, MANY, "... and all records");
    is_u64(wrong, 0, "... in order");
    is_u64(frames, 4, "... in the fewest possible frames");
    is_u64(at, length, "... and nothing else");
    unlink(name);
}

/* Frames have a checksum of their content against damage on disk. */
static void test_sum(void)
{
    static struct trace_writer file;
    static struct trace_record again[TRACE_FRAME_RECORDS];
    const struct trace_record record = {
        .kind = TRACE_READ, .size = 8, .time = 77, .value = 0x123456789abcdef};
    g_autofree char *name = new_file(""), *bytes = NULL;
    gsize length, wrong = 0;
    unsigned n;

    ok(trace_writer_open(&file, name, "head"), "a trace");
    trace_writer_add(&file, &record);
    trace_writer_close(&file);
    g_file_get_contents(name, &bytes, &length, NULL);
    ok(read_frame((const uint8_t *)bytes + 13, length - 13, again, &n), "... of one frame");
    for (gsize bit = 0; bit < (length - 13) * 8; bit++) {
        bytes[13 + bit / 8] ^= (char)(1 << bit % 8);
        wrong += read_frame((const uint8_t *)bytes + 13, length - 13, again, &n) &&
                 (again[0].value != record.value || again[0].time != record.time ||
                     again[0].size != record.size);
        bytes[13 + bit / 8] ^= (char)(1 << bit % 8);
    }
    is_u64(wrong, 0, "... with any bit changed is refused or unchanged");
    unlink(name);
}

static void test_full_disk(void)
{
    static struct trace_writer file;
    struct trace_record record = {.kind = TRACE_READ, .size = 8};
    struct captured captured;

    file.fd = open("/dev/full", O_WRONLY);
    capture_stderr(&captured);
    trace_writer_add(&file, &record);
    trace_writer_flush(&file);
    trace_writer_add(&file, &record);
    trace_writer_flush(&file);
    trace_writer_close(&file);
    is_str(captured_stderr(&captured), "pmulab: the trace ends here: No space left on device\n",
        "a full disk is reported once");
    is_u64((uint64_t)file.fd, UINT64_MAX, "... and the file is closed");
}

static void test_continued(void)
{
    static struct trace_writer file;
    struct trace_record record = {.kind = TRACE_READ, .size = 8, .time = 77};
    g_autofree char *name = new_file(""), *bytes = NULL, *expected = NULL;
    struct captured captured;
    gsize before, length;

    ok(trace_writer_open(&file, name, "head"), "a trace");
    trace_writer_add(&file, &record);
    trace_writer_close(&file);
    g_file_get_contents(name, &bytes, &before, NULL);
    ok(trace_writer_continue(&file, name, "head"), "... is continued");
    trace_writer_add(&file, &record);
    trace_writer_close(&file);
    g_free(bytes);
    g_file_get_contents(name, &bytes, &length, NULL);
    ok(length > before && !strncmp(bytes, TRACE_MAGIC "head\n", 13), "... at its end");
    capture_stderr(&captured);
    ok(!trace_writer_continue(&file, name, "heap"), "another trace is refused");
    expected = g_strdup_printf("pmulab: trace %s: expected one of heap to continue\n", name);
    is_str(captured_stderr(&captured), expected, "... which is reported");
    is_u64((uint64_t)file.fd, UINT64_MAX, "... and nothing is written to it");
    unlink(name);
    capture_stderr(&captured);
    ok(!trace_writer_continue(&file, name, "head"), "a missing trace is refused");
    ok(strstr(captured_stderr(&captured), "cannot write trace"), "... which is reported");
}

/* ---- descriptors ---- */

static bool is_open(int fd)
{
    return fcntl(fd, F_GETFD) >= 0;
}

static void test_closed(void)
{
    static struct trace_writer file;
    g_autofree char *name = new_file("");
    struct captured captured;
    int fd;

    ok(trace_writer_open(&file, name, "head"), "a trace");
    fd = file.fd;
    ok(is_open(fd) && fcntl(fd, F_GETFD) & FD_CLOEXEC, "... is open, only for this process");
    trace_writer_close(&file);
    ok(!is_open(fd), "its descriptor is free after close");
    is_u64((uint64_t)file.fd, UINT64_MAX, "... and unset: later records are not written");
    capture_stderr(&captured);
    fd = dup(STDOUT_FILENO); /* the next one */
    close(fd);
    trace_writer_continue(&file, name, "other");
    captured_stderr(&captured);
    ok(!is_open(fd), "... also after a refused continuation");
    file.fd = fd = open("/dev/full", O_WRONLY);
    trace_writer_add(&file, &(struct trace_record){.kind = TRACE_READ});
    capture_stderr(&captured);
    trace_writer_flush(&file);
    captured_stderr(&captured);
    ok(!is_open(fd), "... and after a full disk");
    unlink(name);
}

/* Descriptor 0 is valid. */
static void test_descriptor_0(void)
{
    static struct trace_writer file;
    const struct trace_record record = {.kind = TRACE_READ, .size = 8, .time = 77};
    g_autofree char *name = new_file("");
    struct stat info;

    close(STDIN_FILENO);
    ok(trace_writer_open(&file, name, "head") && !file.fd, "a trace with descriptor 0");
    ok(!stat(name, &info) && info.st_size == 13, "... has its header");
    trace_writer_add(&file, &record);
    trace_writer_flush(&file);
    ok(!stat(name, &info) && info.st_size > 13, "... and a record");
    trace_writer_close(&file);
    ok(!is_open(STDIN_FILENO), "... and is closed");
    ok(trace_writer_continue(&file, name, "head") && !file.fd, "... and can be continued");
    trace_writer_close(&file);
    unlink(name);
}

/* ---- the buffer ---- */

static void test_room(void)
{
    static struct trace_writer file;
    const struct trace_record record = {.kind = TRACE_READ, .size = 8, .time = 77};
    g_autofree char *name = new_file("");
    struct stat info;

    file.fd = open(name, O_WRONLY);
    for (unsigned i = 1; i < TRACE_FRAME_RECORDS; i++)
        trace_writer_add(&file, &record);
    ok(!fstat(file.fd, &info) && info.st_size == 0,
        "with space for one record the file is not written");
    trace_writer_add(&file, &record);
    ok(!fstat(file.fd, &info) && info.st_size > TRACE_HEAD_SIZE, "... a full frame is written");
    is_u64(file.n, 0, "... and the next one begins");
    trace_writer_close(&file);
    unlink(name);
}

/* A header has at most 1023 bytes with the magic and the newline. */
static void test_long_header(void)
{
    static struct trace_writer file;
    g_autofree char *name = new_file(""), *header = g_strnfill(1015, 'h');
    struct captured captured;

    ok(trace_writer_open(&file, name, header), "a trace with a header too long to compare");
    trace_writer_close(&file);
    capture_stderr(&captured);
    ok(!trace_writer_continue(&file, name, header), "... cannot be continued");
    captured_stderr(&captured);
    header[1014] = 0;
    ok(trace_writer_open(&file, name, header), "a header one byte shorter is accepted");
    trace_writer_close(&file);
    ok(trace_writer_continue(&file, name, header), "... can");
    trace_writer_close(&file);
    unlink(name);
}

/* ---- interrupted writes, before and after their first byte ---- */

enum { SLOW = TRACE_FRAME_RECORDS - 1 };

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
    static struct trace_writer file;
    const struct sigaction action = {.sa_handler = interrupt};
    const struct itimerval each = {{0, 5000}, {0, 5000}}, none = {{0, 0}, {0, 0}};
    static struct trace_record again[TRACE_FRAME_RECORDS];
    GByteArray *got = g_byte_array_new();
    GThread *reader;
    unsigned n;
    int ends[2];

    ok(!pipe(ends), "a pipe");
    fcntl(ends[1], F_SETPIPE_SZ, 4096);
    dup2(ends[0], STDIN_FILENO);
    file.fd = ends[1];
    for (unsigned i = 0; i < SLOW; i++)
        trace_writer_add(&file, &(struct trace_record){.kind = TRACE_READ,
                                    .time = g_random_int(),
                                    .value = (uint64_t)g_random_int() << 32});
    sigaction(SIGALRM, &action, NULL);
    reader = g_thread_new("reader", read_slowly, got);
    setitimer(ITIMER_REAL, &each, NULL);
    trace_writer_flush(&file);
    setitimer(ITIMER_REAL, &none, NULL);
    is_u64(file.n, 0, "a flush with repeated interruptions");
    trace_writer_close(&file);
    g_thread_join(reader);
    ok(got->len > 10 * 4096 && !memcmp(got->data, file.frame, got->len),
        "... writes %u bytes once, and in order", got->len);
    is_u64(read_frame(got->data, got->len, again, &n), got->len, "... which are a whole frame");
    is_u64(n, SLOW, "... of all records");
}

int main(void)
{
    test_writer();
    test_sum();
    test_full_disk();
    test_continued();
    test_closed();
    apart(test_descriptor_0);
    test_room();
    test_long_header();
    apart(test_interrupted);
    return done_testing();
}
