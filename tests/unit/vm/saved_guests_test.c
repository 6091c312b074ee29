/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Saved guests: the ones that stay, the files that make one stale, and how its
 * memory is shrunk. */
#include "harness/setup/build_inputs.h"
#include "harness/vm/memory_image.h"
#include "harness/vm/saved_guests.h"
#include "tests/tap.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define PAGE 4096u
#define MIB  (1024u * 1024u)

/* ---- the choice ---- */

/* A guest's times are in minutes; now is minute 120, so guests from minute 60
 * on are recent. */
#define MINUTE (60 * G_GINT64_CONSTANT(1000000000))
#define NOW    (120 * MINUTE)

/* The letters of the guests that stay, in the order of worth. */
static void check_choice(const struct saved_guest *given, guint count, guint64 limit,
    const char *expected, guint64 recent, const char *what)
{
    struct saved_guest guests[8];
    GString *stay = g_string_new(NULL);

    for (guint i = 0; i < count; i++) {
        guests[i] = given[i];
        guests[i].made *= MINUTE;
        guests[i].used *= MINUTE;
    }
    is_u64(
        saved_guests_choose(guests, count, limit, NOW), recent, "%s: bytes of recent guests", what);
    for (guint i = 0; i < count; i++)
        if (guests[i].stays)
            g_string_append(stay, guests[i].entry);
    is_str(stay->str, expected, "%s", what);
    g_string_free(stay, TRUE);
}

static char a[] = "a", b[] = "b", c[] = "c", d[] = "d";

static void test_old(void)
{
    const struct saved_guest apart[] = {
        {a, .used = 1, .memory = 1, .memory_bytes = 90, .other_bytes = 10},
        {b, .used = 4, .memory = 2, .memory_bytes = 90, .other_bytes = 10},
        {c, .used = 2, .memory = 3, .memory_bytes = 40, .other_bytes = 10},
        {d, .used = 3, .memory = 4, .memory_bytes = 90, .other_bytes = 10}};

    check_choice(apart, 4, 350, "bdca", 0, "guests that fit to the byte stay");
    check_choice(apart, 4, 349, "bdc", 0, "with a byte less, the guest used first is removed");
    check_choice(
        apart, 4, 199, "bc", 0, "a guest that does not fit leaves room for an older one that does");
    check_choice(apart, 4, 0, "", 0, "without room all are removed");
    check_choice(apart, 0, 0, "", 0, "no guests, no choice");
}

static void test_recent(void)
{
    const struct saved_guest guests[] = {
        {a, .made = 5, .used = 60, .memory = 1, .memory_bytes = 90, .other_bytes = 10},
        {b, .made = 1, .used = 59, .memory = 2, .memory_bytes = 90, .other_bytes = 10},
        {c, .made = 3, .used = 90, .memory = 3, .memory_bytes = 90, .other_bytes = 10},
        {d, .made = 119, .used = 119, .memory = 4, .memory_bytes = 90, .other_bytes = 10}};

    check_choice(
        guests, 4, 400, "cadb", 300, "recent guests first, in order of creation; then the others");
    check_choice(guests, 4, 300, "cad", 300, "a guest that is not recent makes room");
    check_choice(guests, 4, 299, "ca", 200, "a recent guest stays: the new one is removed");
}

static void test_shared_and_stale(void)
{
    const struct saved_guest shared[] = {
        {a, .used = 1, .memory = 7, .memory_bytes = 90, .other_bytes = 10},
        {b, .used = 2, .memory = 8, .memory_bytes = 90, .other_bytes = 10},
        {c, .used = 63, .memory = 7, .memory_bytes = 90, .other_bytes = 10}};
    const struct saved_guest stale[] = {
        {a, .used = 63, .stale = TRUE, .memory = 1, .memory_bytes = 90, .other_bytes = 10},
        {b, .used = 62, .memory = 1, .memory_bytes = 90, .other_bytes = 10},
        {c, .used = 1, .memory = 3, .memory_bytes = 90, .other_bytes = 10}};

    check_choice(shared, 3, 199, "ca", 100, "an existing memory costs nothing more");
    check_choice(shared, 3, 209, "cb", 100, "but each guest's own files do");
    check_choice(shared, 3, 210, "cba", 100, "and they fit here");
    check_choice(stale, 3, 200, "bc", 100, "stale guests are removed, and take no space");
    check_choice(stale, 1, 200, "", 0, "also a single one");
}

static void test_limit(void)
{
    guint64 bytes = 0;
    g_autoptr(GError) error = NULL;

    g_unsetenv("PMULAB_SAVED_MIB");
    ok(saved_guests_limit(&bytes, &error), "the default limit");
    is_u64(bytes, UINT64_C(4) << 30, "4 GiB");
    g_setenv("PMULAB_SAVED_MIB", "5", TRUE);
    ok(saved_guests_limit(&bytes, &error) && bytes == 5 * MIB,
        "PMULAB_SAVED_MIB sets another limit");
    g_setenv("PMULAB_SAVED_MIB", "5G", TRUE);
    ok(!saved_guests_limit(&bytes, &error), "but it must be a number");
    is_str(error->message, "PMULAB_SAVED_MIB is '5G'; expected a number of MiB",
        "and the error is reported");
    g_unsetenv("PMULAB_SAVED_MIB");
}

/* ---- source files ---- */

static void write_file(const char *path, const char *text)
{
    g_assert(g_file_set_contents(path, text, -1, NULL));
}

static void set_time(const char *path, time_t seconds, long ns)
{
    const struct timespec times[] = {{seconds, ns}, {seconds, ns}};

    g_assert(!utimensat(AT_FDCWD, path, times, 0));
}

