/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The op engine: latches the outcome of a tagged op. */
#include "models/epyc/ibs.h"

enum {
    LDLAT_UNIT = 128, /* cycles */
    PIPELINE = 12,    /* cycles from dispatch to completion of an op that never waits */
    RETIREMENT = 2,   /* cycles from completion to retirement */
};

static bool is_load(const struct ibs_op_facts *facts)
{
    return facts->access && !facts->access->store;
}

/* Whether any of the op's accesses stores. */
static bool has_store(const struct sim_op *op)
{
    for (unsigned i = 0; i < op->n_accesses; i++)
        if (op->accesses[i].store)
            return true;
    return false;
}

static bool dc_miss(const struct ibs_op_facts *facts)
{
    return facts->access && facts->memory.level > MEMORY_L1;
}

/* Cycles that a load waited for its data; 0 for a hit in the L1. */
static uint64_t load_latency(const struct ibs_op_facts *facts)
{
    return is_load(facts) && dc_miss(facts) ? facts->memory.cycles : 0;
}

/* ---- filters ---- */

static bool filters_latency(const struct ibs *ibs)
{
    return ibs_get(ibs, IBS_OP_CTL, OP_LD_LAT_EN) &&
           (ibs_get(ibs, IBS_OP_CTL, OP_L3_MISS_ONLY) ||
               !ibs_traits(ibs->variant)->ldlat_needs_filter);
}

static bool fast_enough_to_drop(const struct ibs *ibs, const struct ibs_op_facts *facts)
{
    if (!filters_latency(ibs))
        return false;
    return load_latency(facts) <= (ibs_get(ibs, IBS_OP_CTL, OP_LD_LAT_THRSH) + 1) * LDLAT_UNIT;
}

/* Applies the filters of IBS_OP_CTL2. Only Zen6 has it; elsewhere its fields
 * are 0. */
static bool excluded(const struct ibs *ibs, const struct sim_op *op)
{
    if (ibs_get(ibs, IBS_OP_CTL2, op->pc >> 63 ? OP2_EXCL_RIP63_EQ1 : OP2_EXCL_RIP63_EQ0))
        return true;
    return ibs_get(ibs, IBS_OP_CTL2, OP2_STRM_ST_FILTER) && !(op->streaming && has_store(op));
}

static bool wanted(const struct ibs *ibs, const struct ibs_op_facts *facts)
{
    if (ibs_get(ibs, IBS_OP_CTL, OP_L3_MISS_ONLY) &&
        !(facts->access && facts->memory.level > MEMORY_PEER))
        return false;
    return !fast_enough_to_drop(ibs, facts) && !excluded(ibs, facts->op);
}

bool ibs_op_filters(const struct ibs *ibs)
{
    return ibs_op_counts(ibs) &&
           (ibs_get(ibs, IBS_OP_CTL, OP_L3_MISS_ONLY) || filters_latency(ibs));
}

/* ---- registers ---- */

/* Cycles from the op's tag to its retirement. */
static uint64_t tag_to_retirement(const struct ibs_op_facts *facts)
{
    uint64_t waited = facts->access ? facts->memory.refill + load_latency(facts) : 0;

    return PIPELINE + waited + RETIREMENT;
}

static uint64_t data(const struct ibs *ibs, const struct ibs_op_facts *facts)
{
    const struct reg *reg = ibs_reg(ibs, IBS_OP_DATA);
    const struct sim_op *op = facts->op;
    bool branch = op->branch != SIM_NO_BRANCH, is_return = op->branch == SIM_RETURN;
    uint64_t value = 0;

    value = reg_set(reg, OP_DATA_COMP_TO_RET_CTR, value, RETIREMENT);
    value = reg_set(reg, OP_DATA_TAG_TO_RET_CTR, value, ibs_cycles16(tag_to_retirement(facts)));
    value = reg_set(reg, OP_DATA_MISP_RETURN, value, is_return && facts->mispredicted);
    value = reg_set(reg, OP_DATA_RETURN, value, is_return);
    value = reg_set(reg, OP_DATA_BRN_TAKEN, value, branch && sim_op_taken(op));
    value = reg_set(reg, OP_DATA_BRN_MISP, value, facts->mispredicted);
    return reg_set(reg, OP_DATA_BRN_RET, value, branch);
}

/* The generation's code for the source of a load's data; 0 if the manuals call
 * it invalid. */
