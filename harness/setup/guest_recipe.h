/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Describes each guest as one row of data: its architecture, its kernel and its
 * Debian releases. */
#ifndef PMULAB_HARNESS_SETUP_GUEST_RECIPE_H
#define PMULAB_HARNESS_SETUP_GUEST_RECIPE_H

#include <glib.h>

/* The kernel of a guest if the user names none. */
#define GUEST_KERNEL_DEFAULT "stable"

/* One guest. Lists end with NULL. */
struct guest_recipe {
    const char *name;            /* "amd64-backports" */
    const char *arch;            /* Debian's name of the architecture: "amd64" */
    const char *kernel;          /* the user's name for its kernel: "stable", "backports" */
    const char *version;         /* another name, the beginning of its release: "6.12" */
    const char *const *releases; /* Debian releases that supply the packages */
    const char *const *packages;
    const char *const *tools; /* for building a module, of the host's architecture */
    const char *image;        /* the kernel's file, with '%' for its release: "boot/vmlinuz-%" */
    const char *const *base_modules;
    const char *const *machine_modules;
    /* its packages have lib/modules, not usr/lib/modules: before Debian 13 */
    gboolean modules_in_lib;
};

/* Guest number @i, counted from 0, or NULL after the last one. Guests with the
 * default kernel come first. */
const struct guest_recipe *guest_recipe_number(unsigned i);

/* The guest called @name, or NULL. */
const struct guest_recipe *guest_recipe_find(const char *name);

/* Whether a plain `pmulab setup` makes this guest, without --kernel. */
gboolean guest_recipe_is_default(const struct guest_recipe *recipe);

/* Whether @word is its kernel, by name or version, or the guest itself, as
 * "amd64-backports". */
gboolean guest_recipe_has(const struct guest_recipe *recipe, const char *word);

/* Whether there is such a guest. */
gboolean guest_kernel_is_known(const char *word);

/* The name of the guest of @arch whose kernel is called @kernel, by name or
 * version (NULL: the default). NULL with HARNESS_ERROR_USAGE, which lists that
 * architecture's kernels. */
const char *guest_name(const char *arch, const char *kernel, GError **error);

#endif
