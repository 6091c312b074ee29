/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Trace mode: the sampling counter, the times of samples, and the 64-byte
 * record of a sample. The documents have gaps, filled by inference from the
 * TRACE_IMC values that firmware writes and explains (skiboot, hw/imc.c).
 * POWER9's SAMPSEL 1 is CPMC2. Its CPMC2SEL 2 is the 32 MHz clock, the second
 * event of slot 2: the "cycles" that the documents fix trace mode to. POWER10's
 * catalogue has no such event there, but a clock as the first event of slot 4.
 * Its SAMPSEL 0 is CPMC1, with a CPMC1SEL of 4.
 */
#ifndef PMULAB_MODELS_POWER9_TRACE_IMC_H
#define PMULAB_MODELS_POWER9_TRACE_IMC_H

#include "models/power9/slots.h"
#include "models/sim/host.h"

#define TRACE_IMC_COUNTERS 4
#define TRACE_IMC_RECORD   64 /* bytes */
#define TRACE_IMC_TB2_MASK                                                                         \
    UINT64_C(0x3ffffffffff) /* bits of the first time stamp in a record's second */

/* TRACE_IMC, decoded. */
struct trace_imc {
    /* The events of CPMC1 to CPMC4, or NULL: not modelled. */
    const struct slots_word *counts[TRACE_IMC_COUNTERS];
    unsigned sampled; /* the counter that takes samples: 0 to 3 */
    uint64_t period;  /* its increments between samples, 1 to 2^32 */
    uint32_t records; /* capacity of the buffer */
};

/* Decodes @scom, a TRACE_IMC value, for a generation with @slots. */
struct trace_imc trace_imc_decode(const struct slots *slots, uint64_t scom);

/* The state of a thread's engine. */
struct trace_engine {
    bool running;
    struct sim_executed start; /* instructions executed when the counters began at 0 */
    /* increments of the sampled counter at which the next sample is due */
    uint64_t next;
    uint32_t index;    /* index of the next record */
    uint64_t timebase; /* of the last record */
};

/* Starts the counters at 0, when @executed had been executed. */
void trace_engine_start(struct trace_engine *engine, const struct trace_imc *config,
    const struct sim_executed *executed);

/* Returns the minimum of instructions until the next sample is due: 0 if it is
 * due now, UINT64_MAX if it never is. Exact, unless the event counts one
 * privilege and instructions of the other intervene. */
uint64_t trace_engine_left(const struct trace_engine *engine, const struct trace_imc *config,
    unsigned smt, const struct sim_executed *executed);

/* The contents of a record. */
struct trace_imc_record {
    uint64_t tb1, ip, val;
    uint64_t cpmc[TRACE_IMC_COUNTERS];
    uint64_t tb2;
};

/* Returns the record of a sample at instruction @ip of privilege @user, and
 * advances the engine. Its time is @timebase or, since time stamps increase
 * strictly, one more than the last. */
struct trace_imc_record trace_engine_sample(struct trace_engine *engine,
    const struct trace_imc *config, unsigned smt, const struct sim_executed *executed, uint64_t ip,
    bool user, uint64_t timebase);

/* Packs the record into big-endian words, as in memory. */
void trace_imc_pack(const struct trace_imc_record *record, uint8_t bytes[TRACE_IMC_RECORD]);

#endif
