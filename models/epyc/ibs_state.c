/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counters split over fields of control registers, and random numbers. */
#include "models/epyc/ibs_state.h"

/* CurCnt has this many bits of the op counter; CurCntExt has the rest. */
enum { CUR_CNT_BITS = 20 };

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint64_t ibs_random(struct ibs *ibs, uint64_t n)
{
    return next(&ibs->random) % n;
}

static uint64_t stale_bits(struct ibs *ibs, enum ibs_reg reg)
{
    switch (ibs->stale) {
    case IBS_STALE_LAST:
        return ibs->values[reg];
    case IBS_STALE_RANDOM:
        return next(&ibs->rubbish);
    default:
        return 0;
    }
}

void ibs_latch_valid(struct ibs *ibs, enum ibs_reg reg, uint64_t value, uint64_t valid)
{
    if (~valid)
        value = (value & valid) | (stale_bits(ibs, reg) & ~valid);
    ibs_latch(ibs, reg, value);
}

uint64_t ibs_fetch_counter(const struct ibs *ibs)
{
    return ibs_get(ibs, IBS_FETCH_CTL, FETCH_CNT) << 4 | ibs->fetch_low;
}

void ibs_set_fetch_counter(struct ibs *ibs, uint64_t count)
{
    ibs_set(ibs, IBS_FETCH_CTL, FETCH_CNT, count >> 4);
    ibs->fetch_low = count & 15;
}

uint64_t ibs_op_counter(const struct ibs *ibs)
{
    return ibs_get(ibs, IBS_OP_CTL, OP_CUR_CNT_EXT) << CUR_CNT_BITS |
           ibs_get(ibs, IBS_OP_CTL, OP_CUR_CNT);
}

void ibs_set_op_counter(struct ibs *ibs, uint64_t count)
{
    ibs_set(ibs, IBS_OP_CTL, OP_CUR_CNT, count);
    if (ibs_traits(ibs->variant)->op_count_bits > CUR_CNT_BITS)
        ibs_set(ibs, IBS_OP_CTL, OP_CUR_CNT_EXT, count >> CUR_CNT_BITS);
}
