/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Builds the modules of a developer's folder for a guest, and extracts a
 * driver's folder from the kernel's sources. */
#ifndef PMULAB_HARNESS_SETUP_DRIVER_BUILD_H
#define PMULAB_HARNESS_SETUP_DRIVER_BUILD_H

#include "harness/setup/toolchain.h"

#include <glib.h>

/* The result of one build. Free with driver_build_clear(). */
struct driver_build {
    GPtrArray *modules; /* of char *: paths of .ko files, with debug symbols */
    char *release;      /* of the modules' kernel */
    char *log;          /* path of the whole output of make and the compiler */
    char *warning;      /* the first one, or NULL */
    unsigned warnings;
};

/* Whether @folder can be built: it has a Kbuild or a Makefile, and make accepts
 * its path. FALSE with HARNESS_ERROR_USAGE. driver_build() checks the same; use
 * this before a long fetch. */
gboolean driver_build_check(const char *folder, GError **error);

/*
 * Builds, in @folder itself, the modules that its Kbuild or Makefile names, for
 * the kernel of the guest called @guest. Keeps object files, so the next build
 * recompiles only changed sources. FALSE with HARNESS_ERROR_USAGE if @folder is
 * no such folder, with the errors of toolchain_get(), and with
 * HARNESS_ERROR_FAILED if the build fails, with the first error's line and the
 * path of the log, or makes no module.
 */
gboolean driver_build(const char *folder, const char *guest, struct driver_build *out,
    struct child_host *host, GError **error);

void driver_build_clear(struct driver_build *build);

/*
 * Copies the folder @inside ("arch/x86/events/intel") of @guest's kernel
 * sources to the same place in @tree, with the files that it includes from the
 * folders above. If @tree is NULL, it is linux-VERSION in the working
 * directory. An existing folder stays unchanged; @made is FALSE then. Returns
 * the folder's path as a new string; NULL with HARNESS_ERROR_USAGE if the
 * kernel has no such folder, and with the errors of toolchain_get() and
 * toolchain_sources().
 */
char *driver_sources(const char *inside, const char *guest, const char *tree, gboolean *made,
    struct child_host *host, GError **error);

#endif
