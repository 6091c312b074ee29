/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One CPU's instruction-based sampling: its registers and its two engines. An
 * engine counts while it is enabled and Val is clear. When its counter has
 * reached the period, it tags the next op or fetch and latches its outcome.
 * Engines know neither interrupts nor time.
 *
 * Where the manuals are silent or say "undefined":
 * - A period of 0 (MaxCnt 0) is never reached: the counter runs and wraps, and
 *   nothing is sampled.
 * - The counter need not equal the period. One beyond it, as Linux sets it with
 *   short periods and random low bits, has reached it.
 * - The tagged op or fetch itself is not counted, so a period of n has n others
 *   between two tagged ones.
 */
#ifndef PMULAB_MODELS_EPYC_IBS_H
#define PMULAB_MODELS_EPYC_IBS_H

#include "models/cache/memory.h"
#include "models/epyc/ibs_state.h"

#define IBS_NEVER UINT64_MAX

/* The outcome of the tagged op. */
struct ibs_op_facts {
    const struct sim_op *op;
    const struct sim_op_access *access; /* the sampled load or store, one of the op's; NULL: none */
    struct memory_outcome memory;       /* outcome of @access */
    bool mispredicted;
};

/* The result for a tagged op or fetch. */
enum ibs_result {
    IBS_LATCHED,  /* Val is set and the interrupt is due */
    IBS_FILTERED, /* a filter rejected it; counting continues */
    IBS_ABORTED,  /* it did not retire; counting continues */
};

/* Sets the state after a hardware reset. The same @seed gives the same random
 * bits. */
void ibs_reset(struct ibs *ibs, enum ibs_variant variant, uint64_t seed);

/* Whether @msr is an IBS register of this CPU. Other registers belong to the
 * rest of the machine. */
bool ibs_has(const struct ibs *ibs, uint32_t msr);

/* RDMSR of @msr, which ibs_has() must accept. */
uint64_t ibs_read(const struct ibs *ibs, uint32_t msr);

/* WRMSR of @msr, which ibs_has() must accept. Returns true if the write
 * triggers an interrupt without a sample. Family 10h does so (erratum 420) when
 * a write clears En of a counting engine whose MaxCnt is not 0. */
bool ibs_write(struct ibs *ibs, uint32_t msr, uint64_t value);

/* Whether an engine is on; and whether its counter runs (not while Val is
 * set). */
bool ibs_fetch_enabled(const struct ibs *ibs);
bool ibs_op_enabled(const struct ibs *ibs);
bool ibs_fetch_counts(const struct ibs *ibs);
bool ibs_op_counts(const struct ibs *ibs);

/* Returns the number of fetches or ops to count before one is tagged, or
 * IBS_NEVER. 0: the next one is tagged. */
uint64_t ibs_fetch_left(const struct ibs *ibs);
uint64_t ibs_op_left(const struct ibs *ibs);

/* Recomputes the paces of @ibs: only for ibs_op_pace_now() and
 * ibs_fetch_due(). */
void ibs_op_pace_anew(struct ibs *ibs);
void ibs_fetch_pace_anew(struct ibs *ibs);

/* Whether the registers have not changed since the op engine's pace was
 * computed. */
static inline bool ibs_op_pace_stands(const struct ibs *ibs)
{
    const struct ibs_op_pace *pace = &ibs->op_pace;

    return pace->ctl == ibs->values[IBS_OP_CTL] && pace->ctl2 == ibs->values[IBS_OP_CTL2];
}

/* The current pace, stored in @ibs. */
static inline struct ibs_op_pace *ibs_op_pace_now(struct ibs *ibs)
{
    if (!ibs_op_pace_stands(ibs))
        ibs_op_pace_anew(ibs);
    return &ibs->op_pace;
}

/* Whether the next op or fetch is tagged, as if 0 are left. */
static inline bool ibs_op_due(struct ibs *ibs)
{
    const struct ibs_op_pace *pace = ibs_op_pace_now(ibs);

    return pace->counts && pace->period && pace->count >= pace->period;
}

static inline bool ibs_fetch_due(struct ibs *ibs)
{
    struct ibs_fetch_pace *pace = &ibs->fetch_pace;

    if (pace->ctl != ibs->values[IBS_FETCH_CTL] || pace->ctl2 != ibs->values[IBS_FETCH_CTL2])
        ibs_fetch_pace_anew(ibs);
    return pace->counts && ibs_fetch_left(ibs) == 0;
}

/* @n fetches have completed, or ops have been dispatched, and none was tagged.
 * A counter stops at the period. */
void ibs_count_fetches(struct ibs *ibs, uint64_t n);
void ibs_count_ops(struct ibs *ibs, uint64_t n);

/* Sets the counter to @count; the pace is unchanged. CurCntExt is directly
 * above CurCnt, so one addition covers both. */
static inline void ibs_op_count_to(struct ibs *ibs, uint64_t count)
{
    struct ibs_op_pace *pace = &ibs->op_pace;

    ibs->values[IBS_OP_CTL] += (count - pace->count) * pace->unit;
    pace->count = count;
    pace->ctl = ibs->values[IBS_OP_CTL];
}

/* ibs_count_ops() of one, which windows do for each op. */
static inline void ibs_count_op(struct ibs *ibs)
{
    const struct ibs_op_pace *pace = ibs_op_pace_now(ibs);

    if (pace->counts && pace->count < pace->period)
        ibs_op_count_to(ibs, pace->count + pace->step);
    else
        ibs_count_ops(ibs, 1);
}

/* Whether the op engine counts cycles, so that an op may reach its period while
 * it waits. */
static inline bool ibs_op_waits(struct ibs *ibs)
{
    const struct ibs_op_pace *pace = ibs_op_pace_now(ibs);

    return pace->counts && pace->period && pace->step == CYCLES_PER_OP;
}

/* While it does: whether an op of @cycles is tagged, because the counter passes
 * the period within it; and, if not, counts it. */
static inline bool ibs_op_tags(struct ibs *ibs, uint64_t cycles)
{
    const struct ibs_op_pace *pace = ibs_op_pace_now(ibs);

    return pace->count + cycles > pace->period;
}
static inline void ibs_count_cycles(struct ibs *ibs, uint64_t cycles)
{
    const struct ibs_op_pace *pace = ibs_op_pace_now(ibs);

    ibs_op_count_to(ibs, pace->count + cycles);
}

/* Whether the op engine counts, and drops ops depending on the caches'
 * responses. */
bool ibs_op_filters(const struct ibs *ibs);

/* Latches the tagged fetch: it begins at @op and met @memory. If no translation
 * is known and the instruction faulted, the fetch ended without bytes. */
enum ibs_result ibs_fetch_tagged(
    struct ibs *ibs, const struct sim_op *op, const struct memory_outcome *memory);

/* Latches the tagged op at its end. */
enum ibs_result ibs_op_tagged(struct ibs *ibs, const struct ibs_op_facts *facts);

/* The period in the value of a control register, in fetches, or in cycles or
 * ops. */
uint64_t ibs_fetch_period(uint64_t ctl);
uint64_t ibs_op_period(const struct ibs *ibs);

#endif
