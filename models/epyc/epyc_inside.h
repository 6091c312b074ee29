/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core PMUs of `epyc`, for the rest of the machine: when they count, what they see of single
 * instructions, and their interrupt. */
#ifndef PMULAB_MODELS_EPYC_EPYC_INSIDE_H
#define PMULAB_MODELS_EPYC_EPYC_INSIDE_H

#include "models/cache/memory.h"

struct epyc;

/* Whether @cpu's PMU counts. */
bool epyc_core_runs(const struct epyc *m, unsigned cpu);

/* Call before a register of @cpu's PMU changes: makes its view of the CPU's work current, even if it does not
 * count. */
void epyc_core_begin(struct epyc *m, unsigned cpu);

/* Brings @cpu's PMU up to date, with its interrupts, and tells the trace what the CPU has done. Does nothing
 * while it does not count. */
void epyc_core_sync(struct epyc *m, unsigned cpu);

/* @cpu has retired @n instructions. */
void epyc_core_passed(struct epyc *m, unsigned cpu, uint64_t n);

/* What @cpu's PMU sees of an instruction, while it must. */
void epyc_core_met_fetch(struct epyc *m, unsigned cpu, bool user, const struct memory_outcome *outcome);
void epyc_core_met_access(
    struct epyc *m, unsigned cpu, bool user, bool store, const struct memory_outcome *outcome);

/* Call after a register of it has changed, before that is traced: if it counts from now on it tells the trace
 * what the CPU has done until here, which it does not count. */
void epyc_core_changed(struct epyc *m, unsigned cpu);

#endif
