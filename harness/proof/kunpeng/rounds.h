/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hardware that counts in rounds and stores them to memory (`kunpeng`): what was printed of them, value by
 * value. */
#ifndef PMULAB_HARNESS_PROOF_KUNPENG_ROUNDS_H
#define PMULAB_HARNESS_PROOF_KUNPENG_ROUNDS_H

#include "harness/proof/machine_proof.h"

/*
 * A sample is a subsample here: what pmcu-report printed of one must be what each CPU did in the round, and
 * stand at the offset that the PMCU stored it to. The subsamples of a step must come in the order in which
 * they were stored, those of the first die first. Fills @out, whose array of complaints is there.
 */
void perf_rounds_compare(const struct perf_samples_step *step, struct perf_check_samples *out);

#endif
