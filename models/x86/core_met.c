/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A core PMU's record of fetches and accesses: converts the response of caches
 * and TLBs to kinds of work. */
#include "models/x86/core_met.h"

/* The kinds of work for one kind of access, or X86_N_WORK: none. */
struct kinds {
    enum x86_work all, l1_misses, l2_misses, tlb_hits, tlb_walks;
    enum x86_work answers[MEMORY_N_LEVELS];
    enum x86_work peers; /* a part of the L3's; counted only if instructions wait */
};

/* The L3 knows which of its socket's CPUs has modified a line, and responds for
 * it. */
#define ANSWERS(l1, l2, l3, remote, dram, device)                                                  \
    {                                                                                              \
        [MEMORY_UNKNOWN] = X86_N_WORK, [MEMORY_L1] = (l1), [MEMORY_L2] = (l2), [MEMORY_L3] = (l3), \
        [MEMORY_PEER] = (l3), [MEMORY_REMOTE] = (remote), [MEMORY_DRAM] = (dram),                  \
        [MEMORY_IO] = (device)                                                                     \
    }

static const struct kinds loads = {X86_LOADS, X86_LOAD_MISSES, X86_LOAD_L2_MISSES,
    X86_LOAD_DTLB_HITS, X86_LOAD_DTLB_WALKS,
    ANSWERS(X86_LOAD_L1, X86_LOAD_L2, X86_LOAD_L3, X86_LOAD_REMOTE, X86_LOAD_DRAM, X86_LOAD_DEVICE),
    X86_LOAD_PEER};
static const struct kinds stores = {X86_STORES, X86_STORE_MISSES, X86_STORE_L2_MISSES,
    X86_STORE_DTLB_HITS, X86_STORE_DTLB_WALKS,
    ANSWERS(X86_STORE_L1, X86_STORE_L2, X86_STORE_L3, X86_STORE_REMOTE, X86_STORE_DRAM,
        X86_STORE_DEVICE),
    X86_N_WORK};
static const struct kinds fetches = {X86_FETCHES, X86_FETCH_MISSES, X86_FETCH_L2_MISSES,
    X86_ITLB_HITS, X86_ITLB_WALKS,
    ANSWERS(X86_FETCH_L1, X86_FETCH_L2, X86_FETCH_L3, X86_FETCH_REMOTE, X86_FETCH_DRAM, X86_N_WORK),
    X86_FETCH_PEER};

static void met(struct x86_core *core, bool kernel, const struct kinds *kinds,
    const struct memory_outcome *outcome)
{
    bool cached = outcome->level != MEMORY_IO;

    x86_core_meets(core, kernel, kinds->all);
    if (cached && outcome->level > MEMORY_L1)
        x86_core_meets(core, kernel, kinds->l1_misses);
    if (cached && outcome->level > MEMORY_L2)
        x86_core_meets(core, kernel, kinds->l2_misses);
    if (kinds->answers[outcome->level] != X86_N_WORK)
        x86_core_meets(core, kernel, kinds->answers[outcome->level]);
    if (core->timed && outcome->level == MEMORY_PEER && kinds->peers != X86_N_WORK)
        x86_core_meets(core, kernel, kinds->peers);
    if (outcome->tlb != MEMORY_TLB_L1)
        x86_core_meets(
            core, kernel, outcome->tlb == MEMORY_TLB_L2 ? kinds->tlb_hits : kinds->tlb_walks);
}

void x86_core_met_fetch(struct x86_core *core, bool kernel, const struct memory_outcome *outcome)
{
    met(core, kernel, &fetches, outcome);
}

void x86_core_met_access(
    struct x86_core *core, bool kernel, bool store, const struct memory_outcome *outcome)
{
    met(core, kernel, store ? &stores : &loads, outcome);
}

/* ---- branches ---- */

/* The kind of a branch, and of one that was mispredicted: direct jumps and
 * calls never are. */
static void kinds_of(const struct sim_op *op, enum x86_work *kind, enum x86_work *mispredicted)
{
    static const enum x86_work kinds[][2] = {[SIM_NO_BRANCH] = {X86_N_WORK, X86_N_WORK},
        [SIM_CONDITIONAL] = {X86_COND_NOT_TAKEN, X86_MISP_COND_NOT_TAKEN},
        [SIM_JUMP] = {X86_JUMPS, X86_N_WORK},
        [SIM_INDIRECT] = {X86_INDIRECT_JUMPS, X86_MISP_JUMPS},
        [SIM_CALL] = {X86_CALLS, X86_N_WORK},
        [SIM_INDIRECT_CALL] = {X86_INDIRECT_CALLS, X86_MISP_CALLS},
        [SIM_RETURN] = {X86_RETURNS, X86_MISP_RETURNS}};

    *kind = op->far ? X86_FAR : kinds[op->branch][0];
    *mispredicted = op->far ? X86_MISP_FAR : kinds[op->branch][1];
    if (op->branch != SIM_CONDITIONAL || !sim_op_taken(op))
        return;
    *kind = X86_COND_TAKEN;
    *mispredicted = X86_MISP_COND_TAKEN;
}

void x86_core_met_branch(struct x86_core *core, const struct sim_op *op, bool mispredicted)
{
    enum x86_work kind, wrong;

    kinds_of(op, &kind, &wrong);
    if (kind != X86_N_WORK)
        x86_core_meets(core, !op->user, kind);
    if (sim_op_taken(op))
        x86_core_meets(core, !op->user, X86_TAKEN);
    if (!mispredicted)
        return;
    x86_core_meets(core, !op->user, X86_MISPREDICTED);
    if (wrong != X86_N_WORK)
        x86_core_meets(core, !op->user, wrong);
}