static unsigned data_source(const struct ibs *ibs, const struct ibs_op_facts *facts)
{
    const struct ibs_traits *traits = ibs_traits(ibs->variant);

    if (!is_load(facts))
        return 0;
    switch (facts->memory.level) {
    case MEMORY_L3:
        return traits->local_l3_source;
    case MEMORY_PEER:
        return traits->peer_source;
    case MEMORY_REMOTE:
        return traits->remote_source;
    case MEMORY_DRAM:
        return 3;
    case MEMORY_IO:
        return 7;
    default:
        return 0;
    }
}

/* CacheHitSt is 0 for a line in state M. The L3's own lines count as O, which
 * no reader treats as a conflict. */
static uint64_t data2(const struct ibs *ibs, const struct ibs_op_facts *facts)
{
    const struct reg *reg = ibs_reg(ibs, IBS_OP_DATA2);
    unsigned source = data_source(ibs, facts);
    bool remote = source && facts->memory.level == MEMORY_REMOTE;
    uint64_t value = 0;

    value = reg_set(reg, OP_DATA2_DATA_SRC_LO, value, source & 7);
    value = reg_set(reg, OP_DATA2_DATA_SRC_HI, value, source >> 3);
    value = reg_set(reg, OP_DATA2_CACHE_HIT_ST, value, source && facts->memory.level == MEMORY_L3);
    value = reg_set(reg, OP_DATA2_RMT_NODE, value, remote);
    value = reg_set(reg, OP_DATA2_RMT_SOCKET, value, remote);
    return reg_set(reg, OP_DATA2_STRM_ST, value, facts->op->streaming && has_store(facts->op));
}

/* 1 for a byte, 2 for two bytes, and so on. Other widths are rounded up to a
 * power of two. */
static unsigned width_code(unsigned bytes)
{
    unsigned code = 0;

    while (code < 15 && bytes > (1u << code) >> 1)
        code++;
    return code;
}

static uint64_t translation(
    const struct ibs *ibs, const struct memory_outcome *memory, uint64_t value)
{
    const struct reg *reg = ibs_reg(ibs, IBS_OP_DATA3);
    bool page_alone = ibs_traits(ibs->variant)->caps & IBS_CAP_OPDTLBPGSIZE;
    bool first = page_alone || memory->tlb == MEMORY_TLB_L1, second = memory->tlb == MEMORY_TLB_L2;

    value = reg_set(reg, OP_DATA3_PHY_ADDR_VALID, value, 1);
    value = reg_set(reg, OP_DATA3_DC_L1_TLB_MISS, value, memory->tlb != MEMORY_TLB_L1);
    value = reg_set(reg, OP_DATA3_DC_L2_TLB_MISS, value, memory->tlb == MEMORY_TLB_WALK);
    value = reg_set(reg, OP_DATA3_DC_L1_TLB_HIT_2M, value, first && memory->page == MEMORY_2M);
    value = reg_set(reg, OP_DATA3_DC_L1_TLB_HIT_1G, value, first && memory->page == MEMORY_1G);
    value = reg_set(reg, OP_DATA3_DC_L2_TLB_HIT_2M, value, second && memory->page == MEMORY_2M);
    value = reg_set(reg, OP_DATA3_DC_L2_TLB_HIT_1G, value, second && memory->page == MEMORY_1G);
    return reg_set(reg, OP_DATA3_TLB_REFILL_LAT, value, memory->refill);
}

static bool crosses_line(const struct sim_op_access *access)
{
    return (access->linear & 63) + access->size > 64;
}

static uint64_t access_bits(const struct ibs *ibs, const struct ibs_op_facts *facts, uint64_t value)
{
    const struct reg *reg = ibs_reg(ibs, IBS_OP_DATA3);
    const struct sim_op_access *access = facts->access;

    value = reg_set(reg, OP_DATA3_LD_OP, value, is_load(facts));
    value = reg_set(reg, OP_DATA3_ST_OP, value, has_store(facts->op));
    value = reg_set(reg, OP_DATA3_LIN_ADDR_VALID, value, 1);
    value = reg_set(reg, OP_DATA3_OP_MEM_WIDTH, value, width_code(access->size));
    value = reg_set(reg, OP_DATA3_MIS_ACC, value, crosses_line(access));
    value = reg_set(reg, OP_DATA3_UC_MEM_ACC, value, access->io);
    value = reg_set(reg, OP_DATA3_DC_MISS, value, dc_miss(facts));
    value = reg_set(reg, OP_DATA3_L2_MISS, value, facts->memory.level > MEMORY_L2);
    value = reg_set(reg, OP_DATA3_DC_MISS_LAT, value, load_latency(facts));
    return access->physical == SIM_OP_NO_PHYSICAL ? value : translation(ibs, &facts->memory, value);
}

