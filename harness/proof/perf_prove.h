/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What becomes of each claim: both hops, and the reasons where one does not hold. */
#ifndef PMULAB_HARNESS_PROOF_PERF_PROVE_H
#define PMULAB_HARNESS_PROOF_PERF_PROVE_H

#include "harness/proof/machine_proof.h"
#include "harness/proof/perf_output.h"
#include "harness/proof/perf_verbose.h"

/* One step being proved. */
struct proof {
    const struct machine *machine;
    const struct truth *truth;
    const struct trace_record *records;
    GPtrArray *claims;       /* struct claim */
    GPtrArray *measurements; /* struct measurement */
    struct verbose verbose;
    GPtrArray *rows; /* the result so far */
};

/*
 * Proves all claims of @p, which are those of @output. Returns struct perf_check_row in the order of
 * @output, and then one for each measurement that no claim is made of; g_ptr_array_unref() frees all.
 */
GPtrArray *perf_prove(struct proof *p, const struct perf_output *output);

#endif
