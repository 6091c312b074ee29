/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which of the driver's measurements a claim of perf's is made of: hop one. */
#ifndef PMULAB_HARNESS_PROOF_PERF_MATCH_H
#define PMULAB_HARNESS_PROOF_PERF_MATCH_H

#include "harness/proof/perf_claim.h"
#include "harness/proof/perf_verbose.h"

/*
 * Sets claim->found, one measurement of @measurements that is not taken for each place that has one, so that
 * the figures of @claim are what they come to. Returns NULL, or a new string: why no choice of measurements
 * does that; then found holds whatever is there. With -I a row's reason is perf_intervals()'s to say.
 */
char *perf_match(struct claim *claim, const GPtrArray *measurements, struct verbose *verbose);

/* Sets claim->found to whatever is there. */
void perf_match_any(struct claim *claim, const GPtrArray *measurements);

#endif
