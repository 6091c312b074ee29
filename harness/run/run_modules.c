/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Builds the drivers of a run, and adds their modules to its scenarios. */
#include "harness/run/run_modules.h"

#include "harness/base/error.h"
#include "harness/run/guest_modules.h"
#include "harness/setup/driver_build.h"
#include "harness/setup/kernel_modules.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

/* Builds the modules in @folder for @guest, and adds the paths of their
 * copies. */
static gboolean build(struct run_modules *modules, const char *folder, const char *guest,
    GPtrArray *paths, GError **error)
{
    g_autofree char *own = g_build_filename(folder, ".pmulab", guest, NULL);
    struct driver_build built;
    gboolean ok = driver_build(folder, guest, &built, modules->host, error);

    for (guint i = 0; ok && i < built.modules->len; i++) {
        const char *path = g_ptr_array_index(built.modules, i);
        g_autofree char *name = g_path_get_basename(path);
        g_autofree char *copy = g_build_filename(own, name, NULL);
        g_autoptr(GFile) from = g_file_new_for_path(path);
        g_autoptr(GFile) to = g_file_new_for_path(copy);

        ok = (!g_mkdir_with_parents(own, 0777) || error_set_errno(own, error)) &&
             g_file_copy(from, to, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, error);
        if (ok)
            g_ptr_array_add(paths, g_steal_pointer(&copy));
    }
    driver_build_clear(&built);
    return ok;
}

/* The modules for @guest, which stay @modules' own; NULL on an error. */
static const GPtrArray *for_guest(struct run_modules *modules, const char *guest, GError **error)
{
    GPtrArray *paths = modules->built ? g_hash_table_lookup(modules->built, guest) : NULL;
    struct guest_modules read = {.names = NULL};
    gboolean ok = TRUE;

    if (paths)
        return paths;
    if (!modules->built)
        modules->built =
            g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    paths = g_ptr_array_new_with_free_func(g_free);
    g_hash_table_insert(modules->built, (gpointer)(guintptr)guest, paths);
    for (char **file = modules->files; file && *file; file++)
        g_ptr_array_add(paths, g_strdup(*file));
    for (char **folder = modules->folders; ok && folder && *folder; folder++)
        ok = build(modules, *folder, guest, paths, error);
    ok = ok && guest_modules_read(&read, paths, guest, error);
    guest_modules_clear(&read);
    return ok ? paths : NULL;
}

static gboolean is_of_machine(const struct machine *machine, const char *path)
{
    g_autofree char *name = g_path_get_basename(path);

    *strrchr(name, '.') = 0;
    g_strdelimit(name, "-", '_');
    for (const char *const *module = machine->modules; *module; module++)
        if (kernel_module_is(name, *module))
            return TRUE;
    return FALSE;
}

/* One of the kernel's folders may also make drivers of other hardware, which
 * refuse to load. */
static gboolean has_machines(const struct machine *machine, const GPtrArray *paths, guint from)
{
    for (guint i = from; i < paths->len; i++)
        if (is_of_machine(machine, g_ptr_array_index(paths, i)))
            return TRUE;
    return FALSE;
}

gboolean run_modules_add(struct run_modules *modules, struct scenario *scenario, GError **error)
{
    const GPtrArray *paths = for_guest(modules, scenario->guest, error);
    const guint files = modules->files ? g_strv_length(modules->files) : 0;
    gboolean some = paths && has_machines(scenario->machine, paths, files);

    for (guint i = 0; paths && i < paths->len; i++) {
        const char *path = g_ptr_array_index(paths, i);

        if (i < files || !some || is_of_machine(scenario->machine, path))
            g_ptr_array_add(scenario->modules, g_strdup(path));
    }
    return paths != NULL;
}

void run_modules_clear(struct run_modules *modules)
{
    g_clear_pointer(&modules->built, g_hash_table_unref);
}
