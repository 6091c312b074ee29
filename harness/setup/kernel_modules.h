/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The modules of a kernel package that was unpacked but never set up: there is no modules.dep, so what a
 * module depends on is read from the module itself.
 */
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
 * The modules called @names (NULL-terminated; dashes and underscores are the same) of kernel @release below
 * @root, and all that they depend on, each once and after those it needs. What is built into the kernel is
 * left out. Returns an array of struct kernel_module that owns them, or NULL with HARNESS_ERROR_FAILED:
 * a module that is neither there nor built in, or one that can't be read.
 */
GPtrArray *kernel_modules_resolve(
    const char *root, const char *release, const char *const *names, GError **error);

/* Whether @name, in any spelling, means the module called @module. */
gboolean kernel_module_is(const char *module, const char *name);

#endif
