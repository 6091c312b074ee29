/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A core's SCOM registers, and the effects of a write on the core's counts and
 * its threads. */
#include "models/power9/core.h"

#include "models/power9/power9_blocks.h"

#include <assert.h>

void core_reset(struct core *core, const struct p9_generation *generation, unsigned index,
    unsigned first_cpu, unsigned n_threads)
{
    core->generation = generation;
    core->first_cpu = first_cpu;
    core->n_threads = n_threads;
    reg_bank_reset(generation->core, core->values);
    accumulate_reset(
        &core->memory, generation->slots, p9_block(P9_CORE_MEMORY, index), n_threads, n_threads);
}

uint64_t core_read(const struct core *core, enum core_reg reg)
{
    return reg_bank_read_one(core->generation->core, reg, core->values[reg]);
}

static bool started(const struct core *core)
{
    return reg_get(
        &core->generation->core->regs[CORE_HTM_MODE], HTM_MODE_START, core->values[CORE_HTM_MODE]);
}

/* The sum of all threads' executed instructions. */
static struct sim_executed executed(
    const struct core *core, struct thread *threads, const struct sim_host *host, uint64_t now)
{
    struct sim_executed sum = {0, 0};

    for (unsigned i = 0; i < core->n_threads; i++) {
        struct sim_executed one = thread_executed(&threads[core->first_cpu + i], host, now);
        sum.user += one.user;
        sum.kernel += one.kernel;
    }
    return sum;
}

static void update_memory(
    struct core *core, struct thread *threads, const struct p9_outside *outside, uint64_t now)
{
    uint64_t address = scom_pdbar_address(core->values[CORE_PDBAR]);
    bool counts = started(core) && address;

    if (!counts && !core_counts(core))
        return;
    struct sim_executed sum = executed(core, threads, outside->host, now);
    if (counts)
        accumulate_start(&core->memory, outside, now, &sum, address);
    else
        accumulate_stop(&core->memory, outside, now, &sum);
}

void core_write(struct core *core, struct thread *threads, const struct p9_outside *outside,
    uint64_t now, enum core_reg reg, uint64_t value)
{
    assert(reg < CORE_N_REGS);
    core->values[reg] =
        reg_bank_write_one(core->generation->core, reg, core->values[reg], value, UINT64_MAX);
    if (reg == CORE_PDBAR)
        accumulate_renew(&core->memory);
    if (reg == CORE_PDBAR || reg == CORE_HTM_MODE)
        update_memory(core, threads, outside, now);
    for (unsigned i = 0; i < core->n_threads; i++) {
        struct thread *thread = &threads[core->first_cpu + i];
        if (reg == CORE_HTM_MODE)
            thread_run(thread, outside, now, started(core));
        if (reg == CORE_TRACE_IMC)
            thread_set_trace_imc(thread, outside->host, core->values[CORE_TRACE_IMC]);
    }
}

void core_post(
    struct core *core, struct thread *threads, const struct p9_outside *outside, uint64_t now)
{
    if (!core_counts(core))
        return;
    struct sim_executed sum = executed(core, threads, outside->host, now);
    accumulate_post(&core->memory, outside, now, &sum);
}
