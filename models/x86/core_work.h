/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An x86 CPU's work that its core PMU can count. The runtime counts
 * instructions, branches and exceptions. A machine that follows instructions
 * one by one adds the rest from its own caches and predictor.
 */
#ifndef PMULAB_MODELS_X86_CORE_WORK_H
#define PMULAB_MODELS_X86_CORE_WORK_H

#include "models/sim/host.h"

/* W(enumerator, text after "user " or "kernel ") */
#define X86_WORK(W)                                                                                \
    W(X86_INSTRUCTIONS, "instructions")                                                            \
    W(X86_BRANCHES, "branches")                                                                    \
    W(X86_EXCEPTIONS, "exceptions and interrupts")                                                 \
    W(X86_MISPREDICTED, "mispredicted branches")                                                   \
    W(X86_TAKEN, "taken branches")                                                                 \
    W(X86_LOADS, "loads")                                                                          \
    W(X86_STORES, "stores")                                                                        \
    W(X86_LOAD_MISSES, "loads that miss the L1 data cache")                                        \
    W(X86_STORE_MISSES, "stores that miss the L1 data cache")                                      \
    W(X86_LOAD_L2_MISSES, "loads that miss the L2")                                                \
    W(X86_STORE_L2_MISSES, "stores that miss the L2")                                              \
    W(X86_LOAD_L3, "loads that the L3 answers")                                                    \
    W(X86_STORE_L3, "stores that the L3 answers")                                                  \
    W(X86_LOAD_REMOTE, "loads that another socket's cache answers")                                \
    W(X86_STORE_REMOTE, "stores that another socket's cache answers")                              \
    W(X86_LOAD_DRAM, "loads that DRAM answers")                                                    \
    W(X86_STORE_DRAM, "stores that DRAM answers")                                                  \
    W(X86_LOAD_DEVICE, "loads that a device answers")                                              \
    W(X86_STORE_DEVICE, "stores to a device")                                                      \
    W(X86_FETCHES, "accesses to the L1 instruction cache")                                         \
    W(X86_FETCH_MISSES, "fetches that miss the L1 instruction cache")                              \
    W(X86_FETCH_L2_MISSES, "fetches that miss the L2")                                             \
    W(X86_FETCH_L3, "fetches that the L3 answers")                                                 \
    W(X86_FETCH_REMOTE, "fetches that another socket's cache answers")                             \
    W(X86_FETCH_DRAM, "fetches that DRAM answers")                                                 \
    W(X86_LOAD_DTLB_HITS, "loads that miss the L1 DTLB and hit the L2 DTLB")                       \
    W(X86_STORE_DTLB_HITS, "stores that miss the L1 DTLB and hit the L2 DTLB")                     \
    W(X86_LOAD_DTLB_WALKS, "loads with a page walk")                                               \
    W(X86_STORE_DTLB_WALKS, "stores with a page walk")                                             \
    W(X86_ITLB_HITS, "L1 ITLB misses that hit the L2 ITLB")                                        \
    W(X86_ITLB_WALKS, "L1 ITLB misses with a page walk")                                           \
    W(X86_COND_TAKEN, "taken conditional branches")                                                \
    W(X86_COND_NOT_TAKEN, "conditional branches not taken")                                        \
    W(X86_JUMPS, "direct near jumps")                                                              \
    W(X86_INDIRECT_JUMPS, "indirect near jumps")                                                   \
    W(X86_CALLS, "direct near calls")                                                              \
    W(X86_INDIRECT_CALLS, "indirect near calls")                                                   \
    W(X86_RETURNS, "near returns")                                                                 \
    W(X86_FAR, "far branches")                                                                     \
    W(X86_MISP_COND_TAKEN, "mispredicted taken conditional branches")                              \
    W(X86_MISP_COND_NOT_TAKEN, "mispredicted conditional branches not taken")                      \
    W(X86_MISP_JUMPS, "mispredicted indirect near jumps")                                          \
    W(X86_MISP_CALLS, "mispredicted indirect near calls")                                          \
    W(X86_MISP_RETURNS, "mispredicted near returns")                                               \
    W(X86_MISP_FAR, "mispredicted far branches")                                                   \
    W(X86_LOAD_L1, "loads that the L1 answers")                                                    \
    W(X86_LOAD_L2, "loads that the L2 answers")                                                    \
    W(X86_STORE_L1, "stores that the L1 answers")                                                  \
    W(X86_STORE_L2, "stores that the L2 answers")                                                  \
    W(X86_FETCH_L1, "fetches that the L1 answers")                                                 \
    W(X86_FETCH_L2, "fetches that the L2 answers")                                                 \
    W(X86_LOAD_PEER, "loads that another CPU of the socket answers")                               \
    W(X86_FETCH_PEER, "fetches that another CPU of the socket answers")                            \
    W(X86_WAITED_BRANCHES, "mispredicted branches that are waited for")                            \
    W(X86_BUS, "cycles of a clock of 100 MHz")                                                     \
    W(X86_CRYSTAL, "cycles of a clock of 25 MHz")                                                  \
    W(X86_WAITED, "cycles that instructions wait")

#define X86_WORK_INDEX(id, text) id,
enum x86_work { X86_WORK(X86_WORK_INDEX) X86_N_WORK };

/* The work that a machine must follow, as bits: the runtime counts the rest by
 * the block. */
enum x86_followed { X86_FOLLOW_BRANCHES = 1, X86_FOLLOW_ALL = 2 };

static inline unsigned x86_followed_for(enum x86_work what)
{
    if (what < X86_MISPREDICTED || what >= X86_BUS)
        return 0;
    if (what <= X86_TAKEN || (what >= X86_COND_TAKEN && what <= X86_MISP_FAR))
        return X86_FOLLOW_BRANCHES;
    return X86_FOLLOW_ALL;
}

/* Slow clocks run while the CPU executes. By the clock model an instruction
 * takes 2 ns, so these are instructions for each cycle of 100 MHz and of
 * 25 MHz. */
enum { X86_BUS_INSTRUCTIONS = 5, X86_CRYSTAL_INSTRUCTIONS = 20 };

/* A CPU's work since the machine began: users', then the kernel's. */
struct x86_worked {
    uint64_t of[2][X86_N_WORK];
};

/* The offset of a TRACE_COUNTED record, whose block is the CPU's core PMU: for
 * each kind of work one for users, then one for the kernel. Unfollowed work
 * does not grow while no counter needs it. */
#define X86_COUNTED             0x100
#define X86_COUNTED_OF(what, k) (X86_COUNTED + 2 * (unsigned)(what) + (unsigned)(k))
#define X86_END_COUNTED         X86_COUNTED_OF(X86_N_WORK, 0)

/* Copies the runtime's part of a CPU's work. */
static inline void x86_worked_take(struct x86_worked *worked, const struct sim_activity *activity)
{
    for (unsigned kernel = 0; kernel < 2; kernel++) {
        const struct sim_work *work = kernel ? &activity->kernel : &activity->user;
        worked->of[kernel][X86_INSTRUCTIONS] = work->instructions;
        worked->of[kernel][X86_BRANCHES] = work->branches;
        worked->of[kernel][X86_EXCEPTIONS] = work->exceptions;
        worked->of[kernel][X86_BUS] = work->instructions / X86_BUS_INSTRUCTIONS;
        worked->of[kernel][X86_CRYSTAL] = work->instructions / X86_CRYSTAL_INSTRUCTIONS;
    }
}

/* Returns a static description of such an offset ("user branches"), or NULL. */
const char *x86_counted_text(uint32_t offset);

#endif
