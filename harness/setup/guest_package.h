/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Debian packages for programs in a guest: each with its dependencies, as an
 * archive in the cache. */
#ifndef PMULAB_HARNESS_SETUP_GUEST_PACKAGE_H
#define PMULAB_HARNESS_SETUP_GUEST_PACKAGE_H

#include "harness/base/child.h"

#include <glib.h>

/* Disk space that fetching and unpacking a package needs for a moment, in MiB,
 * roughly. */
#define GUEST_PACKAGE_MIB 400

/* Whether @name can be a package's: Debian's policy, section 5.6.1. */
gboolean guest_package_name_is_valid(const char *name);

/* The cache entry of package @name for @guest (guest_recipe.h must know it),
 * whether it exists or not. Guests of the same architecture and releases share
 * it. A new string. */
char *guest_package_entry(const char *guest, const char *name);

/* The path of the archive of @name with all its dependencies, for
 * guest_initramfs_extend(), as a new string. NULL with HARNESS_ERROR_MISSING if
 * the cache lacks it. */
char *guest_package_find(const char *guest, const char *name, GError **error);

/* Makes the entry from @mirror's packages. They stay unconfigured: no
 * maintainer script runs. The cache's lock must be held. FALSE with
 * HARNESS_ERROR_FAILED or G_FILE_ERROR. */
gboolean guest_package_make(const char *guest, const char *name, const char *mirror,
    struct child_host *host, GError **error);

#endif
