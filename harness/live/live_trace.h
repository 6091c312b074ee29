/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The end of a trace that is still being written: the last accesses, with the
 * functions that made them. */
#ifndef PMULAB_HARNESS_LIVE_LIVE_TRACE_H
#define PMULAB_HARNESS_LIVE_LIVE_TRACE_H

#include "harness/live/live_plan.h"
#include "harness/symbols/driver_names.h"
#include "models/sim/trace.h"

#include <glib.h>

#define LIVE_ACCESSES 1024 /* number of accesses kept */

struct live_trace;

/* Follows the trace at @path, whose header must have been written. @naming,
 * with everything it points to, must stay valid. NULL: no names. NULL with
 * trace_file_open()'s error. Free with live_trace_free(). */
struct live_trace *live_trace_new(
    const char *path, const struct driver_naming *naming, GError **error);
void live_trace_free(struct live_trace *trace);

/* Reads the new records, and marks the entries of @plan that took effect. */
void live_trace_read(struct live_trace *trace, struct live_plan *plan);

/* The number of accesses so far. */
guint64 live_trace_accesses(const struct live_trace *trace);

/* Access number @number, counted from 0, with its function's name; NULL if it
 * is no longer kept. Valid until the next call of live_trace_read(). */
const struct trace_record *live_trace_access(struct live_trace *trace, guint64 number);

/* The same access without a name, at no cost. */
const struct trace_record *live_trace_record(const struct live_trace *trace, guint64 number);

/* The time (ns) at which the first step began; 0: not yet. */
guint64 live_trace_began(const struct live_trace *trace);

#endif
