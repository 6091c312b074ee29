/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opens the head of a kernel with a known format, and nothing of others. */
#include "harness/vm/kernel_head.h"
#include "tests/tap.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* The error: not opened, or not the head. */
enum { WHOLE = 1, FAILS, OTHER };

/* The head's bytes, or one of these. */
static gsize head_of(const char *path, const guint8 *kernel)
{
    g_autofree char *name = NULL, *data = NULL;
    gsize bytes = 0;
    gboolean same;
    int head;

    if (!kernel_head_open(&head, path, NULL))
        return FAILS;
    if (head < 0)
        return WHOLE;
    name = g_strdup_printf("/proc/self/fd/%d", head);
    same = g_file_get_contents(name, &data, &bytes, NULL) && !memcmp(data, kernel, bytes);
    close(head);
    return same ? bytes : OTHER;
}

/* A kernel of @size bytes with @magic at @offset. */
static void is_head(gsize size, gsize offset, const char *magic, gsize expected, const char *what)
{
    g_autofree guint8 *kernel = g_malloc(size);
    int fd;
    g_autofree char *path = NULL;

    for (gsize i = 0; i < size; i++)
        kernel[i] = (guint8)(i * 31 >> 3);
    memcpy(kernel + offset, magic, strlen(magic));
    fd = g_file_open_tmp("pmulab-test-XXXXXX", &path, NULL);
    ok(fd >= 0 && g_close(fd, NULL) &&
            g_file_set_contents(path, (char *)kernel, (gssize)size, NULL),
        "a file");
    is_u64(head_of(path, kernel), expected, "%s", what);
    g_remove(path);
}

int main(void)
{
    is_head(1 << 20, 0x202, "HdrS", 131072, "a bzImage: 128 KiB");
    is_head(1 << 20, 56, "ARM\x64", 131072, "arm64's Image: 128 KiB");
    is_head(1 << 20, 4, "zimg", WHOLE, "an arm64 kernel that unpacks itself: all of it");
    is_head(1 << 20, 0, "\x1f\x8b", WHOLE, "one that gzip packed");
    is_head(131072, 0x202, "HdrS", WHOLE, "a bzImage of 128 KiB: all of it");
    is_head(131073, 0x202, "HdrS", 131072, "... a byte more: its head");
    is_head(600, 56, "ARM\x64", WHOLE, "a small one");
    is_u64(head_of("/nowhere/kernel", (const guint8 *)""), FAILS, "no kernel");
    return done_testing();
}
