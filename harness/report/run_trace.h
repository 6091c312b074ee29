/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The records of a run's trace, by time, with the names of drivers'
 * functions. */
#ifndef PMULAB_HARNESS_REPORT_RUN_TRACE_H
#define PMULAB_HARNESS_REPORT_RUN_TRACE_H

#include "harness/report/run_folder.h"
#include "models/sim/trace.h"

struct run_trace;

/* Begins to read. NULL with HARNESS_ERROR_FAILED if the trace cannot be read.
 * Free with run_trace_close(). */
struct run_trace *run_trace_open(const struct run_folder *folder, GError **error);

/* The next record, which is valid until the next call; NULL: there is none. */
const struct trace_record *run_trace_next(struct run_trace *trace);

/* The error in the rest of the trace, known after the last record; NULL:
 * none. */
const char *run_trace_damage(const struct run_trace *trace);

void run_trace_close(struct run_trace *trace);

#endif
