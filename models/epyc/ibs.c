/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One CPU's IBS registers: their counters, and the effects of reads and
 * writes. */
#include "models/epyc/ibs.h"

#include <assert.h>
#include <string.h>

enum { FETCH_COUNTER_BITS = 20, RANDOM_LOW_BITS = 16 };

void ibs_reset(struct ibs *ibs, enum ibs_variant variant, uint64_t seed)
{
    memset(ibs, 0, sizeof(*ibs));
    ibs->variant = variant;
    ibs->random = seed;
    ibs->rubbish = ~seed;
    reg_bank_reset(ibs_bank_of(variant), ibs->values);
}

bool ibs_has(const struct ibs *ibs, uint32_t msr)
{
    return reg_bank_at(ibs_bank_of(ibs->variant), msr) >= 0;
}

uint64_t ibs_read(const struct ibs *ibs, uint32_t msr)
{
    return reg_bank_read(ibs_bank_of(ibs->variant), ibs->values, msr, 8);
}

bool ibs_fetch_enabled(const struct ibs *ibs)
{
    return ibs_get(ibs, IBS_FETCH_CTL, FETCH_EN) && !ibs_get(ibs, IBS_FETCH_CTL2, FETCH2_DIS);
}

bool ibs_op_enabled(const struct ibs *ibs)
{
    return ibs_get(ibs, IBS_OP_CTL, OP_EN) && !ibs_get(ibs, IBS_OP_CTL2, OP2_DIS);
}

bool ibs_fetch_counts(const struct ibs *ibs)
{
    return ibs_fetch_enabled(ibs) && !ibs_get(ibs, IBS_FETCH_CTL, FETCH_VAL);
}

bool ibs_op_counts(const struct ibs *ibs)
{
    return ibs_op_enabled(ibs) && !ibs_get(ibs, IBS_OP_CTL, OP_VAL);
}

/* ---- counters ---- */

uint64_t ibs_fetch_period(uint64_t ctl)
{
    return reg_get(&ibs_bank_of(IBS_ZEN4)->regs[IBS_FETCH_CTL], FETCH_MAX_CNT, ctl) << 4;
}

uint64_t ibs_op_period(const struct ibs *ibs)
{
    return ibs_get(ibs, IBS_OP_CTL, OP_MAX_CNT_EXT) << 20 | ibs_get(ibs, IBS_OP_CTL, OP_MAX_CNT)
                                                                << 4;
}

/* Returns a counter of @bits after @n steps of @step from @count. It stops at
 * @period unless that is 0. */
static uint64_t counted(uint64_t count, uint64_t n, unsigned step, uint64_t period, unsigned bits)
{
    assert(step <= CYCLES_PER_OP);
    if (!period)
        return (count + n * step) & reg_low_bits(bits);
    if (count >= period)
        return count;
    if (n < (period - count) / CYCLES_PER_OP) /* usually a shift suffices */
        return count + n * step;
    uint64_t steps = (period - count + step - 1) / step;
    return count + (n < steps ? n : steps) * step;
}

static struct ibs_op_pace op_pace(const struct ibs *ibs)
{
    return (struct ibs_op_pace){.ctl = ibs->values[IBS_OP_CTL],
        .ctl2 = ibs->values[IBS_OP_CTL2],
        .counts = ibs_op_counts(ibs),
        .step = ibs_get(ibs, IBS_OP_CTL, OP_CNT_CTL) ? 1 : CYCLES_PER_OP,
        .bits = ibs_traits(ibs->variant)->op_count_bits,
        .unit = reg_set(ibs_reg(ibs, IBS_OP_CTL), OP_CUR_CNT, 0, 1),
        .count = ibs_op_counter(ibs),
        .period = ibs_op_period(ibs)};
}

void ibs_op_pace_anew(struct ibs *ibs)
{
    ibs->op_pace = op_pace(ibs);
}

void ibs_fetch_pace_anew(struct ibs *ibs)
{
    ibs->fetch_pace = (struct ibs_fetch_pace){
        ibs->values[IBS_FETCH_CTL], ibs->values[IBS_FETCH_CTL2], ibs_fetch_counts(ibs)};
}

static uint64_t steps_left(uint64_t count, unsigned step, uint64_t period)
{
    if (!period)
        return IBS_NEVER;
    return count < period ? (period - count + step - 1) / step : 0;
}

