/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An initramfs with the user's own kernel modules in it. */
#ifndef PMULAB_HARNESS_GUEST_INITRAMFS_H
#define PMULAB_HARNESS_GUEST_INITRAMFS_H

#include <glib.h>

/*
 * Makes, in memory, the archive @base followed by one that holds the files @modules (ending with NULL) as
 * /lib/pmulab/host/00-NAME.ko, 01-NAME.ko and so on: the kernel unpacks one after the other.
 * Returns a file descriptor that belongs to the caller, or -1 with HARNESS_ERROR_FAILED naming the file.
 */
int guest_initramfs_with_modules(const char *base, const char *const *modules, GError **error);

#endif
