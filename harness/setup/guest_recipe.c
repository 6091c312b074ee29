/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of guests: architecture, kernel and releases of each. */
#include "harness/setup/guest_recipe.h"

#include "harness/base/error.h"

#include <string.h>

static const char *const stable[] = {"trixie", NULL};
static const char *const backports[] = {"trixie", "trixie-backports", NULL};

static const struct guest_recipe recipes[] = {
    {"amd64", "amd64", GUEST_KERNEL_DEFAULT, stable,
        {"linux-image-amd64", "linux-perf", "busybox-static", "pciutils", NULL}, "boot/vmlinuz-%",
        {"virtio_pci", "virtio_console", "9p", "9pnet_virtio", "msr", NULL}, {"intel-uncore", NULL}},
    {"arm64", "arm64", GUEST_KERNEL_DEFAULT, stable,
        {"linux-image-arm64", "linux-perf", "busybox-static", "pciutils", NULL}, "boot/vmlinuz-%",
        {"virtio_pci", "virtio_console", "9p", "9pnet_virtio", NULL}, {NULL}},
    {"ppc64el", "ppc64el", GUEST_KERNEL_DEFAULT, stable,
        {"linux-image-powerpc64le", "linux-perf", "busybox-static", "pciutils", NULL}, "boot/vmlinux-%",
        {"virtio_pci", "virtio_console", "9p", "9pnet_virtio", NULL}, {NULL}},
    {"amd64-backports", "amd64", "backports", backports,
        {"linux-image-amd64", "linux-perf", "busybox-static", "pciutils", NULL}, "usr/lib/modules/%/vmlinuz",
        {"virtio_pci", "virtio_console", "9p", "9pnet_virtio", "msr", NULL}, {"intel-uncore", NULL}},
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

gboolean guest_kernel_is_known(const char *word)
{
    for (size_t i = 0; i < G_N_ELEMENTS(recipes); i++)
        if (!strcmp(recipes[i].kernel, word))
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
        if (!strcmp(recipes[i].kernel, wanted))
            return recipes[i].name;
        g_string_append_printf(known, "%s%s", known->len ? ", " : "", recipes[i].kernel);
    }
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_USAGE, "no kernel '%s' for %s; there are: %s", wanted,
        arch, known->str);
    return NULL;
}
