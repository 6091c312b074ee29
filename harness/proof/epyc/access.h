/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What perf gets of a sample of `epyc`, and what `perf mem` prints of it. */
#ifndef PMULAB_HARNESS_PROOF_EPYC_ACCESS_H
#define PMULAB_HARNESS_PROOF_EPYC_ACCESS_H

#include "harness/proof/perf_filter.h"
#include "harness/proof/perf_samples.h"
#include "models/epyc/epyc_config.h"

/* Fills in what stands behind `cpu` in @text, from the registers that the driver read of @sample. */
void perf_access_epyc(
    const struct epyc_config *config, const struct truth_sample *sample, struct perf_sample_text *text);

/*
 * Whether Linux keeps @sample to itself where only samples of @filter are wanted. It knows the kernel by bit
 * 63 of the instruction's address; and of users' op samples it keeps those that tell an address of the
 * kernel's, of data or as a branch's target.
 */
gboolean perf_drops_epyc(
    const struct epyc_config *config, const struct truth_sample *sample, enum perf_filter filter);

#endif
