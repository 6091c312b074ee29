/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Joins cpio archives in a file in memory: an ACPI table, the guest's initramfs, and the user's modules. */
#include "harness/vm/guest_initramfs.h"

#include "harness/base/cpio.h"
#include "harness/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

#define HOST_MODULES "lib/pmulab/host"
#define ACPI_FOLDER  "kernel/firmware/acpi"

/* Contents of an archive: one of the two is set. */
struct contents {
    GBytes *acpi_table;
    const char *const *modules;
};

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

static gboolean add_modules(struct cpio *cpio, const char *const *modules, GError **error)
{
    gboolean ok = TRUE;

    cpio_directory(cpio, HOST_MODULES, 0755);
    for (unsigned i = 0; ok && modules[i]; i++)
        ok = add_module(cpio, i, modules[i], error);
    return ok;
}

static void add_table(struct cpio *cpio, GBytes *table)
{
    gsize size;
    const void *data = g_bytes_get_data(table, &size);

    cpio_directory(cpio, "kernel", 0755);
    cpio_directory(cpio, "kernel/firmware", 0755);
    cpio_directory(cpio, ACPI_FOLDER, 0755);
    cpio_file(cpio, ACPI_FOLDER "/pmulab.aml", 0644, data, size);
}

static gboolean write_archive(int fd, const struct contents *contents, GError **error)
{
    g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", fd);
    struct cpio *cpio = cpio_create(path, error);
    gboolean ok = TRUE;

    if (!cpio)
        return FALSE;
    if (contents->acpi_table)
        add_table(cpio, contents->acpi_table);
    if (contents->modules)
        ok = add_modules(cpio, contents->modules, error);
    return cpio_close(cpio, ok ? error : NULL) && ok;
}

static int memory_file(GError **error)
{
    int fd = memfd_create("pmulab-initramfs", MFD_CLOEXEC);

    if (fd < 0)
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "cannot make a file in memory: %s",
            g_strerror(errno));
    return fd;
}

/* Appends the file @from, from its beginning, then zeros up to a multiple of 4, which the kernel skips. */
static gboolean copy_padded(int to, int from)
{
    static const char zeros[4];
    off_t at = 0;
    ssize_t n;

    while ((n = sendfile(to, from, &at, 1 << 30)) > 0)
        ;
    return n == 0 && write(to, zeros, (size_t)(-at & 3)) == (-at & 3);
}

static gboolean append_base(int to, const char *base, GError **error)
{
    int from = open(base, O_RDONLY | O_CLOEXEC);
    gboolean ok = from >= 0 && copy_padded(to, from);

    if (!ok)
        error_set_errno(base, error);
    if (from >= 0)
        close(from);
    return ok;
}

static gboolean append_archive(int to, const struct contents *contents, GError **error)
{
    int archive;
    gboolean ok;

    if (!contents->acpi_table && !contents->modules)
        return TRUE;
    archive = memory_file(error);
    if (archive < 0)
        return FALSE;
    ok = write_archive(archive, contents, error) &&
         (copy_padded(to, archive) || error_set_errno("an initramfs in memory", error));
    close(archive);
    return ok;
}

int guest_initramfs_extend(const char *base, GBytes *acpi_table, const char *const *modules, GError **error)
{
    const struct contents before = {.acpi_table = acpi_table}, after = {.modules = modules};
    int joined = memory_file(error);

    if (joined < 0)
        return -1;
    if (append_archive(joined, &before, error) && append_base(joined, base, error) &&
        append_archive(joined, &after, error))
        return joined;
    close(joined);
    return -1;
}
