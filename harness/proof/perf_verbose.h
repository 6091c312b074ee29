/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Uses the -v and -vv lines of perf, which give counts before and after
 * scaling. */
#ifndef PMULAB_HARNESS_PROOF_PERF_VERBOSE_H
#define PMULAB_HARNESS_PROOF_PERF_VERBOSE_H

#include "harness/proof/perf_claim.h"

/* The lines of an output, and which of them belong to figures already
 * proved. */
struct verbose {
    const struct perf_output *output;
    gboolean *used;
};

/* Lines that match one figure. */
struct verbose_match {
    guint index[PERF_EVENT_PLACES];
    unsigned n;
};

/*
 * Sets @total to the sum that perf must have computed for @claim, whose
 * measurements have been found. Returns NULL, or a new string that says why the
 * sum cannot be known or differs from perf's lines. Adds the lines to @match.
 */
char *verbose_total(const struct verbose *verbose, const struct claim *claim,
    struct verbose_match *match, guint64 *total);

/* Why the figure of @claim cannot be proved without -v, a new string; NULL: it
 * can. */
char *verbose_missing(const struct verbose *verbose, const struct claim *claim);

/* Marks the lines in @match as used. */
void verbose_take(struct verbose *verbose, const struct verbose_match *match);

#endif
