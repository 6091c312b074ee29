/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What QEMU's own snapshot of a guest lacks: the plugin's state, as a file. Whoever has state says where it
 * is, part by part, and always in the same order; saving writes the parts, resuming reads them back. Parts
 * hold no pointers, since they are read by another process.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_SNAPSHOT_H
#define PMULAB_QEMU_PLUGINS_QEMU_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>

/* One file on its way. */
struct snapshot;

/* The next part: @size bytes at @at, which are saved or, from here on, are as they were saved. */
void snapshot_part(struct snapshot *snapshot, void *at, size_t size);

/*
 * Has @visit go through all parts, to write them to the open file @fd or to read them from there, from its
 * beginning in either case. False where the file is not whole or not of these parts; then some of them may
 * have been read.
 */
bool snapshot_save(int fd, void (*visit)(struct snapshot *snapshot));
bool snapshot_resume(int fd, void (*visit)(struct snapshot *snapshot));

#endif
