/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Builds a kernel module of ours for a guest, with this machine's compiler, against the headers of the
 * guest's own kernel. Debian's packages for that have programs of a newer release than this machine may be:
 * they run with the C library that comes with them.
 */
#ifndef PMULAB_HARNESS_SETUP_MODULE_BUILD_H
#define PMULAB_HARNESS_SETUP_MODULE_BUILD_H

#include "harness/setup/apt_tree.h"

#include <glib.h>

/*
 * What a package set needs for it, beside the kernel: package_set.alone, alone_here and stem. There is no
 * module for a guest where the first is NULL.
 */
void module_build_packages(struct package_set *set);

/* Makes the tools of the packages unpacked at @root run here. FALSE with HARNESS_ERROR_FAILED or
 * G_FILE_ERROR. */
gboolean module_build_prepare(const char *root, GError **error);

/* A string that differs whenever the module's sources do. A new string. */
char *module_build_fingerprint(void);

struct module_build {
    const char *root;    /* the unpacked packages */
    const char *release; /* of the kernel: "6.12.107+deb13-arm64" */
    const char *arch;    /* the guest's, as Debian says */
    const char *folder;  /* new, to work in; absolute */
};

/*
 * Builds the module hisi_pmcu and returns it, without symbols for debuggers; the caller owns it. NULL with
 * HARNESS_ERROR_FAILED: a tool is missing, and then it says what to install, or the compiler's first
 * complaint.
 */
GBytes *module_build(const struct module_build *what, struct child_host *host, GError **error);

#endif
