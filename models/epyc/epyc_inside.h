/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core PMUs of `epyc`, for the rest of the machine: when they count, their
 * view of single instructions, and their interrupt. */
#ifndef PMULAB_MODELS_EPYC_EPYC_INSIDE_H
#define PMULAB_MODELS_EPYC_EPYC_INSIDE_H

#include "models/cache/memory.h"

struct epyc;

/* Whether @cpu's PMU counts. */
bool epyc_core_runs(const struct epyc *m, unsigned cpu);

/* Call before a register of @cpu's PMU changes: updates its view of the CPU's
 * work, even if it does not count. */
void epyc_core_begin(struct epyc *m, unsigned cpu);

/* Updates @cpu's PMU and its interrupts, and traces the CPU's work. Has no
 * effect while it does not count. */
void epyc_core_sync(struct epyc *m, unsigned cpu);

/* An instruction of @cpu has taken @cycles, of which it has waited @waits; the
 * target of a mispredicted branch is one of its waits (@branch). */
void epyc_core_took(
    struct epyc *m, unsigned cpu, bool user, uint64_t cycles, uint64_t waits, bool branch);

/* @cpu has retired @n instructions. */
void epyc_core_passed(struct epyc *m, unsigned cpu, uint64_t n);

/* Shows @cpu's PMU an instruction, if it needs that. */
void epyc_core_met_fetch(
    struct epyc *m, unsigned cpu, bool user, const struct memory_outcome *outcome);
void epyc_core_met_access(
    struct epyc *m, unsigned cpu, bool user, bool store, const struct memory_outcome *outcome);

/* Call after a change of @cpu's branch records. @watched: branches were
 * followed before. */
void epyc_lbr_changed(struct epyc *m, unsigned cpu, bool watched);

/* Call after a change of its registers, before tracing it. If the PMU counts
 * from now on, traces the CPU's uncounted work so far. */
void epyc_core_changed(struct epyc *m, unsigned cpu);

#endif
