/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Builds our kernel module for a guest, with this machine's compiler, against
 * the headers of the guest's own kernel. Debian's programs for the build may
 * belong to a newer release than this machine, so they run with their own C
 * library.
 */
#ifndef PMULAB_HARNESS_SETUP_MODULE_BUILD_H
#define PMULAB_HARNESS_SETUP_MODULE_BUILD_H

#include "harness/setup/apt_tree.h"

#include <glib.h>

/* Fills @set->alone, alone_here and stem with the packages that the build needs
 * beside the kernel. A guest whose @set->alone stays NULL has no module. */
void module_build_packages(struct package_set *set, const char *const *tools);

/* Makes the tools of the packages unpacked at @root run on this machine. FALSE
 * with HARNESS_ERROR_FAILED or G_FILE_ERROR. */
gboolean module_build_prepare(const char *root, GError **error);

/* A string that changes whenever the module's sources change. The caller frees
 * it. */
char *module_build_fingerprint(void);

struct module_build {
    const char *root;    /* the unpacked packages */
    const char *release; /* of the kernel: "6.12.107+deb13-arm64" */
    const char *arch;    /* Debian's name of the guest's architecture */
    const char *folder;  /* working folder, created by the build; an absolute path */
};

/* Builds the module hisi_pmcu and returns it without debug symbols; the caller
 * owns it. NULL with HARNESS_ERROR_FAILED: a missing tool and what to install,
 * or the compiler's first complaint. */
GBytes *module_build(const struct module_build *what, struct child_host *host, GError **error);

#endif