uint64_t ibs_fetch_left(const struct ibs *ibs)
{
    if (!ibs_fetch_counts(ibs))
        return IBS_NEVER;
    return steps_left(ibs_fetch_counter(ibs), 1, ibs_fetch_period(ibs->values[IBS_FETCH_CTL]));
}

uint64_t ibs_op_left(const struct ibs *ibs)
{
    const struct ibs_op_pace pace = ibs_op_pace_stands(ibs) ? ibs->op_pace : op_pace(ibs);

    return pace.counts ? steps_left(pace.count, pace.step, pace.period) : IBS_NEVER;
}

void ibs_count_fetches(struct ibs *ibs, uint64_t n)
{
    if (ibs_fetch_counts(ibs))
        ibs_set_fetch_counter(
            ibs, counted(ibs_fetch_counter(ibs), n, 1, ibs_fetch_period(ibs->values[IBS_FETCH_CTL]),
                     FETCH_COUNTER_BITS));
}

void ibs_count_ops(struct ibs *ibs, uint64_t n)
{
    const struct ibs_op_pace *pace = ibs_op_pace_now(ibs);

    if (pace->counts)
        ibs_op_count_to(ibs, counted(pace->count, n, pace->step, pace->period, pace->bits));
}

/* ---- writes ---- */

/* Whether the control register @reg, which held @before while its engine
 * counted, clears En without the required steps. */
static bool disabled_too_soon(
    const struct ibs *ibs, enum ibs_reg reg, unsigned en, unsigned max_cnt, uint64_t before)
{
    const struct reg *ctl = ibs_reg(ibs, reg);

    return ibs_traits(ibs->variant)->two_step_disable && !ibs_get(ibs, reg, en) &&
           reg_get(ctl, max_cnt, before);
}

/* Software has written the control register, which held @before. Restores the
 * field @val if the fault makes it stick. */
static void stick(struct ibs *ibs, enum ibs_reg reg, unsigned val, uint64_t before)
{
    if (ibs->val_stuck && reg_get(ibs_reg(ibs, reg), val, before))
        ibs_set(ibs, reg, val, 1);
}

static void fetch_ctl_written(struct ibs *ibs, uint64_t before)
{
    const struct reg *ctl = ibs_reg(ibs, IBS_FETCH_CTL);
    bool stays_on = reg_get(ctl, FETCH_EN, before) && ibs_get(ibs, IBS_FETCH_CTL, FETCH_EN);

    /* A write ends the latest sample's status: AMD's tests for FreeBSD read
     * back what they write, on an EPYC 9654. */
    ibs->values[IBS_FETCH_CTL] &= reg_bank_mask(ibs_bank_of(ibs->variant), IBS_FETCH_CTL, REG_RW);
    stick(ibs, IBS_FETCH_CTL, FETCH_VAL, before);
    if (stays_on && ibs_traits(ibs->variant)->fetch_needs_edge) {
        ibs_set(ibs, IBS_FETCH_CTL, FETCH_CNT, reg_get(ctl, FETCH_CNT, before));
        return;
    }
    ibs->fetch_low = 0;
    /* Independent of Dis, which Linux clears after this write. */
    if (ibs_get(ibs, IBS_FETCH_CTL, FETCH_RAND_EN) && ibs_get(ibs, IBS_FETCH_CTL, FETCH_EN) &&
        !ibs_get(ibs, IBS_FETCH_CTL, FETCH_VAL))
        ibs->fetch_low = (uint8_t)ibs_random(ibs, RANDOM_LOW_BITS);
}

bool ibs_write(struct ibs *ibs, uint32_t msr, uint64_t value)
{
    bool op_counted = ibs_op_counts(ibs), fetch_counted = ibs_fetch_counts(ibs);
    int reg = reg_bank_at(ibs_bank_of(ibs->variant), msr);

    assert(reg >= 0);
    uint64_t before = ibs->values[reg];
    reg_bank_write(ibs_bank_of(ibs->variant), ibs->values, msr, 8, value, NULL, NULL);
    if (reg == IBS_FETCH_CTL) {
        fetch_ctl_written(ibs, before);
        return fetch_counted &&
               disabled_too_soon(ibs, IBS_FETCH_CTL, FETCH_EN, FETCH_MAX_CNT, before);
    }
    if (reg == IBS_OP_CTL) {
        stick(ibs, IBS_OP_CTL, OP_VAL, before);
        return op_counted && disabled_too_soon(ibs, IBS_OP_CTL, OP_EN, OP_MAX_CNT, before);
    }
    return false;
}
