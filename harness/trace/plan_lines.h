/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The meaning of a plan's entries, for a trace with their numbers. The file
 * TRACE.plan beside the trace contains the plan's lines: a traffic file. Each
 * line except moments (`at ...`) is an entry, in the order of their numbers.
 * After plan_lines_name(), a record's call path is the number of its line, a
 * GQuark, as with function names (call_paths.h).
 */
#ifndef PMULAB_HARNESS_TRACE_PLAN_LINES_H
#define PMULAB_HARNESS_TRACE_PLAN_LINES_H

#include "models/sim/trace.h"

#include <glib.h>

#define PLAN_LINES_SUFFIX ".plan"

/* Reads the lines beside the trace at @path: char *, by entry. NULL if there
 * are none. Free with g_ptr_array_unref(). */
GPtrArray *plan_lines_read(const char *path);

/* Adds the line to @record, if the record is about an entry in @lines (NULL is
 * allowed). */
void plan_lines_name(const GPtrArray *lines, struct trace_record *record);

/* The line of @record, or NULL if it has none. */
const char *plan_lines_text(const struct trace_record *record);

#endif
