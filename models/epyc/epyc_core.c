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
    struct epyc_cpu *c = &m->cpus[cpu];

    if (!x86_core_update(&c->core, &place))
        return;
    c->core.lbr_frozen |= c->core.lbr && c->lbr.freezes;
    if (ext_apic_passes_overflow(&c->apic))
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

static bool counts_branches(const struct epyc_cpu *c)
{
    return c->follows & X86_FOLLOW_BRANCHES;
}

/* Frozen records may continue at any time. */
bool epyc_records_branches(const struct epyc *m, unsigned cpu)
{
    return m->cpus[cpu].lbr.on;
}

bool epyc_watches_branches(const struct epyc *m, unsigned cpu)
{
    return counts_branches(&m->cpus[cpu]) || epyc_records_branches(m, cpu);
}

bool epyc_wants_branches(const struct epyc *m)
{
    for (unsigned cpu = 0; cpu < m->config.cpus; cpu++)
        if (epyc_watches_branches(m, cpu))
            return true;
    return false;
}

static bool records(const struct epyc_cpu *c)
{
    return c->lbr.on && !c->core.lbr_frozen;
}

bool epyc_branch(struct epyc *m, unsigned cpu, const struct sim_op *op, bool *mispredicted)
{
    struct epyc_cpu *c = &m->cpus[cpu];
    struct x86_lbr_branch branch;

    *mispredicted = predictor_see(&c->core_predictor, m->config.predictor, op);
    if (counts_branches(c))
        x86_core_met_branch(&c->core, op, *mispredicted);
    if (records(c) && x86_lbr_branched(op, *mispredicted, &branch))
        amd_lbr_take(&c->lbr, &branch);
    return c->core.left == 0;
}

void epyc_interrupted(struct epyc *m, unsigned cpu, uint64_t from, uint64_t to)
{
    struct epyc_cpu *c = &m->cpus[cpu];
    const struct x86_lbr_branch branch = x86_lbr_interrupted(from, to);

    if (records(c))
        amd_lbr_take(&c->lbr, &branch);
}

/* Unseen branches make the predictor stale. */
void epyc_lbr_changed(struct epyc *m, unsigned cpu, bool watched)
{
    if (!watched && epyc_watches_branches(m, cpu))
        predictor_gap(&m->cpus[cpu].core_predictor);
}

void epyc_core_update(struct epyc *m, unsigned cpu, uint64_t now)
{
    epyc_advance(m, now);
    epyc_core_sync(m, cpu);
}
