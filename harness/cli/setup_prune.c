/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Removes saved guests and other versions' old entries from the cache, and
 * reports the freed space. */
#include "harness/cli/setup_prune.h"

#include "harness/setup/cache.h"
#include "harness/setup/guest_image.h"
#include "harness/setup/guest_recipe.h"
#include "harness/setup/qemu_root.h"
#include "harness/setup/uefi.h"
#include "harness/vm/saved_guests.h"

#define MIB (1024u * 1024u)

#define UNUSED_US (7 * G_TIME_SPAN_DAY)

/* The entries that this pmulab makes, whether they exist or not. */
static GPtrArray *list_own(void)
{
    GPtrArray *own = g_ptr_array_new_with_free_func(g_free);
    const struct guest_recipe *guest;
    const struct qemu_root *root;

    for (unsigned i = 0; (root = qemu_root_number(i)); i++) {
        char *entry = qemu_root_entry(root, NULL);

        if (entry)
            g_ptr_array_add(own, entry);
    }
    g_ptr_array_add(own, uefi_entry());
    for (unsigned i = 0; (guest = guest_recipe_number(i)); i++) {
        g_ptr_array_add(own, guest_packages_entry(guest->name));
        g_ptr_array_add(own, guest_image_entry(guest->name));
    }
    return own;
}

static gboolean is_unused(const char *entry)
{
    return g_get_real_time() - cache_used(entry) / 1000 > UNUSED_US;
}

static guint64 drop(const char *entry)
{
    guint64 bytes = cache_size(entry);

    cache_drop(entry);
    return bytes;
}

static guint drop_saved(guint64 *bytes)
{
    g_autoptr(GPtrArray) saved = cache_list(SAVED_GUESTS_KIND);

    for (guint i = 0; i < saved->len; i++)
        *bytes += drop(g_ptr_array_index(saved, i));
    return saved->len;
}

/* Removes the old ones of all other entries. */
static guint drop_old(guint64 *bytes)
{
    g_autoptr(GPtrArray) own = list_own();
    g_autoptr(GPtrArray) entries = cache_list("*");
    guint dropped = 0;

    for (guint i = 0; i < entries->len; i++) {
        const char *entry = g_ptr_array_index(entries, i);

        if (!is_unused(entry) || g_ptr_array_find_with_equal_func(own, entry, g_str_equal, NULL))
            continue;
        *bytes += drop(entry);
        dropped++;
    }
    return dropped;
}

char *setup_prune(void)
{
    guint64 bytes = 0;
    guint saved = drop_saved(&bytes), old = drop_old(&bytes);

    return g_strdup_printf("Freed %" G_GUINT64_FORMAT
                           " MiB: saved guests: %u; left by other versions: %u",
        bytes / MIB, saved, old);
}
