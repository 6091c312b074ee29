/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The state of `pmulab run`, for its two parts: the report of each scenario
 * (run_report.c), and all else (run.c). */
#ifndef PMULAB_HARNESS_CLI_RUN_RUN_STATE_H
#define PMULAB_HARNESS_CLI_RUN_RUN_STATE_H

#include "harness/base/output.h"
#include "harness/cli/run/run_farm.h"
#include "harness/cli/run/run_jobs.h"
#include "harness/report/coverage.h"
#include "harness/report/junit.h"
#include "harness/report/matrix.h"
#include "harness/report/proved.h"
#include "harness/report/report_format.h"

struct run {
    char **paths;
    struct run_farm farm;
    char *junit_path;
    struct junit *junit; /* NULL: not requested */
    char *proved_path;
    struct proved_list *proved; /* NULL: not requested */
    char **patterns, **tags, **modules, **drivers;
    char *kernel_list; /* as typed, or NULL */
    /* their names, one column of a matrix each; NULL: the scenarios' own */
    char **kernels;
    /* receives the scenarios' outcomes, instead of TAP; NULL: only one
     * kernel */
    struct matrix *matrix;
    struct coverage *coverage; /* NULL: not requested */
    char *cover;               /* prefix of functions' names, or NULL */
    char *time_limit;          /* as typed, or NULL */
    guint64 time_limit_s;
    char *format_name;         /* as typed, or NULL: TAP */
    enum report_format format; /* one of REPORT_FORMATS_LINES */
    gboolean show, list, icount, cold;
    int at_once, times;
    GPtrArray *items; /* of struct run_item */
    unsigned points;  /* TAP points, or tests of KTAP, printed so far */
    unsigned done;    /* scenarios; also failed and skipped */
    unsigned skipped;
    guint column;         /* of the matrix, from 0 */
    GPtrArray *failed;    /* MACHINE/NAME of each */
    GPtrArray *late;      /* the same, for scenarios that did not begin within the time limit */
    gboolean on_terminal; /* standard error is a terminal that can overwrite lines */
    gboolean allow_files; /* from outside of the scenarios' folders */
    char *unsaved;        /* why a guest could not be saved, as last reported; NULL: not reported */
    struct output out;
};

static inline const struct run_item *run_item_at(const struct run *run, guint index)
{
    return g_ptr_array_index(run->items, index);
}

/* The number of TAP points of all scenarios, or of tests of KTAP. */
unsigned run_report_points(const struct run *run);

/* Waits for scenario number @index of @jobs, and reports and keeps its results.
 * FALSE to stop: the reader has closed the output, or there is an error and
 * nothing to report. */
gboolean run_report_one(struct run *run, struct run_jobs *jobs, unsigned index, GError **error);

/* The last line: how many passed, and the names of the others. */
void run_report_sum(struct run *run);

#endif
