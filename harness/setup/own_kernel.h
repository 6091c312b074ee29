/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A kernel of the user's: a file, or the tree that it was built in. Finds its image, release and modules. */
#ifndef PMULAB_HARNESS_SETUP_OWN_KERNEL_H
#define PMULAB_HARNESS_SETUP_OWN_KERNEL_H

#include <glib.h>

/* Free with own_kernel_clear(). */
struct own_kernel {
    char *image;       /* path of the file for QEMU's -kernel */
    char *release;     /* as `uname -r` in the guest; NULL: the file does not tell */
    char *modules;     /* folder of its modules; NULL: none, or @guest has them */
    const char *guest; /* a guest in the cache with this very release (guest_recipe.h), or NULL */
    char *looked;      /* where modules were looked for, with commas between; for messages */
};

/* What such a kernel must bring, besides what every guest loads. */
struct own_kernel_needs {
    const char *guest;          /* the guest that it replaces the kernel of */
    const char *const *modules; /* of the machine */
    gboolean share;             /* 9p */
};

/*
 * Finds out about @path, a file or a tree, for a guest of @arch. The release is in the image, or else behind
 * the first dash of its name. Modules of a file are looked for in its folder, in lib/modules/RELEASE and
 * usr/lib/modules/RELEASE beside and above it, in the tree around it, in the host's /lib/modules/RELEASE, and
 * at last in the cache's guests. FALSE with HARNESS_ERROR_USAGE if there is no such file, or the tree has no
 * kernel.
 */
gboolean own_kernel_find(const char *path, const char *arch, struct own_kernel *kernel, GError **error);

/*
 * Packs the modules that @needs and those that they need as an archive for guest_initramfs_extend(): it
 * replaces the list of modules of the guest. FALSE with HARNESS_ERROR_USAGE, which says what is missing, and
 * where it was looked for. @archive is NULL if the guest's own modules fit.
 */
gboolean own_kernel_pack(
    const struct own_kernel *kernel, const struct own_kernel_needs *needs, GBytes **archive, GError **error);

/* Its release as numbers to compare: -1, 0 or 1 as @release ("6.12.107+deb13-amd64") is before, at or behind
 * @version ("6.12"); numbers that @version lacks do not count. */
int own_kernel_compare(const char *release, const char *version);

/* Whether @version is one: numbers with dots between, "6.12". */
gboolean own_kernel_version_is_valid(const char *version);

void own_kernel_clear(struct own_kernel *kernel);

#endif
