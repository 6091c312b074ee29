/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Puts files and whole folders of the host into a cpio archive. */
#ifndef PMULAB_HARNESS_FORMAT_CPIO_TREE_H
#define PMULAB_HARNESS_FORMAT_CPIO_TREE_H

#include "harness/format/cpio.h"

/*
 * Adds @path as @name (without leading slash), with its permissions. If @path
 * is a folder, adds all its contents in the order of their names; links in it
 * stay links. @name "" is the root of the guest, whose own links into usr/
 * (bin, lib, lib64, sbin) stay as they are. FALSE with G_FILE_ERROR or
 * HARNESS_ERROR_FAILED, which names the file: it cannot be read, or is neither
 * file, folder nor link.
 */
gboolean cpio_tree(struct cpio *cpio, const char *path, const char *name, GError **error);

/* Adds the folders that lead to @name. */
void cpio_parents(struct cpio *cpio, const char *name);

#endif
