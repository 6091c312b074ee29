/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the entries of a plan do, for a trace that has their numbers. Beside it, in TRACE.plan, are the plan's
 * lines: a traffic file. Each line that is no moment (`at ...`) is an entry, in the order of their numbers.
 * Once known, a record's way is the number of that line, a GQuark, as with names of functions (ways.h).
 */
#ifndef PMULAB_HARNESS_TRACE_PLAN_LINES_H
#define PMULAB_HARNESS_TRACE_PLAN_LINES_H

#include "models/sim/trace.h"

#include <glib.h>

#define PLAN_LINES_SUFFIX ".plan"

/* Reads the lines beside the trace at @path: char *, by entry. NULL if there are none. Free with
 * g_ptr_array_unref(). */
GPtrArray *plan_lines_read(const char *path);

/* Gives @record its line, if it is about an entry in @lines (NULL is allowed). */
void plan_lines_name(const GPtrArray *lines, struct trace_record *record);

/* The line of @record, or NULL if it was given none. */
const char *plan_lines_text(const struct trace_record *record);

#endif
