/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Resolves the names of kernel modules to unpacked .ko files in load order, for the initramfs. */
#include "harness/setup/kernel_modules.h"

#include "harness/base/elf.h"
#include "harness/base/error.h"
#include "harness/base/xz.h"

#include <string.h>

/* The modules of a kernel package: name to path below the release's folder ("kernel/fs/9p/9p.ko"). */
struct index {
    const char *root;
    char *folder; /* "usr/lib/modules/RELEASE" */
    GHashTable *modules;
    GHashTable *builtin;
};

/* The modules resolved so far. */
struct closure {
    const struct index *index;
    GHashTable *seen; /* names */
    GPtrArray *ordered;
};

static char *canonical(const char *name)
{
    return g_strdelimit(g_strdup(name), "-", '_');
}

gboolean kernel_module_is(const char *module, const char *name)
{
    g_autofree char *wanted = canonical(name);

    return !strcmp(module, wanted);
}

/* Returns "9pnet_virtio" for "kernel/net/9p/9pnet-virtio.ko". */
static char *name_of(const char *path)
{
    g_autofree char *base = g_path_get_basename(path);
    char *end = strrchr(base, '.');

    if (end)
        *end = 0;
    return canonical(base);
}

/* Reads a list of paths, one per line, such as modules.order and modules.builtin. */
static GHashTable *read_list(const struct index *index, const char *list, GError **error)
{
    g_autoptr(GHashTable) table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autofree char *path = g_build_filename(index->root, index->folder, list, NULL);
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;

    if (!g_file_get_contents(path, &text, NULL, error))
        return NULL;
    lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++)
        if (**line)
            g_hash_table_insert(table, name_of(*line), g_strdup(*line));
    return g_steal_pointer(&table);
}

static void index_clear(struct index *index)
{
    g_free(index->folder);
    g_clear_pointer(&index->modules, g_hash_table_unref);
    g_clear_pointer(&index->builtin, g_hash_table_unref);
}

static gboolean index_open(struct index *index, const char *root, const char *release, GError **error)
{
    *index = (struct index){.root = root, .folder = g_build_filename("usr/lib/modules", release, NULL)};
    index->modules = read_list(index, "modules.order", error);
    if (index->modules)
        index->builtin = read_list(index, "modules.builtin", error);
    return index->modules && index->builtin;
}

/* Reads the module at @path (which ends in .ko). The package may hold it compressed. */
static GBytes *read_object(const char *path, GError **error)
{
    g_autofree char *packed = g_strconcat(path, ".xz", NULL);
    g_autofree char *data = NULL;
    gsize size;

    if (g_file_get_contents(path, &data, &size, NULL))
        return g_bytes_new_take(g_steal_pointer(&data), size);
    if (!g_file_get_contents(packed, &data, &size, error))
        return NULL;
    return xz_unpack((const guint8 *)data, size, error);
}

static void module_free(gpointer data)
{
    struct kernel_module *module = data;

    g_free(module->name);
    g_free(module->path);
    g_clear_pointer(&module->object, g_bytes_unref);
    g_free(module);
}

static struct kernel_module *module_load(
    const struct index *index, const char *name, const char *path, GError **error)
{
    g_autofree char *inside = g_build_filename(index->folder, path, NULL);
    g_autofree char *outside = g_build_filename(index->root, inside, NULL);
    GBytes *object = read_object(outside, error);
    struct kernel_module *module;

    if (!object) {
        g_prefix_error(error, "%s: ", inside);
        return NULL;
    }
    module = g_new0(struct kernel_module, 1);
    module->name = g_strdup(name);
    module->path = g_steal_pointer(&inside);
    module->object = object;
    return module;
}

static gboolean add_module(struct closure *closure, const char *name, GError **error);

/* "depends" is a comma-separated list, empty for most modules. */
static gboolean add_dependencies(struct closure *closure, const struct kernel_module *module, GError **error)
{
    gsize size;
    const guint8 *data = g_bytes_get_data(module->object, &size);
    g_autofree char *depends = elf_modinfo(data, size, "depends", error);
    g_auto(GStrv) names = NULL;

    if (!depends) {
        g_prefix_error(error, "%s: ", module->path);
        return FALSE;
    }
    names = g_strsplit(depends, ",", -1);
    for (char **name = names; *name; name++)
        if (**name && !add_module(closure, *name, error))
            return FALSE;
    return TRUE;
}

/* Depth first, so that a module's dependencies come before it. */
static gboolean add_module(struct closure *closure, const char *spelt, GError **error)
{
    g_autofree char *name = canonical(spelt);
    const char *path = g_hash_table_lookup(closure->index->modules, name);
    struct kernel_module *module;

    if (g_hash_table_contains(closure->index->builtin, name) ||
        !g_hash_table_add(closure->seen, g_strdup(name)))
        return TRUE;
    if (!path) {
        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED, "%s: the kernel has no module %s",
            closure->index->folder, spelt);
        return FALSE;
    }
    module = module_load(closure->index, name, path, error);
    if (!module)
        return FALSE;
    if (!add_dependencies(closure, module, error)) {
        module_free(module);
        return FALSE;
    }
    g_ptr_array_add(closure->ordered, module);
    return TRUE;
}

GPtrArray *kernel_modules_resolve(
    const char *root, const char *release, const char *const *names, GError **error)
{
    g_autoptr(GPtrArray) ordered = g_ptr_array_new_with_free_func(module_free);
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    struct index index;
    struct closure closure = {&index, seen, ordered};
    gboolean complete = index_open(&index, root, release, error);

    for (const char *const *name = names; complete && *name; name++)
        complete = add_module(&closure, *name, error);
    index_clear(&index);
    return complete ? g_steal_pointer(&ordered) : NULL;
}
