/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The saved guests that are in the cache, and which of them stay there. warm.h has what one is. */
#ifndef PMULAB_HARNESS_VM_SAVED_GUESTS_H
#define PMULAB_HARNESS_VM_SAVED_GUESTS_H

#include <glib.h>

/* The kind of their entries. */
#define SAVED_GUESTS_KIND "warm"

/* The disk that they may take, in MiB, unless PMULAB_SAVED_MIB says otherwise. */
#define SAVED_GUESTS_MIB 4096

/* One that was used so recently makes no room for others: else a run of more scenarios than there is room for
 * would find nothing the next time. */
#define SAVED_GUESTS_RECENT_NS (3600 * G_GINT64_CONSTANT(1000000000))

/* What one needs, or a little more. */
#define SAVED_GUEST_BYTES (G_GUINT64_CONSTANT(200) << 20)

struct saved_guest {
    char *entry;
    gint64 made, used;    /* ns since 1970 */
    gboolean stale;       /* what it was made of is no longer there: nothing can go on from it */
    guint64 memory;       /* which file its memory is: several guests may have one */
    guint64 memory_bytes; /* of the disk, as the next one */
    guint64 other_bytes;  /* all that is its own */
    gboolean stays;       /* see saved_guests_choose() */
};

/*
 * Sorts the @count guests by their worth, and sets which of them stay if all are to take no more than @limit
 * bytes: stale ones go; of the others those that were used recently come first, beginning with the one made
 * first, and then the rest, beginning with the one used last. In that order each one stays that still fits.
 * Returns the bytes that recent ones take. @now: ns since 1970.
 */
guint64 saved_guests_choose(struct saved_guest *guests, guint count, guint64 limit, gint64 now);

/*
 * The limit in force, in bytes. FALSE with HARNESS_ERROR_USAGE if PMULAB_SAVED_MIB is no number.
 */
gboolean saved_guests_limit(guint64 *bytes, GError **error);

/*
 * A memory that is there and is called @sum, as the path of a file, or NULL: a new string. What a guest is
 * called by is memory_image_shrink()'s. The cache's lock must be held.
 */
char *saved_guests_memory(const char *sum);

/* Whether another one may be saved, within @limit bytes. FALSE with HARNESS_ERROR_FAILED. */
gboolean saved_guests_room(guint64 limit, GError **error);

/* Removes those that do not stay if all are to take no more than @limit bytes. The cache's lock must be held.
 */
void saved_guests_prune(guint64 limit);

#endif
