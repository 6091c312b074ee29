/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events of `snbep`: the monitors that they select, and the values of the
 * monitors' control registers. */
#ifndef PMULAB_HARNESS_PROOF_SNBEP_EVENT_H
#define PMULAB_HARNESS_PROOF_SNBEP_EVENT_H

#include "harness/proof/perf_event.h"
#include "models/snbep/snbep.h"

/*
 * Understands @name, as `perf stat` prints it, for a machine with @config: a
 * monitor's own events ("uncore_imc_0/cas_count_read/"), terms
 * ("uncore_imc_0/event=0x4,umask=0x3,thresh=2/", "uncore_imc_0/config=0x304/"),
 * all monitors ("uncore_imc/.../") and perf's list of events
 * ("unc_m_cas_count.rd"). @event and @error (HARNESS_ERROR_FAILED, one line)
 * are set only for the kinds that they belong to.
 */
enum perf_event_kind perf_event_snbep(
    const struct snbep_config *config, const char *name, struct perf_event *event, GError **error);

#endif
