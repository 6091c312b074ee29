/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A core PMU's record of fetches and accesses: converts the response of caches
 * and TLBs to kinds of work. */
#include "models/x86/core_met.h"

/* The kinds of work for one kind of access, or X86_N_WORK: none. */
struct kinds {
    enum x86_work all, l1_misses, l2_misses, tlb_hits, tlb_walks;
    enum x86_work answers[MEMORY_N_LEVELS]; /* beyond the L2 */
};

/* The L3 knows which of its socket's CPUs has modified a line, and responds for
 * it. */
#define ANSWERS(l3, remote, dram, device)                                                          \
    {                                                                                              \
        [MEMORY_L3] = (l3), [MEMORY_PEER] = (l3), [MEMORY_REMOTE] = (remote),                      \
        [MEMORY_DRAM] = (dram), [MEMORY_IO] = (device)                                             \
    }

static const struct kinds loads = {X86_LOADS, X86_LOAD_MISSES, X86_LOAD_L2_MISSES,
    X86_LOAD_DTLB_HITS, X86_LOAD_DTLB_WALKS,
    ANSWERS(X86_LOAD_L3, X86_LOAD_REMOTE, X86_LOAD_DRAM, X86_LOAD_DEVICE)};
static const struct kinds stores = {X86_STORES, X86_STORE_MISSES, X86_STORE_L2_MISSES,
    X86_STORE_DTLB_HITS, X86_STORE_DTLB_WALKS,
    ANSWERS(X86_STORE_L3, X86_STORE_REMOTE, X86_STORE_DRAM, X86_STORE_DEVICE)};
static const struct kinds fetches = {X86_FETCHES, X86_FETCH_MISSES, X86_FETCH_L2_MISSES,
    X86_ITLB_HITS, X86_ITLB_WALKS,
    ANSWERS(X86_FETCH_L3, X86_FETCH_REMOTE, X86_FETCH_DRAM, X86_N_WORK)};

static void met(struct x86_core *core, bool kernel, const struct kinds *kinds,
    const struct memory_outcome *outcome)
{
    bool cached = outcome->level != MEMORY_IO;

    x86_core_meets(core, kernel, kinds->all);
    if (cached && outcome->level > MEMORY_L1)
        x86_core_meets(core, kernel, kinds->l1_misses);
    if (cached && outcome->level > MEMORY_L2)
        x86_core_meets(core, kernel, kinds->l2_misses);
    if (outcome->level > MEMORY_L2 && kinds->answers[outcome->level] != X86_N_WORK)
        x86_core_meets(core, kernel, kinds->answers[outcome->level]);
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
