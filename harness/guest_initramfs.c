/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/guest_initramfs.h"

#include "harness/command.h"
#include "harness/cpio.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

#define HOST_MODULES "lib/pmulab/host"

static gboolean add_module(struct cpio *cpio, unsigned index, const char *path, GError **error)
{
    g_autofree char *data = NULL;
    g_autofree char *base = g_path_get_basename(path);
    g_autofree char *name = g_strdup_printf(HOST_MODULES "/%02u-%s", index, base);
    gsize size;

    if (!g_file_get_contents(path, &data, &size, error))
        return FALSE;
    cpio_file(cpio, name, 0644, data, size);
    return TRUE;
}

static gboolean write_archive(int fd, const char *const *modules, GError **error)
{
    g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", fd);
    struct cpio *cpio = cpio_create(path, error);
    gboolean ok = TRUE;

    if (!cpio)
        return FALSE;
    cpio_directory(cpio, HOST_MODULES, 0755);
    for (unsigned i = 0; ok && modules[i]; i++)
        ok = add_module(cpio, i, modules[i], error);
    return cpio_close(cpio, ok ? error : NULL) && ok;
}

static int memory_file(GError **error)
{
    int fd = memfd_create("pmulab-initramfs", MFD_CLOEXEC);

    if (fd < 0)
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "no file in memory: %s", g_strerror(errno));
    return fd;
}

/* Appends the file @from, from its beginning, and then zeros up to a multiple of 4, which the kernel skips.
 */
static gboolean copy_padded(int to, int from)
{
    static const char zeros[4];
    off_t at = 0;
    ssize_t n;

    while ((n = sendfile(to, from, &at, 1 << 30)) > 0)
        ;
    return n == 0 && write(to, zeros, (size_t)(-at & 3)) == (-at & 3);
}

static gboolean join(int to, const char *base, int archive, GError **error)
{
    int from = open(base, O_RDONLY | O_CLOEXEC);
    gboolean ok = from >= 0 && copy_padded(to, from) && copy_padded(to, archive);

    if (!ok)
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "cannot add modules to %s: %s", base,
            g_strerror(errno));
    if (from >= 0)
        close(from);
    return ok;
}

int guest_initramfs_with_modules(const char *base, const char *const *modules, GError **error)
{
    int archive = memory_file(error);
    int joined = -1;

    if (archive < 0)
        return -1;
    if (write_archive(archive, modules, error))
        joined = memory_file(error);
    if (joined >= 0 && !join(joined, base, archive, error)) {
        close(joined);
        joined = -1;
    }
    close(archive);
    return joined;
}
