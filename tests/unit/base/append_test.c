/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers and JSON's strings as text, as printf() and json-glib make them; and
 * files written piece by piece. */
#include "harness/base/append.h"
#include "harness/base/file_stream.h"
#include "harness/format/json.h"
#include "tests/rng.h"
#include "tests/tap.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <inttypes.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static GString *text;

static gboolean is(const char *expected)
{
    gboolean same = !strcmp(text->str, expected) && text->len == strlen(expected);

    if (!same)
        printf("# got '%s', expected '%s'\n", text->str, expected);
    g_string_truncate(text, 0);
    return same;
}

static gboolean check_number(guint64 number, guint width)
{
    char expected[64];
    gboolean good;

    append_decimal(text, number, width);
    snprintf(expected, sizeof(expected), "%*" PRIu64, (int)width, (uint64_t)number);
    good = is(expected);
    append_hex(text, number, width % 17);
    snprintf(expected, sizeof(expected), "%0*" PRIx64, (int)width % 17, (uint64_t)number);
    good = is(expected) && good;
    append_seconds(text, number, width % 12);
    snprintf(expected, sizeof(expected), "%*" PRIu64 ".%09" PRIu64, (int)width % 12,
        (uint64_t)number / 1000000000, (uint64_t)number % 1000000000);
    return is(expected) && good;
}

static void test_numbers(void)
{
    static const guint64 numbers[] = {0, 1, 9, 10, 99, 100, 999999999, 1000000000, UINT32_MAX,
        UINT64_C(9999999999999999999), UINT64_MAX};
    struct rng rng = {1};
    gboolean good = TRUE;

    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        for (guint width = 0; width <= 20; width++)
            good = check_number(numbers[i], width) && good;
    for (unsigned i = 0; i < 20000; i++)
        good = check_number(rng_bits(&rng, 1 + rng_below(&rng, 64)), rng_below(&rng, 21)) && good;
    ok(good, "numbers are printed as by printf()");
    append_blanks(text, 0);
    append_blanks(text, 3);
    append_text(text, "x");
    ok(is("   x"), "blanks");
}

/* ---- JSON ---- */

static gboolean check_string(const char *bytes, gsize length)
{
    g_autofree char *valid = g_utf8_make_valid(bytes, (gssize)length);
    g_autoptr(JsonNode) node = json_node_init_string(json_node_alloc(), valid);
    g_autofree char *expected = json_to_string(node, FALSE);

    json_append_string(text, bytes, length);
    return is(expected);
}

/* Each byte at each place of strings of up to 17 bytes. */
static void test_strings(void)
{
    gboolean good = check_string("", 0);

    for (gsize length = 1; length <= 17; length++)
        for (gsize at = 0; at < length; at++)
            for (int byte = 1; byte < 256; byte++) {
                char bytes[] = "abcdefghijklmnopq";

                bytes[at] = (char)byte;
                good = check_string(bytes, length) && good;
            }
    ok(good, "strings are escaped as by json-glib");
}

/* ---- files ---- */

static char *folder, *path;

static guint n_files(void)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    guint n = 0;

    while (g_dir_read_name(dir))
        n++;
    return n;
}

static void test_file(void)
{
    enum { LINES = 300000 };
    g_autofree char *content = NULL;
    struct file_stream *stream;
    gsize length = 0;

    g_file_set_contents(path, "earlier", -1, NULL);
    stream = file_stream_new(path, NULL);
    for (unsigned i = 0; i < LINES; i++) {
        append_decimal(stream->text, i, 9);
        g_string_append_c(stream->text, '\n');
        if (!file_stream_step(stream))
            break;
    }
    ok(stream->text->len < LINES * 10 / 4, "most of the text is no longer in memory");
    g_file_get_contents(path, &content, NULL, NULL);
    is_str(content, "earlier", "the earlier file still exists");
    is_u64(n_files(), 1, "... and no other");
    ok(file_stream_end(stream, NULL), "the end");
    g_free(content);
    g_file_get_contents(path, &content, &length, NULL);
    ok(length == LINES * 10 && !strncmp(content + length - 10, "   299999\n", 10),
        "the new file is complete");
    is_u64(n_files(), 1, "... and no temporary file is left");
    stream = file_stream_new(path, NULL);
    append_text(stream->text, "text");
    file_stream_drop(stream);
    g_free(content);
    g_file_get_contents(path, &content, &length, NULL);
    ok(length == LINES * 10 && n_files() == 1, "a dropped stream changes nothing");
}

/* A file system on which each file has a name, as on NFS. */
static gboolean named;

