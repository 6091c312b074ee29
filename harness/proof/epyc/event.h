/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events of `epyc` that counters count: the uncore blocks that they select,
 * and the values of the blocks' controls. */
#ifndef PMULAB_HARNESS_PROOF_EPYC_EVENT_H
#define PMULAB_HARNESS_PROOF_EPYC_EVENT_H

#include "harness/proof/machine_proof.h"
#include "models/epyc/epyc.h"

/*
 * Understands @name, as `perf stat` prints it, for a machine with @config:
 * terms ("amd_umc_0/event=0xa,rdwrmask=0x1/"), all blocks ("amd_umc/.../") and
 * perf's list ("umc_cas_cmd.rd"). Samples of IBS are not counts, and are
 * refused. @event and @error (HARNESS_ERROR_FAILED, one line) are set only for
 * the kinds that they belong to.
 */
enum perf_event_kind perf_event_epyc(
    const struct epyc_config *config, const char *name, struct perf_event *event, GError **error);

/* The third hop: the amount that the scenario injected, by the oracle. As
 * struct machine_proof's injected(). */
gboolean perf_injected_epyc(const struct injected *what, guint64 *amount);

#endif
