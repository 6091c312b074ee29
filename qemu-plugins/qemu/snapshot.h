/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plugin's state as a file, which QEMU's snapshot of a guest lacks. Each
 * owner of state names its parts, always in the same order; saving writes them,
 * resuming reads them back. Parts contain no pointers, because another process
 * reads them.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_SNAPSHOT_H
#define PMULAB_QEMU_PLUGINS_QEMU_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>

/* One file being written or read. */
struct snapshot;

/* The next part: @size bytes at @at, which are saved or, on resuming,
 * restored. */
void snapshot_part(struct snapshot *snapshot, void *at, size_t size);

/*
 * Calls @visit to go through all parts, and writes them to (or, below, reads
 * them from) the open file @fd, from its beginning. Returns false if the file
 * is incomplete or has other parts; some of them may then have been read.
 */
bool snapshot_save(int fd, void (*visit)(struct snapshot *snapshot));
bool snapshot_resume(int fd, void (*visit)(struct snapshot *snapshot));

#endif
