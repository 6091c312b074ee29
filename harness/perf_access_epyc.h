/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What `perf mem` prints of a sample of `epyc`. */
#ifndef PMULAB_HARNESS_PERF_ACCESS_EPYC_H
#define PMULAB_HARNESS_PERF_ACCESS_EPYC_H

#include "harness/perf_samples.h"
#include "models/ibs/epyc_config.h"

/* Fills in what stands behind `cpu` in @text, from the registers that the driver read of @sample. */
void perf_access_epyc(
    const struct epyc_config *config, const struct truth_sample *sample, struct perf_sample_text *text);

#endif
