/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The counters of a core's PMU, AMD's or Intel's: 48 bits each, which overflow
 * from all ones to 0. Their control registers are in amd_core.h and
 * intel_core.h.
 *
 * The PMU receives work only through x86_core_sync(). Call it before every read
 * and every change, so that past work counts under the old settings.
 */
#ifndef PMULAB_MODELS_X86_CORE_PMU_H
#define PMULAB_MODELS_X86_CORE_PMU_H

#include "models/x86/core_events.h"

#define X86_MAX_COUNTERS 12
#define X86_CORE_REGS    48 /* limit of registers in a kind of PMU */
#define X86_COUNT_BITS   48
#define X86_NEVER        UINT64_MAX

/* Free-running counters of 64 bits: cycles of a constant clock, core cycles, and
 * retired instructions. */
enum x86_free { X86_MPERF, X86_APERF, X86_IRPERF, X86_N_FREE };

struct x86_counter {
    struct x86_counting how;
    bool interrupts; /* while it counts, an overflow interrupts */
    uint64_t count;
    uint64_t seen; /* x86_counted() at the latest sync */
};

struct x86_core {
    unsigned kind;          /* the maker's kind: a level of AMD's, a generation of Intel's */
    enum x86_family events; /* AMD: its events */
    unsigned general;       /* Intel: its general counters */
    uint64_t slots;         /* Intel: slots counted at the latest write of a register */
    struct x86_counter counters[X86_MAX_COUNTERS];
    uint32_t on;         /* counters that count, a bit for each */
    uint64_t overflowed; /* one bit for each counter */
    bool free_running;   /* the CPU has the free-running counters */
    bool retires;        /* ... and X86_IRPERF is enabled */
    uint64_t free_counts[X86_N_FREE];
    uint64_t free_seen[X86_N_FREE]; /* their work at the latest sync */
    bool lbr;                       /* the CPU has branch records */
    bool lbr_frozen;                /* ... and the status says that they are frozen */
    uint64_t values[X86_CORE_REGS]; /* held by registers, in the order of their bank */
    struct x86_worked worked;       /* the CPU's known work */
    uint64_t emitted[X86_END_COUNTED - X86_COUNTED];
    /* instructions until an overflow may interrupt; at 0, call
     * x86_core_sync() */
    uint64_t left;
    uint64_t met_left; /* the same of followed work */
    /* Instructions wait for memory, and the machine reports the cycles: */
    bool timed;
    uint64_t cycles_left; /* the same in cycles, for counters that count waits */
    uint64_t waits;       /* number of times x86_core_wait() has set these two */
};

/* Where and when a core's records are traced. */
struct x86_core_place {
    const struct sim_host *host;
    unsigned cpu, block;
    uint64_t now; /* ns */
    /* Returns the register of counter number @i's count, by software's
     * number. */
    uint32_t (*count_msr)(const struct x86_core *core, unsigned i);
};

/* Sets a counter's selection. @count stays. */
void x86_core_set(
    struct x86_core *core, unsigned i, const struct x86_counting *how, bool on, bool interrupts);

/* Whether any counter counts. The second returns the work that must be followed
 * for these counters. */
static inline bool x86_core_runs(const struct x86_core *core)
{
    return core->on || core->free_running;
}
unsigned x86_core_follows(const struct x86_core *core);

/* Whether a counter counts the cycles in which instructions wait. */
bool x86_core_waits(const struct x86_core *core);

/* Counts up to @core->worked, and calls x86_core_wait(). Returns a bit for each
 * counter that has overflowed since the last call. */
uint64_t x86_core_sync(struct x86_core *core);

/* Sets @core->left and @core->met_left, after a change. */
void x86_core_wait(struct x86_core *core);

/* The CPU has retired @n instructions. Returns whether that uses up
 * @core->left. */
static inline bool x86_core_passes(struct x86_core *core, uint64_t n)
{
    if (core->left == X86_NEVER)
        return false;
    core->left -= n < core->left ? n : core->left;
    return !core->left;
}

/* The CPU has done one of @what, which is followed. */
static inline void x86_core_meets(struct x86_core *core, bool kernel, enum x86_work what)
{
    core->worked.of[kernel][what]++;
    if (core->met_left != X86_NEVER && --core->met_left == 0)
        core->left = 0;
}

/* An instruction has taken @cycles, of which it has waited @waits. */
static inline void x86_core_takes(
    struct x86_core *core, bool kernel, uint64_t cycles, uint64_t waits)
{
    core->worked.of[kernel][X86_WAITED] += waits;
    if (core->cycles_left == X86_NEVER)
        return;
    core->cycles_left -= cycles < core->cycles_left ? cycles : core->cycles_left;
    if (!core->cycles_left)
        core->left = 0;
}

/* Call before a change: takes the work of CPU number @cpu, even while nothing
 * counts. */
void x86_core_take(struct x86_core *core, const struct sim_host *host, unsigned cpu);

/* Call while it counts: counts its CPU's work, and traces it and overflows.
 * Returns whether one interrupts. */
bool x86_core_update(struct x86_core *core, const struct x86_core_place *place);

/* Traces the changes of @core->worked since the last time, as TRACE_COUNTED. */
void x86_core_emit(struct x86_core *core, const struct x86_core_place *place);

#endif
