/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of the uncore's registers, for the register file and `pmulab
 * describe`. */
#include "models/amd/uncore_regs.h"

#include <stddef.h>

static const struct reg_field umc_ctl_fields[] = {UMC_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field umc_ctr_fields[] = {UMC_CTR_FIELDS(REG_FIELD_ROW)};

/* A block's tables identify its kind, so each kind has separate ones, even with
 * the same bits. */
static const struct reg_field l3_zen1_ctl_fields[] = {L3_17H_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field l3_zen1_ctr_fields[] = {WRAPPING_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field l3_zen3_ctl_fields[] = {L3_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field l3_zen3_ctr_fields[] = {WRAPPING_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field l3_ctl_fields[] = {L3_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field l3_ctr_fields[] = {WRAPPING_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field df_zen1_ctl_fields[] = {DF_17H_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field df_zen1_ctr_fields[] = {WRAPPING_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field df_ctl_fields[] = {DF_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field df_ctr_fields[] = {WRAPPING_CTR_FIELDS(REG_FIELD_ROW)};

#define REGISTER(reg_name, at, table, what, where, missing)                                        \
    {                                                                                              \
        .name = (reg_name), .offset = (at), .width = 64, .numbering = REG_LSB0, REG_TABLE(table),  \
        .prose = (what), .source = (where), .not_modelled = (missing)                              \
    }

#define UMC_PAIR(n)                                                                                \
    REGISTER("PERF_CTL" #n, AMD_UNCORE_CTL(n), umc_ctl_fields, "event of counter " #n,             \
        "PPR 55901, MSRC001_08xx; Linux, AMD64_PERFMON_V2_ENABLE_UMC",                             \
        "a mask of 3: no document defines its selection"),                                         \
        REGISTER("PERF_CTR" #n, AMD_UNCORE_CTR(n), umc_ctr_fields, "counter " #n,                  \
            "PPR 55901, MSRC001_08xx; Linux, commit 2492e5aba2be", NULL)

static const struct reg umc_regs[] = {UMC_PAIR(0), UMC_PAIR(1), UMC_PAIR(2), UMC_PAIR(3)};

const struct reg_bank umc_bank = {"umc",
    "counters of one memory controller; register number is C0010800 + 8 a controller plus the "
    "offset",
    REG_SPACE_MSR, REG_BANK_TABLE(umc_regs)};

#define L3_SOURCE_17H                                                                              \
    "PPR 55803, MSRC001_023[0...A] (ChL3PmcCfg); Linux, AMD64_L3_SLICE_MASK and "                  \
    "AMD64_L3_THREAD_MASK"
#define L3_SOURCE  "PPR 55901, MSRC001_023[0...A] (ChL3PmcCfg); Linux, amd_uncore_l3_event_init()"
#define L3_MISSING "a core's second thread: CPUs have one"

#define L3_PAIR(n, ctl, ctr, where)                                                                \
    REGISTER("PERF_CTL" #n, AMD_UNCORE_CTL(n), ctl, "event of counter " #n, where, L3_MISSING),    \
        REGISTER("PERF_CTR" #n, AMD_UNCORE_CTR(n), ctr, "counter " #n,                             \
            "PPR 55901, MSRC001_023[1...B] (ChL3Pmc); Linux, COUNTER_SHIFT",                       \
            "a bit above Count that says that it was full, which Linux does not look at")

#define L3_PAIRS(ctl, ctr, where)                                                                  \
    L3_PAIR(0, ctl, ctr, where), L3_PAIR(1, ctl, ctr, where), L3_PAIR(2, ctl, ctr, where),         \
        L3_PAIR(3, ctl, ctr, where), L3_PAIR(4, ctl, ctr, where), L3_PAIR(5, ctl, ctr, where)

#define L3_PROSE                                                                                   \
    "counters of an L3 cache; register number is C0010230 plus the offset; RDPMC: 10 to 15"

static const struct reg l3_zen1_regs[] = {
    L3_PAIRS(l3_zen1_ctl_fields, l3_zen1_ctr_fields, L3_SOURCE_17H)};
static const struct reg l3_zen3_regs[] = {
    L3_PAIRS(l3_zen3_ctl_fields, l3_zen3_ctr_fields, L3_SOURCE)};
static const struct reg l3_regs[] = {L3_PAIRS(l3_ctl_fields, l3_ctr_fields, L3_SOURCE)};

const struct reg_bank l3_zen1_bank = {
    "l3-zen1", L3_PROSE " (Zen1, Zen2)", REG_SPACE_MSR, REG_BANK_TABLE(l3_zen1_regs)};
const struct reg_bank l3_zen3_bank = {
    "l3-zen3", L3_PROSE " (Zen3)", REG_SPACE_MSR, REG_BANK_TABLE(l3_zen3_regs)};
const struct reg_bank l3_bank = {"l3", L3_PROSE, REG_SPACE_MSR, REG_BANK_TABLE(l3_regs)};

#define DF_SOURCE_17H "PPR 55803, MSRC001_024[0...6] (DF_PERF_CTL); Linux, format_attr_event14"
#define DF_SOURCE                                                                                  \
    "PPR 55901, MSRC001_024[0...E] (DF_PERF_CTL); Linux, AMD64_PERFMON_V2_RAW_EVENT_MASK_NB"
#define DF_MISSING "unit masks other than those of perf's lists count nothing"

#define DF_PAIR(n, ctl, ctr, where)                                                                \
    REGISTER("PERF_CTL" #n, AMD_UNCORE_CTL(n), ctl, "event of counter " #n, where, DF_MISSING),    \
        REGISTER("PERF_CTR" #n, AMD_UNCORE_CTR(n), ctr, "counter " #n,                             \
            "PPR 55901, MSRC001_024[1...F] (DF_PERF_CTR); Linux, COUNTER_SHIFT", NULL)

#define DF_PAIRS_0(ctl, ctr, where)                                                                \
    DF_PAIR(0, ctl, ctr, where), DF_PAIR(1, ctl, ctr, where), DF_PAIR(2, ctl, ctr, where),         \
        DF_PAIR(3, ctl, ctr, where)
#define DF_PAIRS_4(ctl, ctr, where)                                                                \
    DF_PAIR(4, ctl, ctr, where), DF_PAIR(5, ctl, ctr, where), DF_PAIR(6, ctl, ctr, where),         \
        DF_PAIR(7, ctl, ctr, where), DF_PAIR(8, ctl, ctr, where), DF_PAIR(9, ctl, ctr, where),     \
        DF_PAIR(10, ctl, ctr, where), DF_PAIR(11, ctl, ctr, where), DF_PAIR(12, ctl, ctr, where),  \
        DF_PAIR(13, ctl, ctr, where), DF_PAIR(14, ctl, ctr, where), DF_PAIR(15, ctl, ctr, where)

#define DF_PROSE                                                                                   \
    "counters of a socket's data fabric; register number is C0010240 plus the offset; RDPMC: 6 "   \
    "to 9"

static const struct reg df_zen1_regs[] = {
    DF_PAIRS_0(df_zen1_ctl_fields, df_zen1_ctr_fields, DF_SOURCE_17H)};
static const struct reg df_regs[] = {DF_PAIRS_0(df_ctl_fields, df_ctr_fields, DF_SOURCE),
    DF_PAIRS_4(df_ctl_fields, df_ctr_fields, DF_SOURCE)};

const struct reg_bank df_zen1_bank = {
    "df-zen1", DF_PROSE " (Zen1 to Zen3)", REG_SPACE_MSR, REG_BANK_TABLE(df_zen1_regs)};
const struct reg_bank df_bank = {
    "df", DF_PROSE ", and from 16 on", REG_SPACE_MSR, REG_BANK_TABLE(df_regs)};
