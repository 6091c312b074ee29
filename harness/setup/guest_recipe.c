/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of guests: architecture, kernel and releases of each. */
#include "harness/setup/guest_recipe.h"

#include "harness/base/error.h"

#include <string.h>

typedef const char *const list[];

static list oldstable = {"bookworm", NULL};
static list stable = {"trixie", NULL};
static list backports = {"trixie", "trixie-backports", NULL};

static list amd64_packages = {
    "linux-image-amd64", "linux-perf", "busybox-static", "pciutils", NULL};
static list arm64_packages = {
    "linux-image-arm64", "linux-perf", "busybox-static", "pciutils", NULL};
static list ppc64el_packages = {
    "linux-image-powerpc64le", "linux-perf", "busybox-static", "pciutils", NULL};

/* Debian 12 names them after the version without its last number. */
static list tools = {"linux-kbuild-%", "libc6", NULL};
static list tools_6_1 = {"linux-kbuild-6.1", "libc6", NULL};

static list modules = {"virtio_pci", "virtio_console", "9p", "9pnet_virtio", NULL};
static list amd64_modules = {"virtio_pci", "virtio_console", "9p", "9pnet_virtio", "msr", NULL};
static list uncore = {"intel-uncore", NULL};
static list none = {NULL};

static const struct guest_recipe recipes[] = {
    {"amd64", "amd64", GUEST_KERNEL_DEFAULT, "6.12", stable, amd64_packages, tools,
        "boot/vmlinuz-%", amd64_modules, uncore, FALSE},
    {"arm64", "arm64", GUEST_KERNEL_DEFAULT, "6.12", stable, arm64_packages, tools,
        "boot/vmlinuz-%", modules, none, FALSE},
    {"ppc64el", "ppc64el", GUEST_KERNEL_DEFAULT, "6.12", stable, ppc64el_packages, tools,
        "boot/vmlinux-%", modules, none, FALSE},
    {"amd64-oldstable", "amd64", "oldstable", "6.1", oldstable, amd64_packages, tools_6_1,
        "boot/vmlinuz-%", amd64_modules, uncore, TRUE},
    {"arm64-oldstable", "arm64", "oldstable", "6.1", oldstable, arm64_packages, tools_6_1,
        "boot/vmlinuz-%", modules, none, TRUE},
    {"ppc64el-oldstable", "ppc64el", "oldstable", "6.1", oldstable, ppc64el_packages, tools_6_1,
        "boot/vmlinux-%", modules, none, TRUE},
    {"amd64-backports", "amd64", "backports", "7.3", backports, amd64_packages, tools,
        "usr/lib/modules/%/vmlinuz", amd64_modules, uncore, FALSE},
    {"arm64-backports", "arm64", "backports", "7.3", backports, arm64_packages, tools,
        "usr/lib/modules/%/vmlinuz", modules, none, FALSE},
};

const struct guest_recipe *guest_recipe_number(unsigned i)
{
    return i < G_N_ELEMENTS(recipes) ? &recipes[i] : NULL;
}

const struct guest_recipe *guest_recipe_find(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(recipes); i++)
        if (!strcmp(recipes[i].name, name))
            return &recipes[i];
    return NULL;
}

gboolean guest_recipe_is_default(const struct guest_recipe *recipe)
{
    return !strcmp(recipe->kernel, GUEST_KERNEL_DEFAULT);
}

gboolean guest_recipe_has(const struct guest_recipe *recipe, const char *word)
{
    return !strcmp(recipe->kernel, word) || !strcmp(recipe->version, word) ||
           !strcmp(recipe->name, word);
}

gboolean guest_kernel_is_known(const char *word)
{
    for (size_t i = 0; i < G_N_ELEMENTS(recipes); i++)
        if (guest_recipe_has(&recipes[i], word))
            return TRUE;
    return FALSE;
}

const char *guest_name(const char *arch, const char *kernel, GError **error)
{
    const char *wanted = kernel ? kernel : GUEST_KERNEL_DEFAULT;
    g_autoptr(GString) known = g_string_new(NULL);

    for (size_t i = 0; i < G_N_ELEMENTS(recipes); i++) {
        if (strcmp(recipes[i].arch, arch))
            continue;
        if (guest_recipe_has(&recipes[i], wanted))
            return recipes[i].name;
        g_string_append_printf(
            known, "%s%s (%s)", known->len ? ", " : "", recipes[i].kernel, recipes[i].version);
    }
    error_usage(error, "no kernel '%s' for %s; there are: %s", wanted, arch, known->str);
    return NULL;
}
