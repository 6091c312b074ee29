/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a trace written by the plugin: TRACE_MAGIC, one line of text that describes the machine
 * ("machine=snbep box-ctl=silicon dclk=800000000 sockets=1"), and the records of models/sim/trace.h. */
#ifndef PMULAB_HARNESS_TRACE_TRACE_READER_H
#define PMULAB_HARNESS_TRACE_TRACE_READER_H

#include "models/sim/trace.h"

#include <glib.h>

struct trace_file;

/* Opens the trace at @path, which may be a pipe, and reads its header. NULL with HARNESS_ERROR_FAILED if it
 * cannot be read or is no trace of this version. Free with trace_file_close(). */
struct trace_file *trace_file_open(const char *path, GError **error);

/* The header's text without its newline. It lives as long as @file. */
const char *trace_file_header(const struct trace_file *file);

/* The header's value of @name ("machine") as a new string, or NULL if the header lacks it. */
char *trace_file_setting(const struct trace_file *file, const char *name);

/* Reads the next record. FALSE at the end, or with HARNESS_ERROR_FAILED if the rest is damaged, cut short or
 * unreadable; the records read before are valid. */
gboolean trace_file_next(struct trace_file *file, struct trace_record *record, GError **error);

/* The same for a trace that is still being written. FALSE, without an error: nothing whole has come yet. */
gboolean trace_file_follow(struct trace_file *file, struct trace_record *record);

/* Frees @file. NULL is allowed. */
void trace_file_close(struct trace_file *file);

/* Sorts @records (struct trace_record) by time. If every CPU has its own thread, records can be slightly out
 * of order. Records of the same time keep their order. */
void trace_sort(GArray *records);

#endif
