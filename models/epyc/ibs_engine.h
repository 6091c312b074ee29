/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the two engines and the register file of a CPU's sampling share, and nobody else needs. */
#ifndef PMULAB_MODELS_EPYC_IBS_ENGINE_H
#define PMULAB_MODELS_EPYC_IBS_ENGINE_H

#include "models/epyc/ibs.h"

static inline const struct reg *ibs_reg(const struct ibs *ibs, enum ibs_reg reg)
{
    return &ibs_bank(ibs->variant)->regs[reg];
}

static inline bool ibs_has_reg(const struct ibs *ibs, enum ibs_reg reg)
{
    return (unsigned)reg < ibs_bank(ibs->variant)->n_regs;
}

/* A field of what @reg holds; 0 where this generation lacks the register or the field. */
static inline uint64_t ibs_get(const struct ibs *ibs, enum ibs_reg reg, unsigned field)
{
    return ibs_has_reg(ibs, reg) ? reg_get(ibs_reg(ibs, reg), field, ibs->values[reg]) : 0;
}

static inline void ibs_set(struct ibs *ibs, enum ibs_reg reg, unsigned field, uint64_t content)
{
    ibs->values[reg] = reg_set(ibs_reg(ibs, reg), field, ibs->values[reg], content);
}

/* Hardware puts @value into @reg, if there is one, less what this generation has reserved. */
static inline void ibs_latch(struct ibs *ibs, enum ibs_reg reg, uint64_t value)
{
    if (ibs_has_reg(ibs, reg))
        ibs->values[reg] = value & ~reg_access_mask(ibs_reg(ibs, reg), REG_RV);
}

/* One of 0 to @n - 1. */
uint64_t ibs_random(struct ibs *ibs, uint64_t n);

/* Bits 26:0 (or 19:0) of the op counter, and bits 19:0 of the fetch counter. */
uint64_t ibs_op_counter(const struct ibs *ibs);
void ibs_set_op_counter(struct ibs *ibs, uint64_t count);
uint64_t ibs_fetch_counter(const struct ibs *ibs);
void ibs_set_fetch_counter(struct ibs *ibs, uint64_t count);

/* What a counter at @count, of @bits, holds after @n steps of @step: no more than @period takes, if it isn't
 * 0. */
uint64_t ibs_counted(uint64_t count, uint64_t n, unsigned step, uint64_t period, unsigned bits);

/* Latencies have 16 bits. */
static inline uint64_t ibs_cycles16(uint64_t cycles)
{
    return cycles > UINT16_MAX ? UINT16_MAX : cycles;
}

#endif
