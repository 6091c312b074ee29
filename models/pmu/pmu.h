/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A PMU of a user's file. It obeys the parts that the fields play
 * (kind.h), in the manuals' order: a counter whose flag `enable` is set, in
 * a PMU that runs and is not frozen, adds its event's traffic. At the width of
 * its value it wraps (or stops, if it saturates) and sets its flag `overflow`,
 * which may freeze all counters and raise the interrupt, a level.
 *
 * Counts are integrals of the scenario's traffic, so they do not depend on how
 * often software reads them.
 */
#ifndef PMULAB_MODELS_PMU_PMU_H
#define PMULAB_MODELS_PMU_PMU_H

#include "models/pmu/kind.h"
#include "models/sim/flow.h"
#include "models/sim/host.h"

enum { PMU_FLOWS = 32 }; /* events of a PMU that can have traffic */

struct pmu {
    uint64_t values[PMU_REGISTERS];
    uint64_t flags[PMU_N_ROLES]; /* by role, of flags: a bit for each counter */
    uint64_t counts[PMU_COUNTERS];
    uint64_t seen[PMU_COUNTERS]; /* totals of the counters' events at the latest update */
    unsigned n_flows;
    struct {
        uint64_t event;
        struct flow flow;
    } flows[PMU_FLOWS];
    uint64_t due; /* ns: the next overflow with an effect, or the next check */
    bool line;    /* of the interrupt */
};

/* The surroundings of a PMU at one time. */
struct pmu_world {
    const struct pmu_kind *kind;
    const struct sim_host *host;
    unsigned irq; /* the number of its line at the host's hook */
    uint64_t now; /* ns */
};

/* Sets the state after a hardware reset. */
void pmu_reset(struct pmu *pmu, const struct pmu_kind *kind);

/* Updates the counters to @w->now, and reports a change of the interrupt. To be
 * called at pmu->due at the latest. */
void pmu_sync(struct pmu *pmu, const struct pmu_world *w);

/* From now on @event has traffic of @amount, which flow_wrong() accepts.
 * Returns false, with no effect, if too many events have some. */
bool pmu_traffic(struct pmu *pmu, const struct pmu_world *w, uint64_t event,
    const struct traffic_amount *amount);

/* Software reads and, below, writes @size bytes at @offset; the PMU is up to
 * date. A write returns true if it cleared overflows and others still
 * interrupt. */
uint64_t pmu_read(
    const struct pmu *pmu, const struct pmu_kind *kind, uint32_t offset, unsigned size);
bool pmu_write(
    struct pmu *pmu, const struct pmu_world *w, uint32_t offset, unsigned size, uint64_t value);

/* The plan sets register number @reg: a write of all its fields, also of the
 * read-only ones. */
void pmu_preset(struct pmu *pmu, const struct pmu_world *w, unsigned reg, uint64_t value);

#endif
