/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of model-specific registers, and the lookup by register number. */
#include "models/snbep/snbep_msr.h"

#include "models/snbep/imc_regs.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field control_fields[] = {
    {"rsv", 63, 32, REG_RV, 0, "reads as 0"},
    {"value", 31, 0, REG_RW, 0, "held, without effect"},
};
static const struct reg_field counter_fields[] = {
    {"rsv", 63, 48, REG_RV, 0, "reads as 0"},
    {"event_count", 47, 0, REG_RW, 0, "stays as written"},
};
static const struct reg_field ubox_counter_fields[] = {
    {"rsv", 63, 44, REG_RV, 0, "reads as 0"},
    {"event_count", 43, 0, REG_RW, 0, "stays as written"},
};

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

#define SOURCE "Intel 327043-001; Linux, arch/x86/events/intel/uncore_snbep.c"
#define MSR(reg_name, number, bits, table, what)                                                             \
    {                                                                                                        \
        .name = (reg_name), .offset = (number), .width = (bits), .numbering = REG_LSB0, REG_TABLE(table),    \
        .prose = (what), .source = SOURCE, .not_modelled = "counting; no register affects another"           \
    }

/* CBO and PCU have the same registers at the same offsets of their boxes. */
#define BOX_REGS                                                                                             \
    {                                                                                                        \
        MSR("BOX_CTL", 0x4, 32, box_ctl_fields, "freezes the box"),                                          \
            MSR("CTL0", 0x10, 64, control_fields, "event of counter 0"),                                     \
            MSR("CTL1", 0x11, 64, control_fields, "event of counter 1"),                                     \
            MSR("CTL2", 0x12, 64, control_fields, "event of counter 2"),                                     \
            MSR("CTL3", 0x13, 64, control_fields, "event of counter 3"),                                     \
            MSR("FILTER", 0x14, 64, control_fields, "selects the traffic to count"),                         \
            MSR("CTR0", 0x16, 64, counter_fields, "counter 0"),                                              \
            MSR("CTR1", 0x17, 64, counter_fields, "counter 1"),                                              \
            MSR("CTR2", 0x18, 64, counter_fields, "counter 2"),                                              \
            MSR("CTR3", 0x19, 64, counter_fields, "counter 3"),                                              \
    }

static const struct reg box_regs[SNBEP_MSR_BOX_REGS] = BOX_REGS;
static const struct reg ubox_regs[] = {
    MSR("FIXED_CTL", 0x8, 64, control_fields, "switches the fixed counter"),
    MSR("FIXED_CTR", 0x9, 64, counter_fields, "counts uncore clocks"),
    MSR("CTL0", 0x10, 64, control_fields, "event of counter 0"),
    MSR("CTL1", 0x11, 64, control_fields, "event of counter 1"),
    MSR("CTR0", 0x16, 64, ubox_counter_fields, "counter 0"),
    MSR("CTR1", 0x17, 64, ubox_counter_fields, "counter 1"),
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

const struct reg_bank snbep_cbo_bank = {"cbo",
    "last-level cache slice monitor; register number is D00 + 20 a slice "
    "plus the offset",
    REG_SPACE_MSR, box_regs, SNBEP_MSR_BOX_REGS};
const struct reg_bank snbep_pcu_bank = {"pcu",
    "power control unit monitor; register number is C20 plus the offset", REG_SPACE_MSR, box_regs,
    SNBEP_MSR_BOX_REGS};
const struct reg_bank snbep_ubox_msr_bank = {"ubox-msr",
    "processor utility box monitor; register number is C00 plus the "
    "offset",
    REG_SPACE_MSR, ubox_regs, sizeof(ubox_regs) / sizeof(ubox_regs[0])};

const struct reg_bank snbep_package_bank = {"package",
    "registers of a socket that belong to no monitor; register number is the offset", REG_SPACE_MSR,
    package_regs, sizeof(package_regs) / sizeof(package_regs[0])};

const struct snbep_msr_box snbep_msr_boxes[SNBEP_N_MSR_BOXES] = {
    {"cbo0", &snbep_cbo_bank, 0xd00},
    {"cbo1", &snbep_cbo_bank, 0xd20},
    {"cbo2", &snbep_cbo_bank, 0xd40},
    {"cbo3", &snbep_cbo_bank, 0xd60},
    {"cbo4", &snbep_cbo_bank, 0xd80},
    {"cbo5", &snbep_cbo_bank, 0xda0},
    {"cbo6", &snbep_cbo_bank, 0xdc0},
    {"cbo7", &snbep_cbo_bank, 0xde0},
    {"pcu", &snbep_pcu_bank, 0xc20},
    {"ubox-msr", &snbep_ubox_msr_bank, 0xc00},
    {"package", &snbep_package_bank, 0},
};

int snbep_msr_box_at(uint32_t msr)
{
    for (unsigned i = 0; i < SNBEP_N_MSR_BOXES; i++)
        if (msr >= snbep_msr_boxes[i].base &&
            reg_bank_at(snbep_msr_boxes[i].bank, msr - snbep_msr_boxes[i].base) >= 0)
            return (int)i;
    return -1;
}
