/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A user's kernel: a file, or its build tree. Finds its image, release and
 * modules. */
#ifndef PMULAB_HARNESS_SETUP_OWN_KERNEL_H
#define PMULAB_HARNESS_SETUP_OWN_KERNEL_H

#include <glib.h>

/* Free with own_kernel_clear(). */
struct own_kernel {
    char *image;       /* path of the file for QEMU's -kernel */
    char *release;     /* as `uname -r` in the guest; NULL: not in the file */
    char *modules;     /* its modules' folder; NULL: none, or @guest has them */
    const char *guest; /* a guest in the cache with this very release (guest_recipe.h), or NULL */
    char *looked;      /* the searched places for modules, comma-separated; for messages */
};

/* The modules that such a kernel needs, besides every guest's modules. */
struct own_kernel_needs {
    const char *guest;          /* the guest whose kernel it replaces */
    const char *const *modules; /* of the machine */
    gboolean share;             /* 9p */
};

/*
 * Examines @path, a file or a tree, for a guest of @arch. The release is in the
 * image, or else after the first dash of its name. Searches a file's modules in
 * its folder, in lib/modules/RELEASE and usr/lib/modules/RELEASE beside and
 * above it, in the tree around it, in the host's /lib/modules/RELEASE, and
 * finally in the cache's guests. FALSE with HARNESS_ERROR_USAGE if there is no
 * such file, or the tree has no kernel.
 */
gboolean own_kernel_find(
    const char *path, const char *arch, struct own_kernel *kernel, GError **error);

/*
 * Packs the modules of @needs with their dependencies as an archive for
 * guest_initramfs_extend(). The archive replaces the guest's list of modules.
 * FALSE with HARNESS_ERROR_USAGE, which names the missing module and the
 * searched places. @archive is NULL if the guest's own modules fit.
 */
gboolean own_kernel_pack(const struct own_kernel *kernel, const struct own_kernel_needs *needs,
    GBytes **archive, GError **error);

/* Compares releases as numbers. Returns -1, 0 or 1 if @release
 * ("6.12.107+deb13-amd64") is before, at or after @version ("6.12"). Ignores
 * numbers that @version lacks. */
int own_kernel_compare(const char *release, const char *version);

/* Whether @version is a version: numbers separated by dots, "6.12". */
gboolean own_kernel_version_is_valid(const char *version);

void own_kernel_clear(struct own_kernel *kernel);

#endif
