/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of a memory channel's PMON registers, for the register file and
 * `pmulab describe`. */
#include "models/snbep/imc_regs.h"

#include <assert.h>

static const struct reg_field ctl_fields[] = {IMC_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field fixed_ctl_fields[] = {
    IMC_FIXED_CTL_FIELDS(REG_FIELD_ROW, REG_ACTION)};
static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};
static const struct reg_field status_fields[] = {IMC_STATUS_FIELDS(REG_FIELD_ROW)};
static const struct reg_field silicon_box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RW, REG_RW, REG_ACTION)};
static const struct reg_field guide_box_ctl_fields[] = {
    IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_WO, REG_RV)};

#define GUIDE "Intel 327043-001, "

#define COUNTER(reg_name, at, what)                                                                \
    {                                                                                              \
        .name = (reg_name), .offset = (at), .width = 64, .numbering = REG_LSB0,                    \
        REG_TABLE(ctr_fields), .prose = (what), .source = GUIDE "table 2-59",                      \
        .not_modelled = "reads of the two halves are not latched: no document mentions a latch"    \
    }

#define CONTROL(reg_name, at, what)                                                                \
    {                                                                                              \
        .name = (reg_name), .offset = (at), .width = 32, .numbering = REG_LSB0,                    \
        REG_TABLE(ctl_fields), .prose = (what), .source = GUIDE "table 2-61"                       \
    }

/* First offsets of a bank's registers: counters, fixed counter, controls, the
 * fixed counter's control, the box control, status. In configuration space,
 * then in memory. Those in memory are from Linux, SNR_IMC_MMIO_PMON_*, except
 * the status: Linux does not use it, and it follows the other registers. */
#define PCI_PLACES    0xa0, 0xd0, 0xd8, 0xf0, 0xf4, 0xf8
#define MEMORY_PLACES 0x08, 0x38, 0x40, 0x54, 0x00, 0x5c

#define IMC_REGS(box_ctl_fields, ...) IMC_REGS_AT(box_ctl_fields, __VA_ARGS__)

/* Banks differ in places, and in one register's fields and source. */
#define IMC_REGS_AT(                                                                               \
    box_ctl_fields, box_ctl_source, ctr, fixed_ctr, ctl, fixed_ctl, box_ctl, status)               \
    {                                                                                              \
        [IMC_CTR0] = COUNTER("PMON_CTR0", ctr, "general counter 0"),                               \
        [IMC_CTR0 + 1] = COUNTER("PMON_CTR1", (ctr) + 8, "general counter 1"),                     \
        [IMC_CTR0 + 2] = COUNTER("PMON_CTR2", (ctr) + 16, "general counter 2"),                    \
        [IMC_CTR0 + 3] = COUNTER("PMON_CTR3", (ctr) + 24, "general counter 3"),                    \
        [IMC_FIXED_CTR] = COUNTER("PMON_FIXED_CTR", fixed_ctr, "counts DCLK cycles"),              \
        [IMC_CTL0] = CONTROL("PMON_CTL0", ctl, "event of general counter 0"),                      \
        [IMC_CTL0 + 1] = CONTROL("PMON_CTL1", (ctl) + 4, "event of general counter 1"),            \
        [IMC_CTL0 + 2] = CONTROL("PMON_CTL2", (ctl) + 8, "event of general counter 2"),            \
        [IMC_CTL0 + 3] = CONTROL("PMON_CTL3", (ctl) + 12, "event of general counter 3"),           \
        [IMC_FIXED_CTL] = {.name = "PMON_FIXED_CTL",                                               \
            .offset = (fixed_ctl),                                                                 \
            .width = 32,                                                                           \
            .numbering = REG_LSB0,                                                                 \
            REG_TABLE(fixed_ctl_fields),                                                           \
            .prose = "switches the fixed counter",                                                 \
            .source = GUIDE "page 62"},                                                            \
        [IMC_BOX_CTL] = {.name = "PMON_BOX_CTL",                                                   \
            .offset = (box_ctl),                                                                   \
            .width = 32,                                                                           \
            .numbering = REG_LSB0,                                                                 \
            REG_TABLE(box_ctl_fields),                                                             \
            .prose = "freezes the box",                                                            \
            .source = box_ctl_source,                                                              \
            .not_modelled = "ov_en has no effect: this uncore's overflows reach no interrupt"},    \
        [IMC_UNIT_STATUS] = {.name = "PMON_UNIT_STATUS",                                           \
            .offset = (status),                                                                    \
            .width = 32,                                                                           \
            .numbering = REG_LSB0,                                                                 \
            REG_TABLE(status_fields),                                                              \
            .prose = "overflowed counters; not in the uncore guide",                               \
            .source = "LGA-2011 datasheet volume 2, section 4.6.2.6",                              \
            .not_modelled = "bits 6:5, which the datasheet names without a meaning"},              \
    }

