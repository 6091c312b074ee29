/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads a trace written by the plugin (models/sim/trace_frame.h), frame by
 * frame, with memory for one frame. Its line of text describes the machine:
 * "machine=snbep box-ctl=silicon dclk=800000000 sockets=1".
 */
#ifndef PMULAB_HARNESS_TRACE_TRACE_READER_H
#define PMULAB_HARNESS_TRACE_TRACE_READER_H

#include "models/sim/trace_frame.h"

#include <glib.h>

struct trace_file;

/* Opens the trace at @path, which may be a pipe, and reads its header. NULL
 * with HARNESS_ERROR_FAILED if it cannot be read or is not a trace of this
 * version. Free with trace_file_close(). */
struct trace_file *trace_file_open(const char *path, GError **error);

/* Records that come from elsewhere, such as a file of another format. */
struct trace_source {
    /* Sets up to TRACE_FRAME_RECORDS @records. Returns their number; 0 at the
     * end, or with HARNESS_ERROR_FAILED. */
    gsize (*next)(gpointer self, struct trace_record *records, GError **error);
    void (*free)(gpointer self); /* by trace_file_close() */
};

/* The records of @source as a trace with @header. @path is for messages. It can
 * be read once, or after trace_file_keep() like a file. */
struct trace_file *trace_file_of(
    const char *path, const char *header, const struct trace_source *source, gpointer self);

/* The header's text without its newline. It lives as long as @file. */
const char *trace_file_header(const struct trace_file *file);

/* The header's value of @name ("machine") as a new string, or NULL if the
 * header lacks it. */
char *trace_file_setting(const struct trace_file *file, const char *name);

/* The records that a reader needs; frames without any of them need not be
 * read. */
struct trace_wanted {
    guint32 kinds;    /* a bit for each enum trace_kind */
    guint64 from, to; /* ns; @to is the first moment that is not wanted, or G_MAXUINT64 */
};

/* Skips frames without any record of @wanted. Returns all records of the other
 * frames. */
void trace_file_want(struct trace_file *file, const struct trace_wanted *wanted);

/* Reads the next record. FALSE at the end, or with HARNESS_ERROR_FAILED if the
 * rest is damaged, cut short or unreadable; the records read before are
 * valid. */
gboolean trace_file_next(struct trace_file *file, struct trace_record *record, GError **error);

/* The next frame's records, which are valid until the next call, and their
 * number *@n. NULL whenever trace_file_next() returns FALSE. */
const struct trace_record *trace_file_frame(struct trace_file *file, gsize *n, GError **error);

/* The same as trace_file_next() for a trace that is still being written. FALSE
 * without an error if there is no complete record yet. */
gboolean trace_file_follow(struct trace_file *file, struct trace_record *record);

/* Goes back to the first record. A pipe needs trace_file_keep() first. */
gboolean trace_file_rewind(struct trace_file *file, GError **error);

/* Makes a trace re-readable: copies the data of a pipe or source to a file
 * without a name. */
gboolean trace_file_keep(struct trace_file *file, GError **error);

/* Writes the header and the rest of the records to a new file at @path. FALSE
 * with HARNESS_ERROR_FAILED, also after damage; the file may be there. */
gboolean trace_file_save(struct trace_file *file, const char *path, GError **error);

/* Reads the heads of all remaining frames, up to a damaged one, into an array
 * of struct trace_head, and returns to its position. The trace must have been
 * kept. NULL with HARNESS_ERROR_FAILED if it cannot be read. */
GArray *trace_file_heads(struct trace_file *file, GError **error);

/* The number of frames read or skipped so far. */
guint64 trace_file_frames(const struct trace_file *file);

/* All records of the trace at @path (struct trace_record). NULL with the errors
 * of trace_file_open() and trace_file_next(). */
GArray *trace_file_records(const char *path, GError **error);

/* Frees @file. NULL is allowed. */
void trace_file_close(struct trace_file *file);

#endif
