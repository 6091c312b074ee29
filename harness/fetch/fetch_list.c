/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Collects the items that the cache must have. */
#include "harness/fetch/fetch_list.h"

#include "harness/setup/guest_package.h"
#include "harness/setup/guest_recipe.h"

#include <string.h>

static void package_free(gpointer data)
{
    struct fetch_package *package = data;

    g_free(package->name);
    g_free(package->item);
    g_free(package->entry);
    g_free(package);
}

struct fetch_list *fetch_list_new(void)
{
    struct fetch_list *list = g_new0(struct fetch_list, 1);

    list->binaries = g_ptr_array_new();
    list->guests = g_ptr_array_new();
    list->packages = g_ptr_array_new_with_free_func(package_free);
    return list;
}

void fetch_list_free(struct fetch_list *list)
{
    g_ptr_array_unref(list->binaries);
    g_ptr_array_unref(list->guests);
    g_ptr_array_unref(list->packages);
    g_free(list);
}

static void add_once(GPtrArray *names, const char *name)
{
    if (!g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
        g_ptr_array_add(names, (gpointer)(guintptr)name);
}

void fetch_list_qemu(struct fetch_list *list, const char *binary)
{
    add_once(list->binaries, g_intern_string(binary));
}

void fetch_list_guest(struct fetch_list *list, const char *guest)
{
    add_once(list->guests, guest_recipe_find(guest)->name);
}

/* Guests of the same releases share an entry. */
static gboolean has_entry(const GPtrArray *packages, const char *entry)
{
    for (guint i = 0; i < packages->len; i++)
        if (!strcmp(((const struct fetch_package *)g_ptr_array_index(packages, i))->entry, entry))
            return TRUE;
    return FALSE;
}

void fetch_list_package(struct fetch_list *list, const char *guest, const char *name)
{
    g_autofree char *entry = guest_package_entry(guest, name);
    struct fetch_package *package;

    if (has_entry(list->packages, entry))
        return;
    package = g_new0(struct fetch_package, 1);
    package->guest = guest_recipe_find(guest)->name;
    package->name = g_strdup(name);
    package->item = g_strdup_printf("package %s (%s)", name, guest);
    package->entry = g_steal_pointer(&entry);
    g_ptr_array_add(list->packages, package);
}

void fetch_list_uefi(struct fetch_list *list)
{
    list->uefi = TRUE;
}
