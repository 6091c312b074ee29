/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Collects a guest's files, with their libraries and kernel modules, into a
 * cpio archive. */
#include "harness/setup/initramfs.h"

#include "harness/base/error.h"
#include "harness/format/cpio.h"
#include "harness/format/elf.h"
#include "harness/setup/kernel_modules.h"

#include <string.h>

/* The console, which /init gets as its standard files. Linux,
 * Documentation/admin-guide/devices.txt. */
#define CONSOLE_MAJOR 5
#define CONSOLE_MINOR 1

#define MODULES_FOLDER "usr/lib/pmulab"

/* An archive being written. */
struct writer {
    const struct initramfs *what;
    struct cpio *cpio;
    GHashTable *present; /* names that the archive already has */
};

static void add_directory(struct writer *w, const char *name, unsigned mode)
{
    if (g_hash_table_add(w->present, g_strdup(name)))
        cpio_directory(w->cpio, name, mode);
}

/* Adds all folders that lead to @name. */
static void add_parents(struct writer *w, const char *name)
{
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        g_autofree char *parent = g_strndup(name, (gsize)(slash - name));

        add_directory(w, parent, 0755);
    }
}

static void add_bytes(struct writer *w, const char *name, unsigned mode, GBytes *bytes)
{
    gsize size;
    const void *data = g_bytes_get_data(bytes, &size);

    add_parents(w, name);
    cpio_file(w->cpio, name, mode, data, size);
}

static void add_link(struct writer *w, const char *name, const char *target)
{
    add_parents(w, name);
    cpio_symlink(w->cpio, name, target);
}

static gboolean add_elf(struct writer *w, const char *name, GError **error);

/* The path of the shared library @soname in the packages, without leading
 * slash; NULL if none has it. */
static char *find_library(const struct writer *w, const char *soname)
{
    g_autofree char *multiarch = g_build_filename("usr/lib", w->what->arch->triplet, soname, NULL);
    g_autofree char *plain = g_build_filename("usr/lib", soname, NULL);
    const char *const places[] = {multiarch, plain};

    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        g_autofree char *path = g_build_filename(w->what->root, places[i], NULL);

        if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
            return g_strdup(places[i]);
    }
    return NULL;
}

static gboolean add_libraries(
    struct writer *w, const char *name, const GPtrArray *sonames, GError **error)
{
    for (guint i = 0; i < sonames->len; i++) {
        const char *soname = g_ptr_array_index(sonames, i);
        g_autofree char *library = find_library(w, soname);

        if (!library)
            return error_failed(
                error, "%s needs %s, which is in none of the packages", name, soname);
        if (!add_elf(w, library, error))
            return FALSE;
    }
    return TRUE;
}

/* Adds a program or library and everything it needs to run. */
static gboolean add_elf(struct writer *w, const char *name, GError **error)
{
    g_autofree char *path = g_build_filename(w->what->root, name, NULL);
    g_autoptr(GMappedFile) file = NULL;
    g_autoptr(GBytes) bytes = NULL;
    g_autoptr(GPtrArray) sonames = NULL;
    g_autofree char *interpreter = NULL;

    if (!g_hash_table_add(w->present, g_strdup(name)))
        return TRUE;
    file = g_mapped_file_new(path, FALSE, error);
    if (!file)
        return FALSE;
    bytes = g_mapped_file_get_bytes(file);
    sonames = elf_needed(
        (const guint8 *)g_mapped_file_get_contents(file), g_bytes_get_size(bytes), error);
    if (!sonames) {
        g_prefix_error(error, "%s: ", path);
        return FALSE;
    }
    interpreter =
        elf_interpreter((const guint8 *)g_mapped_file_get_contents(file), g_bytes_get_size(bytes));
    if (interpreter) {
        /* Programs name the dynamic linker by a separate path, outside of the
         * library folders. */
        g_autofree char *linker = g_strconcat("usr", interpreter, NULL);
        g_autofree char *target =
            g_strdup_printf("/usr/lib/%s/%s", w->what->arch->triplet, w->what->arch->linker);

        if (g_hash_table_add(w->present, g_strdup(linker)))
            add_link(w, linker, target);
    }
    add_bytes(w, name, 0755, bytes);
    return add_libraries(w, name, sonames, error);
}

