/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of x86 core PMUs as perf prints them, "instructions:u", "cpu/event=0xc0/", and the third hop of
 * them. */
#ifndef PMULAB_HARNESS_PROOF_X86_CORE_H
#define PMULAB_HARNESS_PROOF_X86_CORE_H

#include "harness/proof/machine_proof.h"
#include "oracle/x86/manual.h"

/* The core PMUs of a machine. */
struct x86_core_places {
    struct oracle_x86_pmu pmu;
    unsigned cpus, cpus_per_socket;
    unsigned block; /* of CPU 0's; those of the others follow */
};

/*
 * What Linux's driver (arch/x86/events) makes of perf's event @name. Its control is oracle_x86_selects()'s;
 * its places are all CPUs. Sets @event only for PERF_EVENT_OURS, @error only for PERF_EVENT_REFUSED.
 */
enum perf_event_kind perf_event_x86(
    const struct x86_core_places *at, const char *name, struct perf_event *event, GError **error);

/* As struct machine_proof's injected(): what the trace says that the CPU executed. FALSE for other blocks. */
gboolean perf_injected_x86(const struct injected *what, guint64 *amount);

#endif
