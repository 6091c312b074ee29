/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A core: its four SCOMs, and the sum of its threads' counts, which accumulate
 * at PDBAR's address. A core is a value: memcpy takes a snapshot. The threads
 * of all cores are in one array, indexed by CPU number; functions take that
 * array as @threads.
 */
#ifndef PMULAB_MODELS_POWER9_CORE_H
#define PMULAB_MODELS_POWER9_CORE_H

#include "models/power9/accumulate.h"
#include "models/power9/generation.h"
#include "models/power9/thread.h"

struct core {
    const struct p9_generation *generation;
    unsigned first_cpu, n_threads; /* its threads */
    uint64_t values[CORE_N_REGS];  /* held by the registers of core_bank */
    struct accumulator memory;
};

/* Sets the state after a hardware reset. @index: its number among the cores of
 * all chips, as in the trace. Does not reset threads. */
void core_reset(struct core *core, const struct p9_generation *generation, unsigned index,
    unsigned first_cpu, unsigned n_threads);

/* Returns the value of a read of @reg. */
uint64_t core_read(const struct core *core, enum core_reg reg);

/* Writes @value to @reg at @now (ns), with all effects on the core and its
 * threads. */
void core_write(struct core *core, struct thread *threads, const struct p9_outside *outside,
    uint64_t now, enum core_reg reg, uint64_t value);

/* Posts the core's counts (not its threads'), if it counts. @now: ns. */
void core_post(
    struct core *core, struct thread *threads, const struct p9_outside *outside, uint64_t now);

/* Returns when (ns) to call core_post() at the latest, or SIM_NEVER. */
static inline uint64_t core_deadline(const struct core *core)
{
    return accumulate_deadline(&core->memory);
}

/* Whether it counts: it is started and has memory. */
static inline bool core_counts(const struct core *core)
{
    return core->memory.running;
}

/* For a scenario's presets: accumulate_preset() of the core's counts. Post
 * first. */
static inline bool core_preset(struct core *core, uint32_t offset, uint64_t value)
{
    return accumulate_preset(&core->memory, offset, value);
}
static inline bool thread_preset(struct thread *thread, uint32_t offset, uint64_t value)
{
    return accumulate_preset(&thread->memory, offset, value);
}

#endif
