/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file in memory that QEMU, as another process of the same user, opens by name. Nothing of it can be left
 * behind. */
#ifndef PMULAB_HARNESS_BASE_MEMORY_FILE_H
#define PMULAB_HARNESS_BASE_MEMORY_FILE_H

#include <glib.h>

struct memory_file {
    int fd; /* -1: there is none */
    char *path;
};

/* Makes an empty one; @name is for messages of the system alone. FALSE with HARNESS_ERROR_FAILED. */
gboolean memory_file_open(struct memory_file *file, const char *name, GError **error);

/* Appends @length bytes. FALSE with HARNESS_ERROR_FAILED. */
gboolean memory_file_add(struct memory_file *file, const void *bytes, gsize length, GError **error);

/* All that is in it. */
GBytes *memory_file_bytes(const struct memory_file *file);

/* Also where it was never opened, but is all zero or has -1 for @fd. */
void memory_file_close(struct memory_file *file);

#endif
