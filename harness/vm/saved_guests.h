/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chooses which saved guests stay in the cache. guest_snapshot.h describes a
 * saved guest. */
#ifndef PMULAB_HARNESS_VM_SAVED_GUESTS_H
#define PMULAB_HARNESS_VM_SAVED_GUESTS_H

#include <glib.h>

/* The kind of their entries. */
#define SAVED_GUESTS_KIND "warm"

/* Disk space for them in MiB, unless PMULAB_SAVED_MIB sets another limit. */
#define SAVED_GUESTS_MIB 4096

/* A guest used this recently is not removed to make room. Otherwise a run with
 * more guests than fit would find none of them the next time. */
#define SAVED_GUESTS_RECENT_NS (3600 * G_GINT64_CONSTANT(1000000000))

/* Bytes that one guest needs, or a little more. */
#define SAVED_GUEST_BYTES (G_GUINT64_CONSTANT(200) << 20)

struct saved_guest {
    char *entry;
    gint64 made, used;    /* ns since 1970 */
    gboolean stale;       /* one of its source files changed or is missing: it cannot be resumed */
    guint64 memory;       /* identifies its memory file, which several guests may share */
    guint64 memory_bytes; /* disk space; so is the next one */
    guint64 other_bytes;  /* of all files that it does not share */
    gboolean stays;       /* see saved_guests_choose() */
};

/*
 * Sorts the @count guests by worth, and sets which of them stay so that all
 * take at most @limit bytes. Stale guests do not stay. The others are sorted:
 * first the recently used ones, with the oldest made first; then the rest, with
 * the last used first. In this order, each guest stays if it still fits.
 * Returns the bytes of the recent ones. @now: ns since 1970.
 */
guint64 saved_guests_choose(struct saved_guest *guests, guint count, guint64 limit, gint64 now);

/* The current limit in bytes. FALSE with HARNESS_ERROR_USAGE if
 * PMULAB_SAVED_MIB is not a number. */
gboolean saved_guests_limit(guint64 *bytes, GError **error);

/* Checks that one more guest fits within @limit bytes. FALSE with
 * HARNESS_ERROR_FAILED. */
gboolean saved_guests_room(guint64 limit, GError **error);

/* Removes the guests that do not stay within @limit bytes. The cache's lock
 * must be held. */
void saved_guests_prune(guint64 limit);

#endif
