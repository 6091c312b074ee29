/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs a case in a guest, and says which of its verdicts failed. */
#ifndef PMULAB_HARNESS_FUZZ_FUZZ_TRY_H
#define PMULAB_HARNESS_FUZZ_FUZZ_TRY_H

#include "harness/fuzz/fuzz_case.h"
#include "harness/run/run_guest.h"
#include "harness/trace/touched.h"

#include <glib.h>

#define FUZZ_NO_PLAN G_MAXUINT /* the run as a whole */

/* A verdict that failed. */
struct fuzz_fault {
    guint plan;  /* number in the case, from 0, or FUZZ_NO_PLAN */
    char *kind;  /* the verdict and its first complaint, without numbers: equal faults have equal kinds */
    char *notes; /* all its notes, a line each */
};

/* What cases have come to. */
struct fuzz_sum {
    guint64 cases, plans;
    guint64 operations;      /* of pmulab-play, or commands */
    guint64 held;            /* figures that were held against the truth */
    double seconds;          /* of guests, by the host's clock */
    struct cover *cover;     /* of the drivers, if settings->cover; NULL: nothing so far; to be freed */
    guint new_edges;         /* that the last case added to it */
    struct touched *touched; /* what drivers and others did to registers; NULL: nothing so far; to be freed */
    guint new_states;        /* that the last case added to it */
};

/* Runs @c, times settings->times. If @keep is not NULL, it is the path that @c is going to have: the results
 * are written to the folder MACHINE/NAME beside it (harness/report/results.h), for `pmulab report`. Returns
 * struct fuzz_fault in the order of verdicts; empty: all hold. Adds to @sum. NULL with HARNESS_ERROR_FAILED
 * if no guest could be had or nothing written, HARNESS_ERROR_USAGE if @c is no scenario. Free with
 * g_ptr_array_unref(). */
GPtrArray *fuzz_try(const struct fuzz_case *c, const struct run_settings *settings, const char *keep,
    struct fuzz_sum *sum, GError **error);

#endif
