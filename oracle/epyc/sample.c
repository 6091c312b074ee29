/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Derives the registers of a sample: 24593, section 13.3, and
 * docs/hardware/epyc.md where manuals are silent. */
#include "oracle/epyc/sample.h"

#include <string.h>

struct oracle_answer oracle_answer_read(uint32_t number)
{
    return (struct oracle_answer){.there = true,
        .level = number & 15,
        .tlb = number >> 4 & 3,
        .page = number >> 6 & 3,
        .store = number >> 8 & 1,
        .fetch = number >> 9 & 1,
        .op_cache_miss = number >> 10 & 1,
        .cycles = number >> 16};
}

/* ---- checks of the caches' response ---- */

static unsigned page_of(unsigned shift)
{
    if (shift == 30)
        return ORACLE_1G;
    return shift == 21 ? ORACLE_2M : ORACLE_4K;
}

/* docs/hardware/epyc.md, "What an op meets": another socket takes twice as long
 * as the next CPU, a device 600 cycles, the TLB's second level 7 and a walk
 * 36. */
unsigned oracle_latency(const struct oracle_epyc *hardware, unsigned level)
{
    const struct oracle_part_row *part = &oracle_parts[hardware->part];
    const unsigned own[ORACLE_LEVELS] = {
        0, part->l1, part->l2, part->l3, part->peer, 2 * part->peer, part->dram, 600};

    return hardware->cycles[level] ? hardware->cycles[level] : own[level];
}

unsigned oracle_refill(const struct oracle_epyc *hardware, unsigned tlb)
{
    static const unsigned own[ORACLE_TLBS] = {0, 7, 36};

    return hardware->refill[tlb] ? hardware->refill[tlb] : own[tlb];
}

/* docs/time.md, "Waits". */
unsigned oracle_branch_cycles(const struct oracle_epyc *hardware)
{
    return hardware->branch ? hardware->branch : 13;
}

/* The same: a load waits for its data; a fetch, if the L1 lacks the line; a
 * store for its address alone. */
unsigned oracle_answer_wait(const struct oracle_epyc *hardware, const struct oracle_answer *answer)
{
    bool data = answer->fetch ? answer->level > ORACLE_L1 : !answer->store;

    if (answer->level >= ORACLE_LEVELS || answer->tlb >= ORACLE_TLBS)
        return 0;
    return oracle_refill(hardware, answer->tlb) +
           (data ? oracle_latency(hardware, answer->level) : 0);
}

static bool contradicts(char *why, const char *what, unsigned said, unsigned expected)
{
    return oracle_refuse(why, "the log of the caches has %s %u, expected %u", what, said, expected);
}

/* Whether @answer is a possible response to a look-up with these facts. */
static bool sound(const struct oracle_epyc *hardware, const struct oracle_answer *answer,
    bool has_physical, unsigned page_shift, char *why)
{
    if (!answer->there)
        return oracle_refuse(why, "the cache log has no such access");
    if (answer->level >= ORACLE_LEVELS || answer->tlb >= ORACLE_TLBS)
        return contradicts(why, "the level", answer->level, ORACLE_DRAM);
    if (answer->page != page_of(page_shift))
        return contradicts(why, "the page's size", answer->page, page_of(page_shift));
    if (answer->cycles != oracle_latency(hardware, answer->level))
        return contradicts(
            why, "a latency of", answer->cycles, oracle_latency(hardware, answer->level));
    if (!has_physical && answer->tlb)
        return contradicts(why, "without a physical address, the TLB's level", answer->tlb, 0);
    if (has_physical == (answer->level == ORACLE_NOWHERE))
        return contradicts(
            why, "the level", answer->level, has_physical ? ORACLE_L1 : ORACLE_NOWHERE);
    return true;
}

static bool access_sound(
    const struct oracle_epyc *hardware, const struct oracle_access *access, char *why)
{
    const struct oracle_answer *answer = &access->answer;

    /* A device responds whether or not its address is known. */
    if (answer->there && access->device != (answer->level == ORACLE_DEVICE))
        return contradicts(
            why, "the level", answer->level, access->device ? ORACLE_DEVICE : ORACLE_DRAM);
    if (answer->there && access->store != answer->store)
        return contradicts(why, "a store", answer->store, access->store);
    return sound(hardware, answer, access->has_physical || access->device, access->page_shift, why);
}

/* ---- ops ---- */

const struct oracle_access *oracle_sampled_access(const struct oracle_op *op)
{
    for (unsigned i = 0; i < op->n_accesses; i++)
        if (!op->accesses[i].store)
            return &op->accesses[i];
    return op->n_accesses ? &op->accesses[0] : NULL;
}

static bool stores(const struct oracle_op *op)
{
    for (unsigned i = 0; i < op->n_accesses; i++)
        if (op->accesses[i].store)
            return true;
    return false;
}

