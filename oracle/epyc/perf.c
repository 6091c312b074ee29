/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The driver's translation: perf_ibs_parse_ld_st_data() and similar functions;
 * perf's: tools/perf/util/amd-sample-raw.c. */
#include "oracle/epyc/perf.h"

#include <linux/perf_event.h>
#include <string.h>

/* Linux's headers define it since 6.5. */
#ifndef PERF_MEM_LVLNUM_UNC
#define PERF_MEM_LVLNUM_UNC 0x08
#endif

#define HIT(LEVEL)    (PERF_MEM_S(LVL, LEVEL) | PERF_MEM_S(LVL, HIT))
#define NUMBER(LEVEL) PERF_MEM_S(LVLNUM, LEVEL)
#define HOPS(N)       PERF_MEM_S(HOPS, N)
#define REMOTE_       PERF_MEM_S(REMOTE, REMOTE)
#define UNKNOWN       (PERF_MEM_S(LVL, NA) | NUMBER(NA))

struct reading {
    const struct oracle_epyc *hardware;
    bool numbered;
    const uint64_t *regs;
};

static uint64_t get(const struct reading *r, enum oracle_ibs_field field)
{
    return oracle_ibs_get(r->hardware->part, r->regs, field);
}

static bool zen4_codes(const struct reading *r)
{
    return r->hardware->caps & ORACLE_CAP_ZEN4;
}

static void family_and_model(const struct reading *r, unsigned *family, unsigned *model)
{
    uint32_t eax = oracle_parts[r->hardware->part].signature;

    *family = (eax >> 8 & 15) + (eax >> 20 & 255);
    *model = (eax >> 4 & 15) + (eax >> 16 & 15) * 16;
}

/* Erratum 1293 of 19h models 00 to 0F: software prefetches, and misses without
 * a MAB, have no data source, and L2Miss is meaningless. */
static bool doubtful(const struct reading *r)
{
    unsigned family, model;

    family_and_model(r, &family, &model);
    return family == 0x19 && model <= 0x0f && (get(r, ORACLE_O_SW_PF) || get(r, ORACLE_O_NO_MAB));
}

static unsigned source(const struct reading *r)
{
    unsigned low = (unsigned)get(r, ORACLE_O_DATA_SRC_LO);

    if (doubtful(r))
        return 0;
    return zen4_codes(r) ? (unsigned)get(r, ORACLE_O_DATA_SRC_HI) * 8 + low : low;
}

/* perf_ibs_get_mem_lvl(): codes before Zen4; 0 for unknown ones. */
static uint64_t old_source(unsigned code, bool far)
{
    switch (code) {
    case 2:
        return HIT(L3) | HIT(REM_CCE1) | NUMBER(ANY_CACHE) | HOPS(0);
    case 3:
        return far ? HIT(REM_RAM1) | NUMBER(RAM) | REMOTE_ | HOPS(1) : HIT(LOC_RAM) | NUMBER(RAM);
    case 4:
        return HIT(REM_CCE2) | NUMBER(ANY_CACHE) | REMOTE_ | HOPS(1);
    case 7:
        return HIT(IO) | NUMBER(IO);
    default:
        return 0;
    }
}

/* The same from Zen4 on. */
static uint64_t new_source(unsigned code, bool far)
{
    switch (code) {
    case 1:
        return HIT(L3) | NUMBER(L3);
    case 2:
        return HIT(REM_CCE1) | NUMBER(ANY_CACHE) | REMOTE_ | HOPS(0);
    case 3:
        return old_source(3, far);
    case 5:
        return old_source(4, far);
    case 6:
        return far ? NUMBER(PMEM) | REMOTE_ | HOPS(1) : NUMBER(PMEM);
    case 7:
        return old_source(7, far);
    case 8:
        return far ? NUMBER(CXL) | REMOTE_ | HOPS(1) : NUMBER(CXL);
    default:
        return 0;
    }
}

static uint64_t level(const struct reading *r)
{
    bool far = get(r, ORACLE_O_RMT_NODE);
    uint64_t found = zen4_codes(r) ? new_source(source(r), far) : old_source(source(r), far);

    if (get(r, ORACLE_O_UC_MEM_ACC) && source(r) != 7)
        return HIT(UNC) | NUMBER(UNC);
    if (!get(r, ORACLE_O_DC_MISS))
        return HIT(L1) | NUMBER(L1);
    if (!get(r, ORACLE_O_L2_MISS) && !doubtful(r))
        return HIT(L2) | NUMBER(L2);
    if (get(r, ORACLE_O_LD_OP) && found)
        return found;
    return get(r, ORACLE_O_NO_MAB) ? HIT(LFB) | NUMBER(LFB) : UNKNOWN;
}

/* Linux before 6.5: numbers only for sources without a separate level, and for
 * I/O, which is then not a hit. */
static uint64_t unnumbered(const struct reading *r, uint64_t level)
{
    union perf_mem_data_src old = {.val = level};

    if (!old.mem_lvl)
        return level;
    if (old.mem_lvl & PERF_MEM_LVL_IO)
        return PERF_MEM_S(LVL, IO) | NUMBER(IO) |
               (get(r, ORACLE_O_RMT_NODE) ? REMOTE_ | HOPS(1) : 0);
    old.mem_lvl_num = old.mem_remote = old.mem_hops = 0;
    return old.val;
}

static uint64_t memory_level(const struct reading *r, uint64_t level)
{
    return r->numbered ? level : unnumbered(r, level);
}

