/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes a cpio archive in the "newc" format, which the kernel accepts as an
 * initramfs (Documentation/driver-api/early-userspace/buffer-format.rst in
 * Linux). Every member belongs to root and has time 0, so the same input gives
 * the same bytes.
 *
 * Add a folder before its contents. The archive remembers the first error, so
 * only cpio_close() needs a check.
 */
#ifndef PMULAB_HARNESS_FORMAT_CPIO_H
#define PMULAB_HARNESS_FORMAT_CPIO_H

#include <glib.h>

struct cpio;

/* Creates the archive @path. NULL with HARNESS_ERROR_FAILED. */
struct cpio *cpio_create(const char *path, GError **error);

/* Names are paths in the guest without the leading slash: "usr/bin/perf". @mode
 * holds the permission bits only. cpio_file() takes at most 4 GiB - 1 bytes.
 * The archive keeps no pointer to @data. */
void cpio_directory(struct cpio *cpio, const char *name, unsigned mode);
void cpio_file(struct cpio *cpio, const char *name, unsigned mode, const void *data, gsize size);
void cpio_symlink(struct cpio *cpio, const char *name, const char *target);
void cpio_character_device(
    struct cpio *cpio, const char *name, unsigned mode, unsigned major, unsigned minor);

/* Ends the archive and frees @cpio. FALSE with HARNESS_ERROR_FAILED if any
 * write failed. */
gboolean cpio_close(struct cpio *cpio, GError **error);

#endif
