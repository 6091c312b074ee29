/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Packs entries of the cache into one file, and unpacks it elsewhere. */
#include "harness/setup/bundle.h"

#include "harness/base/error.h"
#include "harness/setup/cache.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Runs tar; its first complaint becomes a part of the error. */
static gboolean run_tar(
    const GPtrArray *argv, const char *path, struct child_host *host, GError **error)
{
    const struct child tar = {.argv = (const char *const *)argv->pdata};
    g_autofree char *complaint = NULL;
    g_autoptr(GError) reason = NULL;

    if (child_run(&tar, host, &complaint, &reason))
        return TRUE;
    if (complaint)
        complaint[strcspn(complaint, "\n")] = '\0';
    return error_failed(
        error, "bundle %s: %s", path, complaint && *complaint ? complaint : reason->message);
}

static void add(GPtrArray *argv, char *word)
{
    g_ptr_array_add(argv, word);
}

/* The first words of a command that does @what, such as "--create". */
static GPtrArray *tar_words(const char *what, const char *path, const char *folder)
{
    GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);

    add(argv, g_strdup("tar"));
    add(argv, g_strdup(what));
    add(argv, g_strdup("--gzip"));
    add(argv, g_strconcat("--file=", path, NULL));
    add(argv, g_strconcat("--directory=", folder, NULL));
    return argv;
}

/* The names in @folder. */
static GPtrArray *names_in(const char *folder)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;

    while (dir && (name = g_dir_read_name(dir)))
        g_ptr_array_add(names, g_strdup(name));
    return names;
}

/* The files in @entry, but not its folder: another process that uses the entry
 * changes its time, and tar would complain. */
static void add_entry(GPtrArray *argv, const char *entry)
{
    g_autofree char *name = g_path_get_basename(entry);
    g_autoptr(GPtrArray) files = names_in(entry);

    for (guint i = 0; i < files->len; i++)
        add(argv, g_build_filename(name, g_ptr_array_index(files, i), NULL));
}

gboolean bundle_write(
    const char *path, const GPtrArray *entries, struct child_host *host, GError **error)
{
    g_autofree char *cache = cache_dir(), *partial = g_strconcat(path, ".partial", NULL);
    g_autoptr(GPtrArray) argv = tar_words("--create", partial, cache);
    gboolean good;

    add(argv, g_strdup("--owner=0"));
    add(argv, g_strdup("--group=0"));
    add(argv, g_strdup("--sort=name"));
    for (guint i = 0; i < entries->len; i++) {
        const char *entry = g_ptr_array_index(entries, i);

        if (!cache_has(entry))
            return error_failed(error, "bundle %s: %s: not in the cache", path, entry);
        add_entry(argv, entry);
    }
    add(argv, NULL);
    good = run_tar(argv, path, host, error);
    if (good && g_rename(partial, path))
        good = error_set_errno(path, error);
    if (!good)
        unlink(partial);
    return good;
}

/* ---- reading ---- */

static gboolean unpack(
    const char *path, const char *folder, struct child_host *host, GError **error)
{
    g_autoptr(GPtrArray) argv = tar_words("--extract", path, folder);

    add(argv, g_strdup("--no-same-owner"));
    add(argv, NULL);
    return run_tar(argv, path, host, error);
}

static gboolean check(const char *path, const char *folder, const GPtrArray *names, GError **error)
{
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        g_autofree char *entry = g_build_filename(folder, name, NULL);
        g_autofree char *damaged = cache_entry_damage(entry);

        if (!g_regex_match_simple(
                "^[a-z][a-z0-9+._-]*-[0-9a-f]{16}$", name, 0, G_REGEX_MATCH_DEFAULT) ||
            !g_file_test(entry, G_FILE_TEST_IS_DIR))
            return error_failed(
                error, "bundle %s: '%s' in it; expected entries of a cache", path, name);
        if (damaged)
            return error_failed(
                error, "bundle %s: %s is not as its checksum", path, damaged + strlen(folder) + 1);
    }
    return names->len || error_failed(error, "bundle %s: nothing in it", path);
}

static gboolean move(
    const char *folder, const char *name, unsigned *added, unsigned *there, GError **error)
{
    g_autofree char *cache = cache_dir();
    g_autofree char *from = g_build_filename(folder, name, NULL);
    g_autofree char *to = g_build_filename(cache, name, NULL);

    if (cache_has(to)) {
        ++*there;
        return TRUE;
    }
    ++*added;
    return !g_rename(from, to) || error_set_errno(to, error);
}

static gboolean read_locked(
    const char *path, unsigned *added, unsigned *there, struct child_host *host, GError **error)
{
    g_autofree char *entry = cache_entry("bundle", "0000000000000000");
    g_autofree char *folder = cache_begin(entry, 0, error);
    g_autoptr(GPtrArray) names = NULL;
    gboolean good;

    if (!folder)
        return FALSE;
    good = unpack(path, folder, host, error);
    names = names_in(folder);
    good = good && check(path, folder, names, error);
    for (guint i = 0; good && i < names->len; i++)
        good = move(folder, g_ptr_array_index(names, i), added, there, error);
    cache_remove(folder);
    return good;
}

gboolean bundle_read(
    const char *path, unsigned *added, unsigned *there, struct child_host *host, GError **error)
{
    int lock = cache_lock(NULL, NULL, error);
    gboolean good;

    *added = *there = 0;
    if (lock < 0)
        return FALSE;
    good = read_locked(path, added, there, host, error);
    cache_unlock(lock);
    return good;
}
