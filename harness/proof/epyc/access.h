/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A sample of `epyc` as perf receives it, as perf prints it, and as it should
 * be. */
#ifndef PMULAB_HARNESS_PROOF_EPYC_ACCESS_H
#define PMULAB_HARNESS_PROOF_EPYC_ACCESS_H

#include "harness/proof/machine_proof.h"
#include "harness/proof/perf_filter.h"
#include "harness/proof/perf_samples.h"
#include "models/epyc/epyc_config.h"

/* Fills in the members of @text after `cpu`, from the registers of @sample that
 * the driver read. @release: of Linux, or NULL for a new one. */
void perf_access_epyc(const struct epyc_config *config, const char *release,
    const struct truth_sample *sample, struct perf_sample_text *text);

/*
 * Whether Linux drops @sample when only samples of @filter are wanted. It
 * identifies the kernel by bit 63 of the instruction's address. It also drops
 * users' op samples that reveal a kernel address, of data or as a branch
 * target.
 */
gboolean perf_drops_epyc(
    const struct epyc_config *config, const struct truth_sample *sample, enum perf_filter filter);

/* The third hop, as struct machine_proof's happened(). The step's truth must
 * come from truth_replay_epyc(). */
gboolean perf_happened_epyc(const struct perf_samples_step *step, guint sample,
    const struct perf_sample_text *printed, char **why);

#endif
