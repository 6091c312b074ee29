/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A guest's memory in a file, made small: two fifths of what a boot has written to it nobody reads again.
 */
#ifndef PMULAB_HARNESS_VM_MEMORY_IMAGE_H
#define PMULAB_HARNESS_VM_MEMORY_IMAGE_H

#include <glib.h>

/*
 * Makes holes in @fd, which nobody writes to any more, of pages that are zero, and of the memory that the
 * kernel unpacked its initramfs from: it gives that back to its allocator and fills it with 0xcc before
 * (POISON_FREE_INITMEM in Linux's include/linux/poison.h), so that it is known by its length. A page that has
 * been given back is read by nobody before it is written; whoever does finds 0. Where the file system makes
 * no holes the file stays as large as it was.
 *
 * Returns a new string that stands for all else that is in the file: of two files of one length for which it
 * is equal, each will do for the other. NULL with HARNESS_ERROR_FAILED if it cannot be read.
 */
char *memory_image_shrink(int fd, GError **error);

#endif
