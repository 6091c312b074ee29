/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What perf's -v and -vv lines say of a figure: counts before and after perf scaled them. */
#ifndef PMULAB_HARNESS_PROOF_PERF_VERBOSE_H
#define PMULAB_HARNESS_PROOF_PERF_VERBOSE_H

#include "harness/proof/perf_claim.h"

/* The lines of an output, and which of them are taken by figures that have been proved. */
struct verbose {
    const struct perf_output *output;
    gboolean *used;
};

/* Lines that one figure has been matched with. */
struct verbose_match {
    guint index[PERF_EVENT_PLACES];
    unsigned n;
};

/*
 * What perf must have added up to @total for @claim, whose measurements have been found. Returns NULL, or a
 * new string: why that cannot be known, or is not what perf's lines say. Lines are in @match from then on.
 */
char *verbose_total(
    const struct verbose *verbose, const struct claim *claim, struct verbose_match *match, guint64 *total);

/* The lines in @match are taken. */
void verbose_take(struct verbose *verbose, const struct verbose_match *match);

#endif
