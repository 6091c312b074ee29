/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Extends an initramfs with the user's programs, files and kernel modules, or an ACPI table. */
#ifndef PMULAB_HARNESS_VM_GUEST_INITRAMFS_H
#define PMULAB_HARNESS_VM_GUEST_INITRAMFS_H

#include <glib.h>

/* A file or folder of the host, for the guest. */
struct guest_file {
    char *path; /* on the host */
    char *as;   /* in the guest, absolute: guest_file_as() */
};

/* What an initramfs is extended with. Zero or NULL: nothing. */
struct guest_extra {
    GBytes *acpi_table;
    GBytes *kernel_modules;         /* a cpio archive: own_kernel.h */
    const char *const *archives;    /* cpio archives of programs (guest_package.h), up to a NULL */
    const struct guest_file *files; /* up to one without a path */
    const char *const *modules;     /* .ko files, packed or not (kernel_modules.h), up to a NULL */
};

/*
 * Makes, in memory, the archive @base between others; the kernel unpacks all of them in order. The first
 * holds @extra's ACPI table, which the kernel adds to the firmware's tables: it looks for
 * kernel/firmware/acpi/ in an uncompressed archive (Documentation/admin-guide/acpi/initrd_table_override.rst
 * in Linux). After @base come the kernel's modules and the archives as they are; then one that holds the
 * files, and the modules as /lib/pmulab/host/00-NAME.ko, 01-NAME.ko and so on. The last file is
 * /lib/pmulab/whole, which lists these files and modules, a line "SIZE PATH" each, so init can see whether
 * all of them arrived. Returns a file descriptor that the caller closes, or -1 with HARNESS_ERROR_FAILED or
 * G_FILE_ERROR, which names the file.
 */
int guest_initramfs_extend(const char *base, const struct guest_extra *extra, GError **error);

/* A checksum of the files and modules of @extra: names, permissions and contents. A new string. NULL with the
 * errors above. */
char *guest_extra_sum(const struct guest_extra *extra, GError **error);

/* Whether @extra has anything. */
gboolean guest_extra_is_empty(const struct guest_extra *extra);

/*
 * Where a file of the host called @base lies in the guest if a scenario says @as: there; in that folder if it
 * ends with a slash; in /root, where scripts run, if it is NULL. A new string; NULL if @as is not an absolute
 * path, or has a part "." or "..", or is in a folder that the guest mounts.
 */
char *guest_file_as(const char *base, const char *as);

#endif
