/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A trace as data for a report page. Records are columns of numbers, each
 * column one text with blanks, which a browser reads much faster than as many
 * objects. Repeated words are stored once, in a pool. */
#ifndef PMULAB_HARNESS_REPORT_REPORT_TRACE_H
#define PMULAB_HARNESS_REPORT_REPORT_TRACE_H

#include "harness/format/json.h"
#include "models/machine.h"
#include "models/sim/trace.h"

/* A page with more records is too large for a phone: it keeps the first ones
 * and reports this. */
#define REPORT_RECORDS_MAX 500000

/* The maximum number of points of all series together. If there are more, every
 * second one is dropped, repeatedly if necessary. */
#define REPORT_POINTS_MAX 1000000

struct report_trace;

struct report_trace *report_trace_new(const struct machine_model *model);

/* Adds the next record by time. */
void report_trace_record(struct report_trace *table, const struct trace_record *record);

/*
 * Adds these members to the current object of @json, and frees @table:
 *   records   their number, all
 *   every     the number of counter values for each point of its series; 1: all
 *             values are points
 *   kinds, pool
 *   time, kind, cpu, pc, name, value, fields
 *           columns; time in ns, as the difference to the previous one; cpu and
 *           pc -1: none; all but time, kind and cpu are indices into the pool
 *   registers, register_of  each accessed register, and which register a name
 *                           means; shift_of: by how many bits the access begins
 *                           after that register's begin
 *   steps   number, begin and end (ns, null: never) of each
 *   series  the whole values of each counter that software saw: name, width,
 *           times (ns), values
 *   plan    entry, time (ns), refused of each entry that came due
 */
void report_trace_end(struct report_trace *table, JsonBuilder *json);

#endif
