/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of `power9`: the counter memories that they read, and the word in
 * them. */
#ifndef PMULAB_HARNESS_PROOF_POWER9_EVENT_H
#define PMULAB_HARNESS_PROOF_POWER9_EVENT_H

#include "harness/proof/perf_event.h"
#include "models/power9/power9_config.h"
#include "oracle/power9/traffic.h"

/*
 * Understands @name, as `perf stat` prints it, for a machine with @config and
 * the catalogue of @plan: a PMU's own events
 * ("nest_mcs01_imc/PM_MCS01_64B_RD_DISP_PORT01/", "core_imc/CPM_INST/"), terms
 * ("core_imc/event=0xa0/", "thread_imc/offset=0x20/"), and an event without its
 * PMU, if only one PMU has it. A unit of @event lives as long as @plan. Sets
 * @event and @error (HARNESS_ERROR_FAILED, one line) only for their kinds.
 */
enum perf_event_kind perf_event_power9(const struct p9_config *config,
    const struct oracle_p9_plan *plan, const char *name, struct perf_event *event, GError **error);

#endif