static void test_build_inputs(const char *folder)
{
    g_autofree char *file = g_build_filename(folder, "a file", NULL);
    g_autofree char *other = g_build_filename(folder, "other", NULL);
    g_autoptr(GString) as_file = g_string_new(NULL);
    g_autoptr(GString) as_contents = g_string_new(NULL);
    g_autofree char *line = NULL;

    write_file(file, "four");
    write_file(other, "five");
    set_time(file, 1000, 5);
    ok(build_inputs_add(as_file, BUILD_INPUT_FILE, other, NULL) &&
            build_inputs_add(as_file, BUILD_INPUT_FILE, file, NULL) &&
            build_inputs_add(as_contents, BUILD_INPUT_CONTENTS, file, NULL),
        "existing files");
    line = g_strdup_printf("file 4-1000.000000005 %s\n", file);
    ok(g_str_has_suffix(as_file->str, line), "a file by length and time");
    ok(build_inputs_unchanged(as_file->str) && build_inputs_unchanged(as_contents->str),
        "they are unchanged");
    set_time(file, 1000, 6);
    ok(!build_inputs_unchanged(as_file->str), "a ns later: it is another file");
    ok(build_inputs_unchanged(as_contents->str), "with the same contents");
    write_file(file, "4444");
    ok(!build_inputs_unchanged(as_contents->str), "other contents of the same length");
    g_unlink(file);
    ok(!build_inputs_unchanged(as_file->str) && !build_inputs_unchanged(as_contents->str),
        "a missing file has changed");
    ok(!build_inputs_add(as_file, BUILD_INPUT_FILE, file, NULL), "a missing file cannot be added");
    ok(!build_inputs_unchanged("") && !build_inputs_unchanged("file\n") &&
            !build_inputs_unchanged("else 1 /\n"),
        "another text");
    g_unlink(other);
}

/* ---- its memory ---- */

#define LENGTH (32u * MIB)

/* A memory file as a guest leaves it: a hole, and the test's contents. */
static int open_memory(const char *folder)
{
    int fd = open(folder, O_TMPFILE | O_RDWR, 0600);

    g_assert(fd >= 0 && !ftruncate(fd, LENGTH));
    return fd;
}

static void put(int fd, gsize at, gsize length, guint8 byte)
{
    char *bytes = g_malloc(length);
    gssize written;

    memset(bytes, byte, length);
    written = pwrite(fd, bytes, length, (off_t)at);
    g_free(bytes);
    g_assert(written == (gssize)length);
}

static guint8 byte_at(int fd, gsize at)
{
    guint8 byte = 0x55;

    g_assert(pread(fd, &byte, 1, (off_t)at) == 1);
    return byte;
}

/* Bytes that are in no hole. */
static guint64 bytes_in(int fd)
{
    guint64 bytes = 0;
    off_t end = 0;

    for (off_t begin = lseek(fd, 0, SEEK_DATA); begin >= 0; begin = lseek(fd, end, SEEK_DATA)) {
        end = lseek(fd, begin, SEEK_HOLE);
        bytes += (guint64)(end - begin);
    }
    return bytes;
}

static void test_memory(const char *folder)
{
    int fd = open_memory(folder), same = open_memory(folder), other = open_memory(folder);
    g_autofree char *sum = NULL, *same_sum = NULL, *other_sum = NULL;

    put(fd, 0, PAGE, 1);
    put(fd, PAGE, 3 * PAGE, 0);
    put(fd, 4 * PAGE, PAGE, 0xcc); /* padding of code */
    put(fd, 8 * MIB, 4 * MIB, 0xcc);
    put(fd, 16 * MIB, 4 * MIB - PAGE, 0xcc);
    put(fd, 31 * MIB, PAGE, 0);
    put(fd, 31 * MIB + 17, 1, 2);
    sum = memory_image_shrink(fd, NULL);
    is_u64(bytes_in(fd), 4 * MIB - PAGE + 3 * PAGE, "zeros, and 4 MiB of freed memory, are holes");
    ok(byte_at(fd, 0) == 1 && byte_at(fd, 31 * MIB + 17) == 2, "data stays");
    ok(byte_at(fd, 4 * PAGE) == 0xcc && byte_at(fd, 20 * MIB - PAGE - 1) == 0xcc,
        "and so does a shorter filled range");
    ok(byte_at(fd, 8 * MIB) == 0 && byte_at(fd, 12 * MIB - 1) == 0, "freed memory reads as 0");
    put(same, 0, PAGE, 1);
    put(same, 4 * PAGE, PAGE, 0xcc);
    put(same, 16 * MIB, 4 * MIB - PAGE, 0xcc);
    put(same, 31 * MIB + 17, 1, 2);
    same_sum = memory_image_shrink(same, NULL);
    is_str(same_sum, sum, "its checksum ignores written zeros");
    put(other, PAGE, PAGE, 1);
    put(other, 4 * PAGE, PAGE, 0xcc);
    put(other, 16 * MIB, 4 * MIB - PAGE, 0xcc);
    put(other, 31 * MIB + 17, 1, 2);
    other_sum = memory_image_shrink(other, NULL);
    ok(strcmp(other_sum, sum) != 0, "a page at another address makes another memory");
    close(fd);
    close(same);
    close(other);
    ok(!memory_image_shrink(-1, NULL), "not a file");
}

int main(void)
{
    g_autofree char *folder = g_dir_make_tmp("saved-XXXXXX", NULL);

    g_assert(folder);
    test_old();
    test_recent();
    test_shared_and_stale();
    test_limit();
    test_build_inputs(folder);
    test_memory(folder);
    g_rmdir(folder);
    return done_testing();
}
