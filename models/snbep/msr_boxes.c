/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of the boxes behind model-specific registers: CBO, PCU, UBOX. */
#include "models/snbep/msr_boxes.h"

#include "models/snbep/pmon_regs.h"

static const struct reg_field box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};
static const struct reg_field fixed_ctl_fields[] = {IMC_FIXED_CTL_FIELDS(REG_FIELD_ROW, REG_RV)};
static const struct reg_field ctr48_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ctr44_fields[] = {PMON_CTR44_FIELDS(REG_FIELD_ROW)};
static const struct reg_field cbo_ctl_fields[] = {PMON_CTL_FIELDS(REG_FIELD_ROW, REG_RW)};
static const struct reg_field cbo_filter_fields[] = {CBO_FILTER_FIELDS(REG_FIELD_ROW)};
static const struct reg_field pcu_ctl_fields[] = {PCU_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field pcu_filter_fields[] = {PCU_FILTER_FIELDS(REG_FIELD_ROW)};
static const struct reg_field ubox_ctl_fields[] = {UBOX_CTL_FIELDS(REG_FIELD_ROW)};

_Static_assert((int)CTR44_EVENT_COUNT == (int)CTR_EVENT_COUNT, "a counter's count is the same field");

#define SOURCE "Intel 327043-001; Linux, arch/x86/events/intel/uncore_snbep.c"
#define MSR(reg_name, number, bits, table, what)                                                             \
    {                                                                                                        \
        .name = (reg_name), .offset = (number), .width = (bits), .numbering = REG_LSB0, REG_TABLE(table),    \
        .prose = (what), .source = SOURCE                                                                    \
    }

/* Indices of the registers of CBO and PCU: the same registers at the same offsets. */
enum { BOX_CTL, CTL0, FILTER = CTL0 + BOX_MAX_COUNTERS, CTR0, N_REGS = CTR0 + BOX_MAX_COUNTERS };

#define BOX_REGS(ctl, filter, ctr)                                                                           \
    {                                                                                                        \
        [BOX_CTL] = MSR("BOX_CTL", 0x4, 32, box_ctl_fields, "freezes the box"),                              \
        [CTL0] = MSR("CTL0", 0x10, 64, ctl, "event of counter 0"),                                           \
        [CTL0 + 1] = MSR("CTL1", 0x11, 64, ctl, "event of counter 1"),                                       \
        [CTL0 + 2] = MSR("CTL2", 0x12, 64, ctl, "event of counter 2"),                                       \
        [CTL0 + 3] = MSR("CTL3", 0x13, 64, ctl, "event of counter 3"),                                       \
        [FILTER] = MSR("FILTER", 0x14, 64, filter, "what of the events counts, for all counters"),           \
        [CTR0] = MSR("CTR0", 0x16, 64, ctr, "counter 0"),                                                    \
        [CTR0 + 1] = MSR("CTR1", 0x17, 64, ctr, "counter 1"),                                                \
        [CTR0 + 2] = MSR("CTR2", 0x18, 64, ctr, "counter 2"),                                                \
        [CTR0 + 3] = MSR("CTR3", 0x19, 64, ctr, "counter 3"),                                                \
    }

static const struct reg cbo_regs[N_REGS] = BOX_REGS(cbo_ctl_fields, cbo_filter_fields, ctr44_fields);
static const struct reg pcu_regs[N_REGS] = BOX_REGS(pcu_ctl_fields, pcu_filter_fields, ctr48_fields);

enum { UBOX_FIXED_CTL, UBOX_FIXED_CTR, UBOX_CTL0, UBOX_CTR0 = UBOX_CTL0 + 2, UBOX_REGS = UBOX_CTR0 + 2 };

static const struct reg ubox_regs[UBOX_REGS] = {
    [UBOX_FIXED_CTL] = MSR("FIXED_CTL", 0x8, 32, fixed_ctl_fields, "switches the fixed counter"),
    [UBOX_FIXED_CTR] = MSR("FIXED_CTR", 0x9, 64, ctr48_fields, "counts uncore clocks"),
    [UBOX_CTL0] = MSR("CTL0", 0x10, 64, ubox_ctl_fields, "event of counter 0"),
    [UBOX_CTL0 + 1] = MSR("CTL1", 0x11, 64, ubox_ctl_fields, "event of counter 1"),
    [UBOX_CTR0] = MSR("CTR0", 0x16, 64, ctr44_fields, "counter 0"),
    [UBOX_CTR0 + 1] = MSR("CTR1", 0x17, 64, ctr44_fields, "counter 1"),
};

const struct reg_bank cbo_bank = {"cbo",
    "last-level cache slice monitor; register number is D00 + 20 a slice plus the offset", REG_SPACE_MSR,
    cbo_regs, N_REGS};
const struct reg_bank pcu_bank = {"pcu", "power control unit monitor; register number is C20 plus the offset",
    REG_SPACE_MSR, pcu_regs, N_REGS};
const struct reg_bank ubox_msr_bank = {"ubox-msr",
    "processor utility box monitor; register number is C00 plus the offset", REG_SPACE_MSR, ubox_regs,
    UBOX_REGS};

static const struct box_events no_events = {NULL, 0};

static const struct box_control cbo_control = {
    .ev_sel = PMON_CTL_EV_SEL,
    .umask = PMON_CTL_UMASK,
    .edge = PMON_CTL_EDGE_DET,
    .en = PMON_CTL_EN,
    .invert = PMON_CTL_INVERT,
    .thresh = PMON_CTL_THRESH,
    .ext = BOX_NONE,
    .tid_en = PMON_CTL_TID_EN,
};
static const struct box_control pcu_control = {
    .ev_sel = PCU_CTL_EV_SEL,
    .umask = PCU_CTL_OCC_SEL,
    .edge = PCU_CTL_EDGE_DET,
    .en = PCU_CTL_EN,
    .invert = PCU_CTL_INVERT,
    .thresh = PCU_CTL_THRESH,
    .ext = PCU_CTL_EXT,
    .tid_en = BOX_NONE,
};
static const struct box_control ubox_control = {
    .ev_sel = UBOX_CTL_EV_SEL,
    .umask = UBOX_CTL_UMASK,
    .edge = UBOX_CTL_EDGE_DET,
    .en = UBOX_CTL_EN,
    .invert = UBOX_CTL_INVERT,
    .thresh = UBOX_CTL_THRESH,
    .ext = BOX_NONE,
    .tid_en = BOX_NONE,
};

const struct box_type cbo_type = {
    .name = "cbo",
    .banks = {&cbo_bank, &cbo_bank},
    .events = &no_events,
    .clock = BOX_UCLK,
    .n_counters = BOX_MAX_COUNTERS,
    .ctr0 = CTR0,
    .ctl0 = CTL0,
    .fixed_ctr = BOX_NONE,
    .fixed_ctl = BOX_NONE,
    .box_ctl = BOX_CTL,
    .status = BOX_NONE,
    .filter = FILTER,
    .control = &cbo_control,
};

const struct box_type pcu_type = {
    .name = "pcu",
    .banks = {&pcu_bank, &pcu_bank},
    .events = &no_events,
    .clock = BOX_PCLK,
    .n_counters = BOX_MAX_COUNTERS,
    .ctr0 = CTR0,
    .ctl0 = CTL0,
    .fixed_ctr = BOX_NONE,
    .fixed_ctl = BOX_NONE,
    .box_ctl = BOX_CTL,
    .status = BOX_NONE,
    .filter = FILTER,
    .control = &pcu_control,
};

const struct box_type ubox_type = {
    .name = "ubox",
    .banks = {&ubox_msr_bank, &ubox_msr_bank},
    .events = &no_events,
    .clock = BOX_UCLK,
    .n_counters = 2,
    .ctr0 = UBOX_CTR0,
    .ctl0 = UBOX_CTL0,
    .fixed_ctr = UBOX_FIXED_CTR,
    .fixed_ctl = UBOX_FIXED_CTL,
    .box_ctl = BOX_NONE,
    .status = BOX_NONE,
    .filter = BOX_NONE,
    .control = &ubox_control,
};

/* ---- what belongs to no box ---- */

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
