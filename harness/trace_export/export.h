/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exports a trace to formats that other programs read, record by record. */
#ifndef PMULAB_HARNESS_TRACE_EXPORT_EXPORT_H
#define PMULAB_HARNESS_TRACE_EXPORT_EXPORT_H

#include "models/machine.h"
#include "models/sim/trace.h"

#include <glib.h>

struct export
{
    const char *header; /* the trace's */
    const struct machine_model *model;
    /* The next record by time, which is valid until the next call; NULL: there
     * is none. */
    const struct trace_record *(*next)(gpointer data);
    gboolean (*again)(gpointer data); /* goes back to the first record; FALSE: it can't */
    GString *text;                    /* receives the exported text */
    gboolean (*step)(gpointer data);  /* may remove the text; FALSE: stop the export */
    gpointer data;
};

/*
 * Exports a trace in Chrome's trace event format, which Perfetto's viewer and
 * chrome://tracing open. Each CPU's accesses have a thread. Steps of the guest
 * are slices. The hardware's own events and the plan's entries have separate
 * threads. Each counting register has a track of the values that software saw.
 * One event per line; names of threads come last, when all CPUs are known.
 */
void export_perfetto(const struct export *export);

/*
 * Exports a trace as a Value Change Dump (IEEE 1800-2017, 21.7) for waveform
 * viewers. Each accessed register and word is a variable with the value that
 * software last read or wrote (x before the first access). Each block's
 * accesses are an event, and the guest's step is a variable. Reads the trace
 * twice.
 */
void export_vcd(const struct export *export);

#endif