static uint64_t data3(const struct ibs *ibs, const struct ibs_op_facts *facts)
{
    const struct reg *reg = ibs_reg(ibs, IBS_OP_DATA3);
    uint64_t value = 0;

    value = reg_set(reg, OP_DATA3_LOCKED_OP, value, facts->op->locked);
    value = reg_set(reg, OP_DATA3_SW_PF, value, facts->op->prefetch);
    return facts->access ? access_bits(ibs, facts, value) : value;
}

/*
 * The valid bits of IBS_OP_DATA2, whose data source is that of a load that
 * missed L1 and L2. On real Zen3 and Zen4 a store has a source that looks like
 * another op's, and an op that is no branch has a branch target
 * (silicon/amd-ibs.facts). Family 10h has no L2Miss: its source is 0 if there
 * is none.
 */
static uint64_t data2_valid(const struct ibs *ibs, const struct ibs_op_facts *facts)
{
    const struct reg *reg = ibs_reg(ibs, IBS_OP_DATA2);
    uint64_t source = 0;

    if (ibs->variant == IBS_FAM10H || (is_load(facts) && facts->memory.level > MEMORY_L2))
        return UINT64_MAX;
    source = reg_set(reg, OP_DATA2_DATA_SRC_LO, source, UINT64_MAX);
    source = reg_set(reg, OP_DATA2_DATA_SRC_HI, source, UINT64_MAX);
    source = reg_set(reg, OP_DATA2_CACHE_HIT_ST, source, UINT64_MAX);
    source = reg_set(reg, OP_DATA2_RMT_NODE, source, UINT64_MAX);
    return ~reg_set(reg, OP_DATA2_RMT_SOCKET, source, UINT64_MAX);
}

static uint64_t all_if(bool valid)
{
    return valid ? UINT64_MAX : 0;
}

static void latch(struct ibs *ibs, const struct ibs_op_facts *facts)
{
    const struct sim_op_access *access = facts->access;
    bool physical = access && access->physical != SIM_OP_NO_PHYSICAL;

    ibs_latch(ibs, IBS_OP_RIP, facts->op->pc);
    ibs_latch(ibs, IBS_OP_DATA, data(ibs, facts));
    ibs_latch_valid(ibs, IBS_OP_DATA2, data2(ibs, facts), data2_valid(ibs, facts));
    ibs_latch(ibs, IBS_OP_DATA3, data3(ibs, facts));
    ibs_latch_valid(ibs, IBS_DC_LINADDR, access ? access->linear : 0, all_if(access));
    ibs_latch_valid(ibs, IBS_DC_PHYSADDR, physical ? access->physical : 0, all_if(physical));
    ibs_latch_valid(
        ibs, IBS_BR_TARGET, facts->op->next_pc, all_if(facts->op->branch != SIM_NO_BRANCH));
}

/*
 * The counter in the sample of a tagged op. It starts again at the tag, at a
 * random count, and stops as the op retires; at the period it starts at 0. No
 * manual describes this. It is inferred from four samples of real parts
 * (silicon/amd-ibs.facts): CurCnt minus TagToRetCtr is 110, 74 and, modulo a
 * period of 128, 84; with ops, CurCnt is 158 after 11 cycles.
 */
static uint64_t count_at_retirement(struct ibs *ibs, const struct ibs_op_facts *facts)
{
    bool ops = ibs_get(ibs, IBS_OP_CTL, OP_CNT_CTL);
    uint64_t cycles = tag_to_retirement(facts), period = ibs_op_period(ibs);
    uint64_t count =
        ibs_random(ibs, IBS_OP_RANDOM_VALUES) + (ops ? cycles / CYCLES_PER_OP : cycles);

    return period ? count % period : count;
}

/* The counter continues from @count. With short periods each op restarts it, so
 * the pace is kept. */
static void restart(struct ibs *ibs, uint64_t count)
{
    ibs_op_pace_now(ibs);
    ibs_op_count_to(ibs, count);
}

enum ibs_result ibs_op_tagged(struct ibs *ibs, const struct ibs_op_facts *facts)
{
    if (!facts->op->retired) {
        restart(ibs, ibs_random(ibs, IBS_OP_RANDOM_VALUES));
        return IBS_ABORTED;
    }
    if (!wanted(ibs, facts)) {
        restart(ibs, 1 + ibs_random(ibs, IBS_OP_RANDOM_VALUES - 1));
        return IBS_FILTERED;
    }
    latch(ibs, facts);
    ibs_set_op_counter(ibs, count_at_retirement(ibs, facts));
    ibs_set(ibs, IBS_OP_CTL, OP_VAL, 1);
    ibs->samples[1]++;
    return IBS_LATCHED;
}
