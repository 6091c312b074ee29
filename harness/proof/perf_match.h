/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hop one: finds the driver's measurements that make up a claim of perf. */
#ifndef PMULAB_HARNESS_PROOF_PERF_MATCH_H
#define PMULAB_HARNESS_PROOF_PERF_MATCH_H

#include "harness/proof/perf_claim.h"
#include "harness/proof/perf_verbose.h"

/*
 * Sets claim->found: for each place, one measurement of @measurements that is
 * not taken yet, so that they add up to the figures of @claim. Returns NULL, or
 * a new string that says why no choice does; found then holds any candidates.
 * With -I, perf_intervals() gives each row's reason.
 */
char *perf_match(struct claim *claim, const GPtrArray *measurements, struct verbose *verbose);

/* Sets claim->found to any candidates. */
void perf_match_any(struct claim *claim, const GPtrArray *measurements);

#endif