/* Linux ignores CacheHitSt of 19h models 00 to 0F and 20 to 5F. */
static bool state_counts(const struct reading *r)
{
    unsigned family, model;

    family_and_model(r, &family, &model);
    return !(family == 0x19 && (model <= 0x0f || (model >= 0x20 && model <= 0x5f)));
}

static bool modified_elsewhere(const struct reading *r)
{
    unsigned code = source(r);
    bool conflicts = zen4_codes(r) ? code == 1 || code == 2 || code == 5 : code == 2;

    return conflicts && state_counts(r) && get(r, ORACLE_O_LD_OP) && get(r, ORACLE_O_DC_MISS) &&
           get(r, ORACLE_O_L2_MISS) && !get(r, ORACLE_O_CACHE_HIT_ST);
}

static uint64_t tlb(const struct reading *r)
{
    if (!get(r, ORACLE_O_LIN_ADDR_VALID))
        return PERF_MEM_S(TLB, NA);
    if (!get(r, ORACLE_O_L1_TLB_MISS))
        return PERF_MEM_S(TLB, L1) | PERF_MEM_S(TLB, HIT);
    if (!get(r, ORACLE_O_L2_TLB_MISS))
        return PERF_MEM_S(TLB, L2) | PERF_MEM_S(TLB, HIT);
    return PERF_MEM_S(TLB, L2) | PERF_MEM_S(TLB, MISS);
}

struct oracle_perf oracle_perf_op(
    const struct oracle_epyc *hardware, bool numbered, const uint64_t *regs)
{
    const struct reading r = {hardware, numbered, regs};
    bool load = get(&r, ORACLE_O_LD_OP), store = get(&r, ORACLE_O_ST_OP);
    struct oracle_perf perf = {.ip = regs[ORACLE_OP_RIP]};

    if (!load && !store) {
        perf.data_src = PERF_MEM_S(OP, NA) | memory_level(&r, UNKNOWN) | PERF_MEM_S(SNOOP, NA) |
                        PERF_MEM_S(TLB, NA) | PERF_MEM_S(LOCK, NA);
        return perf;
    }
    perf.data_src = (load ? PERF_MEM_S(OP, LOAD) : PERF_MEM_S(OP, STORE)) |
                    memory_level(&r, level(&r)) | tlb(&r) |
                    (modified_elsewhere(&r) ? PERF_MEM_S(SNOOP, HITM) : PERF_MEM_S(SNOOP, NA)) |
                    (get(&r, ORACLE_O_LOCKED_OP) ? PERF_MEM_S(LOCK, LOCKED) : PERF_MEM_S(LOCK, NA));
    if (get(&r, ORACLE_O_LIN_ADDR_VALID))
        perf.address = regs[ORACLE_DC_LIN_AD];
    if (load && get(&r, ORACLE_O_DC_MISS))
        perf.weight = get(&r, ORACLE_O_DC_MISS_LAT);
    return perf;
}

bool oracle_perf_drops(
    const struct oracle_epyc *hardware, const uint64_t *regs, bool is_op, bool users_only)
{
    const struct reading r = {.hardware = hardware, .regs = regs};
    bool kernel = regs[is_op ? ORACLE_OP_RIP : ORACLE_FETCH_LIN_AD] >> 63;

    if (!users_only)
        return !kernel;
    if (kernel || !is_op)
        return kernel;
    if (get(&r, ORACLE_O_LIN_ADDR_VALID) && regs[ORACLE_DC_LIN_AD] >> 63)
        return true;
    return get(&r, ORACLE_O_BRN_RET) && regs[ORACLE_BR_TARGET] >> 63;
}

unsigned oracle_perf_raw(bool is_op, uint32_t caps, enum oracle_ibs_reg regs[ORACLE_IBS_REGS])
{
    int first = is_op ? ORACLE_OP_CTL : ORACLE_FETCH_CTL,
        last = is_op ? ORACLE_DC_PHYS_AD : ORACLE_FETCH_PHYS_AD;
    unsigned n = 0;

    for (int reg = first; reg <= last; reg++)
        regs[n++] = (enum oracle_ibs_reg)reg;
    if (is_op && caps & ORACLE_CAP_BRNTRGT)
        regs[n++] = ORACLE_BR_TARGET;
    if (!is_op && caps & ORACLE_CAP_FETCHCTLEXTD)
        regs[n++] = ORACLE_FETCH_CTL_EXTD;
    return n;
}

int oracle_perf_named(const char *name, unsigned long n)
{
    static const char *const names[ORACLE_IBS_REGS] = {
        [ORACLE_FETCH_CTL] = "ibs_fetch_ctl",
        [ORACLE_FETCH_LIN_AD] = "IbsFetchLinAd",
        [ORACLE_FETCH_PHYS_AD] = "IbsFetchPhysAd",
        [ORACLE_FETCH_CTL_EXTD] = "ic_ibs_ext_ctl",
        [ORACLE_OP_CTL] = "ibs_op_ctl",
        [ORACLE_OP_RIP] = "IbsOpRip",
        [ORACLE_OP_DATA] = "ibs_op_data",
        [ORACLE_OP_DATA2] = "ibs_op_data2",
        [ORACLE_OP_DATA3] = "ibs_op_data3",
        [ORACLE_DC_LIN_AD] = "IbsDCLinAd",
        [ORACLE_DC_PHYS_AD] = "IbsDCPhysAd",
        [ORACLE_BR_TARGET] = "IbsBrTarget",
    };

    for (int reg = 0; reg < ORACLE_IBS_REGS; reg++)
        if (names[reg] && strlen(names[reg]) == n && !strncmp(names[reg], name, n))
            return reg;
    return -1;
}
