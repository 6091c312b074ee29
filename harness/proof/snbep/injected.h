/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The third hop of `snbep`: the amount that the scenario injected, by the
 * oracle. */
#ifndef PMULAB_HARNESS_PROOF_SNBEP_INJECTED_H
#define PMULAB_HARNESS_PROOF_SNBEP_INJECTED_H

#include "harness/proof/machine_proof.h"

/* As struct machine_proof's injected(). */
gboolean perf_injected_snbep(const struct injected *what, guint64 *amount);

#endif
