/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads scenarios and collects the guests, packages and firmware that they name. */
#include "harness/cli/setup_needs.h"

#include "harness/cli/run/run_scenarios.h"
#include "harness/setup/guest_package.h"
#include "harness/setup/guest_recipe.h"

#include <string.h>

static void package_free(gpointer data)
{
    struct setup_package *package = data;

    g_free(package->name);
    g_free(package->item);
    g_free(package->entry);
    g_free(package);
}

/* Guests of the same releases share an entry. */
static gboolean has_entry(const GPtrArray *packages, const char *entry)
{
    for (guint i = 0; i < packages->len; i++)
        if (!strcmp(((const struct setup_package *)g_ptr_array_index(packages, i))->entry, entry))
            return TRUE;
    return FALSE;
}

static void add_package(struct setup_needs *needs, const char *guest, const char *name)
{
    g_autofree char *entry = guest_package_entry(guest, name);
    struct setup_package *package;

    if (has_entry(needs->packages, entry))
        return;
    package = g_new0(struct setup_package, 1);
    package->guest = guest;
    package->name = g_strdup(name);
    package->item = g_strdup_printf("package %s (%s)", name, guest);
    package->entry = g_steal_pointer(&entry);
    g_ptr_array_add(needs->packages, package);
}

static void add_packages(struct setup_needs *needs, const char *guest, const GPtrArray *names)
{
    for (guint i = 0; i < names->len; i++)
        add_package(needs, guest, g_ptr_array_index(names, i));
}

static gboolean is_named(const struct guest_recipe *guest, char **kernels)
{
    for (; kernels && *kernels; kernels++)
        if (guest_recipe_has(guest, *kernels))
            return TRUE;
    return FALSE;
}

/* For guests of the same machine with other kernels. */
static void add_other_packages(struct setup_needs *needs, const struct scenario *scenario, char **kernels)
{
    const char *arch = guest_recipe_find(scenario->guest)->arch;
    const struct guest_recipe *guest;

    for (unsigned i = 0; (guest = guest_recipe_number(i)); i++)
        if (!strcmp(guest->arch, arch) && is_named(guest, kernels))
            add_packages(needs, guest->name, scenario->packages);
}

static void add_scenario(struct setup_needs *needs, const struct scenario *scenario, char **kernels)
{
    if (!g_ptr_array_find_with_equal_func(needs->guests, scenario->guest, g_str_equal, NULL))
        g_ptr_array_add(needs->guests, (gpointer)(guintptr)scenario->guest);
    add_packages(needs, scenario->guest, scenario->packages);
    add_other_packages(needs, scenario, kernels);
    needs->uefi |= run_wants_uefi(scenario);
}

struct setup_needs *setup_needs(char **paths, char **kernels, GError **error)
{
    g_autoptr(GPtrArray) items = paths ? run_scenarios(paths, error) : g_ptr_array_new();
    struct setup_needs *needs;

    if (!items)
        return NULL;
    needs = g_new0(struct setup_needs, 1);
    needs->guests = g_ptr_array_new();
    needs->packages = g_ptr_array_new_with_free_func(package_free);
    for (guint i = 0; i < items->len; i++)
        add_scenario(needs, ((const struct run_item *)g_ptr_array_index(items, i))->scenario, kernels);
    return needs;
}

void setup_needs_free(struct setup_needs *needs)
{
    if (!needs)
        return;
    g_ptr_array_unref(needs->guests);
    g_ptr_array_unref(needs->packages);
    g_free(needs);
}
