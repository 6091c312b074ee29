/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Extends an initramfs with the user's programs, files and kernel modules, or
 * an ACPI table. */
#ifndef PMULAB_HARNESS_VM_GUEST_INITRAMFS_H
#define PMULAB_HARNESS_VM_GUEST_INITRAMFS_H

#include <glib.h>

/* A file or folder of the host, for the guest. */
struct guest_file {
    char *path; /* on the host */
    char *as;   /* in the guest, absolute: guest_file_as() */
};

/* The additions to an initramfs. Zero or NULL: nothing. */
struct guest_extra {
    GBytes *acpi_table;
    GBytes *kernel_modules;         /* a cpio archive: own_kernel.h */
    const char *const *archives;    /* cpio archives of programs (guest_package.h), up to a NULL */
    const struct guest_file *files; /* up to one without a path */
    const char *const *modules;     /* .ko files, packed or not (kernel_modules.h), up to a NULL */
};

/*
 * Makes, in memory, the archive @base between others; the kernel unpacks all of
 * them in order. The first holds @extra's ACPI table, which the kernel adds to
 * the firmware's tables: it looks for kernel/firmware/acpi/ in an uncompressed
 * archive (Documentation/admin-guide/acpi/initrd_table_override.rst in Linux).
 * After @base come the unchanged kernel modules' archive and the other
 * archives. The last archive contains the files, and the modules as
 * /lib/pmulab/host/00-NAME.ko, 01-NAME.ko and so on. The last file is
 * /lib/pmulab/whole, which lists these files and modules, a line "SIZE PATH"
 * each, so that init can check that all of them arrived. Returns a file
 * descriptor that the caller closes, or -1 with HARNESS_ERROR_FAILED or
 * G_FILE_ERROR, which names the file.
 */
int guest_initramfs_extend(const char *base, const struct guest_extra *extra, GError **error);

/* A checksum of the files and modules of @extra: names, permissions and
 * contents. A new string. NULL with the errors above. */
char *guest_extra_sum(const struct guest_extra *extra, GError **error);

/* Whether @extra has no additions. */
gboolean guest_extra_is_empty(const struct guest_extra *extra);

/*
 * The guest's path for the host file called @base, a new string. It is @as, or
 * @as/@base if @as ends with a slash, or /root/@base if @as is NULL. Scripts
 * run in /root. NULL if @as is not an absolute path, has a part "." or "..", or
 * is in a folder that the guest mounts.
 */
char *guest_file_as(const char *base, const char *as);

#endif
