/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A trace's records by time. If every CPU has its own thread, records can be
 * slightly out of order. Records with the same time keep their order. The heads
 * of all frames determine how much must be read before the next record is
 * known: one frame, if the trace is in order.
 */
#ifndef PMULAB_HARNESS_TRACE_TRACE_ORDER_H
#define PMULAB_HARNESS_TRACE_TRACE_ORDER_H

#include "harness/trace/trace_reader.h"

struct trace_order;

/* Reads the rest of @file, which must live as long as the result. First copies
 * a pipe to a file. NULL with HARNESS_ERROR_FAILED if it cannot be read. Free
 * with trace_order_free(). */
struct trace_order *trace_order_new(struct trace_file *file, GError **error);

/* The next record, which is valid until the next call. NULL at the end, or with
 * the errors of trace_file_next() after all sound records. */
const struct trace_record *trace_order_next(struct trace_order *order, GError **error);

void trace_order_free(struct trace_order *order);

#endif
