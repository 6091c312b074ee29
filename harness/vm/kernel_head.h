/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The head of a kernel's file, for a QEMU that will not run it. */
#ifndef PMULAB_HARNESS_VM_KERNEL_HEAD_H
#define PMULAB_HARNESS_VM_KERNEL_HEAD_H

#include "harness/base/memory_file.h"

/*
 * A guest that goes on where it was saved has its kernel in memory already. QEMU wants one on its command
 * line all the same, since some machines have a device more with it, and reads all of it. Opens in @head the
 * head of the kernel
 * @path, which is enough for QEMU's loaders: the header, and for x86 the code of real mode behind it. Leaves
 * @head as it is for a kernel of another format (a packed one of arm64, whose loader unpacks it). FALSE with
 * G_FILE_ERROR or HARNESS_ERROR_FAILED, which names the file.
 */
gboolean kernel_head_open(struct memory_file *head, const char *path, GError **error);

#endif
