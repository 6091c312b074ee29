/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PLATFORM_INFO, from which collectors get the TSC's frequency, and CPU_BUS_NO,
 * from which drivers get a socket's buses. */
#include "models/snbep/socket/package_regs.h"

/*
 * The ratios are in units of 100 MHz. Under -icount, QEMU's TSC counts the
 * nanoseconds of virtual time: 1 GHz. A Xeon E5-2600 is faster, but software
 * divides the TSC by this figure to get time.
 */
#define TSC_RATIO 10

static const struct reg_field platform_info_fields[] = {
    {"rsv", 63, 48, REG_RV, 0, "reads as 0"},
    {"max_efficiency_ratio", 47, 40, REG_RO, TSC_RATIO, "lowest ratio at which the processor runs"},
    {"rsv", 39, 30, REG_RV, 0, "reads as 0"},
    {"tdp_limit_programmable", 29, 29, REG_RO, 0, "software can set the TDP limit of turbo mode"},
    {"ratio_limit_programmable", 28, 28, REG_RO, 0,
        "software can set the ratio limits of turbo mode"},
    {"rsv", 27, 16, REG_RV, 0, "reads as 0"},
    {"max_non_turbo_ratio", 15, 8, REG_RO, TSC_RATIO, "frequency of the invariant TSC in 100 MHz"},
    {"rsv", 7, 0, REG_RV, 0, "reads as 0"},
};

#define STACK(number, first, last)                                                                 \
    {                                                                                              \
        "bus" #number, first, last, REG_RO, 0,                                                     \
            "root bus of stack " #number " of I/O; 0 but for the first: none"                      \
    }
/* In descending order. */
static const struct reg_field cpu_bus_no_fields[] = {
    {"valid", 63, 63, REG_RO, 1, "the others say so"},
    {"rsv", 62, 48, REG_RV, 0, "reads as 0"},
    STACK(5, 47, 40),
    STACK(4, 39, 32),
    STACK(3, 31, 24),
    STACK(2, 23, 16),
    STACK(1, 15, 8),
    STACK(0, 7, 0),
};
enum { BUS0 = 7 };

#define PLATFORM_INFO                                                                              \
    [PACKAGE_PLATFORM_INFO] = {.name = "PLATFORM_INFO",                                            \
        .offset = 0xce,                                                                            \
        .width = 64,                                                                               \
        .numbering = REG_LSB0,                                                                     \
        REG_TABLE(platform_info_fields),                                                           \
        .prose = "abilities of the processor; without -icount it reads as 0, "                     \
                 "because the TSC is the host's",                                                  \
        .source = "Intel SDM volume 4, table 2-20: MSR_PLATFORM_INFO"}

static const struct reg package_regs[] = {PLATFORM_INFO};
static const struct reg skx_regs[] = {
    PLATFORM_INFO, [PACKAGE_CPU_BUS_NO] = {.name = "CPU_BUS_NO",
                       .offset = 0x300,
                       .width = 64,
                       .numbering = REG_LSB0,
                       REG_TABLE(cpu_bus_no_fields),
                       .prose = "which buses are the socket's",
                       .source =
                           "Linux, arch/x86/events/intel/uncore_snbep.c: SKX_MSR_CPU_BUS_NUMBER"}};

const struct reg_bank snbep_package_bank = {"package",
    "registers of a socket that belong to no monitor; register number is the offset", REG_SPACE_MSR,
    REG_BANK_TABLE(package_regs)};
const struct reg_bank skx_package_bank = {
    "package-skx", "those of Xeon Scalable", REG_SPACE_MSR, REG_BANK_TABLE(skx_regs)};

void package_reset(const struct reg_bank *bank, uint64_t values[SNBEP_PACKAGE_REGS],
    const uint8_t stacks[PACKAGE_STACKS])
{
    reg_bank_reset(bank, values);
    for (unsigned i = 0; bank == &skx_package_bank && i < PACKAGE_STACKS; i++)
        values[PACKAGE_CPU_BUS_NO] =
            reg_set(&skx_regs[PACKAGE_CPU_BUS_NO], BUS0 - i, values[PACKAGE_CPU_BUS_NO], stacks[i]);
}
