/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Samples that were printed, and samples that a driver took: which of them are the same. */
#ifndef PMULAB_HARNESS_PROOF_PERF_SAMPLE_MATCH_H
#define PMULAB_HARNESS_PROOF_PERF_SAMPLE_MATCH_H

#include "harness/proof/machine_proof.h"

/*
 * Pairs each of @printed with one of @taken (struct truth_sample) that it can be: the same CPU, where that
 * was printed, and all that was printed of it the same. Returns a line for each that stays alone on either
 * side, and what was wrong with @printed itself; g_ptr_array_unref() frees all.
 */
GPtrArray *perf_sample_match(const struct machine *machine, struct planned planned,
    const struct perf_samples *printed, const GPtrArray *taken);

/* The same with all that a step printed and took; replaces @out->wrong. */
void perf_sample_compare(const struct perf_samples_step *step, struct perf_check_samples *out);

#endif
