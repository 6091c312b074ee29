/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The third hop of `kunpeng`: the amounts that the scenario injected and the
 * CPUs executed, by the oracle. */
#ifndef PMULAB_HARNESS_PROOF_KUNPENG_INJECTED_H
#define PMULAB_HARNESS_PROOF_KUNPENG_INJECTED_H

#include "harness/proof/machine_proof.h"

/* As struct machine_proof's injected(). For events that execution causes, the
 * amount comes from the trace's record of the CPU's execution. */
gboolean perf_injected_kunpeng(const struct injected *what, guint64 *amount);

#endif
