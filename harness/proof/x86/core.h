/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of x86 core PMUs as perf prints them ("instructions:u",
 * "cpu/event=0xc0/"), and their third hop. */
#ifndef PMULAB_HARNESS_PROOF_X86_CORE_H
#define PMULAB_HARNESS_PROOF_X86_CORE_H

#include "harness/proof/machine_proof.h"
#include "oracle/x86/manual.h"

/* The core PMUs of a machine. */
struct x86_core_places {
    struct oracle_x86_pmu pmu;
    unsigned cpus, cpus_per_socket;
    unsigned block; /* of CPU 0's; the other CPUs' follow */
};

/*
 * Understands perf's event @name as Linux's driver does (arch/x86/events). Its
 * control is oracle_x86_selects()'s; its places are all CPUs. Sets @event only
 * for PERF_EVENT_OURS, @error only for PERF_EVENT_REFUSED.
 */
enum perf_event_kind perf_event_x86(
    const struct x86_core_places *at, const char *name, struct perf_event *event, GError **error);

/* As struct machine_proof's injected(): the amount comes from the trace's
 * record of the CPU's execution. FALSE for other blocks. */
gboolean perf_injected_x86(const struct injected *what, guint64 *amount);

#endif
