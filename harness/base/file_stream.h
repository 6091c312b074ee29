/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes a file named by the user, piece by piece, and puts the whole file in
 * place at the end. So no reader finds half of it. Until then the file has no
 * name, if the file system supports that; so a program that ends early leaves
 * no file. A symbolic link stays, and its target is replaced. Other targets
 * than regular files (a device, a pipe, a terminal) and open files
 * (/dev/stdout) receive each piece at once.
 */
#ifndef PMULAB_HARNESS_BASE_FILE_STREAM_H
#define PMULAB_HARNESS_BASE_FILE_STREAM_H

#include <glib.h>

struct file_stream {
    GString *text;   /* to be written: append to it, then call file_stream_step() */
    char *user_path; /* the user's name for it */
    char *path;      /* with symbolic links resolved */
    char *beside;    /* the file's temporary name; NULL: none */
    int fd;
    gboolean direct; /* each piece is written at once */
    int wrong;       /* errno of the first write that failed, or 0 */
};

/* Whether @path is "-", standard output. */
gboolean file_is_stdout(const char *path);

/* Begins the file at @path, or standard output if it is "-". NULL with
 * HARNESS_ERROR_FAILED if it cannot be written. */
struct file_stream *file_stream_new(const char *path, GError **error);

/* Writes the text if there is much of it. FALSE: writing has failed, which
 * file_stream_end() reports. */
gboolean file_stream_step(struct file_stream *stream);

/* Writes the rest, replaces any earlier file, and frees @stream. FALSE with
 * HARNESS_ERROR_FAILED; an earlier file is then unchanged. */
gboolean file_stream_end(struct file_stream *stream, GError **error);

/* Frees @stream, and leaves an earlier file as it is. */
void file_stream_drop(struct file_stream *stream);

/* Writes @length bytes of @data to the file at @path, as a whole as above.
 * FALSE with HARNESS_ERROR_FAILED. */
gboolean file_replace(const char *path, const void *data, gsize length, GError **error);

#endif
