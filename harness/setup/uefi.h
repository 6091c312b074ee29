/* SPDX-License-Identifier: GPL-2.0-or-later */
/* UEFI firmware for arm64 guests that use ACPI: one file in the cache, from a
 * Debian package. */
#ifndef PMULAB_HARNESS_SETUP_UEFI_H
#define PMULAB_HARNESS_SETUP_UEFI_H

#include "harness/base/child.h"

#include <glib.h>

/* Disk space that fetching and unpacking the package needs for a moment, in
 * MiB, roughly. */
#define UEFI_MIB 150

/* The cache entry, whether it exists or not. A new string. */
char *uefi_entry(void);

/* The path of the firmware in the cache as a new string, or NULL with
 * HARNESS_ERROR_FAILED ("run `pmulab setup --uefi`"). */
char *uefi_find(GError **error);

/* Makes the entry from @mirror's package. The cache's lock must be held. FALSE
 * with HARNESS_ERROR_FAILED. */
gboolean uefi_make(const char *mirror, struct child_host *host, GError **error);

#endif
