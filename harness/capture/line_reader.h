/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a text file or pipe line by line, in constant memory. */
#ifndef PMULAB_HARNESS_CAPTURE_LINE_READER_H
#define PMULAB_HARNESS_CAPTURE_LINE_READER_H

#include <glib.h>

enum { LINE_READER_MAX = 4096 }; /* bytes of a line */

struct line_reader;

/* Opens @path. NULL with HARNESS_ERROR_FAILED. Free with line_reader_free(). */
struct line_reader *line_reader_new(const char *path, GError **error);

/*
 * The next line without its newline, *@length bytes, which are valid until the
 * next call. NULL at the end, or with HARNESS_ERROR_FAILED: reading failed, or
 * the line is too long, has a NUL byte, or has no newline because the file was
 * cut short.
 */
const char *line_reader_next(struct line_reader *reader, gsize *length, GError **error);

/* The number of the latest line, from 1. */
guint64 line_reader_number(const struct line_reader *reader);

/* Frees @reader. NULL is allowed. */
void line_reader_free(struct line_reader *reader);

#endif
