/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairs printed samples with the samples that a driver took. */
#ifndef PMULAB_HARNESS_PROOF_PERF_SAMPLE_MATCH_H
#define PMULAB_HARNESS_PROOF_PERF_SAMPLE_MATCH_H

#include "harness/proof/machine_proof.h"

/*
 * Pairs each of @printed with an equal one of @taken (struct truth_sample of
 * the truth of @step): the same CPU, if printed, and the same values for
 * everything printed. Compares each pair with the executed instructions if the
 * truth knows them, and sets *@happened to the number of compared pairs.
 * Returns one line for each unpaired sample on either side, one for each sample
 * that differs from the executed instructions, and the errors in @printed
 * itself. Free with g_ptr_array_unref().
 */
GPtrArray *perf_sample_match(const struct perf_samples_step *step,
    const struct perf_samples *printed, const GPtrArray *taken, guint *happened);

/* Does the same for everything that a step printed and took; replaces
 * @out->wrong. */
void perf_sample_compare(const struct perf_samples_step *step, struct perf_check_samples *out);

#endif
