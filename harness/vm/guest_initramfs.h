/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An initramfs with the user's own kernel modules in it, or an ACPI table. */
#ifndef PMULAB_HARNESS_VM_GUEST_INITRAMFS_H
#define PMULAB_HARNESS_VM_GUEST_INITRAMFS_H

#include <glib.h>

/*
 * Makes, in memory, the archive @base between two others, which the kernel unpacks one after the other. The
 * first holds @acpi_table (may be NULL), which the kernel adds to firmware's: it looks for
 * kernel/firmware/acpi/ in an archive that is not packed
 * (Documentation/admin-guide/acpi/initrd_table_override.rst in Linux). The last holds the files @modules
 * (ending with NULL; or NULL) as /lib/pmulab/host/00-NAME.ko, 01-NAME.ko and so on. Returns a file descriptor
 * that belongs to the caller, or -1 with HARNESS_ERROR_FAILED naming the file.
 */
int guest_initramfs_extend(const char *base, GBytes *acpi_table, const char *const *modules, GError **error);

#endif
