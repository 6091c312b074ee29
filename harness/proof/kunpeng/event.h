/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Events of `kunpeng` as perf prints them, of core PMUs ("instructions:u",
 * "r1b", "armv8_pmuv3_0/ld_retired/") and of uncore PMUs
 * ("hisi_sccl3_ddrc0/flux_rd/").
 */
#ifndef PMULAB_HARNESS_PROOF_KUNPENG_EVENT_H
#define PMULAB_HARNESS_PROOF_KUNPENG_EVENT_H

#include "harness/proof/perf_event.h"
#include "models/kunpeng/kunpeng_config.h"

/*
 * Understands perf's event @name as Linux's drivers do
 * (drivers/perf/arm_pmuv3.c, drivers/perf/hisilicon). For a core PMU, the
 * control is oracle_arm_selection()'s and the places are all CPUs. For an
 * uncore PMU, the control is the event. Sets @event only for PERF_EVENT_OURS,
 * @error only for PERF_EVENT_REFUSED.
 */
enum perf_event_kind perf_event_kunpeng(const struct kunpeng_config *config, const char *name,
    struct perf_event *event, GError **error);

#endif
