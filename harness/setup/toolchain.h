/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tools that build kernel modules for a guest, as an entry of the cache:
 * the kernel's headers and programs, and compiler, linker and make of the same
 * release of Debian. They may belong to a newer release than this machine, so
 * they run with their own C library. From the machine they need only a shell
 * and its small programs.
 */
#ifndef PMULAB_HARNESS_SETUP_TOOLCHAIN_H
#define PMULAB_HARNESS_SETUP_TOOLCHAIN_H

#include "harness/base/child.h"

#include <glib.h>

/* Approximate disk space for making one, in MiB. */
#define TOOLCHAIN_MIB 600

/* Free with toolchain_clear(). */
struct toolchain {
    char *root;     /* the unpacked packages */
    char *release;  /* of the guest's kernel: "6.12.107+deb13-amd64" */
    char *version;  /* of the kernel's packages: "6.12.107-1" */
    char *cross;    /* "x86_64-linux-gnu-" */
    char *compiler; /* "x86_64-linux-gnu-gcc-14" */
    char *path;     /* for the environment: these tools first */
};

/*
 * Finds the tools for the guest called @guest; guest_recipe.h must know it, and
 * it must be in the cache. Fetches them if they are missing. FALSE with
 * HARNESS_ERROR_MISSING if the guest is missing. FALSE with
 * HARNESS_ERROR_FAILED or G_FILE_ERROR if they cannot be fetched; the message
 * says if the archive has dropped the kernel's headers.
 */
gboolean toolchain_get(
    const char *guest, struct toolchain *out, struct child_host *host, GError **error);

void toolchain_clear(struct toolchain *toolchain);

/*
 * The archive linux-source-VERSION.tar.xz with the sources of @toolchain's
 * kernel, fetched into the cache if it is missing. A new string. NULL with
 * HARNESS_ERROR_FAILED or G_FILE_ERROR.
 */
char *toolchain_sources(
    const char *guest, const struct toolchain *toolchain, struct child_host *host, GError **error);

#endif
