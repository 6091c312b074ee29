/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Joins cpio archives in a file in memory: an ACPI table, the guest's
 * initramfs, programs of packages, and the user's files and modules. */
#include "harness/vm/guest_initramfs.h"

#include "harness/base/error.h"
#include "harness/format/cpio_tree.h"
#include "harness/setup/kernel_modules.h"
#include "harness/vm/cpio_members.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#define HOST_MODULES "lib/pmulab/host"
#define ACPI_FOLDER  "kernel/firmware/acpi"
#define WHOLE        "lib/pmulab/whole"

static gboolean add_module(struct cpio *cpio, unsigned index, const char *path, GError **error)
{
    g_autoptr(GBytes) object = kernel_module_read(path, error);
    g_autofree char *base = g_path_get_basename(path);
    g_autofree char *name =
        g_strdup_printf(HOST_MODULES "/%02u-%.*s", index, (int)kernel_module_file(base), base);
    gsize size;
    const void *data;

    if (!object)
        return FALSE;
    data = g_bytes_get_data(object, &size);
    cpio_file(cpio, name, 0644, data, size);
    return TRUE;
}

static gboolean write_archive(int fd, const struct guest_extra *contents, GError **error)
{
    g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", fd);
    struct cpio *cpio = cpio_create(path, error);
    const struct guest_file *file = contents->files;
    const char *const *modules = contents->modules;
    gboolean ok = TRUE;

    if (!cpio)
        return FALSE;
    if (contents->acpi_table) {
        gsize size;
        const void *table = g_bytes_get_data(contents->acpi_table, &size);

        cpio_directory(cpio, "kernel", 0755);
        cpio_directory(cpio, "kernel/firmware", 0755);
        cpio_directory(cpio, ACPI_FOLDER, 0755);
        cpio_file(cpio, ACPI_FOLDER "/pmulab.aml", 0644, table, size);
    }
    /* A package's archive may already have a folder: it stays. */
    for (; ok && file && file->path; file++) {
        cpio_parents(cpio, file->as + 1);
        ok = cpio_tree(cpio, file->path, file->as + 1, error);
    }
    if (ok && modules)
        cpio_directory(cpio, HOST_MODULES, 0755);
    for (unsigned i = 0; ok && modules && modules[i]; i++)
        ok = add_module(cpio, i, modules[i], error);
    return cpio_close(cpio, ok ? error : NULL) && ok;
}

static int memory_file(GError **error)
{
    int fd = memfd_create("pmulab-initramfs", MFD_CLOEXEC);

    if (fd < 0)
        error_failed(error, "cannot make a file in memory: %s", g_strerror(errno));
    return fd;
}

/* Appends the file @from, from its beginning, then zeros up to a multiple of 4,
 * which the kernel skips. */
static gboolean copy_padded(int to, int from)
{
    static const char zeros[4];
    off_t at = 0;
    ssize_t n;

    while ((n = sendfile(to, from, &at, 1 << 30)) > 0)
        ;
    return n == 0 && write(to, zeros, (size_t)(-at & 3)) == (-at & 3);
}

static gboolean append_file(int to, const char *path, GError **error)
{
    int from = open(path, O_RDONLY | O_CLOEXEC);
    gboolean ok = from >= 0 && copy_padded(to, from);

    if (!ok)
        error_set_errno(path, error);
    if (from >= 0)
        close(from);
    return ok;
}

static gboolean append_files(int to, const char *const *paths, GError **error)
{
    for (; paths && *paths; paths++)
        if (!append_file(to, *paths, error))
            return FALSE;
    return TRUE;
}

/* A multiple of 4 bytes, as cpio archives are. */
static gboolean append_bytes(int to, GBytes *bytes, GError **error)
{
    gsize size = 0;
    const char *data = bytes ? g_bytes_get_data(bytes, &size) : NULL;

    while (size) {
        ssize_t n = write(to, data, size);

        if (n < 0)
            return error_set_errno("an initramfs in memory", error);
        data += n;
        size -= (gsize)n;
    }
    return TRUE;
}

static gboolean append_archive(int to, const struct guest_extra *contents, GError **error)
{
    int archive;
    gboolean ok;

    if (guest_extra_is_empty(contents))
        return TRUE;
    archive = memory_file(error);
    if (archive < 0)
        return FALSE;
    ok = write_archive(archive, contents, error) &&
         (copy_padded(to, archive) || error_set_errno("an initramfs in memory", error));
    close(archive);
    return ok;
}

/* ---- what arrives ---- */

/* A line for each file of the archive @data. A later member of the same name
 * replaces the file. */
