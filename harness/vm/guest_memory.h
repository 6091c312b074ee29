/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's memory: its size, and whether its initramfs fits in. */
#ifndef PMULAB_HARNESS_VM_GUEST_MEMORY_H
#define PMULAB_HARNESS_VM_GUEST_MEMORY_H

#include "harness/vm/guest_options.h"

#define GUEST_MEMORY_MIN_MIB 64
#define GUEST_MEMORY_MAX_MIB 65536

#define GUEST_MEMORY_EXPECTED "a size from 64M to 64G, in MiB or with M or G"

/* Reads "3072", "3072M" or "3G" into @mib. FALSE if @text is not such a size
 * within the limits. */
gboolean guest_memory_parse(const char *text, unsigned *mib);

/* Size of the guest's memory in MiB. */
unsigned guest_memory_mib(const struct guest_options *options);

/*
 * Checks that the kernel can unpack the initramfs @fd, joined cpio archives.
 * FALSE with HARNESS_ERROR_USAGE and the size that suffices, or with
 * G_FILE_ERROR.
 */
gboolean guest_memory_check(const struct guest_options *options, int fd, GError **error);

#endif
