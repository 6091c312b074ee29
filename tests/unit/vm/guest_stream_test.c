/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A command's output is cut off at its marker, for any contents and in any
 * pieces. */
#include "harness/vm/guest_stream.h"
#include "tests/tap.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#define NONCE "pmulab-0123"

static GString *bytes(const char *data, gsize size)
{
    return g_string_new_len(data, (gssize)size);
}

/* Feeds @all in pieces of @piece bytes; returns the output, and in @rest the
 * text after the marker. */
static GString *take_in_pieces(const GString *all, gsize piece, GString *rest, int *status)
{
    GString *text = g_string_new(NULL);
    struct guest_sink sink = {.text = text};
    gboolean done = FALSE;

    *status = -1;
    for (gsize at = 0; at < all->len; at += piece) {
        g_string_append_len(rest, all->str + at, (gssize)MIN(piece, all->len - at));
        if (!done)
            done = guest_stream_take(rest, NONCE, &sink, status);
    }
    return text;
}

static gboolean holds(const GString *text, const GString *expected)
{
    return g_string_equal(text, expected);
}

static void check_output(const char *what, const GString *output)
{
    gboolean same = TRUE, status_right = TRUE, rest_right = TRUE;

    for (gsize piece = 1; piece < 40; piece++) {
        GString *all = bytes(output->str, output->len);
        GString *rest = g_string_new(NULL);
        GString *text;
        int status;

        g_string_append(all, NONCE " 137\nafter");
        text = take_in_pieces(all, piece, rest, &status);
        same = same && holds(text, output);
        status_right = status_right && status == 137;
        rest_right = rest_right && !strcmp(rest->str, "after");
        g_string_free(all, TRUE);
        g_string_free(rest, TRUE);
        g_string_free(text, TRUE);
    }
    ok(same, "%s: the output is byte for byte", what);
    ok(status_right, "%s: the status arrives", what);
    ok(rest_right, "%s: the rest stays", what);
}

static void check_nothing_held_back(void)
{
    GString *pending = bytes("prompt> pmu", 11);
    GString *text = g_string_new(NULL);
    struct guest_sink sink = {.text = text};
    int status = -1;

    ok(!guest_stream_take(pending, NONCE, &sink, &status), "no marker, no end");
    is_str(text->str, "prompt> ", "bytes that cannot be the marker are passed on at once");
    is_str(pending->str, "pmu", "a possible beginning of the marker waits");
    g_string_append(pending, "lab");
    g_string_append(pending, "!");
    guest_stream_take(pending, NONCE, &sink, &status);
    is_str(text->str, "prompt> pmulab!", "and is passed on if it is not the marker");
    g_string_free(pending, TRUE);
    g_string_free(text, TRUE);
}

static void check_write_failure(void)
{
    GString *pending = bytes("some output" NONCE " 0\n", 11 + strlen(NONCE) + 3);
    struct guest_sink sink = {.fd = open("/dev/full", O_WRONLY | O_CLOEXEC)};
    int status = -1;

    ok(guest_stream_take(pending, NONCE, &sink, &status) && status == 0,
        "a full disk does not hide the end");
    is_u64((guint64)sink.reason, ENOSPC, "and is reported");
    close(sink.fd);
    g_string_free(pending, TRUE);
}

/* All arrives through a pipe that accepts parts and doesn't block. */
static void check_nonblocking(void)
{
    enum { SIZE = 300000 };
    GString *pending = g_string_new(NULL);
    struct guest_sink sink;
    char *buffer = g_malloc(SIZE);
    int ends[2], status;
    gsize got = 0;
    pid_t writer;

    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK))
        g_error("pipe2: %s", g_strerror(errno));
    for (int i = 0; i < SIZE; i++)
        g_string_append_c(pending, 'x');
    g_string_append(pending, NONCE " 0\n");
    sink = (struct guest_sink){.fd = ends[1]};
    writer = fork();
    if (!writer)
        _exit(guest_stream_take(pending, NONCE, &sink, &status) && !sink.reason ? 0 : 1);
    close(ends[1]);
    fcntl(ends[0], F_SETFL, 0);
    for (ssize_t n; (n = read(ends[0], buffer, SIZE)) > 0; got += (gsize)n)
        ;
    ok(waitpid(writer, &status, 0) == writer && status == 0, "a non-blocking stream is waited for");
    is_u64(got, SIZE, "and nothing is lost");
    close(ends[0]);
    g_free(buffer);
    g_string_free(pending, TRUE);
}

int main(void)
{
    static const struct {
        const char *what, *data;
        gsize size;
    } outputs[] = {
        {"nothing", "", 0},
        {"no newline at the end", "abc", 3},
        {"NUL bytes", "a\0b\0\0", 5},
        {"the marker's beginning", "pmulab-012\npmulab-01pmulab-", 27},
        {"a number", "137\n", 4},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(outputs); i++) {
        GString *output = bytes(outputs[i].data, outputs[i].size);

        check_output(outputs[i].what, output);
        g_string_free(output, TRUE);
    }
    check_nothing_held_back();
    check_write_failure();
    check_nonblocking();
    return done_testing();
}
