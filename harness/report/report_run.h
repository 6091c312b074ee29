/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads one run's results folder into the data behind a report page. */
#ifndef PMULAB_HARNESS_REPORT_REPORT_RUN_H
#define PMULAB_HARNESS_REPORT_REPORT_RUN_H

#include <glib.h>

/*
 * Reads the folder at @path (harness/report/results.h). Returns a JSON object as a new string:
 *   result    contents of result.json
 *   machine   summary of the hardware
 *   levels    each traffic entry's size relative to other entries of its event; null: not an amount
 *   scenario, console   texts
 *   steps     script, out, err and kernel of each, texts
 *   trace     harness/report/report_trace.h; damage: what is wrong with the rest of the trace, or null
 * NULL with HARNESS_ERROR_FAILED if it is no such folder, or an incomplete one.
 */
GString *report_run(const char *path, GError **error);

#endif