static GString *list_of(const char *data, gsize size)
{
    g_autoptr(GHashTable) ends = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GString *list = g_string_new(NULL);
    struct cpio_member member;

    for (gsize at = 0; cpio_member_next(data, size, &at, &member);)
        g_hash_table_insert(ends, g_strdup(member.name), GSIZE_TO_POINTER(at));
    for (gsize at = 0; cpio_member_next(data, size, &at, &member);)
        if (g_hash_table_lookup(ends, member.name) == GSIZE_TO_POINTER(at) &&
            S_ISREG(member.mode) && !strchr(member.name, '\n'))
            g_string_append_printf(list, "%u /%s\n", member.size, member.name);
    return list;
}

/* Appends the list of the files in @to from @from on, as an archive. */
static gboolean append_list(int to, gsize from, GError **error)
{
    g_autoptr(GMappedFile) file = g_mapped_file_new_from_fd(to, FALSE, error);
    g_autoptr(GString) list = NULL;
    g_autofree char *path = NULL;
    struct cpio *cpio;
    gboolean ok;
    int archive;

    if (!file || (archive = memory_file(error)) < 0)
        return FALSE;
    list = list_of(g_mapped_file_get_contents(file) + from, g_mapped_file_get_length(file) - from);
    path = g_strdup_printf("/proc/self/fd/%d", archive);
    cpio = cpio_create(path, error);
    if (cpio)
        cpio_file(cpio, WHOLE, 0644, list->str, list->len);
    ok = cpio && cpio_close(cpio, error) &&
         (copy_padded(to, archive) || error_set_errno("an initramfs in memory", error));
    close(archive);
    return ok;
}

int guest_initramfs_extend(const char *base, const struct guest_extra *extra, GError **error)
{
    const struct guest_extra before = {.acpi_table = extra->acpi_table};
    const struct guest_extra after = {.files = extra->files, .modules = extra->modules};
    int joined = memory_file(error);
    off_t from;

    if (joined < 0)
        return -1;
    if (append_archive(joined, &before, error) && append_file(joined, base, error) &&
        append_bytes(joined, extra->kernel_modules, error) &&
        append_files(joined, extra->archives, error) && (from = lseek(joined, 0, SEEK_CUR)) >= 0 &&
        append_archive(joined, &after, error) && append_list(joined, (gsize)from, error))
        return joined;
    close(joined);
    return -1;
}

char *guest_extra_sum(const struct guest_extra *extra, GError **error)
{
    const struct guest_extra summed = {.files = extra->files, .modules = extra->modules};
    g_autoptr(GMappedFile) file = NULL;
    g_autoptr(GBytes) bytes = NULL;
    int fd = memory_file(error);

    if (fd >= 0 && append_archive(fd, &summed, error))
        file = g_mapped_file_new_from_fd(fd, FALSE, error);
    bytes = file ? g_mapped_file_get_bytes(file) : NULL;
    if (fd >= 0)
        close(fd);
    return bytes ? g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, bytes) : NULL;
}

gboolean guest_extra_is_empty(const struct guest_extra *extra)
{
    return !extra->acpi_table && !extra->kernel_modules && !(extra->archives && *extra->archives) &&
           !(extra->files && extra->files->path) && !(extra->modules && *extra->modules);
}

/* ---- places of files ---- */

/* Whether the guest's init mounts something over the first folder of @as, an
 * absolute path. */
static gboolean is_mounted_over(const char *as)
{
    static const char *const mounted[] = {"dev", "proc", "sys", "tmp", "run", "mnt"};
    size_t n = strcspn(as + 1, "/");

    for (size_t i = 0; i < G_N_ELEMENTS(mounted); i++)
        if (strlen(mounted[i]) == n && !strncmp(as + 1, mounted[i], n))
            return TRUE;
    return FALSE;
}

static gboolean is_plain(const char *as)
{
    g_auto(GStrv) parts = g_strsplit(as, "/", -1);

    if (*as != '/')
        return FALSE;
    for (char **part = parts + 1; *part; part++)
        if (!strcmp(*part, ".") || !strcmp(*part, "..") || (!**part && part[1]))
            return FALSE;
    return !is_mounted_over(as);
}

char *guest_file_as(const char *base, const char *as)
{
    static const char *const links[] = {"/bin/", "/sbin/", "/lib/", "/lib64/"};
    g_autofree char *whole = !as                         ? g_strconcat("/root/", base, NULL)
                             : g_str_has_suffix(as, "/") ? g_strconcat(as, base, NULL)
                                                         : g_strdup(as);

    if (!is_plain(whole))
        return NULL;
    /* An archive with paths through links at the guest's root would replace
     * these with folders. */
    for (size_t i = 0; i < G_N_ELEMENTS(links); i++)
        if (g_str_has_prefix(whole, links[i]))
            return g_strconcat("/usr", whole, NULL);
    return g_steal_pointer(&whole);
}
