/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A sum of a trace's records, equal for equal traces: the output of `pmulab
 * trace --raw FILE | sha256sum`. Files of equal traces can differ. They depend
 * on when records were flushed, and on the version of Zstandard that packed
 * them.
 */
#ifndef PMULAB_HARNESS_TRACE_TRACE_DIGEST_H
#define PMULAB_HARNESS_TRACE_TRACE_DIGEST_H

#include "models/sim/trace.h"

#include <glib.h>

/* The sum of @records (struct trace_record), which have their names
 * (harness/trace/call_paths.h), as a new string. */
char *trace_digest(const GArray *records);

/* The sum of the records in the file at @path. NULL: the file is not a trace,
 * or is cut or damaged. */
char *trace_digest_of(const char *path);

#endif
