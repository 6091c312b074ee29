/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The state of one CPU's sampling: its registers, and hidden state. The
 * register file (ibs.c) and the two engines (ibs_fetch.c, ibs_op.c) work on it.
 */
#ifndef PMULAB_MODELS_EPYC_IBS_STATE_H
#define PMULAB_MODELS_EPYC_IBS_STATE_H

#include "models/epyc/ibs_traits.h"

#define CYCLES_PER_OP 4 /* core cycles, of 0.5 ns */

/* The op engine's counting rate. Windows read it at each op, so it is computed
 * only when the registers have changed. */
struct ibs_op_pace {
    uint64_t ctl, ctl2; /* IBS_OP_CTL and IBS_OP_CTL2, from which it was computed */
    bool counts;
    unsigned step; /* counts per op */
    unsigned bits; /* width of the counter */
    uint64_t unit; /* one count, at CurCnt's place in @ctl */
    uint64_t count, period;
};

/* The same for the fetch engine. */
struct ibs_fetch_pace {
    uint64_t ctl, ctl2; /* IBS_FETCH_CTL and IBS_FETCH_CTL2 */
    bool counts;
};

/* Contents of a sample's fields whose valid bit is clear. */
enum ibs_stale {
    IBS_STALE_LAST,   /* unchanged since hardware or software last set them */
    IBS_STALE_RANDOM, /* random bits */
    IBS_STALE_ZERO,
    IBS_N_STALES,
};

struct ibs {
    enum ibs_variant variant;
    enum ibs_stale stale;
    bool val_stuck; /* a fault: writes do not clear Val */
    uint64_t values[IBS_N_REGS];
    struct ibs_op_pace op_pace;
    struct ibs_fetch_pace fetch_pace;
    uint8_t fetch_low;   /* bits 3:0 of the fetch counter, which software cannot read */
    uint64_t random;     /* state of the generator (splitmix64) */
    uint64_t rubbish;    /* of another one, so that stale bits change no choice of samples */
    uint64_t samples[2]; /* fetches and ops latched so far */
};

static inline const struct reg *ibs_reg(const struct ibs *ibs, enum ibs_reg reg)
{
    return &ibs_bank_of(ibs->variant)->regs[reg];
}

static inline bool ibs_has_reg(const struct ibs *ibs, enum ibs_reg reg)
{
    return (unsigned)reg < ibs_bank_of(ibs->variant)->n_regs;
}

/* Returns a field of @reg; 0 if this generation lacks the register or the
 * field. */
static inline uint64_t ibs_get(const struct ibs *ibs, enum ibs_reg reg, unsigned field)
{
    return ibs_has_reg(ibs, reg) ? reg_get(ibs_reg(ibs, reg), field, ibs->values[reg]) : 0;
}

static inline void ibs_set(struct ibs *ibs, enum ibs_reg reg, unsigned field, uint64_t content)
{
    ibs->values[reg] = reg_set(ibs_reg(ibs, reg), field, ibs->values[reg], content);
}

/* Hardware sets @reg to @value, without the bits reserved in this generation.
 * Has no effect if it lacks the register. */
static inline void ibs_latch(struct ibs *ibs, enum ibs_reg reg, uint64_t value)
{
    if (ibs_has_reg(ibs, reg))
        ibs->values[reg] = value & ~reg_bank_mask(ibs_bank_of(ibs->variant), reg, REG_RV);
}

/* The same for @reg with bits @valid; its other bits are stale. */
void ibs_latch_valid(struct ibs *ibs, enum ibs_reg reg, uint64_t value, uint64_t valid);

/* Returns a random number from 0 to @n - 1. */
uint64_t ibs_random(struct ibs *ibs, uint64_t n);

/* Bits 26:0 (or 19:0) of the op counter and, below, bits 19:0 of the fetch
 * counter. */
uint64_t ibs_op_counter(const struct ibs *ibs);
void ibs_set_op_counter(struct ibs *ibs, uint64_t count);
uint64_t ibs_fetch_counter(const struct ibs *ibs);
void ibs_set_fetch_counter(struct ibs *ibs, uint64_t count);

/* Latencies are limited to 16 bits. */
static inline uint64_t ibs_cycles16(uint64_t cycles)
{
    return cycles > UINT16_MAX ? UINT16_MAX : cycles;
}

#endif
