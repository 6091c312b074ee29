/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Why a figure of perf has no measurement of the driver. */
#ifndef PMULAB_HARNESS_PROOF_PERF_UNMEASURED_H
#define PMULAB_HARNESS_PROOF_PERF_UNMEASURED_H

#include "harness/proof/perf_claim.h"

/* What there is in a step. */
struct unmeasured_step {
    const struct machine *machine;
    const struct trace_record *records;
    const GPtrArray *claims, *measurements; /* struct claim, struct measurement */
};

/*
 * The reason, for a claim of @p without a measurement: the event that the driver switched on where it should
 * have counted this one, with the write and the fields in which they differ; of several the nearest. If it
 * switched on none that perf did not ask for: machine_proof.never. A new string.
 */
char *perf_unmeasured(const struct unmeasured_step *p, const struct claim *claim);

#endif
