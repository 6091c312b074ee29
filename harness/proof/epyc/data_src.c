/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Translates IBS registers to perf's data source and weight, as Linux does. */
#include "harness/proof/epyc/data_src.h"

#include "models/epyc/ibs_traits.h"

#include <linux/perf_event.h>

/* Linux's headers have it since 6.5. */
#ifndef PERF_MEM_LVLNUM_UNC
#define PERF_MEM_LVLNUM_UNC 0x08
#endif

#define HIT(LEVEL)     (PERF_MEM_S(LVL, LEVEL) | PERF_MEM_S(LVL, HIT))
#define NUMBER(LEVEL)  PERF_MEM_S(LVLNUM, LEVEL)
#define AWAY(DISTANCE) (PERF_MEM_S(REMOTE, REMOTE) | PERF_MEM_S(HOPS, DISTANCE))
#define UNKNOWN        (PERF_MEM_S(LVL, NA) | NUMBER(NA))

/* One code of DataSrc: the source of a load that missed the L2. */
struct source {
    guint64 near, far; /* without RmtNode, and with it; 0: Linux does not know the code */
    gboolean conflict; /* CacheHitSt 0 means that the line was modified */
};

#define CACHE1 (HIT(L3) | HIT(REM_CCE1) | NUMBER(ANY_CACHE) | PERF_MEM_S(HOPS, 0))
#define CACHE2 (HIT(REM_CCE2) | NUMBER(ANY_CACHE) | AWAY(1))
#define LOCAL  (HIT(LOC_RAM) | NUMBER(RAM))
#define REMOTE (HIT(REM_RAM1) | NUMBER(RAM) | AWAY(1))
#define DEVICE (HIT(IO) | NUMBER(IO))

static const struct source sources_before_zen4[32] = {
    [2] = {CACHE1, CACHE1, TRUE},
    [3] = {LOCAL, REMOTE, FALSE},
    [4] = {CACHE2, CACHE2, FALSE},
    [7] = {DEVICE, DEVICE, FALSE},
};
static const struct source sources_zen4[32] = {
    [1] = {HIT(L3) | NUMBER(L3), HIT(L3) | NUMBER(L3), TRUE},
    [2] = {HIT(REM_CCE1) | NUMBER(ANY_CACHE) | AWAY(0), HIT(REM_CCE1) | NUMBER(ANY_CACHE) | AWAY(0), TRUE},
    [3] = {LOCAL, REMOTE, FALSE},
    [5] = {CACHE2, CACHE2, TRUE},
    [6] = {NUMBER(PMEM), NUMBER(PMEM) | AWAY(1), FALSE},
    [7] = {DEVICE, DEVICE, FALSE},
    [8] = {NUMBER(CXL), NUMBER(CXL) | AWAY(1), FALSE},
};

static guint64 field2(const struct epyc_config *config, const struct perf_data_op *op, unsigned field)
{
    return reg_get(&ibs_bank(config->variant)->regs[IBS_OP_DATA2], field, op->data2);
}

static guint64 field3(const struct epyc_config *config, const struct perf_data_op *op, unsigned field)
{
    return reg_get(&ibs_bank(config->variant)->regs[IBS_OP_DATA3], field, op->data3);
}

static gboolean accesses(const struct epyc_config *config, const struct perf_data_op *op)
{
    return field3(config, op, OP_LD_OP) || field3(config, op, OP_ST_OP);
}

static const struct source *source_of(const struct epyc_config *config, const struct perf_data_op *op)
{
    guint64 low = field2(config, op, OP_DATA_SRC_LO);

    if (!(epyc_config_caps(config) & IBS_CAP_ZEN4))
        return &sources_before_zen4[low];
    return &sources_zen4[field2(config, op, OP_DATA_SRC_HI) << 3 | low];
}

/* Where the data was, without the conflicts that the L3 or later levels report. */
static guint64 level(const struct epyc_config *config, const struct perf_data_op *op)
{
    const struct source *source = source_of(config, op);
    guint64 found = field2(config, op, OP_RMT_NODE) ? source->far : source->near;

    if (field3(config, op, OP_UC_MEM_ACC) && found != DEVICE)
        return HIT(UNC) | NUMBER(UNC);
    if (!field3(config, op, OP_DC_MISS))
        return HIT(L1) | NUMBER(L1);
    if (!field3(config, op, OP_L2_MISS))
        return HIT(L2) | NUMBER(L2);
    return field3(config, op, OP_LD_OP) && found ? found : UNKNOWN;
}

/* Linux ignores CacheHitSt of 19h models 00h to 0Fh and 20h to 5Fh. */
static gboolean believes_state(const struct epyc_config *config)
{
    guint32 signature = ibs_traits(config->variant)->signature;
    guint32 family = (signature >> 8 & 15) + (signature >> 20 & 0xff);
    guint32 model = (signature >> 4 & 15) | (signature >> 12 & 0xf0);

    return family != 0x19 || !(model <= 0xf || (model >= 0x20 && model <= 0x5f));
}

static guint64 snoop(const struct epyc_config *config, const struct perf_data_op *op, guint64 level)
{
    gboolean close = (level & (PERF_MEM_S(LVL, L1) | PERF_MEM_S(LVL, L2))) != 0;

    if (!believes_state(config) || !field3(config, op, OP_LD_OP) || close ||
        field2(config, op, OP_CACHE_HIT_ST) || !source_of(config, op)->conflict)
        return PERF_MEM_S(SNOOP, NA);
    return PERF_MEM_S(SNOOP, HITM);
}

static guint64 tlb(const struct epyc_config *config, const struct perf_data_op *op)
{
    if (!field3(config, op, OP_LIN_ADDR_VALID))
        return PERF_MEM_S(TLB, NA);
    if (!field3(config, op, OP_DC_L1_TLB_MISS))
        return PERF_MEM_S(TLB, L1) | PERF_MEM_S(TLB, HIT);
    return PERF_MEM_S(TLB, L2) |
           (field3(config, op, OP_DC_L2_TLB_MISS) ? PERF_MEM_S(TLB, MISS) : PERF_MEM_S(TLB, HIT));
}

guint64 perf_data_src(const struct epyc_config *config, const struct perf_data_op *op)
{
    guint64 where, what;

    if (!accesses(config, op))
        return PERF_MEM_S(OP, NA) | UNKNOWN | PERF_MEM_S(SNOOP, NA) | PERF_MEM_S(TLB, NA) |
               PERF_MEM_S(LOCK, NA);
    where = level(config, op);
    what = field3(config, op, OP_LD_OP) ? PERF_MEM_S(OP, LOAD) : PERF_MEM_S(OP, STORE);
    return what | where | snoop(config, op, where) | tlb(config, op) |
           (field3(config, op, OP_LOCKED_OP) ? PERF_MEM_S(LOCK, LOCKED) : PERF_MEM_S(LOCK, NA));
}

guint64 perf_data_weight(const struct epyc_config *config, const struct perf_data_op *op)
{
    if (!field3(config, op, OP_LD_OP) || !field3(config, op, OP_DC_MISS))
        return 0;
    return field3(config, op, OP_DC_MISS_LAT);
}

gboolean perf_data_has_address(const struct epyc_config *config, const struct perf_data_op *op)
{
    return accesses(config, op) && field3(config, op, OP_LIN_ADDR_VALID);
}
