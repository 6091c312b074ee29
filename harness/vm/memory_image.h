/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Shrinks the file of a guest's memory: drops the 40 % of a boot's writes that
 * the guest never reads again.
 */
#ifndef PMULAB_HARNESS_VM_MEMORY_IMAGE_H
#define PMULAB_HARNESS_VM_MEMORY_IMAGE_H

#include <glib.h>

/*
 * Punches holes in @fd. After the call, no process may write to @fd. It drops
 * zero pages, and the memory from which the kernel unpacked its initramfs: the
 * kernel fills that with 0xcc before freeing it (POISON_FREE_INITMEM in Linux's
 * include/linux/poison.h), and its length identifies it. The guest never reads
 * a freed page before writing it; if it did, it would read 0. On a file system
 * without holes, the file keeps its size.
 *
 * Returns a new string that identifies the remaining contents: two files of one
 * length with equal strings can replace each other. NULL with
 * HARNESS_ERROR_FAILED if the file cannot be read.
 */
char *memory_image_shrink(int fd, GError **error);

#endif
