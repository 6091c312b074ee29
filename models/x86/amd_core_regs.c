/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of the registers of AMD's core PMU, one bank for each level. */
#include "models/x86/amd_core_regs.h"

#include <stddef.h>

static const struct reg_field ctl_fields[] = {AMD_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {AMD_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field status_fields[] = {AMD_GLOBAL_STATUS_FIELDS(REG_FIELD_ROW)};
static const struct reg_field global_fields[] = {AMD_GLOBAL_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field clr_fields[] = {AMD_GLOBAL_CLR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field set_fields[] = {AMD_GLOBAL_SET_FIELDS(REG_FIELD_ROW)};
static const struct reg_field hwcr_fields[] = {AMD_HWCR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field free_fields[] = {AMD_FREE_FIELDS(REG_FIELD_ROW)};
static const struct reg_field copy_fields[] = {AMD_FREE_COPY_FIELDS(REG_FIELD_ROW)};

#define APM "AMD 24593, section 13.2"

#define MSR(reg_name, number, table, what, missing)                                                \
    {                                                                                              \
        .name = (reg_name), .offset = (number), .width = 64, .numbering = REG_LSB0,                \
        REG_TABLE(table), .prose = (what), .source = APM, .not_modelled = (missing)                \
    }
#define CTL(name, number, what)                                                                    \
    MSR(name, number, ctl_fields, what,                                                            \
        "events without a row in models/x86/core_events.c; pairs of counters")
#define CTR(name, number, what) MSR(name, number, ctr_fields, what, NULL)

#define P0_CYCLES "cycles of P0's clock (the core's: this model's choice)"
#define RUNNING   ", while the CPU runs; only with aperf=on"
/* Both sources have them: APM volume 2, section 17.3, and the PPRs. */
#define FREE_RUNNING(reg_name, number, table, what)                                                \
    {                                                                                              \
        .name = (reg_name), .offset = (number), .width = 64, .numbering = REG_LSB0,                \
        REG_TABLE(table), .prose = what, .source = "AMD 24593, section 17.3; AMD 55901"            \
    }

#define OLD(n)                                                                                     \
    [AMD_OLD_CTL0 + (n)] = CTL("EVNTSEL" #n, 0xc0010000 + (n), "event of counter " #n),            \
                    [AMD_OLD_CTR0 + (n)] =                                                         \
                        CTR("PERFCTR" #n, 0xc0010004 + (n), "count of counter " #n)
#define PAIR(n)                                                                                    \
    [AMD_CTL0 + 2 * (n)] = CTL("PERF_CTL" #n, 0xc0010200 + 2 * (n), "event of counter " #n),       \
                    [AMD_CTL0 + 2 * (n) + 1] =                                                     \
                        CTR("PERF_CTR" #n, 0xc0010201 + 2 * (n), "count of counter " #n)

static const struct reg regs[AMD_N_REGS] = {
    OLD(0),
    OLD(1),
    OLD(2),
    OLD(3),
    [AMD_MPERF] = FREE_RUNNING("MPERF", 0xe7, free_fields, P0_CYCLES RUNNING),
    [AMD_APERF] = FREE_RUNNING("APERF", 0xe8, free_fields, "core cycles" RUNNING),
    [AMD_MPERF_RO] = FREE_RUNNING("MPERF_RO", 0xc00000e7, copy_fields, P0_CYCLES RUNNING),
    [AMD_APERF_RO] = FREE_RUNNING("APERF_RO", 0xc00000e8, copy_fields, "core cycles" RUNNING),
    [AMD_IRPERF] = FREE_RUNNING("IRPERF", 0xc00000e9, free_fields, "retired instructions" RUNNING),
    [AMD_HWCR] = FREE_RUNNING(
        "HWCR", 0xc0010015, hwcr_fields, "hardware configuration; without aperf=on QEMU answers"),
    PAIR(0),
    PAIR(1),
    PAIR(2),
    PAIR(3),
    PAIR(4),
    PAIR(5),
    [AMD_GLOBAL_STATUS] = MSR("PERF_CNTR_GLOBAL_STATUS", 0xc0000300, status_fields,
        "which counters have overflowed", "freezing of counters"),
    [AMD_GLOBAL_CTL] =
        MSR("PERF_CNTR_GLOBAL_CTL", 0xc0000301, global_fields, "which counters may count", NULL),
    [AMD_GLOBAL_CLR] = MSR("PERF_CNTR_GLOBAL_STATUS_CLR", 0xc0000302, clr_fields,
        "clears status; it holds nothing, so a 1 at a reserved bit changes no state", NULL),
    [AMD_GLOBAL_SET] =
        MSR("PERF_CNTR_GLOBAL_STATUS_SET", 0xc0000303, set_fields, "sets status", NULL),
};

const struct reg_bank amd_core_banks[AMD_N_CORE_LEVELS] = {
    [AMD_CORE_10H] = {"core-fam10h", "core PMU of family 10h", REG_SPACE_MSR,
        REG_BANK_REGS(regs, AMD_N_OLD_REGS)},
    [AMD_CORE_EXTENDED] = {"core-zen1", "core PMU of Zen1 to Zen3", REG_SPACE_MSR,
        REG_BANK_REGS(regs, AMD_N_EXTENDED_REGS)},
    [AMD_CORE_V2] = {"core", "core PMU of Zen4 and later", REG_SPACE_MSR,
        REG_BANK_REGS(regs, AMD_N_REGS)},
};