static uint64_t at_most_16_bits(uint64_t n)
{
    return n > 0xffff ? 0xffff : n;
}

/* Cycles that a load waited; a store and a hit in the L1 wait for nothing. */
static unsigned waited(const struct oracle_access *access)
{
    return access && !access->store && access->answer.level > ORACLE_L1 ? access->answer.cycles : 0;
}

struct filling {
    enum oracle_part part;
    struct oracle_sample *sample;
};

static void put(struct filling *f, enum oracle_ibs_field field, uint64_t value)
{
    oracle_ibs_put(f->part, f->sample->regs, field, value);
}

/* The register is part of the sample, and reserved bits are 0. */
static void begin_reg(struct filling *f, enum oracle_ibs_reg reg)
{
    bool has = oracle_ibs_has_reg(f->part, reg);

    f->sample->regs[reg] = 0;
    f->sample->known[reg] = has ? UINT64_MAX : 0;
    f->sample->has |= (uint32_t)has << reg;
}

static void put_branch(
    struct filling *f, const struct oracle_epyc *hardware, const struct oracle_op *op)
{
    enum oracle_branch branch = oracle_insn_read(op->bytes, op->length).branch;
    bool is_return = branch == ORACLE_RETURN;

    if (branch == ORACLE_NO_BRANCH)
        return;
    put(f, ORACLE_O_BRN_RET, 1);
    put(f, ORACLE_O_BRN_TAKEN, op->next != op->pc + op->length);
    put(f, ORACLE_O_RETURN, is_return);
    put(f, ORACLE_O_BR_TARGET, op->next);
    put(f, ORACLE_O_BRN_MISP, op->mispredicted);
    put(f, ORACLE_O_MISP_RETURN, is_return && op->mispredicted);
    if (!hardware->predicts) {
        f->sample->known[ORACLE_OP_DATA] &= ~oracle_ibs_mask(f->part, ORACLE_O_BRN_MISP);
        if (is_return)
            f->sample->known[ORACLE_OP_DATA] &= ~oracle_ibs_mask(f->part, ORACLE_O_MISP_RETURN);
    }
}

/* DataSrc, for a load that missed the L1 and the L2. */
static unsigned source_of(enum oracle_part part, unsigned level)
{
    switch (level) {
    case ORACLE_L3:
        return oracle_parts[part].source_l3;
    case ORACLE_PEER:
        return oracle_parts[part].source_peer;
    case ORACLE_REMOTE:
        return oracle_parts[part].source_remote;
    case ORACLE_DRAM:
        return 3;
    case ORACLE_DEVICE:
        return 7;
    default:
        return 0;
    }
}

static void put_source(struct filling *f, const struct oracle_access *access)
{
    unsigned level = access->answer.level, source = source_of(f->part, level);

    if (access->store)
        return;
    put(f, ORACLE_O_DATA_SRC_LO, source % 8);
    put(f, ORACLE_O_DATA_SRC_HI, source / 8);
    put(f, ORACLE_O_CACHE_HIT_ST, level == ORACLE_L3);
    put(f, ORACLE_O_RMT_NODE, level == ORACLE_REMOTE);
    put(f, ORACLE_O_RMT_SOCKET, level == ORACLE_REMOTE);
}

/* The width is 1 << (n - 1) bytes, rounded up to a power of two. */
static unsigned width_code(unsigned bytes)
{
    unsigned n = 0;

    if (!bytes)
        return 0;
    for (n = 1; 1u << (n - 1) < bytes; n++)
        ;
    return n;
}

static void put_translation(
    struct filling *f, const struct oracle_epyc *hardware, const struct oracle_access *access)
{
    unsigned tlb = access->answer.tlb, page = page_of(access->page_shift);
    /* Capability 19: bits 4 and 5 are the page's size, at any level of the
     * TLB. */
    bool size_alone = oracle_parts[f->part].caps & ORACLE_CAP_OPDTLBPGSIZE;
    bool first = size_alone || tlb == ORACLE_TLB_L1;

    put(f, ORACLE_O_PHY_ADDR_VALID, 1);
    put(f, ORACLE_O_DC_PHYS_AD, access->physical);
    put(f, ORACLE_O_L1_TLB_MISS, tlb >= ORACLE_TLB_L2);
    put(f, ORACLE_O_L2_TLB_MISS, tlb >= ORACLE_TLB_WALK);
    put(f, ORACLE_O_L1_TLB_HIT_2M, first && page == ORACLE_2M);
    put(f, ORACLE_O_L1_TLB_HIT_1G, first && page == ORACLE_1G);
    put(f, ORACLE_O_L2_TLB_HIT_2M, tlb == ORACLE_TLB_L2 && page == ORACLE_2M);
    put(f, ORACLE_O_L2_TLB_HIT_1G, tlb == ORACLE_TLB_L2 && page == ORACLE_1G);
    put(f, ORACLE_O_TLB_REFILL_LAT, oracle_refill(hardware, tlb));
}

