/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file in memory that QEMU, another process of the same user, opens by name.
 * It vanishes with the process, so no file remains. */
#ifndef PMULAB_HARNESS_BASE_MEMORY_FILE_H
#define PMULAB_HARNESS_BASE_MEMORY_FILE_H

#include <glib.h>

struct memory_file {
    int fd; /* -1: not open */
    char *path;
};

/* Makes an empty file. @name appears only in the system's own messages. FALSE
 * with HARNESS_ERROR_FAILED. */
gboolean memory_file_open(struct memory_file *file, const char *name, GError **error);

/* Makes a file with @length @bytes. Returns its descriptor, at the file's
 * begin, which the caller closes. -1 with HARNESS_ERROR_FAILED. */
int memory_file_of(const char *name, const void *bytes, gsize length, GError **error);

/* Appends @length bytes. FALSE with HARNESS_ERROR_FAILED. */
gboolean memory_file_add(struct memory_file *file, const void *bytes, gsize length, GError **error);

/* Empties the file. FALSE with HARNESS_ERROR_FAILED. */
gboolean memory_file_empty(struct memory_file *file, GError **error);

/* The file's contents; empty if they can't be read. */
GBytes *memory_file_bytes(const struct memory_file *file);

/* Closes and clears @file. Accepts a file that was never opened, if it is all
 * zero or its @fd is -1. */
void memory_file_close(struct memory_file *file);

#endif
