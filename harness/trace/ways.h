/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names for the drivers' functions on the way to accesses. A trace has addresses; beside it, in TRACE.names,
 * is a line for each: the address in hexadecimal, a blank, and the name ("uncore_pmu_start+0x2c
 * [intel_uncore] at uncore.c:553"), or DRIVER_NAMES_NONE. Once named, a record's way is the number of that
 * name, a GQuark, which is below all addresses of a kernel.
 */
#ifndef PMULAB_HARNESS_TRACE_WAYS_H
#define PMULAB_HARNESS_TRACE_WAYS_H

#include "models/sim/trace.h"

#include <glib.h>

#define WAYS_SUFFIX ".names"

/* Reads such lines; others are ignored. Free with g_hash_table_unref(). */
GHashTable *ways_parse(const char *text);

/* The lines beside the trace at @path; NULL: there are none. */
GHashTable *ways_read(const char *path);

/* The different addresses that may tell who made the records' accesses, of guint64, in order of appearance:
 * of ways, and of the accessing instructions. */
GArray *ways_of(const GArray *records);

/* The same of the trace at @path, up to where it is sound. */
GArray *ways_of_trace(const char *path);

/* Gives an access the name of its way, or else of its instruction, if @names (NULL: none) has one. */
void ways_name(GHashTable *names, struct trace_record *record);

/* Appends the name of the record's way, or its address in hexadecimal. FALSE: it has none. */
gboolean way_append(GString *text, const struct trace_record *record);

/* The name of the record's way, or its address in hexadecimal, as a new string; NULL: it has none. */
char *way_text(const struct trace_record *record);

#endif
