/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The third hop, from end to end. */
#ifndef PMULAB_HARNESS_PROOF_PERF_INJECTED_H
#define PMULAB_HARNESS_PROOF_PERF_INJECTED_H

#include "harness/proof/machine_proof.h"
#include "harness/proof/perf_claim.h"
#include "harness/proof/perf_intervals.h"
#include "harness/proof/perf_result.h"

/* The machine and the truth of a measurement. */
struct measured {
    const struct machine *machine;
    const struct truth *truth;
};

/*
 * Compares the figure of @row with the injected amount. That is the amount of
 * @claim's event that the scenario injected in @span while the counters in
 * claim->found ran. Sets the row's `injected` and `hop_three`, and
 * `no_hop_three` if the hop is not made. Returns NULL, or a new string: why the
 * hop does not hold.
 */
char *perf_injected(const struct measured *in, const struct claim *claim,
    struct perf_check_row *row, const struct row_span *span);

#endif