static void put_access(
    struct filling *f, const struct oracle_epyc *hardware, const struct oracle_access *access)
{
    uint64_t first_line = access->linear / 64, last_line = (access->linear + access->size - 1) / 64;

    put(f, ORACLE_O_LD_OP, !access->store);
    put(f, ORACLE_O_LIN_ADDR_VALID, 1);
    put(f, ORACLE_O_DC_LIN_AD, access->linear);
    put(f, ORACLE_O_MEM_WIDTH, width_code(access->size));
    put(f, ORACLE_O_MIS_ACC, access->size && first_line != last_line);
    put(f, ORACLE_O_UC_MEM_ACC, access->device);
    put(f, ORACLE_O_DC_MISS, access->answer.level >= ORACLE_L2);
    put(f, ORACLE_O_L2_MISS, access->answer.level >= ORACLE_L3);
    put(f, ORACLE_O_DC_MISS_LAT, waited(access));
    put_source(f, access);
    if (access->has_physical)
        put_translation(f, hardware, access);
}

/*
 * A field whose valid bit is clear holds anything. 24593, section 13.3:
 * IbsDcLinAd, IbsDcPhysAd and IbsBrTarget; Linux, asm/amd/ibs.h, and FreeBSD,
 * hwpmc_ibs.h: IbsOpData2 is of loads that missed both L1 and L2. Family 10h
 * does not report the L2, and its data source 0 means none.
 */
