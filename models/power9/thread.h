/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A hardware thread: LDBAR, the counts that accumulate where it points, and trace mode's samples. Whether
 * collection runs at all is the core's to say (HTM_MODE). A value: memcpy takes a snapshot of it.
 */
#ifndef PMULAB_MODELS_POWER9_THREAD_H
#define PMULAB_MODELS_POWER9_THREAD_H

#include "models/power9/accumulate.h"
#include "models/power9/ldbar_regs.h"
#include "models/power9/trace_imc.h"

struct thread {
    unsigned cpu;                /* QEMU's number of it */
    unsigned smt;                /* threads of its core */
    uint64_t values[CPU_N_REGS]; /* held by the registers of cpu_bank */
    bool started;                /* the core's HTM_MODE start */
    struct trace_imc trace_imc;  /* what the core's TRACE_IMC says */
    struct sim_executed traced;  /* what the trace says that it has executed */
    struct accumulator memory;
    struct trace_engine engine;
};

/* As after hardware reset. */
void thread_reset(struct thread *thread, unsigned cpu, unsigned smt);

/*
 * LDBAR is written. Counts are posted to where it pointed, then to where it points; samples start again at
 * record 0.
 */
void thread_ldbar_write(
    struct thread *thread, const struct p9_outside *outside, uint64_t now, uint64_t value);

/* The core's HTM_MODE was written: collection runs from now on, or does not. */
void thread_run(struct thread *thread, const struct p9_outside *outside, uint64_t now, bool started);

/* The core's TRACE_IMC was written. Where samples are being taken, the counters begin anew. */
void thread_set_trace_imc(struct thread *thread, const struct sim_host *host, uint64_t trace_imc);

/* Posts counts, if it accumulates; @now: ns. */
void thread_post(struct thread *thread, const struct p9_outside *outside, uint64_t now);

/* When (ns) thread_post() should be called at the latest, or SIM_NEVER. */
static inline uint64_t thread_deadline(const struct thread *thread)
{
    return accumulate_deadline(&thread->memory);
}

/* Whether it accumulates; and whether it takes samples. */
static inline bool thread_counts(const struct thread *thread)
{
    return thread->memory.running;
}
static inline bool thread_traces(const struct thread *thread)
{
    return thread->engine.running;
}

/*
 * How many more instructions it executes until a sample may be due, at least 1; 0: it takes none.
 * To be asked again whenever a register of the thread or of its core was written.
 */
uint64_t thread_sampling(const struct thread *thread, const struct sim_host *host);

/*
 * So many it has executed. @ip is the address of the instruction that is the last of them and @user its
 * privilege; the host's count may or may not contain that instruction already. @timebase: 64 bits.
 * Writes a record, unless by the host's count none is due yet (an event that one privilege counts).
 * Returns what thread_sampling() would of the time after that instruction.
 */
uint64_t thread_sample(struct thread *thread, const struct p9_outside *outside, uint64_t now, uint64_t ip,
    bool user, uint64_t timebase);

/* What @thread has executed. The trace gets it, if it is news. */
struct sim_executed thread_executed(struct thread *thread, const struct sim_host *host, uint64_t now);

#endif
