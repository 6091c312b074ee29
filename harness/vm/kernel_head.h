/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The head of a kernel's file, for a QEMU that will not boot it. */
#ifndef PMULAB_HARNESS_VM_KERNEL_HEAD_H
#define PMULAB_HARNESS_VM_KERNEL_HEAD_H

#include <glib.h>

/*
 * A resumed guest already has its kernel in memory. QEMU still needs a kernel
 * on its command line, since some machines then have one more device, and it
 * reads the whole file. Opens the head of the kernel @path, which suffices for
 * QEMU's loaders: the header, and for x86 the real-mode code after it. *@head
 * becomes a descriptor of a file in memory, which the caller closes. It is -1
 * if QEMU needs the whole kernel: the file is short, or has another format (a
 * packed arm64 kernel, which QEMU unpacks). FALSE with G_FILE_ERROR, which
 * names the file, or HARNESS_ERROR_FAILED.
 */
gboolean kernel_head_open(int *head, const char *path, GError **error);

#endif
