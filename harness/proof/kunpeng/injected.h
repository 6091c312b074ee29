/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The third hop of `kunpeng`: what the scenario injected and the CPUs executed, by the oracle. */
#ifndef PMULAB_HARNESS_PROOF_KUNPENG_INJECTED_H
#define PMULAB_HARNESS_PROOF_KUNPENG_INJECTED_H

#include "harness/proof/machine_proof.h"

/* As struct machine_proof's injected(). For events that execution causes, the witness is what the trace says
 * that the CPU executed. */
gboolean perf_injected_kunpeng(const struct injected *what, guint64 *amount);

#endif
