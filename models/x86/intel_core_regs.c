/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of the registers of Intel's architectural performance
 * monitoring. */
#include "models/x86/intel_core_regs.h"

#include <stddef.h>

static const struct reg_field sel_fields[] = {INTEL_SEL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr_fields[] = {INTEL_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field fixed_ctrl_fields[] = {INTEL_FIXED_CTRL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field status_fields[] = {INTEL_GLOBAL_STATUS_FIELDS(REG_FIELD_ROW)};
static const struct reg_field global_fields[] = {INTEL_GLOBAL_CTRL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ovf_fields[] = {INTEL_GLOBAL_OVF_FIELDS(REG_FIELD_ROW)};
static const struct reg_field rsp_fields[] = {INTEL_RSP_FIELDS(REG_FIELD_ROW)};

#define SDM "Intel SDM volume 3, section 20.2"

#define MSR(reg_name, number, table, what, missing)                                                \
    {                                                                                              \
        .name = (reg_name), .offset = (number), .width = 64, .numbering = REG_LSB0,                \
        REG_TABLE(table), .prose = (what), .source = SDM, .not_modelled = (missing)                \
    }
#define RSP_MISSING "states of lines and answers of snoops; requests of prefetchers"
#define GENERAL(n)                                                                                 \
    [INTEL_PMC0 + (n)] = MSR("IA32_PMC" #n, 0xc1 + (n), ctr_fields,                                \
        "count of counter " #n "; a write sets bits 31:0 and repeats bit 31 above", NULL),         \
                  [INTEL_SEL0 + (n)] = MSR("IA32_PERFEVTSEL" #n, 0x186 + (n), sel_fields,          \
                      "event of counter " #n, "events without a row in models/x86/core_events.c")
#define FIXED(n, what)                                                                             \
    [INTEL_FIXED0 + (n)] = MSR("IA32_FIXED_CTR" #n, 0x309 + (n), ctr_fields, what, NULL)

static const struct reg regs[INTEL_N_REGS] = {
    GENERAL(0),
    GENERAL(1),
    GENERAL(2),
    GENERAL(3),
    FIXED(0, "instructions retired"),
    FIXED(1, "core cycles, not halted"),
    FIXED(2, "reference cycles, not halted"),
    [INTEL_FIXED_CTRL] =
        MSR("IA32_FIXED_CTR_CTRL", 0x38d, fixed_ctrl_fields, "switches the fixed counters", NULL),
    [INTEL_GLOBAL_STATUS] = MSR(
        "IA32_PERF_GLOBAL_STATUS", 0x38e, status_fields, "which counters have overflowed", NULL),
    [INTEL_GLOBAL_CTRL] =
        MSR("IA32_PERF_GLOBAL_CTRL", 0x38f, global_fields, "which counters may count", NULL),
    [INTEL_GLOBAL_OVF] = MSR("IA32_PERF_GLOBAL_OVF_CTRL", 0x390, ovf_fields, "clears status", NULL),
    [INTEL_RSP0] =
        MSR("MSR_OFFCORE_RSP_0", 0x1a6, rsp_fields, "selection of event B7/01", RSP_MISSING),
    [INTEL_RSP0 + 1] =
        MSR("MSR_OFFCORE_RSP_1", 0x1a7, rsp_fields, "selection of event BB/01", RSP_MISSING),
};

const struct reg_bank intel_core_bank = {"core", "architectural performance monitoring of a core",
    REG_SPACE_MSR, REG_BANK_REGS(regs, INTEL_N_REGS)};
