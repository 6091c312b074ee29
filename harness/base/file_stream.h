/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes a file that the user names, piece by piece, and puts it in its place as a whole: no reader finds
 * half of it. Until then it has no name where the file system can do without, so that a program that ends
 * early leaves nothing behind. A symbolic link stays, and the file behind it is replaced. What is no regular
 * file (a device, a pipe, a terminal) and what is open already (/dev/stdout) gets the pieces as they come.
 */
#ifndef PMULAB_HARNESS_BASE_FILE_STREAM_H
#define PMULAB_HARNESS_BASE_FILE_STREAM_H

#include <glib.h>

struct file_stream {
    GString *text; /* to be written: append to it, then call file_stream_step() */
    char *told;    /* as the user names it */
    char *path;    /* behind symbolic links */
    char *beside;  /* the file's name until it is in its place; NULL: none */
    int fd;
    gboolean direct; /* the pieces are written as they come */
    int wrong;       /* errno of the first write that failed, or 0 */
};

/* Whether @path is "-", standard output. */
gboolean file_is_stdout(const char *path);

/* Begins the file at @path, or standard output if it is "-". NULL with HARNESS_ERROR_FAILED if it cannot be
 * written. */
struct file_stream *file_stream_new(const char *path, GError **error);

/* Writes the text if there is much of it. FALSE: writing has failed, which file_stream_end() reports. */
gboolean file_stream_step(struct file_stream *stream);

/* Writes the rest, replaces any earlier file, and frees @stream. FALSE with HARNESS_ERROR_FAILED, and then
 * an earlier file is as it was. */
gboolean file_stream_end(struct file_stream *stream, GError **error);

/* Frees @stream, and leaves an earlier file as it is. */
void file_stream_drop(struct file_stream *stream);

/* Writes @length bytes of @data to the file at @path, all of it as above. FALSE with HARNESS_ERROR_FAILED. */
gboolean file_replace(const char *path, const void *data, gsize length, GError **error);

#endif