static const struct reg silicon_regs[] = IMC_REGS(silicon_box_ctl_fields,
    GUIDE "page 61; LGA-2011 datasheet volume 2, section 4.6.2.5", PCI_PLACES);
static const struct reg guide_regs[] = IMC_REGS(guide_box_ctl_fields, GUIDE "page 61", PCI_PLACES);

const struct reg_bank imc_banks[IMC_N_MODES] = {
    [IMC_SILICON] = {"imc", "performance monitor of one memory channel", REG_SPACE_PCI,
        REG_BANK_REGS(silicon_regs, IMC_N_REGS)},
    [IMC_GUIDE] = {"imc-guide", "the same, with box control as in the uncore guide", REG_SPACE_PCI,
        REG_BANK_REGS(guide_regs, IMC_N_REGS)},
};

#define LATER_REGS IMC_REGS(silicon_box_ctl_fields, "Intel 329468-002, page 85", PCI_PLACES)
#define LATER(bank_name, of, table)                                                                \
    {                                                                                              \
        bank_name, "performance monitor of one memory channel of " of, REG_SPACE_PCI,              \
            REG_BANK_REGS(table, IMC_N_REGS)                                                       \
    }

/* Separate tables, because a table's address identifies the names of events. */
static const struct reg ivt_regs[] = LATER_REGS, hsx_regs[] = LATER_REGS, skx_regs[] = LATER_REGS,
                        clx_regs[] = LATER_REGS;

const struct reg_bank imc_ivt_bank = LATER("imc-ivt", "Ivy Bridge-EP", ivt_regs);
const struct reg_bank imc_hsx_bank =
    LATER("imc-hsx", "Haswell-EP, Broadwell-EP and Broadwell-DE", hsx_regs);
const struct reg_bank imc_skx_bank = LATER("imc-skx", "Skylake-SP", skx_regs);
const struct reg_bank imc_clx_bank = LATER("imc-clx", "Cascade Lake", clx_regs);

static const struct reg icx_regs[] =
    IMC_REGS(silicon_box_ctl_fields, "Intel 329468-002, page 85", MEMORY_PLACES);
const struct reg_bank imc_icx_bank = {"imc-icx",
    "performance monitor of one memory channel of Ice Lake-SP", REG_SPACE_MMIO,
    REG_BANK_REGS(icx_regs, IMC_N_REGS)};

static const struct reg_field free_fields[] = {IMC_FREE_FIELDS(REG_FIELD_ROW)};

#define FREE(reg_name, at, what)                                                                   \
    {                                                                                              \
        .name = (reg_name), .offset = (at), .width = 64, .numbering = REG_LSB0,                    \
        REG_TABLE(free_fields), .prose = (what),                                                   \
        .source = "Linux, arch/x86/events/intel/uncore_snbep.c: icx_imc_freerunning"               \
    }

static const struct reg free_regs[] = {
    [IMC_FREE_DCLK] = FREE("FREE_DCLK", 0x22b0, "DCLK cycles"),
    [IMC_FREE_READ] =
        FREE("FREE_DDR_READ", 0x2290, "reads of 64 bytes, of all the controller's channels"),
    [IMC_FREE_WRITE] = FREE("FREE_DDR_WRITE", 0x2298, "the same for writes of 64 bytes"),
    [IMC_FREE_PMM_READ] = FREE("FREE_DDRT_READ", 0x22a0, "the same for reads of persistent memory"),
    [IMC_FREE_PMM_WRITE] =
        FREE("FREE_DDRT_WRITE", 0x22a8, "the same for writes of persistent memory"),
};

const struct reg_bank imc_free_bank = {"imc-free", "free-running counters of one memory controller",
    REG_SPACE_MMIO, REG_BANK_REGS(free_regs, IMC_N_FREE)};

const struct reg_bank *imc_bank(enum imc_mode mode)
{
    assert(mode < IMC_N_MODES);
    return &imc_banks[mode];
}
