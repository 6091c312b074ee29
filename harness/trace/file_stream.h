/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes a large file piece by piece, and puts it in its place as a whole, as file_replace() does. Until then
 * it has no name where the file system can do without, so that a program that ends early leaves nothing
 * behind. What is no regular file (a pipe, a terminal) gets the pieces as they come.
 */
#ifndef PMULAB_HARNESS_TRACE_FILE_STREAM_H
#define PMULAB_HARNESS_TRACE_FILE_STREAM_H

#include <glib.h>

struct file_stream {
    GString *text; /* to be written: append to it, then call file_stream_step() */
    char *path;
    char *beside; /* the file's name until it is in its place; NULL: none */
    int fd;
    gboolean direct; /* @path is no regular file */
    int wrong;       /* errno of the first write that failed, or 0 */
};

/* Begins the file at @path. NULL with HARNESS_ERROR_FAILED if it cannot be written. */
struct file_stream *file_stream_new(const char *path, GError **error);

/* Writes the text if there is much of it. FALSE: writing has failed, which file_stream_end() reports. */
gboolean file_stream_step(struct file_stream *stream);

/* Writes the rest, replaces any earlier file, and frees @stream. FALSE with HARNESS_ERROR_FAILED, and then
 * nothing has changed. */
gboolean file_stream_end(struct file_stream *stream, GError **error);

/* Frees @stream, and leaves an earlier file as it is. */
void file_stream_drop(struct file_stream *stream);

#endif
