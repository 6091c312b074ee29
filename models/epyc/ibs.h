/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One CPU's instruction-based sampling: its registers, and the two engines behind them. An engine counts
 * while it is enabled and Val is clear; when its counter has reached the period, the next op or fetch is
 * tagged, and what became of it is latched. Neither knows of interrupts or of time.
 *
 * Where the manuals are silent or say "undefined":
 * - A period of 0 (MaxCnt 0) is never reached: the counter runs and wraps, and nothing is sampled.
 * - The counter need not meet the period exactly. One that stands beyond it, as Linux makes it with short
 *   periods and random low bits, has reached it.
 * - What is tagged is not counted itself, so a period of n has n ops or fetches between two tagged ones.
 */
#ifndef PMULAB_MODELS_EPYC_IBS_H
#define PMULAB_MODELS_EPYC_IBS_H

#include "models/epyc/ibs_traits.h"
#include "models/epyc/memory.h"

#define IBS_CYCLES_PER_OP 4 /* core cycles, of 0.5 ns */
#define IBS_NEVER         UINT64_MAX

/* How the op engine counts. Windows ask at each op, so it is read off the registers when they have changed.
 */
struct ibs_op_pace {
    uint64_t ctl, ctl2; /* IBS_OP_CTL and IBS_OP_CTL2, of which all of this holds */
    bool counts;
    unsigned step; /* of an op */
    unsigned bits; /* of the counter */
    uint64_t unit; /* CurCnt 1, as it stands in @ctl */
    uint64_t count, period;
};

struct ibs {
    enum ibs_variant variant;
    bool val_stuck; /* a fault: writes do not clear Val */
    uint64_t values[IBS_N_REGS];
    struct ibs_op_pace op_pace;
    uint8_t fetch_low;   /* bits 3:0 of the fetch counter, which no register shows */
    uint64_t random;     /* state of the generator (splitmix64) */
    uint64_t samples[2]; /* so many fetches and ops have been latched */
};

/* What the tagged op met. */
struct ibs_op_facts {
    const struct sim_op *op;
    const struct sim_op_access *access; /* the load or store that is sampled, one of the op's; NULL: none */
    struct memory_outcome memory;       /* of @access */
    bool mispredicted;
};

/* What became of a tagged op or fetch. */
enum ibs_result {
    IBS_LATCHED,  /* Val is set, and the interrupt is due */
    IBS_FILTERED, /* it is none that was asked for; counting goes on */
    IBS_ABORTED,  /* it did not retire; counting goes on */
};

/* As after hardware reset. The same @seed makes the same random bits. */
void ibs_reset(struct ibs *ibs, enum ibs_variant variant, uint64_t seed);

/* Whether @msr is a register of this CPU's. The others are the rest of the machine's. */
bool ibs_has(const struct ibs *ibs, uint32_t msr);

/* RDMSR of @msr, which must be one. */
uint64_t ibs_read(const struct ibs *ibs, uint32_t msr);

/*
 * WRMSR. Returns true when the write sets off an interrupt without a sample, as it does on family 10h
 * (erratum 420) when it clears En of a counting engine whose MaxCnt is not 0.
 */
bool ibs_write(struct ibs *ibs, uint32_t msr, uint64_t value);

/* Whether an engine is switched on, and whether its counter runs (it doesn't while Val is set). */
bool ibs_fetch_enabled(const struct ibs *ibs);
bool ibs_op_enabled(const struct ibs *ibs);
bool ibs_fetch_counts(const struct ibs *ibs);
bool ibs_op_counts(const struct ibs *ibs);

/* So many fetches or ops are still to be counted before the next is tagged: 0: the next one is; or IBS_NEVER.
 */
uint64_t ibs_fetch_left(const struct ibs *ibs);
uint64_t ibs_op_left(const struct ibs *ibs);

/* Whether the next op is tagged: the same as that 0 are left. */
bool ibs_op_due(struct ibs *ibs);

/* @n fetches have completed, or ops have been dispatched, none of which was tagged: a counter that reaches
 * the period stands there. */
void ibs_count_fetches(struct ibs *ibs, uint64_t n);
void ibs_count_ops(struct ibs *ibs, uint64_t n);

/*
 * The tagged fetch: where @op begins, with what it met. Where no translation is known and the instruction
 * faulted, the fetch ended without bytes.
 */
enum ibs_result ibs_fetch_tagged(
    struct ibs *ibs, const struct sim_op *op, const struct memory_outcome *memory);

/* The tagged op, at its end. */
enum ibs_result ibs_op_tagged(struct ibs *ibs, const struct ibs_op_facts *facts);

/* The period that a control register asks for, in fetches, or in cycles or ops. */
uint64_t ibs_fetch_period(uint64_t ctl);
uint64_t ibs_op_period(const struct ibs *ibs);

#endif
