/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The memory of saved guests in the cache. An entry contains the whole memory,
 * or a hard link to another entry's memory and the pages that the linked memory
 * lacks. */
#ifndef PMULAB_HARNESS_RUN_GUEST_SNAPSHOT_MEMORY_H
#define PMULAB_HARNESS_RUN_GUEST_SNAPSHOT_MEMORY_H

#include <glib.h>

/* A guest's memory, a file without a name. */
struct guest_snapshot_memory {
    int fd;
    const char *sum; /* by memory_image_shrink() */
};

/* Puts the memory into @folder: links to an existing one if both are the same.
 * The caller holds the cache's lock. FALSE with HARNESS_ERROR_FAILED. */
gboolean guest_snapshot_memory_store(
    const char *folder, const struct guest_snapshot_memory *memory, GError **error);

/* Opens the memory of @entry, which is whole, for a guest that writes nothing
 * to it. Returns a descriptor, or -1. */
int guest_snapshot_memory_open(const char *entry);

#endif
