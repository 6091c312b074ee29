/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PLATFORM_INFO, by which collectors know the TSC. */
#include "models/snbep/socket/package_regs.h"

/*
 * The ratios are in units of 100 MHz. The TSC of QEMU under -icount counts the nanoseconds of virtual time: 1
 * GHz. A Xeon E5-2600 is faster, but software divides the TSC by this figure to get time.
 */
#define TSC_RATIO 10

static const struct reg_field platform_info_fields[] = {
    {"rsv", 63, 48, REG_RV, 0, "reads as 0"},
    {"max_efficiency_ratio", 47, 40, REG_RO, TSC_RATIO, "lowest ratio at which the processor runs"},
    {"rsv", 39, 30, REG_RV, 0, "reads as 0"},
    {"tdp_limit_programmable", 29, 29, REG_RO, 0, "software can set the TDP limit of turbo mode"},
    {"ratio_limit_programmable", 28, 28, REG_RO, 0, "software can set the ratio limits of turbo mode"},
    {"rsv", 27, 16, REG_RV, 0, "reads as 0"},
    {"max_non_turbo_ratio", 15, 8, REG_RO, TSC_RATIO, "frequency of the invariant TSC in 100 MHz"},
    {"rsv", 7, 0, REG_RV, 0, "reads as 0"},
};

static const struct reg package_regs[] = {
    {.name = "PLATFORM_INFO",
        .offset = 0xce,
        .width = 64,
        .numbering = REG_LSB0,
        REG_TABLE(platform_info_fields),
        .prose = "what the processor can do; without -icount it reads as 0, since the TSC is the host's",
        .source = "Intel SDM volume 4, table 2-20: MSR_PLATFORM_INFO"},
};

const struct reg_bank snbep_package_bank = {"package",
    "registers of a socket that belong to no monitor; register number is the offset", REG_SPACE_MSR,
    package_regs, sizeof(package_regs) / sizeof(package_regs[0])};
