/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The head of a kernel's file, for a QEMU that will not run it. */
#ifndef PMULAB_HARNESS_VM_KERNEL_HEAD_H
#define PMULAB_HARNESS_VM_KERNEL_HEAD_H

#include <glib.h>

/*
 * A guest that goes on where it was saved has its kernel in memory already. QEMU wants one on its command
 * line all the same, since some machines have a device more with it, and reads all of it. Opens the head of
 * the kernel @path, which is enough for QEMU's loaders: the header, and for x86 the code of real mode behind
 * it. *@head becomes a descriptor of a file in memory, which the caller closes, or -1 where QEMU must have
 * the whole kernel: it is short, or of another format (a packed one of arm64, which QEMU unpacks). FALSE with
 * G_FILE_ERROR, which names the file, or HARNESS_ERROR_FAILED.
 */
gboolean kernel_head_open(int *head, const char *path, GError **error);

#endif
