/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names the drivers' functions in the call paths of accesses. A trace contains
 * addresses. The file TRACE.names beside it has a line for each: the address in
 * hexadecimal, a blank, and the name ("uncore_pmu_start+0x2c [intel_uncore] at
 * uncore.c:553"), or DRIVER_NAMES_NONE. A named record's call path is the
 * number of its name, a GQuark, which is below all kernel addresses.
 */
#ifndef PMULAB_HARNESS_TRACE_CALL_PATHS_H
#define PMULAB_HARNESS_TRACE_CALL_PATHS_H

#include "models/sim/trace.h"

#include <glib.h>

#define CALL_PATHS_SUFFIX ".names"

/* Reads such lines; others are ignored. Free with g_hash_table_unref(). */
GHashTable *call_paths_parse(const char *text);

/* The lines beside the trace at @path; NULL: there are none. */
GHashTable *call_paths_read(const char *path);

/* The different addresses that may identify the code of the records' accesses,
 * of guint64, in order of appearance. They are addresses of call paths and of
 * accessing instructions. */
GArray *call_paths_of(const GArray *records);

/* The same for the sound part of the trace at @path. */
GArray *call_paths_of_trace(const char *path);

/* Names an access after its call path, or else its instruction, if @names
 * (NULL: none) has the name. */
void call_path_name(GHashTable *names, struct trace_record *record);

/* Appends the name of the record's call path, or its address in hexadecimal.
 * FALSE: it has none. */
gboolean call_path_append(GString *text, const struct trace_record *record);

/* The name of the record's call path, or its address in hexadecimal, as a new
 * string; NULL: it has none. */
char *call_path_text(const struct trace_record *record);

/* ", by uncore_pmu_start()", with the driver's function in the record's call
 * path, to end a sentence; "" if the name is unknown. A new string. */
char *call_path_by(const struct trace_record *record);

#endif
