/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sums of several runs' accesses, and the runs' machines. */
#ifndef PMULAB_HARNESS_REPORT_RUNS_TOUCHED_H
#define PMULAB_HARNESS_REPORT_RUNS_TOUCHED_H

#include "harness/report/run_folder.h"
#include "harness/trace/touched.h"

struct runs_touched {
    struct touched *touched;
    GPtrArray *machines; /* of struct machine, in order of appearance */
};

/* Makes empty sums. runs_touched_clear() frees their contents. */
void runs_touched_init(struct runs_touched *all);
void runs_touched_clear(struct runs_touched *all);

/* Begins to add a run, whose records the caller reads; free the result with
 * touching_free(). */
struct touching *runs_touched_begin(struct runs_touched *all, const struct run_folder *run);

/* Adds a whole run. FALSE with HARNESS_ERROR_FAILED if its trace cannot be
 * read. */
gboolean runs_touched_add(struct runs_touched *all, const struct run_folder *run, GError **error);

#endif
