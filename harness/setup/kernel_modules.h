/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds modules and their dependencies in a kernel package that was unpacked but never configured. It has no
 * modules.dep, so each module itself tells its dependencies. */
#ifndef PMULAB_HARNESS_SETUP_KERNEL_MODULES_H
#define PMULAB_HARNESS_SETUP_KERNEL_MODULES_H

#include <glib.h>

/* One module. */
struct kernel_module {
    char *name;     /* as in /proc/modules, with underscores: "intel_uncore" */
    char *path;     /* of the unpacked .ko in the guest, without leading slash: "usr/lib/modules/..." */
    GBytes *object; /* the .ko itself */
};

/*
 * Resolves the modules called @names (NULL-terminated; dashes and underscores are equal) of kernel @release
 * below @root, with all their dependencies. Each module appears once, after those it needs; modules built
 * into the kernel are left out. Returns an array that owns its struct kernel_module, or NULL with
 * HARNESS_ERROR_FAILED if a module is neither there nor built in, or can't be read.
 */
GPtrArray *kernel_modules_resolve(
    const char *root, const char *release, const char *const *names, GError **error);

/* Whether @name, with dashes or underscores, means the module called @module. */
gboolean kernel_module_is(const char *module, const char *name);

#endif
