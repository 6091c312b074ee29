/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Copies a flash image into a file in memory for QEMU: the machine's own, the
 * user's, or bytes. */
#include "harness/vm/guest_flash.h"

#include "harness/base/error.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

/* The contents of @path. */
static GBytes *read_file(const char *path, GError **error)
{
    g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, error);
    gsize size = file ? g_mapped_file_get_length(file) : 0;

    if (!file)
        return NULL;
    if (size && size <= GUEST_FLASH_MAX_MIB << 20)
        return g_mapped_file_get_bytes(file);
    error_usage(error, "flash %s has %zu bytes; expected a flash image of at most %d MiB", path,
        size, GUEST_FLASH_MAX_MIB);
    return NULL;
}

static gboolean write_all(int fd, GBytes *bytes)
{
    gsize size, done = 0;
    const char *data = g_bytes_get_data(bytes, &size);
    ssize_t n = 1;

    for (; n > 0 && done<size; done += n> 0 ? (gsize)n : 0)
        n = write(fd, data + done, size - done);
    return done == size;
}

int guest_flash_open(const struct machine *machine, const char *path, GBytes *image, GError **error)
{
    g_autoptr(GBytes) bytes = image  ? g_bytes_ref(image)
                              : path ? read_file(path, error)
                                     : machine->flash(machine, error);
    int fd;

    if (!bytes)
        return -1;
    fd = memfd_create("pmulab-flash", MFD_CLOEXEC);
    if (fd >= 0 && write_all(fd, bytes))
        return fd;
    error_failed(error, "cannot make a file in memory: %s", g_strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}
