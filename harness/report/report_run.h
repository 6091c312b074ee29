/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One run's folder of results as the data that a report's page shows. */
#ifndef PMULAB_HARNESS_REPORT_REPORT_RUN_H
#define PMULAB_HARNESS_REPORT_REPORT_RUN_H

#include <glib.h>

/*
 * Reads the folder at @path (harness/report/results.h). Returns an object of JSON as a new string:
 *   result    what result.json has
 *   machine   summary of the hardware
 *   levels    of each entry of the traffic, how much it is beside others of its event; null: not an amount
 *   scenario, console   texts
 *   steps     script, out, err and kernel of each, texts
 *   trace     harness/report/report_trace.h; damage: what is wrong with the rest of the trace, or null
 * NULL with HARNESS_ERROR_FAILED where it is no such folder, or not a whole one.
 */
GString *report_run(const char *path, GError **error);

#endif
