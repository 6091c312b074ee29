/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Proves each claim: all hops, and the reasons where one fails. */
#ifndef PMULAB_HARNESS_PROOF_PERF_PROVE_H
#define PMULAB_HARNESS_PROOF_PERF_PROVE_H

#include "harness/proof/perf_output.h"
#include "harness/proof/perf_result.h"
#include "harness/proof/proof.h"

/* Proves all claims of @p, which come from @output. Returns struct
 * perf_check_row in the order of @output, then one for each measurement without
 * a claim; free with g_ptr_array_unref(). */
GPtrArray *perf_prove(struct proof *p, const struct perf_output *output);

#endif
