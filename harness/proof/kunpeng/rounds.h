/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Proves hardware that counts in rounds and stores them to memory (`kunpeng`):
 * compares the printed values one by one. */
#ifndef PMULAB_HARNESS_PROOF_KUNPENG_ROUNDS_H
#define PMULAB_HARNESS_PROOF_KUNPENG_ROUNDS_H

#include "harness/proof/machine_proof.h"

/*
 * Here a sample is a subsample. Each value that pmcu-report printed must equal
 * the CPU's count in the round, and its offset must be the offset to which the
 * PMCU stored it. A step's subsamples must come in the order in which they were
 * stored, with the first die's first. Fills @out, whose array of complaints
 * already exists.
 */
void perf_rounds_compare(const struct perf_samples_step *step, struct perf_check_samples *out);

/* machine_proof.round: @name is an event's number and a CPU of the first die,
 * "0x8:1". */
gboolean perf_rounds_value(const struct perf_samples_step *step, const char *name, guint64 *value);

#endif
