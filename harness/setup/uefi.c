/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fetches UEFI firmware from Debian's package into the cache, and finds it
 * there. */
#include "harness/setup/uefi.h"

#include "harness/base/error.h"
#include "harness/setup/apt_tree.h"
#include "harness/setup/cache.h"

#include <glib/gstdio.h>

/* Increment when the entry is made in another way but its package stays the
 * same. */
#define RECIPE "1"

#define KIND      "uefi"
#define FILE_NAME "QEMU_EFI.fd"

static const char *const releases[] = {"trixie", NULL};
static const char *const names[] = {"qemu-efi-aarch64", NULL};
/* Hundreds of MiB: the same firmware as flash images. */
static const char *const left_out[] = {"usr/share/AAVMF", "usr/share/doc", NULL};

static struct package_set package_set(void)
{
    return (struct package_set){.arch = debian_arch_find("arm64"),
        .releases = releases,
        .names = names,
        .left_out = left_out};
}

char *uefi_entry(void)
{
    const struct package_set set = package_set();
    g_autofree char *list = package_set_recipe(&set);
    g_autofree char *fingerprint = cache_fingerprint((const char *const[]){RECIPE, list, NULL});

    return cache_entry(KIND, fingerprint);
}

char *uefi_find(GError **error)
{
    g_autofree char *entry = uefi_entry();
    g_autofree char *cache = NULL;

    if (cache_has(entry)) {
        cache_touch(entry);
        return g_build_filename(entry, FILE_NAME, NULL);
    }
    cache = cache_dir();
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_MISSING,
        "no UEFI in the cache %s: run `pmulab setup --uefi`", cache);
    return NULL;
}

static gboolean fill(
    const char *folder, const char *mirror, struct child_host *host, GError **error)
{
    const struct package_set set = package_set();
    g_autofree char *scratch = g_build_filename(folder, "apt", NULL);
    g_autofree char *tree = g_build_filename(folder, "root", NULL);
    g_autofree char *from = g_build_filename(tree, "usr/share/qemu-efi-aarch64", FILE_NAME, NULL);
    g_autofree char *to = g_build_filename(folder, FILE_NAME, NULL);

    if (!apt_tree_make(&set, mirror, scratch, tree, host, error))
        return FALSE;
    if (g_rename(from, to))
        return error_set_errno(from, error);
    cache_remove(scratch);
    cache_remove(tree);
    cache_seal(folder);
    return TRUE;
}

gboolean uefi_make(const char *mirror, struct child_host *host, GError **error)
{
    g_autofree char *entry = uefi_entry();
    g_autofree char *partial = cache_begin(entry, UEFI_MIB, error);

    if (!partial || !cache_end(partial, entry, fill(partial, mirror, host, error), error))
        return FALSE;
    cache_prune(KIND, 1);
    return TRUE;
}
