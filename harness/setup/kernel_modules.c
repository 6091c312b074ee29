/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Resolves the names of kernel modules to unpacked .ko files in load order, for
 * the initramfs. */
#include "harness/setup/kernel_modules.h"

#include "harness/base/error.h"
#include "harness/format/elf.h"
#include "harness/format/xz.h"

#include <gio/gio.h>
#include <string.h>

/* Names to paths below the folder, in the form "kernel/fs/9p/9p.ko" or, in a
 * tree, "fs/9p/9p.ko". */
struct kernel_module_index {
    char *folder; /* on the host */
    char *inside; /* the same in the guest: "usr/lib/modules/RELEASE" */
    GHashTable *modules;
    GHashTable *builtin;
};

/* The modules resolved so far. */
struct closure {
    const struct kernel_module_index *index;
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

/* Returns "9pnet_virtio" for "kernel/net/9p/9pnet-virtio.ko.xz". */
static char *name_of(const char *path)
{
    g_autofree char *base = g_path_get_basename(path);
    char *end = strchr(base, '.');

    if (end)
        *end = 0;
    return canonical(base);
}

/* ---- lists of modules ---- */

/* Lists name a module's object before it is linked (modules.order since Linux
 * 6.2), the module, or the packed module. */
static char *path_of(const char *listed)
{
    const char *dot = strrchr(listed, '/');

    dot = strchr(dot ? dot : listed, '.');
    return g_strdup_printf("%.*s.ko", (int)(dot ? dot - listed : (long)strlen(listed)), listed);
}

/* Reads a list of paths, one per line, such as modules.order and
 * modules.builtin. In modules.dep, a colon follows, and the paths of the
 * module's dependencies. */
static gboolean read_list(
    const struct kernel_module_index *index, const char *list, GHashTable *table, GError **error)
{
    g_autofree char *path = g_build_filename(index->folder, list, NULL);
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;

    if (!g_file_get_contents(path, &text, NULL, error))
        return FALSE;
    lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        (*line)[strcspn(*line, ":")] = '\0';
        if (**line)
            g_hash_table_insert(table, name_of(*line), path_of(*line));
    }
    return TRUE;
}

void kernel_modules_close(struct kernel_module_index *index)
{
    if (!index)
        return;
    g_free(index->folder);
    g_free(index->inside);
    g_hash_table_unref(index->modules);
    g_hash_table_unref(index->builtin);
    g_free(index);
}

/* If both list a module, modules.dep wins: depmod prefers updates to the
 * kernel's own modules. */
struct kernel_module_index *kernel_modules_open(
    const char *folder, const char *inside, GError **error)
{
    struct kernel_module_index *index = g_new0(struct kernel_module_index, 1);
    gboolean ordered, known;

    index->folder = g_strdup(folder);
    index->inside = g_strdup(inside);
    index->modules = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    index->builtin = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    ordered = read_list(index, "modules.order", index->modules, NULL);
    known = read_list(index, "modules.dep", index->modules, NULL);
    if (read_list(index, "modules.builtin", index->builtin, ordered || known ? NULL : error) ||
        ordered || known)
        return index;
    kernel_modules_close(index);
    return NULL;
}

gboolean kernel_modules_has(const struct kernel_module_index *index, const char *name)
{
    g_autofree char *wanted = canonical(name);

    return g_hash_table_contains(index->modules, wanted) ||
           g_hash_table_contains(index->builtin, wanted);
}

/* ---- one module ---- */

GBytes *kernel_gunzip(const void *data, gsize size, GError **error)
{
    g_autoptr(GConverter) unpacker =
        G_CONVERTER(g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP));
    g_autoptr(GInputStream) from = g_memory_input_stream_new_from_data(data, (gssize)size, NULL);
    g_autoptr(GInputStream) packed = g_converter_input_stream_new(from, unpacker);
    g_autoptr(GOutputStream) to = g_memory_output_stream_new_resizable();

    if (g_output_stream_splice(to, packed, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, error) < 0)
        return NULL;
    return g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(to));
}

gboolean kernel_module_name_is_valid(const char *name)
{
    return *name && !name[strspn(name, "-_" G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS)];
}

gsize kernel_module_file(const char *file)
{
    static const char *const suffixes[] = {"", ".xz", ".gz"};

    for (size_t i = 0; i < G_N_ELEMENTS(suffixes); i++) {
        g_autofree char *suffix = g_strconcat(".ko", suffixes[i], NULL);

        if (g_str_has_suffix(file, suffix))
            return strlen(file) - strlen(suffixes[i]);
    }
    return 0;
}

GBytes *kernel_module_read(const char *path, GError **error)
{
    g_autofree char *data = NULL;
    GBytes *object;
    gsize size;

    if (!g_file_get_contents(path, &data, &size, error))
        return NULL;
    if (g_str_has_suffix(path, ".xz"))
        object = xz_unpack((const guint8 *)data, size, error);
    else if (g_str_has_suffix(path, ".gz"))
        object = kernel_gunzip(data, size, error);
    else
        return g_bytes_new_take(g_steal_pointer(&data), size);
    if (!object)
        g_prefix_error(error, "%s: ", path);
    return object;
}

/* Reads the module at @path (which ends in .ko) or, if that is missing, the
 * packed one. */
static GBytes *read_object(const char *path, GError **error)
{
    static const char *const packings[] = {".xz", ".gz"};

    for (size_t i = 0; i < G_N_ELEMENTS(packings); i++) {
        g_autofree char *packed = g_strconcat(path, packings[i], NULL);

        if (!g_file_test(path, G_FILE_TEST_EXISTS) && g_file_test(packed, G_FILE_TEST_EXISTS))
            return kernel_module_read(packed, error);
    }
    return kernel_module_read(path, error);
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
    const struct kernel_module_index *index, const char *name, const char *path, GError **error)
{
    const char *in_tree =
        strncmp(path, "kernel/", 7) && strncmp(path, "updates/", 8) ? "kernel" : "";
    g_autofree char *inside = g_build_filename(index->inside, in_tree, path, NULL);
    g_autofree char *outside = g_build_filename(index->folder, path, NULL);
    GBytes *object = read_object(outside, error);
    struct kernel_module *module;

    if (!object) {
        g_prefix_error(error, "%s: ", outside);
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
static gboolean add_dependencies(
    struct closure *closure, const struct kernel_module *module, GError **error)
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
    if (!path)
        return error_failed(
            error, "%s: the kernel has no module %s", closure->index->folder, spelt);
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

GPtrArray *kernel_modules_find(
    const struct kernel_module_index *index, const char *const *names, GError **error)
{
    g_autoptr(GPtrArray) ordered = g_ptr_array_new_with_free_func(module_free);
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    struct closure closure = {index, seen, ordered};

    for (const char *const *name = names; *name; name++)
        if (!add_module(&closure, *name, error))
            return NULL;
    return g_steal_pointer(&ordered);
}

GPtrArray *kernel_modules_resolve(
    const char *root, const char *release, const char *const *names, GError **error)
{
    g_autofree char *inside = g_build_filename("usr/lib/modules", release, NULL);
    g_autofree char *folder = g_build_filename(root, inside, NULL);
    struct kernel_module_index *index = kernel_modules_open(folder, inside, error);
    GPtrArray *modules = index ? kernel_modules_find(index, names, error) : NULL;

    kernel_modules_close(index);
    return modules;
}
