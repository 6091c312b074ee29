/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What all forms that a trace is exported in are made of. */
#ifndef PMULAB_HARNESS_TRACE_EXPORT_H
#define PMULAB_HARNESS_TRACE_EXPORT_H

#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

struct export
{
    const char *header; /* the trace's */
    const struct machine_model *model;
    const struct trace_record *records; /* in the order of their times */
    gsize n_records;
};

/*
 * Sorts @records (struct trace_record) by time. Where every CPU has a thread of its own, records can be a
 * little out of order; those of one moment stay in theirs.
 */
void export_sort(GArray *records);

#endif
