/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core PMUs of `epyc`: their counts and their interrupt. */
#include "models/epyc/epyc.h"
#include "models/epyc/epyc_inside.h"

#include "models/x86/amd_core.h"
#include "models/x86/core_met.h"

static struct x86_core *core_of(struct epyc *m, unsigned cpu)
{
    return &m->cpus[cpu].core;
}

bool epyc_core_runs(const struct epyc *m, unsigned cpu)
{
    return x86_core_runs(&m->cpus[cpu].core);
}

void epyc_core_begin(struct epyc *m, unsigned cpu)
{
    x86_core_take(core_of(m, cpu), &m->host, cpu);
}

static struct x86_core_place place_of(const struct epyc *m, unsigned cpu)
{
    return (struct x86_core_place){
        &m->host, cpu, epyc_block(EPYC_CORE, m->config.variant, cpu), m->now, amd_core_count_msr};
}

void epyc_core_sync(struct epyc *m, unsigned cpu)
{
    const struct x86_core_place place = place_of(m, cpu);

    if (x86_core_update(core_of(m, cpu), &place) && ext_apic_passes_overflow(&m->cpus[cpu].apic))
        epyc_nmi(m, cpu);
}

void epyc_core_passed(struct epyc *m, unsigned cpu, uint64_t n)
{
    if (x86_core_passes(core_of(m, cpu), n))
        epyc_core_sync(m, cpu);
}

/* ---- single instructions ---- */

/* Unseen instructions make the predictor and the fetch path stale. */
void epyc_core_changed(struct epyc *m, unsigned cpu)
{
    struct epyc_cpu *c = &m->cpus[cpu];
    unsigned follows = x86_core_follows(&c->core), more = follows & ~c->follows;

    if (more & X86_FOLLOW_BRANCHES)
        predictor_gap(&c->core_predictor);
    if (more & X86_FOLLOW_ALL)
        c->core_path.known = false;
    c->follows = follows;
    c->core_waits = x86_core_waits(&c->core);
    if (x86_core_runs(&c->core)) {
        const struct x86_core_place place = place_of(m, cpu);
        x86_core_emit(&c->core, &place);
    }
}

void epyc_core_met_fetch(
    struct epyc *m, unsigned cpu, bool user, const struct memory_outcome *outcome)
{
    x86_core_met_fetch(core_of(m, cpu), !user, outcome);
}

void epyc_core_met_access(
    struct epyc *m, unsigned cpu, bool user, bool store, const struct memory_outcome *outcome)
{
    x86_core_met_access(core_of(m, cpu), !user, store, outcome);
}

void epyc_core_took(
    struct epyc *m, unsigned cpu, bool user, uint64_t cycles, uint64_t waits, bool branch)
{
    struct x86_core *core = core_of(m, cpu);

    if (!m->cpus[cpu].core_waits)
        return;
    if (branch)
        x86_core_meets(core, !user, X86_WAITED_BRANCHES);
    x86_core_takes(core, !user, cycles, waits);
}

/* ---- branches ---- */

bool epyc_watches_branches(const struct epyc *m, unsigned cpu)
{
    return m->cpus[cpu].follows & X86_FOLLOW_BRANCHES;
}

bool epyc_wants_branches(const struct epyc *m)
{
    for (unsigned cpu = 0; cpu < m->config.cpus; cpu++)
        if (epyc_watches_branches(m, cpu))
            return true;
    return false;
}

bool epyc_branch(struct epyc *m, unsigned cpu, const struct sim_op *op)
{
    bool mispredicted = predictor_see(&m->cpus[cpu].core_predictor, m->config.predictor, op);

    x86_core_met_branch(core_of(m, cpu), op, mispredicted);
    return core_of(m, cpu)->left == 0;
}

void epyc_core_update(struct epyc *m, unsigned cpu, uint64_t now)
{
    epyc_advance(m, now);
    epyc_core_sync(m, cpu);
}
