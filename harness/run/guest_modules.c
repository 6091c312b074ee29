/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sends the user's modules to a guest that takes commands, and loads them. */
#include "harness/run/guest_modules.h"

#include "harness/base/error.h"
#include "harness/format/elf.h"
#include "harness/format/xz.h"
#include "harness/setup/guest_image.h"
#include "harness/setup/kernel_modules.h"

#include <string.h>

static void add(
    struct guest_modules *modules, char *name, const char *path, GBytes *whole, GBytes *packed)
{
    guint at;

    if (g_ptr_array_find_with_equal_func(modules->names, name, g_str_equal, &at)) {
        g_free(g_ptr_array_steal_index(modules->names, at));
        g_ptr_array_remove_index(modules->paths, at);
        g_ptr_array_remove_index(modules->whole, at);
        g_ptr_array_remove_index(modules->packed, at);
    }
    g_ptr_array_add(modules->names, name);
    g_ptr_array_add(modules->paths, g_strdup(path));
    g_ptr_array_add(modules->whole, whole);
    g_ptr_array_add(modules->packed, packed);
}

/* Adds the module in @object, which comes from @path. */
static gboolean add_object(
    struct guest_modules *modules, GBytes *object, const char *path, GError **error)
{
    g_autofree char *name = NULL;
    g_autoptr(GBytes) bare = NULL;
    gsize size;
    const void *bytes;

    bytes = g_bytes_get_data(object, &size);
    name = elf_modinfo(bytes, size, "name", error);
    bare = name ? elf_without_debug(bytes, size, error) : NULL;
    if (!bare) {
        g_prefix_error(error, "module %s: ", path);
        return FALSE;
    }
    bytes = g_bytes_get_data(bare, &size);
    add(modules, g_steal_pointer(&name), path, g_bytes_ref(object), xz_pack(bytes, size));
    return TRUE;
}

/* The module @name of @guest's kernel. Its packages stay in the cache. */
static gboolean read_kernels(
    struct guest_modules *modules, const char *name, const char *guest, GError **error)
{
    const char *const names[] = {name, NULL};
    g_autofree char *packages = guest_packages_entry(guest);
    g_autofree char *root = g_build_filename(packages, "root", NULL);
    g_autoptr(GPtrArray) found = NULL;
    struct guest_image image;
    gboolean ok = TRUE;

    if (!guest_image_find(guest, &image, error))
        return FALSE;
    found = kernel_modules_resolve(root, image.release, names, error);
    guest_image_clear(&image);
    for (guint i = 0; found && i < found->len && ok; i++) {
        const struct kernel_module *module = g_ptr_array_index(found, i);

        ok = add_object(modules, module->object, module->path, error);
    }
    return found && ok;
}

static gboolean read_one(
    struct guest_modules *modules, const char *path, const char *guest, GError **error)
{
    g_autoptr(GBytes) object = NULL;

    if (kernel_module_name_is_valid(path))
        return read_kernels(modules, path, guest, error);
    object = kernel_module_read(path, error);
    return object && add_object(modules, object, path, error);
}

gboolean guest_modules_read(
    struct guest_modules *modules, const GPtrArray *paths, const char *guest, GError **error)
{
    *modules = (struct guest_modules){
        .names = g_ptr_array_new_with_free_func(g_free),
        .paths = g_ptr_array_new_with_free_func(g_free),
        .whole = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref),
        .packed = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref),
    };
    for (guint i = 0; i < paths->len; i++)
        if (!read_one(modules, g_ptr_array_index(paths, i), guest, error))
            return FALSE;
    g_ptr_array_add(modules->names, NULL);
    return TRUE;
}

/*
 * The module also replaces the guest's file, in either spelling, since
 * scenarios load it again. Among the kernel's messages, an oops comes first,
 * then the last ones.
 */
static char *load_command(const char *name, const char *file)
{
    g_autofree char *dashed = g_strdelimit(g_strdup(name), "_", '-');

    return g_strdup_printf(
        "unxz %s.xz\n"
        "for own in /lib/pmulab/%s.ko /lib/pmulab/%s.ko; do\n"
        "    [ ! -e $own ] || cp %s $own\n"
        "done\n"
        "insmod %s && exit\n"
        "dmesg | grep -m 1 -E 'BUG:|Oops|Internal error' >&2 || dmesg | tail -n 1 >&2\n"
        "exit 1\n",
        file, name, dashed, file, file);
}

gboolean guest_modules_queue(
    const struct guest_modules *modules, struct guest *guest, unsigned step, GError **error)
{
    for (guint i = 0; i < modules->packed->len; i++) {
        const char *name = g_ptr_array_index(modules->names, i);
        g_autofree char *file = g_strdup_printf("/run/pmulab/%s.ko", name);
        g_autofree char *packed = g_strconcat(file, ".xz", NULL);
        g_autofree char *command = load_command(name, file);

        guest_queue_file(guest, packed, g_ptr_array_index(modules->packed, i));
        if (!guest_queue(guest, step, command, error))
            return FALSE;
    }
    return TRUE;
}

gboolean guest_modules_take(
    const struct guest_modules *modules, struct guest *guest, GError **error)
{
    for (guint i = 0; i < modules->packed->len; i++) {
        const char *path = g_ptr_array_index(modules->paths, i);
        struct guest_result result;
        gboolean ok = guest_take(guest, &result, error);

        if (!ok) {
            g_prefix_error(error, "module %s: ", path);
        } else if (result.status) {
            /* insmod's line and the kernel's, as one. */
            g_auto(GStrv) lines = g_strsplit(g_strchomp(result.err->str), "\n", -1);
            g_autofree char *reasons = g_strjoinv("; ", lines);

            ok = error_failed(error, "module %s does not load: %s", path, reasons);
        }
        guest_result_clear(&result);
        if (!ok)
            return FALSE;
    }
    return TRUE;
}

void guest_modules_clear(struct guest_modules *modules)
{
    g_clear_pointer(&modules->names, g_ptr_array_unref);
    g_clear_pointer(&modules->paths, g_ptr_array_unref);
    g_clear_pointer(&modules->whole, g_ptr_array_unref);
    g_clear_pointer(&modules->packed, g_ptr_array_unref);
}