/* Adds a file of the packages, for a program also its libraries. */
static gboolean add_file(struct writer *w, const char *name, GError **error)
{
    g_autofree char *path = g_build_filename(w->what->root, name, NULL);
    g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, error);
    g_autoptr(GBytes) bytes = NULL;
    const char *data;
    gsize size;

    if (!file)
        return FALSE;
    bytes = g_mapped_file_get_bytes(file);
    data = g_bytes_get_data(bytes, &size);
    if (size > 4 && !memcmp(data, "\177ELF", 4))
        return add_elf(w, name, error);
    add_bytes(w, name, 0644, bytes);
    return TRUE;
}

static void add_skeleton(struct writer *w)
{
    static const char *const links[] = {"bin", "sbin", "lib", "lib64"};
    static const char *const folders[] = {"dev", "proc", "sys", "run", "root", "mnt", "mnt/share",
        "etc", "usr", "usr/bin", "usr/sbin", "usr/lib", "usr/lib64", MODULES_FOLDER};

    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++)
        add_directory(w, folders[i], 0755);
    add_directory(w, "tmp", 01777);
    for (size_t i = 0; i < G_N_ELEMENTS(links); i++) {
        g_autofree char *target = g_strconcat("usr/", links[i], NULL);

        add_link(w, links[i], target);
    }
    cpio_character_device(w->cpio, "dev/console", 0600, CONSOLE_MAJOR, CONSOLE_MINOR);
    add_link(w, "usr/bin/sh", "busybox");
    for (const struct initramfs_program *p = w->what->programs; p->name; p++)
        add_bytes(w, p->name, p->mode ? p->mode : 0755, p->bytes);
}

static gboolean is_machine_module(
    const struct writer *w, const struct kernel_module *module, const char **name)
{
    for (const char *const *m = w->what->machine_modules; *m; m++)
        if (kernel_module_is(module->name, *m)) {
            *name = *m;
            return TRUE;
        }
    return FALSE;
}

/* Writes the modules, the list of those for every machine, and a link to each
 * other one. */
static void add_modules(struct writer *w, const GPtrArray *modules)
{
    g_autoptr(GString) list = g_string_new(NULL);
    g_autoptr(GBytes) bytes = NULL;

    for (guint i = 0; i < modules->len; i++) {
        const struct kernel_module *module = g_ptr_array_index(modules, i);
        const char *name;

        add_bytes(w, module->path, 0644, module->object);
        if (is_machine_module(w, module, &name)) {
            g_autofree char *link = g_strdup_printf(MODULES_FOLDER "/%s.ko", name);
            g_autofree char *target = g_strconcat("/", module->path, NULL);

            add_link(w, link, target);
        } else {
            g_string_append_printf(list, "/%s\n", module->path);
        }
    }
    bytes = g_bytes_new(list->str, list->len);
    add_bytes(w, MODULES_FOLDER "/modules", 0644, bytes);
}

static gboolean add_everything(struct writer *w, GError **error)
{
    const struct initramfs *what = w->what;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    g_autoptr(GPtrArray) modules = NULL;

    for (const char *const *name = what->base_modules; *name; name++)
        g_ptr_array_add(names, (gpointer)(guintptr)*name);
    for (const char *const *name = what->machine_modules; *name; name++)
        g_ptr_array_add(names, (gpointer)(guintptr)*name);
    g_ptr_array_add(names, NULL);
    modules = kernel_modules_resolve(
        what->root, what->release, (const char *const *)(gconstpointer)names->pdata, error);
    if (!modules)
        return FALSE;
    add_skeleton(w);
    for (const char *const *file = what->files; *file; file++)
        if (!add_file(w, *file, error))
            return FALSE;
    add_modules(w, modules);
    return TRUE;
}

gboolean initramfs_write(const struct initramfs *what, const char *path, GError **error)
{
    g_autoptr(GHashTable) present = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    struct writer w = {what, cpio_create(path, error), present};
    gboolean complete;

    if (!w.cpio)
        return FALSE;
    complete = add_everything(&w, error);
    /* If the archive is incomplete already, report the first error. */
    return cpio_close(w.cpio, complete ? error : NULL) && complete;
}
