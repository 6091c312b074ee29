/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A trace in the forms that other programs read. */
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
 * A trace in Chrome's trace event format, which Perfetto's viewer and chrome://tracing open. A thread for
 * each CPU has its accesses; the guest's steps are slices; what hardware did by itself and the plan's entries
 * have threads of their own; and each register that is a count has a track of the values that software saw.
 * Returns a new string, an event a line.
 */
GString *export_perfetto(const struct export *export);

/*
 * A trace as a Value Change Dump (IEEE 1800-2017, 21.7), for waveform viewers: a variable for each register
 * and word that was accessed, which holds what software last read or wrote (x where it has not yet), an event
 * for the accesses to each block, and the step that the guest is in.
 * Returns a new string.
 */
GString *export_vcd(const struct export *export);

#endif
