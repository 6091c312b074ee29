/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists the saved guests in the cache, ranks them and removes the ones beyond
 * the limit. */
#include "harness/vm/saved_guests.h"

#include "harness/base/error.h"
#include "harness/setup/build_inputs.h"
#include "harness/setup/cache.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#define MIB        (1024u * 1024u)
#define STAT_BLOCK 512u /* unit of st_blocks */
#define NS_PER_US  1000

static int compare_worth(gconstpointer a, gconstpointer b, gpointer data)
{
    const struct saved_guest *left = a, *right = b;
    const gint64 recent = *(const gint64 *)data;

    if (left->stale != right->stale)
        return left->stale - right->stale;
    if (left->used >= recent && right->used >= recent)
        return (left->made > right->made) - (left->made < right->made);
    return (left->used < right->used) - (left->used > right->used);
}

guint64 saved_guests_choose(struct saved_guest *guests, guint count, guint64 limit, gint64 now)
{
    gint64 recent = now - SAVED_GUESTS_RECENT_NS;
    guint64 total = 0, total_recent = 0;

    qsort_r(guests, count, sizeof *guests, compare_worth, &recent);
    for (guint i = 0; i < count; i++) {
        guint64 bytes = guests[i].other_bytes + guests[i].memory_bytes;

        /* a memory that a better guest shares stays anyway */
        for (guint k = 0; k < i; k++)
            if (guests[k].stays && guests[k].memory == guests[i].memory) {
                bytes = guests[i].other_bytes;
                break;
            }
        guests[i].stays = !guests[i].stale && total + bytes <= limit;
        if (guests[i].stays)
            total += bytes;
        if (guests[i].stays && guests[i].used >= recent)
            total_recent = total;
    }
    return total_recent;
}

static struct saved_guest look_at(const char *entry)
{
    g_autofree char *inputs_path = g_build_filename(entry, "made-of", NULL);
    g_autofree char *base = g_build_filename(entry, "base", NULL);
    g_autofree char *ram = g_build_filename(entry, "ram", NULL);
    g_autofree char *inputs = NULL;
    struct saved_guest guest = {.entry = g_strdup(entry),
        .made = cache_used(inputs_path),
        .used = cache_used(entry),
        .other_bytes = cache_size(entry)};
    GStatBuf st;

    guest.stale =
        !g_file_get_contents(inputs_path, &inputs, NULL, NULL) || !build_inputs_unchanged(inputs);
    /* A memory stored as differences shares its base. */
    if (!g_stat(base, &st) || !g_stat(ram, &st)) {
        guest.memory = st.st_ino;
        guest.memory_bytes = (guint64)st.st_blocks * STAT_BLOCK;
        guest.other_bytes -= guest.memory_bytes / st.st_nlink;
    }
    return guest;
}

gboolean saved_guests_limit(guint64 *bytes, GError **error)
{
    const char *given = g_getenv("PMULAB_SAVED_MIB");
    guint64 mib = SAVED_GUESTS_MIB;

    if (given && !g_ascii_string_to_unsigned(given, 10, 0, G_MAXUINT32, &mib, NULL))
        return error_usage(error, "PMULAB_SAVED_MIB is '%s'; expected a number of MiB", given);
    *bytes = mib * MIB;
    return TRUE;
}

/* All saved guests, sorted, each with whether it stays. */
static GArray *choose(guint64 limit, guint64 *recent)
{
    g_autoptr(GPtrArray) entries = cache_list(SAVED_GUESTS_KIND);
    GArray *guests = g_array_new(FALSE, FALSE, sizeof(struct saved_guest));

    for (guint i = 0; i < entries->len; i++) {
        struct saved_guest guest = look_at(g_ptr_array_index(entries, i));

        g_array_append_val(guests, guest);
    }
    *recent = saved_guests_choose((struct saved_guest *)(void *)guests->data, guests->len, limit,
        g_get_real_time() * NS_PER_US);
    return guests;
}

static void guests_free(GArray *guests)
{
    for (guint i = 0; i < guests->len; i++)
        g_free(g_array_index(guests, struct saved_guest, i).entry);
    g_array_unref(guests);
}

gboolean saved_guests_room(guint64 limit, GError **error)
{
    guint64 recent;

    guests_free(choose(limit, &recent));
    if (recent + SAVED_GUEST_BYTES <= limit)
        return TRUE;
    return error_failed(error,
        "saved guests of the last hour take %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " MiB",
        recent / MIB, limit / MIB);
}

void saved_guests_prune(guint64 limit)
{
    guint64 recent;
    GArray *guests = choose(limit, &recent);

    for (guint i = 0; i < guests->len; i++)
        if (!g_array_index(guests, struct saved_guest, i).stays)
            cache_drop(g_array_index(guests, struct saved_guest, i).entry);
    guests_free(guests);
}
