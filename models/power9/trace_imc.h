/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Trace mode: which counter takes samples and when, and the 64-byte record that a sample writes. What the
 * documents leave open is inferred from the one TRACE_IMC value that firmware writes and explains (skiboot,
 * hw/imc.c): its SAMPSEL 1 is CPMC2, and its CPMC2SEL 2 the 32 MHz clock, the second event of slot 2, which
 * is the "cycles" that the documents say trace mode is fixed to.
 */
#ifndef PMULAB_MODELS_POWER9_TRACE_IMC_H
#define PMULAB_MODELS_POWER9_TRACE_IMC_H

#include "models/power9/slots.h"
#include "models/sim/host.h"

#define TRACE_IMC_COUNTERS 4
#define TRACE_IMC_RECORD   64                      /* bytes */
#define TRACE_IMC_TB2_MASK UINT64_C(0x3ffffffffff) /* what a record's second time stamp has of the first */

/* What TRACE_IMC says. */
struct trace_imc {
    int counts[TRACE_IMC_COUNTERS]; /* word of slots.h that CPMC1 to CPMC4 count, or -1: nothing of the
                                       model's */
    unsigned sampled;               /* which of them takes samples: 0 to 3 */
    uint64_t period;                /* increments of it between samples, 1 to 2^32 */
    uint32_t records;               /* that the buffer holds */
};

/* Reads @scom, a TRACE_IMC value. */
struct trace_imc trace_imc_decode(uint64_t scom);

/* The state of a thread's engine. */
struct trace_engine {
    bool running;
    struct sim_executed start; /* what had been executed when the counters began at 0 */
    uint64_t next;             /* increments of the sampled counter at which the next sample falls due */
    uint32_t index;            /* record that it goes to */
    uint64_t timebase;         /* of the last record */
};

/* Counters begin at 0, at a moment when @executed had been executed. */
void trace_engine_start(
    struct trace_engine *engine, const struct trace_imc *config, const struct sim_executed *executed);

/*
 * How many instructions have to execute at least until the next sample is due: 0 where it is due already,
 * UINT64_MAX where none ever is. Exact, unless the event is one of a privilege, and instructions of the other
 * intervene.
 */
uint64_t trace_engine_left(const struct trace_engine *engine, const struct trace_imc *config, unsigned smt,
    const struct sim_executed *executed);

/* What a record says. */
struct trace_imc_record {
    uint64_t tb1, ip, val;
    uint64_t cpmc[TRACE_IMC_COUNTERS];
    uint64_t tb2;
};

/*
 * The record of a sample at instruction @ip of privilege @user, at @timebase or, since time stamps increase
 * strictly, one after the last; and the engine as it goes on.
 */
struct trace_imc_record trace_engine_sample(struct trace_engine *engine, const struct trace_imc *config,
    unsigned smt, const struct sim_executed *executed, uint64_t ip, bool user, uint64_t timebase);

/* The record as memory holds it: big-endian words. And back, as Linux reads it. */
void trace_imc_pack(const struct trace_imc_record *record, uint8_t bytes[TRACE_IMC_RECORD]);
struct trace_imc_record trace_imc_unpack(const uint8_t bytes[TRACE_IMC_RECORD]);

#endif
