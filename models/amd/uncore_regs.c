/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of the uncore's registers, for the register file and `pmulab describe`. */
#include "models/amd/uncore_regs.h"

#include <stddef.h>

static const struct reg_field umc_ctl_fields[] = {UMC_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field umc_ctr_fields[] = {UMC_CTR_FIELDS(REG_FIELD_ROW)};

#define REGISTER(reg_name, at, table, what, where, missing)                                                  \
    {                                                                                                        \
        .name = (reg_name), .offset = (at), .width = 64, .numbering = REG_LSB0, REG_TABLE(table),            \
        .prose = (what), .source = (where), .not_modelled = (missing)                                        \
    }

#define UMC_PAIR(n)                                                                                          \
    REGISTER("PERF_CTL" #n, AMD_UNCORE_CTL(n), umc_ctl_fields, "event of counter " #n,                       \
        "PPR 55901, MSRC001_08xx; Linux, AMD64_PERFMON_V2_ENABLE_UMC",                                       \
        "a mask of 3: no document says what it selects"),                                                    \
        REGISTER("PERF_CTR" #n, AMD_UNCORE_CTR(n), umc_ctr_fields, "counter " #n,                            \
            "PPR 55901, MSRC001_08xx; Linux, commit 2492e5aba2be", NULL)

static const struct reg umc_regs[] = {UMC_PAIR(0), UMC_PAIR(1), UMC_PAIR(2), UMC_PAIR(3)};

const struct reg_bank umc_bank = {"umc",
    "counters of one memory controller; register number is C0010800 + 8 a controller plus the offset",
    REG_SPACE_MSR, umc_regs, sizeof(umc_regs) / sizeof(umc_regs[0])};
