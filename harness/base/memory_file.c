/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files in memory (memfd), which QEMU opens as /proc/PID/fd/N: traffic, traces
 * and the model of a saved guest. */
#include "harness/base/memory_file.h"

#include "harness/base/error.h"

#include <sys/mman.h>
#include <unistd.h>

gboolean memory_file_open(struct memory_file *file, const char *name, GError **error)
{
    file->fd = memfd_create(name, MFD_CLOEXEC);
    if (file->fd < 0)
        return error_set_errno("memfd_create", error);
    file->path = g_strdup_printf("/proc/%d/fd/%d", getpid(), file->fd);
    return TRUE;
}

int memory_file_of(const char *name, const void *bytes, gsize length, GError **error)
{
    struct memory_file file = {.fd = -1};
    int fd = -1;

    if (memory_file_open(&file, name, error) && memory_file_add(&file, bytes, length, error) &&
        (!lseek(file.fd, 0, SEEK_SET) || error_set_errno("a file in memory", error))) {
        fd = file.fd;
        file.fd = -1;
    }
    memory_file_close(&file);
    return fd;
}

gboolean memory_file_add(struct memory_file *file, const void *bytes, gsize length, GError **error)
{
    return write(file->fd, bytes, length) == (gssize)length ||
           error_set_errno("a file in memory", error);
}

gboolean memory_file_empty(struct memory_file *file, GError **error)
{
    if (!ftruncate(file->fd, 0) && !lseek(file->fd, 0, SEEK_SET))
        return TRUE;
    return error_set_errno("a file in memory", error);
}

GBytes *memory_file_bytes(const struct memory_file *file)
{
    char *data;
    gsize length;

    if (g_file_get_contents(file->path, &data, &length, NULL))
        return g_bytes_new_take(data, length);
    return g_bytes_new(NULL, 0);
}

void memory_file_close(struct memory_file *file)
{
    if (file->path && file->fd >= 0)
        close(file->fd);
    g_free(file->path);
    *file = (struct memory_file){.fd = -1};
}
