/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds modules and their dependencies in all places of a kernel's modules: in
 * a package that was unpacked but never configured, in /lib/modules/RELEASE, or
 * in the kernel's build tree. Each module lists its dependencies itself, so a
 * package without modules.dep suffices.
 */
#ifndef PMULAB_HARNESS_SETUP_KERNEL_MODULES_H
#define PMULAB_HARNESS_SETUP_KERNEL_MODULES_H

#include <glib.h>

/* One module. */
struct kernel_module {
    char *name; /* as in /proc/modules, with underscores: "intel_uncore" */
    /* of the unpacked .ko in the guest, without leading slash:
     * "usr/lib/modules/..." */
    char *path;
    GBytes *object; /* the .ko itself */
};

/* A folder with a kernel's modules. */
struct kernel_module_index;

/*
 * Opens @folder: /lib/modules/RELEASE of a kernel, with modules.order or
 * modules.dep, or a built tree, which lacks modules.order if it has no modules.
 * @inside is the folder's name in the guest, "usr/lib/modules/RELEASE". NULL
 * with G_FILE_ERROR if it has no such list, and no modules.builtin.
 */
struct kernel_module_index *kernel_modules_open(
    const char *folder, const char *inside, GError **error);
void kernel_modules_close(struct kernel_module_index *index);

/* Whether the kernel has module @name, built in or not. */
gboolean kernel_modules_has(const struct kernel_module_index *index, const char *name);

/*
 * Resolves the modules called @names (NULL-terminated; dashes and underscores
 * are equal), with all their dependencies. Each module appears once, after its
 * dependencies; built-in modules are omitted. Returns an array that owns its
 * struct kernel_module. NULL with HARNESS_ERROR_FAILED if a module is neither
 * there nor built in, or can't be read.
 */
GPtrArray *kernel_modules_find(
    const struct kernel_module_index *index, const char *const *names, GError **error);

/* The same for kernel @release below the root @root of packages. */
GPtrArray *kernel_modules_resolve(
    const char *root, const char *release, const char *const *names, GError **error);

/* Reads the module @path: a .ko file, or a packed .ko.xz or .ko.gz. NULL with
 * HARNESS_ERROR_FAILED or G_FILE_ERROR, which names the file. */
GBytes *kernel_module_read(const char *path, GError **error);

/* Unpacks @size bytes of gzip at @data. NULL with G_IO_ERROR. */
GBytes *kernel_gunzip(const void *data, gsize size, GError **error);

/* The length of "NAME.ko" in the file name @file; 0 if kernel_module_read()
 * does not accept such a name. */
gsize kernel_module_file(const char *file);

/* Whether @name can be the name of a module, without folder and suffix. */
gboolean kernel_module_name_is_valid(const char *name);

/* Whether @name, with dashes or underscores, means the module called
 * @module. */
gboolean kernel_module_is(const char *module, const char *name);

#endif
