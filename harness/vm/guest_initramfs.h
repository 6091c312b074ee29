/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Extends an initramfs with the user's kernel modules or an ACPI table. */
#ifndef PMULAB_HARNESS_VM_GUEST_INITRAMFS_H
#define PMULAB_HARNESS_VM_GUEST_INITRAMFS_H

#include <glib.h>

/*
 * Makes, in memory, the archive @base between two others; the kernel unpacks all three in order. The first
 * holds @acpi_table (may be NULL), which the kernel adds to the firmware's tables: it looks for
 * kernel/firmware/acpi/ in an uncompressed archive (Documentation/admin-guide/acpi/initrd_table_override.rst
 * in Linux). The last holds the files @modules (ending with NULL; or NULL) as /lib/pmulab/host/00-NAME.ko,
 * 01-NAME.ko and so on. Returns a file descriptor that the caller closes, or -1 with HARNESS_ERROR_FAILED,
 * which names the file.
 */
int guest_initramfs_extend(const char *base, GBytes *acpi_table, const char *const *modules, GError **error);

#endif
