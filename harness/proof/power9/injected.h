/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The third hop of `power9`: what the scenario injected, by the oracle. */
#ifndef PMULAB_HARNESS_PROOF_POWER9_INJECTED_H
#define PMULAB_HARNESS_PROOF_POWER9_INJECTED_H

#include "harness/proof/machine_proof.h"

/* As struct machine_proof's injected(). Of words that count execution, what was injected is what the trace
 * says that the threads executed. */
gboolean perf_injected_power9(const struct injected *what, guint64 *amount);

#endif
