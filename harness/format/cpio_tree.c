/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Walks a folder of the host in the order of names, so the same tree gives the
 * same archive. */
#include "harness/format/cpio_tree.h"

#include "harness/base/error.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#define PERMISSIONS 07777

void cpio_parents(struct cpio *cpio, const char *name)
{
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        g_autofree char *parent = g_strndup(name, (gsize)(slash - name));

        cpio_directory(cpio, parent, 0755);
    }
}

static gint by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static GPtrArray *sorted_names(const char *path, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, error);
    GPtrArray *names;
    const char *name;

    if (!dir)
        return NULL;
    names = g_ptr_array_new_with_free_func(g_free);
    while ((name = g_dir_read_name(dir)))
        g_ptr_array_add(names, g_strdup(name));
    g_ptr_array_sort(names, by_name);
    return names;
}

/* A recent Debian's links at its root. */
static gboolean is_own_link(const char *name)
{
    static const char *const own[] = {"bin", "lib", "lib64", "sbin", NULL};

    return g_strv_contains(own, name);
}

static gboolean add_contents(struct cpio *cpio, const char *path, const char *name, GError **error)
{
    g_autoptr(GPtrArray) names = sorted_names(path, error);

    for (guint i = 0; names && i < names->len; i++) {
        const char *base = g_ptr_array_index(names, i);
        g_autofree char *from = g_build_filename(path, base, NULL);
        g_autofree char *to = *name ? g_build_filename(name, base, NULL) : g_strdup(base);

        if ((*name || !is_own_link(base)) && !cpio_tree(cpio, from, to, error))
            return FALSE;
    }
    return names != NULL;
}

static gboolean add_folder(
    struct cpio *cpio, const char *path, const char *name, unsigned mode, GError **error)
{
    if (*name)
        cpio_directory(cpio, name, mode);
    return add_contents(cpio, path, name, error);
}

static gboolean add_link(struct cpio *cpio, const char *path, const char *name, GError **error)
{
    g_autofree char *target = g_file_read_link(path, error);

    if (target)
        cpio_symlink(cpio, name, target);
    return target != NULL;
}

static gboolean add_file(
    struct cpio *cpio, const char *path, const char *name, unsigned mode, GError **error)
{
    g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, error);

    if (file)
        cpio_file(
            cpio, name, mode, g_mapped_file_get_contents(file), g_mapped_file_get_length(file));
    return file != NULL;
}

gboolean cpio_tree(struct cpio *cpio, const char *path, const char *name, GError **error)
{
    GStatBuf st;

    if (g_lstat(path, &st))
        return error_set_errno(path, error);
    if (S_ISDIR(st.st_mode))
        return add_folder(cpio, path, name, st.st_mode & PERMISSIONS, error);
    if (S_ISLNK(st.st_mode))
        return add_link(cpio, path, name, error);
    if (S_ISREG(st.st_mode))
        return add_file(cpio, path, name, st.st_mode & PERMISSIONS, error);
    return error_failed(error, "%s: expected a file, a folder or a link", path);
}
