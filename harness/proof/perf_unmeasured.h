/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reason why a perf figure has no measurement of the driver. */
#ifndef PMULAB_HARNESS_PROOF_PERF_UNMEASURED_H
#define PMULAB_HARNESS_PROOF_PERF_UNMEASURED_H

#include "harness/proof/perf_claim.h"

/* The contents of a step. */
struct unmeasured_step {
    const struct machine *machine;
    const struct trace_record *records;
    const GPtrArray *claims, *measurements; /* struct claim, struct measurement */
};

/*
 * Returns the reason for a claim of @p without a measurement, a new string. The
 * reason is the event that the driver switched on in place of this one, with
 * the write and the fields in which they differ. If there are several, it is
 * the nearest. If the driver switched on only events that perf requested, the
 * reason is machine_proof.never.
 */
char *perf_unmeasured(const struct unmeasured_step *p, const struct claim *claim);

#endif
