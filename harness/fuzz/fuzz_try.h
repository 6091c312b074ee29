/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs a case in a guest, and returns the failed verdicts. */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_TRY_H
#define PMULAB_HARNESS_FUZZ_FUZZ_TRY_H

#include "harness/fuzz/fuzz_case.h"
#include "harness/run/run_guest.h"
#include "harness/trace/touched.h"

#include <glib.h>

#define FUZZ_NO_PLAN G_MAXUINT /* the run as a whole */

/* A failed verdict. */
struct fuzz_fault {
    guint plan; /* number in the case, from 0, or FUZZ_NO_PLAN */
    /* the verdict and its first complaint, without numbers: equal faults have
     * equal kinds */
    char *kind;
    char *notes; /* all its notes, a line each */
};

/* The sums over cases. */
struct fuzz_sum {
    guint64 cases, plans;
    guint64 operations; /* of pmulab-play, or commands */
    guint64 held;       /* figures that were compared with the truth */
    double seconds;     /* of guests, by the host's clock */
    /* of the drivers, if settings->cover; NULL: nothing so far; caller frees */
    struct cover *cover;
    guint new_edges;         /* that the last case added to it */
    struct touched *touched; /* accesses to registers; NULL: nothing so far; the caller frees it */
    guint new_states;        /* that the last case added to it */
};

/*
 * Runs @c, times settings->times. If @keep is not NULL, it is the future path
 * of @c: writes the results to the folder MACHINE/NAME beside it
 * (harness/report/results.h), for `pmulab report`. Returns struct fuzz_fault in
 * the order of verdicts; empty: all hold. Adds to @sum. NULL with
 * HARNESS_ERROR_FAILED if no guest starts or writing fails, HARNESS_ERROR_USAGE
 * if @c is not a valid scenario. Free with g_ptr_array_unref().
 */
GPtrArray *fuzz_try(const struct fuzz_case *c, const struct run_settings *settings,
    const char *keep, struct fuzz_sum *sum, GError **error);

#endif
