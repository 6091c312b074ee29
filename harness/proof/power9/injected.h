/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The third hop of `power9`: the amount that the scenario injected, by the
 * oracle. */
#ifndef PMULAB_HARNESS_PROOF_POWER9_INJECTED_H
#define PMULAB_HARNESS_PROOF_POWER9_INJECTED_H

#include "harness/proof/machine_proof.h"

/* As struct machine_proof's injected(). For words that count execution, the
 * amount comes from the trace's record of the threads' execution. */
gboolean perf_injected_power9(const struct injected *what, guint64 *amount);

#endif
