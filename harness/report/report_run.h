/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One run as the data of a report page. */
#ifndef PMULAB_HARNESS_REPORT_REPORT_RUN_H
#define PMULAB_HARNESS_REPORT_REPORT_RUN_H

#include "harness/report/run_folder.h"
#include "harness/report/runs_touched.h"

#include <glib.h>

/*
 * Returns @run as a JSON object, a new string, and adds its accesses to @all. NULL with
 * HARNESS_ERROR_FAILED if its trace cannot be read. Its members:
 *   result    contents of result.json
 *   machine   summary of the hardware
 *   levels    each traffic entry's size relative to other entries of its event; null: not an amount
 *   scenario, console   texts
 *   steps     script, out, err and kernel of each, texts
 *   trace     harness/report/report_trace.h; damage: the error in the rest of the trace, or null
 *   touched   harness/report/touched_json.h, with the registers that were accessed
 */
GString *report_run(const struct run_folder *run, struct runs_touched *all, GError **error);

#endif
