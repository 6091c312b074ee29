/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fetches a Debian package with its dependencies and keeps its files as a cpio
 * archive. */
#include "harness/setup/guest_package.h"

#include "harness/base/error.h"
#include "harness/format/cpio_tree.h"
#include "harness/setup/apt_tree.h"
#include "harness/setup/cache.h"
#include "harness/setup/guest_recipe.h"

#include <glib/gstdio.h>
#include <string.h>

/* Increment when the entry is made in another way but its package stays the
 * same. */
#define RECIPE "1"

#define ARCHIVE "archive"

/*
 * Documents, and files that would replace a part of the guest's own: busybox's
 * sh runs its init.
 */
static const char *const left_out[] = {"bin/sh", "usr/bin/sh", "usr/share/bash-completion",
    "usr/share/bug", "usr/share/doc", "usr/share/doc-base", "usr/share/info",
    "usr/share/initramfs-tools", "usr/share/lintian", "usr/share/locale", "usr/share/man",
    "usr/share/zoneinfo", "usr/lib/*/gconv", "usr/lib/modules", "var/cache", "var/lib/dpkg", NULL};

gboolean guest_package_name_is_valid(const char *name)
{
    if (!g_ascii_isalnum(*name) || g_ascii_isupper(*name) || !name[1])
        return FALSE;
    for (; *name; name++)
        if (!g_ascii_isdigit(*name) && !g_ascii_islower(*name) && !strchr("+-.", *name))
            return FALSE;
    return TRUE;
}

static struct package_set package_set(const char *guest, const char *const *names)
{
    const struct guest_recipe *recipe = guest_recipe_find(guest);

    return (struct package_set){.arch = debian_arch_find(recipe->arch),
        .releases = recipe->releases,
        .names = names,
        .left_out = left_out};
}

char *guest_package_entry(const char *guest, const char *name)
{
    const char *const names[] = {name, NULL};
    const struct package_set set = package_set(guest, names);
    g_autofree char *list = package_set_recipe(&set);
    g_autofree char *fingerprint = cache_fingerprint((const char *const[]){RECIPE, list, NULL});
    g_autofree char *kind = g_strdup_printf("package-%s-%s", guest_recipe_find(guest)->arch, name);

    return cache_entry(kind, fingerprint);
}

char *guest_package_find(const char *guest, const char *name, GError **error)
{
    g_autofree char *entry = guest_package_entry(guest, name);
    g_autofree char *cache = NULL;

    if (cache_has(entry)) {
        cache_touch(entry);
        return g_build_filename(entry, ARCHIVE, NULL);
    }
    cache = cache_dir();
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_MISSING,
        "no package %s for guest %s in the cache %s: run `pmulab setup SCENARIO` with the scenario "
        "that "
        "names it",
        name, guest, cache);
    return NULL;
}

static gboolean fill(const struct package_set *set, const char *folder, const char *mirror,
    struct child_host *host, GError **error)
{
    g_autofree char *scratch = g_build_filename(folder, "apt", NULL);
    g_autofree char *tree = g_build_filename(folder, "root", NULL);
    g_autofree char *archive = g_build_filename(folder, ARCHIVE, NULL);
    struct cpio *cpio;
    gboolean ok;

    if (!apt_tree_make(set, mirror, scratch, tree, host, error))
        return FALSE;
    cpio = cpio_create(archive, error);
    if (!cpio)
        return FALSE;
    ok = cpio_tree(cpio, tree, "", error);
    ok = cpio_close(cpio, ok ? error : NULL) && ok;
    cache_remove(scratch);
    cache_remove(tree);
    return ok;
}

gboolean guest_package_make(const char *guest, const char *name, const char *mirror,
    struct child_host *host, GError **error)
{
    const char *const names[] = {name, NULL};
    const struct package_set set = package_set(guest, names);
    g_autofree char *entry = guest_package_entry(guest, name);
    g_autofree char *partial = cache_begin(entry, GUEST_PACKAGE_MIB, error);

    return partial && cache_end(partial, entry, fill(&set, partial, mirror, host, error), error);
}