/* In place of libc's. */
int open(const char *name, int flags, ...)
{
    const gboolean nameless = (flags & O_TMPFILE) == O_TMPFILE;
    mode_t mode = 0;
    va_list list;

    if (named && nameless) {
        errno = EOPNOTSUPP;
        return -1;
    }
    va_start(list, flags);
    if (nameless || flags & O_CREAT)
        mode = va_arg(list, mode_t);
    va_end(list);
    return (int)syscall(SYS_openat, AT_FDCWD, name, flags, mode);
}

static void test_named(void)
{
    g_autofree char *content = NULL;
    struct file_stream *stream;

    named = TRUE;
    stream = file_stream_new(path, NULL);
    append_text(stream->text, "later");
    is_u64(n_files(), 2, "where each file needs a name, there are two for a while");
    ok(file_stream_end(stream, NULL), "... and writing succeeds");
    g_file_get_contents(path, &content, NULL, NULL);
    is_str(content, "later", "... with the new file in place");
    stream = file_stream_new(path, NULL);
    file_stream_drop(stream);
    is_u64(n_files(), 1, "... and no temporary file is left, also by a dropped stream");
    named = FALSE;
}

static void test_no_file(void)
{
    g_autofree char *none = g_build_filename(folder, "none", "file", NULL);
    g_autofree char *message =
        g_strdup_printf("%s: cannot be written: No such file or directory", none);
    g_autoptr(GError) error = NULL, full = NULL;
    struct file_stream *stream;

    ok(!file_stream_new(none, &error), "a missing folder");
    is_str(error ? error->message : NULL, message, "... is reported");
    stream = file_stream_new("/dev/full", NULL);
    append_text(stream->text, "text");
    ok(!file_stream_end(stream, &full), "a full disk");
    is_str(full ? full->message : NULL, "/dev/full: cannot be written: No space left on device",
        "... is reported");
    g_unlink(path);
    stream = file_stream_new(path, NULL);
    append_text(stream->text, "text");
    g_mkdir(path, 0700);
    ok(!file_stream_end(stream, NULL), "a folder has that name");
    is_u64(n_files(), 1, "... and nothing is left beside it");
    g_rmdir(path);
}

static gboolean has(const char *name, const char *expected)
{
    g_autofree char *content = NULL;

    return g_file_get_contents(name, &content, NULL, NULL) && !strcmp(content, expected);
}

static void test_links(void)
{
    g_autofree char *link = g_build_filename(folder, "link", NULL);
    g_autofree char *chain = g_build_filename(folder, "chain", NULL);

    ok(!symlink("file", link) && !symlink(link, chain),
        "a link to a missing file, and a link to the link");
    ok(file_replace(chain, "made", 4, NULL) && has(path, "made"), "the file is made");
    ok(file_replace(chain, "later", 5, NULL) && has(path, "later"), "... and replaced");
    ok(g_file_test(link, G_FILE_TEST_IS_SYMLINK) && g_file_test(chain, G_FILE_TEST_IS_SYMLINK),
        "... the links stay");
    is_u64(n_files(), 3, "... and nothing is left beside them");
    g_unlink(chain);
    g_unlink(link);
    ok(!symlink("link", link) && !file_replace(link, "x", 1, NULL), "a link to itself");
    g_unlink(link);
}

/* A named pipe and an open file are written to, not replaced. */
static void test_open_files(void)
{
    g_autofree char *fifo = g_build_filename(folder, "fifo", NULL), *open_name = NULL;
    char got[8] = "";
    int fd;

    fd = mkfifo(fifo, 0600) ? -1 : open(fifo, O_RDWR);
    ok(file_replace(fifo, "piped", 5, NULL) && read(fd, got, sizeof(got)) == 5,
        "a fifo receives the text");
    is_str(got, "piped", "... all of it");
    close(fd);
    g_unlink(fifo);

    fd = open(path, O_WRONLY | O_TRUNC);
    open_name = g_strdup_printf("/dev/fd/%d", fd);
    ok(write(fd, "one ", 4) == 4 && file_replace(open_name, "two", 3, NULL) && has(path, "one two"),
        "an open file continues at its offset");
    close(fd);
    ok(!file_replace(open_name, "x", 1, NULL), "a closed file");
    g_unlink(path);
}

int main(void)
{
    text = g_string_new(NULL);
    folder = g_dir_make_tmp("pmulab-test-XXXXXX", NULL);
    path = g_build_filename(folder, "file", NULL);
    test_numbers();
    test_strings();
    test_file();
    test_named();
    test_no_file();
    test_links();
    test_open_files();
    g_rmdir(folder);
    return done_testing();
}
