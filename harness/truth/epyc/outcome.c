/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decodes what a sample's registers say about TLBs and caches, and compares it with the cache log. */
#include "harness/truth/epyc/outcome.h"

/* The number in a TRACE_CACHE record, from docs/hardware/epyc.md. */
enum log_level {
    LOG_UNKNOWN,
    LOG_L1,
    LOG_L2,
    LOG_L3,
    LOG_PEER,
    LOG_REMOTE,
    LOG_DRAM,
    LOG_IO,
    LOG_LEVELS = 16
};
enum log_tlb { LOG_TLB_FIRST, LOG_TLB_SECOND, LOG_TLB_WALK };

static enum log_level level_of(const struct trace_record *log)
{
    return (enum log_level)(log->offset & 15);
}

static enum log_tlb tlb_of(const struct trace_record *log)
{
    return (enum log_tlb)(log->offset >> 4 & 3);
}

static gboolean is_store(const struct trace_record *log)
{
    return (log->offset >> 8 & 1) != 0;
}

static gboolean is_fetch(const struct trace_record *log)
{
    return (log->offset >> 9 & 1) != 0;
}

static guint64 cycles_of(const struct trace_record *log)
{
    return log->offset >> 16;
}

/* DataSrc codes for each level: family 10h, Zen1 to Zen3, from Zen4 on. */
static const unsigned char sources[3][LOG_LEVELS] = {
    {[LOG_L3] = 1, [LOG_PEER] = 2, [LOG_REMOTE] = 4, [LOG_DRAM] = 3, [LOG_IO] = 7},
    {[LOG_L3] = 2, [LOG_PEER] = 2, [LOG_REMOTE] = 4, [LOG_DRAM] = 3, [LOG_IO] = 7},
    {[LOG_L3] = 1, [LOG_PEER] = 1, [LOG_REMOTE] = 5, [LOG_DRAM] = 3, [LOG_IO] = 7},
};

static unsigned source_of(enum ibs_variant variant, const struct trace_record *log)
{
    unsigned table = variant == IBS_FAM10H ? 0 : variant < IBS_ZEN4 ? 1 : 2;

    return sources[table][level_of(log)];
}

/* One statement of a register. */
struct saying {
    enum ibs_reg reg;
    unsigned field;
    guint64 expected;
};

/* The first of @sayings that @values contradict. Fields reserved in a generation don't count. */
static char *contradiction(enum ibs_variant variant, const guint64 *values, const struct saying *sayings,
    gsize n, const struct trace_record *log)
{
    const struct reg_bank *bank = ibs_bank(variant);

    for (gsize i = 0; i < n; i++) {
        const struct reg *reg = &bank->regs[sayings[i].reg];
        const struct reg_field *field = &reg->fields[sayings[i].field];
        guint64 said = reg_get(reg, sayings[i].field, values[sayings[i].reg]);

        if (field->access != REG_RV && said != sayings[i].expected)
            return g_strdup_printf("%s.%s is %" G_GUINT64_FORMAT ", the cache log (0x%x) says "
                                   "%" G_GUINT64_FORMAT,
                reg->name, field->name, said, log->offset, sayings[i].expected);
    }
    return NULL;
}

gboolean truth_outcome_is_op(enum ibs_variant variant, const guint64 *values, const struct trace_record *log)
{
    const struct reg *data3 = &ibs_bank(variant)->regs[IBS_OP_DATA3];

    return !is_fetch(log) && log->value == values[IBS_DC_LINADDR] &&
           is_store(log) != (reg_get(data3, OP_LD_OP, values[IBS_OP_DATA3]) != 0);
}

gboolean truth_outcome_is_fetch(const guint64 *values, const struct trace_record *log)
{
    return is_fetch(log) && log->value == values[IBS_FETCH_LINADDR];
}

char *truth_outcome_op(enum ibs_variant variant, const guint64 *values, const struct trace_record *log)
{
    enum log_level level = level_of(log);
    gboolean load = !is_store(log), missed_l1 = level > LOG_L1, missed_l2 = level > LOG_L2;
    unsigned source = load && missed_l2 ? source_of(variant, log) : 0;
    const struct saying sayings[] = {
        {IBS_OP_DATA3, OP_DC_MISS, missed_l1},
        {IBS_OP_DATA3, OP_L2_MISS, missed_l2},
        {IBS_OP_DATA3, OP_UC_MEM_ACC, level == LOG_IO},
        {IBS_OP_DATA3, OP_DC_MISS_LAT, load && missed_l1 ? cycles_of(log) : 0},
        {IBS_OP_DATA3, OP_DC_L1_TLB_MISS, tlb_of(log) != LOG_TLB_FIRST},
        {IBS_OP_DATA3, OP_DC_L2_TLB_MISS, tlb_of(log) == LOG_TLB_WALK},
        {IBS_OP_DATA2, OP_DATA_SRC_LO, source & 7},
        {IBS_OP_DATA2, OP_DATA_SRC_HI, source >> 3},
        {IBS_OP_DATA2, OP_CACHE_HIT_ST, load && level == LOG_L3},
        {IBS_OP_DATA2, OP_RMT_NODE, load && level == LOG_REMOTE},
    };

    return contradiction(variant, values, sayings, G_N_ELEMENTS(sayings), log);
}

char *truth_outcome_fetch(enum ibs_variant variant, const guint64 *values, const struct trace_record *log)
{
    const struct reg *ctl = &ibs_bank(variant)->regs[IBS_FETCH_CTL];
    gboolean complete = reg_get(ctl, FETCH_COMP, values[IBS_FETCH_CTL]) != 0;
    enum log_level level = level_of(log);
    const struct saying sayings[] = {
        {IBS_FETCH_CTL, FETCH_IC_MISS, level > LOG_L1},
        {IBS_FETCH_CTL, FETCH_L2_MISS, complete && level > LOG_L2},
        {IBS_FETCH_CTL, FETCH_L3_MISS, level > LOG_PEER},
        {IBS_FETCH_CTL, FETCH_OC_MISS, log->offset >> 10 & 1},
        {IBS_FETCH_CTL, FETCH_L1_TLB_MISS, tlb_of(log) != LOG_TLB_FIRST},
        {IBS_FETCH_CTL, FETCH_L2_TLB_MISS, tlb_of(log) == LOG_TLB_WALK},
    };

    return level == LOG_UNKNOWN ? NULL : contradiction(variant, values, sayings, G_N_ELEMENTS(sayings), log);
}
