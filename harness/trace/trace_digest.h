/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A sum of a trace's records, equal for equal traces: what `pmulab trace --raw FILE | sha256sum` prints.
 * Files of equal traces can differ: it is of account there when records were flushed, and which version of
 * Zstandard packed them.
 */
#ifndef PMULAB_HARNESS_TRACE_TRACE_DIGEST_H
#define PMULAB_HARNESS_TRACE_TRACE_DIGEST_H

#include "models/sim/trace.h"

#include <glib.h>

/* The sum of @records (struct trace_record), which have their names (harness/trace/ways.h), as a new string.
 */
char *trace_digest(const GArray *records);

/* The sum of the records in the file at @path, up to where it is sound; NULL: it is no trace. */
char *trace_digest_of(const char *path);

#endif
