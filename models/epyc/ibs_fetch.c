/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The fetch engine: latches the outcome of a tagged fetch. */
#include "models/epyc/ibs.h"

enum { RESTART_BITS = 16, FETCH_FILTER_UNIT = 128 };

/* Cycles from start to end of the fetch. */
static uint64_t latency(const struct memory_outcome *memory)
{
    return ibs_cycles16((uint64_t)memory->cycles + memory->refill);
}

/* Applies the filters of IBS_FETCH_CTL2. Only Zen6 has it; elsewhere its fields
 * are 0. */
static bool excluded(const struct ibs *ibs, uint64_t pc, const struct memory_outcome *memory)
{
    uint64_t least = ibs_get(ibs, IBS_FETCH_CTL2, FETCH2_FETCH_LAT_FILTER) * FETCH_FILTER_UNIT;

    if (ibs_get(ibs, IBS_FETCH_CTL2, pc >> 63 ? FETCH2_EXCL_RIP63_EQ1 : FETCH2_EXCL_RIP63_EQ0))
        return true;
    return latency(memory) < least;
}

static bool wanted(const struct ibs *ibs, uint64_t pc, const struct memory_outcome *memory)
{
    if (ibs_get(ibs, IBS_FETCH_CTL, FETCH_L3_MISS_ONLY) && memory->level <= MEMORY_PEER)
        return false;
    return !excluded(ibs, pc, memory);
}

static uint64_t page_code(const struct ibs *ibs, enum memory_page page)
{
    const struct ibs_page_codes *codes = &ibs_traits(ibs->variant)->fetch_page;

    switch (page) {
    case MEMORY_2M:
        return codes->page_2m;
    case MEMORY_1G:
        return codes->page_1g;
    default:
        return codes->page_4k;
    }
}

static uint64_t status(
    const struct ibs *ibs, bool physical, bool complete, const struct memory_outcome *memory)
{
    const struct reg *ctl = ibs_reg(ibs, IBS_FETCH_CTL);
    uint64_t value = ibs->values[IBS_FETCH_CTL] &
                     reg_bank_mask(ibs_bank_of(ibs->variant), IBS_FETCH_CTL, REG_RW);

    value = reg_set(ctl, FETCH_VAL, value, 1);
    value = reg_set(ctl, FETCH_COMP, value, complete);
    value = reg_set(ctl, FETCH_LAT, value, latency(memory));
    if (!physical)
        return value;
    value = reg_set(ctl, FETCH_PHY_ADDR_VALID, value, 1);
    value = reg_set(ctl, FETCH_L1_TLB_PG_SZ, value, page_code(ibs, memory->page));
    value = reg_set(ctl, FETCH_L1_TLB_MISS, value, memory->tlb != MEMORY_TLB_L1);
    value = reg_set(ctl, FETCH_L2_TLB_MISS, value, memory->tlb == MEMORY_TLB_WALK);
    value = reg_set(ctl, FETCH_IC_MISS, value, memory->level > MEMORY_L1);
    value = reg_set(ctl, FETCH_L2_MISS, value, complete && memory->level > MEMORY_L2);
    value = reg_set(ctl, FETCH_L3_MISS, value, memory->level > MEMORY_PEER);
    return reg_set(ctl, FETCH_OC_MISS, value, memory->op_cache_miss);
}

enum ibs_result ibs_fetch_tagged(
    struct ibs *ibs, const struct sim_op *op, const struct memory_outcome *memory)
{
    bool physical = op->pc_physical != SIM_OP_NO_PHYSICAL;

    if (!wanted(ibs, op->pc, memory)) {
        ibs_set_fetch_counter(ibs, 1 + ibs_random(ibs, RESTART_BITS - 1));
        return IBS_FILTERED;
    }
    ibs_latch(ibs, IBS_FETCH_CTL, status(ibs, physical, physical || op->retired, memory));
    ibs_latch(ibs, IBS_FETCH_LINADDR, op->pc);
    ibs_latch_valid(ibs, IBS_FETCH_PHYSADDR, op->pc_physical, physical ? UINT64_MAX : 0);
    ibs_latch(ibs, IBS_FETCH_CTLEXTD, memory->refill);
    ibs->samples[0]++;
    return IBS_LATCHED;
}
