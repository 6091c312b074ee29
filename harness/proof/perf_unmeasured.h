/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reason why a perf figure has no measurement of the driver. */
#ifndef PMULAB_HARNESS_PROOF_PERF_UNMEASURED_H
#define PMULAB_HARNESS_PROOF_PERF_UNMEASURED_H

#include "harness/proof/perf_claim.h"
#include "harness/proof/perf_why.h"

/* The contents of a step. */
struct unmeasured_step {
    const struct machine *machine;
    const struct trace_record *records;
    const GPtrArray *claims, *measurements; /* struct claim, struct measurement */
};

/*
 * Looks for an event that the driver switched on in place of @claim's, which
 * has no measurement: the nearest of several. If there is one, adds the cause
 * to @why, with the fields in which they differ, and the write. FALSE: the
 * driver switched on only events that perf requested.
 */
gboolean perf_unmeasured(
    const struct unmeasured_step *p, const struct claim *claim, struct perf_why *why);

#endif
