/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Events of `kunpeng`'s core PMUs as perf prints them: "instructions:u", "r1b", "armv8_pmuv3_0/ld_retired/".
 */
#ifndef PMULAB_HARNESS_PROOF_KUNPENG_EVENT_H
#define PMULAB_HARNESS_PROOF_KUNPENG_EVENT_H

#include "harness/proof/perf_event.h"
#include "models/kunpeng/kunpeng_config.h"

/*
 * What Linux's driver (drivers/perf/arm_pmuv3.c) makes of perf's event @name. Its control is
 * oracle_arm_selection()'s; its places are all CPUs. Sets @event only for PERF_EVENT_OURS, @error only for
 * PERF_EVENT_REFUSED.
 */
enum perf_event_kind perf_event_kunpeng(
    const struct kunpeng_config *config, const char *name, struct perf_event *event, GError **error);

#endif