static void forget_invalid(struct filling *f)
{
    const uint64_t *regs = f->sample->regs;
    bool beyond_l2 = oracle_ibs_get(f->part, regs, ORACLE_O_LD_OP) &&
                     oracle_ibs_get(f->part, regs, ORACLE_O_DC_MISS) &&
                     oracle_ibs_get(f->part, regs, ORACLE_O_L2_MISS);
    const struct {
        enum oracle_ibs_field field;
        bool valid;
    } rows[] = {
        {ORACLE_O_DATA_SRC_LO, beyond_l2},
        {ORACLE_O_DATA_SRC_HI, beyond_l2},
        {ORACLE_O_CACHE_HIT_ST, beyond_l2},
        {ORACLE_O_RMT_NODE, beyond_l2},
        {ORACLE_O_RMT_SOCKET, beyond_l2},
        {ORACLE_O_DC_LIN_AD, oracle_ibs_get(f->part, regs, ORACLE_O_LIN_ADDR_VALID)},
        {ORACLE_O_DC_PHYS_AD, oracle_ibs_get(f->part, regs, ORACLE_O_PHY_ADDR_VALID)},
        {ORACLE_O_BR_TARGET, oracle_ibs_get(f->part, regs, ORACLE_O_BRN_RET)},
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (!rows[i].valid && (f->part != ORACLE_FAM10H || rows[i].field >= ORACLE_O_DC_LIN_AD))
            f->sample->known[oracle_ibs_fields[rows[i].field].reg] &=
                ~oracle_ibs_mask(f->part, rows[i].field);
}

bool oracle_sample_op(const struct oracle_epyc *hardware, const struct oracle_op *op,
    struct oracle_sample *sample, char why[ORACLE_SAMPLE_WHY])
{
    const struct oracle_access *access = oracle_sampled_access(op);
    const struct oracle_insn insn = oracle_insn_read(op->bytes, op->length);
    struct filling f = {hardware->part, sample};
    unsigned wait = access ? oracle_refill(hardware, access->answer.tlb) + waited(access) : 0;

    for (unsigned i = 0; i < op->n_accesses; i++)
        if (!access_sound(hardware, &op->accesses[i], why))
            return false;
    for (int reg = ORACLE_OP_RIP; reg <= ORACLE_DC_PHYS_AD; reg++)
        begin_reg(&f, (enum oracle_ibs_reg)reg);
    begin_reg(&f, ORACLE_BR_TARGET);
    put(&f, ORACLE_O_RIP, op->pc);
    /* docs/hardware/epyc.md: 2 cycles; 14 plus the wait */
    put(&f, ORACLE_O_COMP_TO_RET, 2);
    put(&f, ORACLE_O_TAG_TO_RET, at_most_16_bits(14 + (uint64_t)wait));
    put_branch(&f, hardware, op);
    put(&f, ORACLE_O_STRM_ST, insn.streaming && stores(op));
    put(&f, ORACLE_O_LOCKED_OP, insn.locked);
    put(&f, ORACLE_O_SW_PF, insn.prefetch);
    put(&f, ORACLE_O_ST_OP, stores(op));
    if (access)
        put_access(&f, hardware, access);
    forget_invalid(&f);
    return true;
}

/* ---- fetches ---- */

static uint64_t fetch_latency(const struct oracle_epyc *hardware, const struct oracle_op *op)
{
    return at_most_16_bits((uint64_t)op->fetched.cycles + oracle_refill(hardware, op->fetched.tlb));
}

bool oracle_sample_fetch(const struct oracle_epyc *hardware, const struct oracle_op *op,
    struct oracle_sample *sample, char why[ORACLE_SAMPLE_WHY])
{
    const struct oracle_answer *answer = &op->fetched;
    struct filling f = {hardware->part, sample};
    bool complete = op->has_physical || op->retired;

    if (!sound(hardware, answer, op->has_physical, op->page_shift, why))
        return false;
    for (int reg = ORACLE_FETCH_CTL; reg <= ORACLE_FETCH_PHYS_AD; reg++)
        begin_reg(&f, (enum oracle_ibs_reg)reg);
    begin_reg(&f, ORACLE_FETCH_CTL_EXTD);
    put(&f, ORACLE_F_LAT, fetch_latency(hardware, op));
    put(&f, ORACLE_F_COMP, complete);
    put(&f, ORACLE_F_LIN_AD, op->pc);
    put(&f, ORACLE_F_ITLB_REFILL_LAT, oracle_refill(hardware, answer->tlb));
    if (!op->has_physical) {
        sample->known[ORACLE_FETCH_PHYS_AD] &= ~oracle_ibs_mask(f.part, ORACLE_F_PHYS_AD);
        return true;
    }
    put(&f, ORACLE_F_PHY_ADDR_VALID, 1);
    put(&f, ORACLE_F_PHYS_AD, op->physical);
    put(&f, ORACLE_F_L1_TLB_PG_SZ, oracle_parts[hardware->part].pages[page_of(op->page_shift)]);
    put(&f, ORACLE_F_L1_TLB_MISS, answer->tlb >= ORACLE_TLB_L2);
    put(&f, ORACLE_F_L2_TLB_MISS, answer->tlb >= ORACLE_TLB_WALK);
    put(&f, ORACLE_F_IC_MISS, answer->level >= ORACLE_L2);
    put(&f, ORACLE_F_L2_MISS, complete && answer->level >= ORACLE_L3);
    put(&f, ORACLE_F_L3_MISS, answer->level >= ORACLE_REMOTE);
    put(&f, ORACLE_F_OC_MISS, answer->op_cache_miss);
    return true;
}

/* ---- filters ---- */

/* "Above (n + 1) * 128", and on Zen5 only together with L3MissOnly (erratum
 * 1606). */
static bool slow_enough(
    const struct oracle_epyc *hardware, const uint64_t *regs, const struct oracle_access *access)
{
    if (!oracle_ibs_get(hardware->part, regs, ORACLE_O_LD_LAT_EN))
        return true;
    if (hardware->part == ORACLE_ZEN5 &&
        !oracle_ibs_get(hardware->part, regs, ORACLE_O_L3_MISS_ONLY))
        return true;
    return waited(access) > 128 * (oracle_ibs_get(hardware->part, regs, ORACLE_O_LD_LAT_THRSH) + 1);
}

bool oracle_wants_op(
    const struct oracle_epyc *hardware, const uint64_t *regs, const struct oracle_op *op)
{
    const struct oracle_access *access = oracle_sampled_access(op);
    enum oracle_ibs_field excludes = op->pc >> 63 ? ORACLE_O2_EXCL_HIGH : ORACLE_O2_EXCL_LOW;

    if (oracle_ibs_get(hardware->part, regs, ORACLE_O_L3_MISS_ONLY) &&
        (!access || access->answer.level < ORACLE_REMOTE))
        return false;
    if (oracle_ibs_get(hardware->part, regs, excludes))
        return false;
    if (oracle_ibs_get(hardware->part, regs, ORACLE_O2_STRM_ST) &&
        !(oracle_insn_read(op->bytes, op->length).streaming && stores(op)))
        return false;
    return slow_enough(hardware, regs, access);
}

bool oracle_wants_fetch(
    const struct oracle_epyc *hardware, const uint64_t *regs, const struct oracle_op *op)
{
    enum oracle_ibs_field excludes = op->pc >> 63 ? ORACLE_F2_EXCL_HIGH : ORACLE_F2_EXCL_LOW;

    if (oracle_ibs_get(hardware->part, regs, ORACLE_F_L3_MISS_ONLY) &&
        op->fetched.level < ORACLE_REMOTE)
        return false;
    if (oracle_ibs_get(hardware->part, regs, excludes))
        return false;
    return fetch_latency(hardware, op) >=
           128 * oracle_ibs_get(hardware->part, regs, ORACLE_F2_LAT_FILTER);
}
