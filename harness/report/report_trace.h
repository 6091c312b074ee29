/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A trace as a report's page has it. Records are columns of numbers, each column one text with blanks
 * between, which a browser takes in much faster than as many objects; words that come again and again stand
 * once, in a pool.
 */
#ifndef PMULAB_HARNESS_REPORT_REPORT_TRACE_H
#define PMULAB_HARNESS_REPORT_REPORT_TRACE_H

#include "harness/base/json.h"
#include "harness/trace/export.h"

/* More records than this make a page that a phone cannot open: the first ones are kept, and the page says so.
 */
#define REPORT_RECORDS_MAX 500000

/*
 * Adds to the object that @json is in:
 *   header, records (their number, all), kinds, pool
 *   time (ns, each as the difference to the one before), kind, cpu and pc (-1: none), name, value, fields
 *           columns; all but the first two and cpu are places in the pool
 *   registers, register_of  what is known of each register that was accessed, and which one a name is
 *   steps   number, begin and end (ns, null: never) of each
 *   series  the values of each counter that software saw whole: name, width, times (ns), values
 *   plan    entry, time (ns), refused of each that came due
 */
void report_trace_add(JsonBuilder *json, const struct export *trace);

#endif
