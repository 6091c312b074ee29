/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hardware thread's LDBAR: routes its counts to memory or takes trace mode's
 * samples. */
#include "models/power9/thread.h"

#include "models/power9/power9_blocks.h"

#include <string.h>

void thread_reset(
    struct thread *thread, const struct p9_generation *generation, unsigned cpu, unsigned smt)
{
    memset(thread, 0, sizeof(*thread));
    thread->generation = generation;
    thread->cpu = cpu;
    thread->smt = smt;
    thread->trace_imc = trace_imc_decode(generation->slots, 0);
    reg_bank_reset(&cpu_bank, thread->values);
    accumulate_reset(&thread->memory, generation->slots, p9_block(P9_THREAD_MEMORY, cpu), smt, 1);
}

static void trace_executed(const struct thread *thread, const struct sim_host *host, uint64_t now,
    uint32_t kernel, uint64_t count)
{
    sim_host_trace(host, &(struct trace_record){.kind = TRACE_EXECUTED,
                             .cpu = (uint16_t)thread->cpu,
                             .offset = kernel,
                             .time = now,
                             .value = count});
}

struct sim_executed thread_executed(
    struct thread *thread, const struct sim_host *host, uint64_t now)
{
    struct sim_executed executed = host->executed(host->self, thread->cpu);

    if (executed.user != thread->traced.user)
        trace_executed(thread, host, now, 0, executed.user);
    if (executed.kernel != thread->traced.kernel)
        trace_executed(thread, host, now, 1, executed.kernel);
    thread->traced = executed;
    return executed;
}

static enum ldbar_mode mode(const struct thread *thread)
{
    return thread->started ? ldbar_mode(thread->values[CPU_LDBAR]) : LDBAR_OFF;
}

static void update_memory(struct thread *thread, const struct p9_outside *outside, uint64_t now)
{
    bool accumulates = mode(thread) == LDBAR_ACCUMULATES;

    if (!accumulates && !thread_counts(thread))
        return;
    struct sim_executed executed = thread_executed(thread, outside->host, now);
    if (accumulates)
        accumulate_start(
            &thread->memory, outside, now, &executed, ldbar_address(thread->values[CPU_LDBAR]));
    else
        accumulate_stop(&thread->memory, outside, now, &executed);
}

static void update_engine(struct thread *thread, const struct sim_host *host)
{
    if (mode(thread) != LDBAR_TRACES) {
        thread->engine.running = false;
    } else if (!thread->engine.running) {
        struct sim_executed executed = host->executed(host->self, thread->cpu);
        trace_engine_start(&thread->engine, &thread->trace_imc, &executed);
    }
}

void thread_ldbar_write(
    struct thread *thread, const struct p9_outside *outside, uint64_t now, uint64_t value)
{
    reg_bank_write(&cpu_bank, thread->values, CPU_LDBAR_OFFSET, sizeof(value), value, NULL, NULL);
    thread->engine.running = false;
    thread->engine.index = 0;
    update_memory(thread, outside, now);
    update_engine(thread, outside->host);
}

void thread_run(struct thread *thread, const struct p9_outside *outside, uint64_t now, bool started)
{
    thread->started = started;
    update_memory(thread, outside, now);
    update_engine(thread, outside->host);
}

void thread_set_trace_imc(struct thread *thread, const struct sim_host *host, uint64_t trace_imc)
{
    thread->trace_imc = trace_imc_decode(thread->generation->slots, trace_imc);
    thread->engine.running = false;
    update_engine(thread, host);
}

void thread_post(struct thread *thread, const struct p9_outside *outside, uint64_t now)
{
    if (!thread_counts(thread))
        return;
    struct sim_executed executed = thread_executed(thread, outside->host, now);
    accumulate_post(&thread->memory, outside, now, &executed);
}

static uint64_t left_after(const struct thread *thread, const struct sim_executed *executed)
{
    return trace_engine_left(&thread->engine, &thread->trace_imc, thread->smt, executed);
}

/* Instructions until the next sample as a countdown: at least 1, or 0 for
 * never. */
static uint64_t countdown(const struct thread *thread, const struct sim_executed *executed)
{
    uint64_t left = left_after(thread, executed);

    if (left == UINT64_MAX)
        return 0;
    return left ? left : 1;
}

uint64_t thread_sampling(const struct thread *thread, const struct sim_host *host)
{
    if (!thread_traces(thread))
        return 0;
    struct sim_executed executed = host->executed(host->self, thread->cpu);
    return countdown(thread, &executed);
}

static void write_record(struct thread *thread, const struct sim_host *host, uint64_t now,
    uint32_t index, const struct trace_imc_record *record)
{
    uint8_t bytes[TRACE_IMC_RECORD];
    uint64_t buffer = ldbar_address(thread->values[CPU_LDBAR]);

    trace_imc_pack(record, bytes);
    host->write(host->self, buffer + (uint64_t)index * TRACE_IMC_RECORD, bytes, sizeof(bytes));
    sim_host_trace(host, &(struct trace_record){.kind = TRACE_SAMPLE,
                             .cpu = (uint16_t)thread->cpu,
                             .block = p9_block(P9_THREAD_MEMORY, thread->cpu),
                             .offset = index,
                             .time = now,
                             .pc = record->ip,
                             .value = record->tb1});
}

/* Whether a sample is due with the current instruction. If it is due without
 * it, the host has already counted the instruction. Sets *@executed to include
 * it. */
static bool due(const struct thread *thread, bool user, struct sim_executed *executed)
{
    struct sim_executed with = *executed;

    if (!left_after(thread, executed))
        return true;
    *(user ? &with.user : &with.kernel) += 1;
    if (left_after(thread, &with))
        return false;
    *executed = with;
    return true;
}

uint64_t thread_sample(struct thread *thread, const struct p9_outside *outside, uint64_t now,
    uint64_t ip, bool user, uint64_t timebase)
{
    const struct sim_host *host = outside->host;
    const struct trace_imc *config = &thread->trace_imc;

    if (!thread_traces(thread))
        return 0;
    struct sim_executed executed = host->executed(host->self, thread->cpu);
    if (!due(thread, user, &executed))
        return countdown(thread, &executed);
    uint32_t index = thread->engine.index % config->records;
    struct trace_imc_record record =
        trace_engine_sample(&thread->engine, config, thread->smt, &executed, ip, user, timebase);
    write_record(thread, host, now, index, &record);
    return countdown(thread, &executed);
}
