/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hardware thread: LDBAR, the counts that accumulate at its address, and
 * trace mode's samples. Collection runs only if the core's HTM_MODE enables it.
 * A thread is a value: memcpy takes a snapshot. */
#ifndef PMULAB_MODELS_POWER9_THREAD_H
#define PMULAB_MODELS_POWER9_THREAD_H

#include "models/power9/accumulate.h"
#include "models/power9/generation.h"
#include "models/power9/ldbar_regs.h"
#include "models/power9/trace_imc.h"

struct thread {
    const struct p9_generation *generation;
    unsigned cpu;                /* QEMU's CPU number */
    unsigned smt;                /* threads per core */
    uint64_t values[CPU_N_REGS]; /* held by the registers of cpu_bank */
    bool started;                /* the core's HTM_MODE is set to start */
    struct trace_imc trace_imc;  /* decoded from the core's TRACE_IMC */
    struct sim_executed traced;  /* executed instructions, as last traced */
    struct accumulator memory;
    struct trace_engine engine;
};

/* Sets the state after a hardware reset. */
void thread_reset(
    struct thread *thread, const struct p9_generation *generation, unsigned cpu, unsigned smt);

/* Writes LDBAR. Posts counts to the old memory, then to the new; samples
 * restart at record 0. */
void thread_ldbar_write(
    struct thread *thread, const struct p9_outside *outside, uint64_t now, uint64_t value);

/* The core's HTM_MODE was written: starts or stops collection. */
void thread_run(
    struct thread *thread, const struct p9_outside *outside, uint64_t now, bool started);

/* The core's TRACE_IMC was written. If samples are being taken, the counters
 * restart. */
void thread_set_trace_imc(struct thread *thread, const struct sim_host *host, uint64_t trace_imc);

/* Posts counts, if it accumulates. @now: ns. */
void thread_post(struct thread *thread, const struct p9_outside *outside, uint64_t now);

/* Returns when (ns) to call thread_post() at the latest, or SIM_NEVER. */
static inline uint64_t thread_deadline(const struct thread *thread)
{
    return accumulate_deadline(&thread->memory);
}

/* Whether it accumulates and, below, whether it takes samples. */
static inline bool thread_counts(const struct thread *thread)
{
    return thread->memory.running;
}
static inline bool thread_traces(const struct thread *thread)
{
    return thread->engine.running;
}

/* Returns the number of instructions that it executes until a sample may be
 * due, at least 1, or 0 if it takes none. Call again after each write to a
 * register of the thread or its core. */
uint64_t thread_sampling(const struct thread *thread, const struct sim_host *host);

/*
 * Sets its executed instructions. @ip is the address of the last of these
 * instructions and @user its privilege; the host's count may or may not include
 * it already. @timebase: 64 bits. Writes a record, unless the host's count
 * shows that none is due yet (an event that counts one privilege). Returns what
 * thread_sampling() would after that instruction.
 */
uint64_t thread_sample(struct thread *thread, const struct p9_outside *outside, uint64_t now,
    uint64_t ip, bool user, uint64_t timebase);

/* Returns @thread's executed instructions, and traces them if they changed. */
struct sim_executed thread_executed(
    struct thread *thread, const struct sim_host *host, uint64_t now);

#endif
