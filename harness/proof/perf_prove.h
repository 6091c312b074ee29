/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Proves each claim: all hops, and the reasons where one fails. */
#ifndef PMULAB_HARNESS_PROOF_PERF_PROVE_H
#define PMULAB_HARNESS_PROOF_PERF_PROVE_H

#include "harness/proof/machine_proof.h"
#include "harness/proof/perf_output.h"
#include "harness/proof/perf_result.h"
#include "harness/proof/perf_verbose.h"

/* The proof of one step. */
struct proof {
    const struct machine *machine;
    const struct truth *truth;
    const struct trace_record *records;
    gsize begin, end;        /* the step's marks */
    GPtrArray *claims;       /* struct claim */
    GPtrArray *measurements; /* struct measurement */
    struct verbose verbose;
    GPtrArray *rows; /* the result so far */
};

/* Proves all claims of @p, which come from @output. Returns struct
 * perf_check_row in the order of @output, then one for each measurement without
 * a claim; free with g_ptr_array_unref(). */
GPtrArray *perf_prove(struct proof *p, const struct perf_output *output);

#endif
