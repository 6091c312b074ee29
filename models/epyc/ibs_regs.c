/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of the IBS registers of each generation, for the register file and
 * `pmulab describe`. */
#include "models/epyc/ibs_regs.h"

#include <stddef.h>

static const struct reg_field fetch_ctl_10h[] = {
    IBS_FETCH_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RV, REG_RV)};
static const struct reg_field fetch_ctl_zen1[] = {
    IBS_FETCH_CTL_FIELDS(REG_FIELD_ROW, REG_RO, REG_RV, REG_RV)};
static const struct reg_field fetch_ctl_zen4[] = {
    IBS_FETCH_CTL_FIELDS(REG_FIELD_ROW, REG_RO, REG_RO, REG_RW)};

static const struct reg_field op_ctl_10h[] = {
    IBS_OP_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RV, REG_RV)};
static const struct reg_field op_ctl_zen1[] = {
    IBS_OP_CTL_FIELDS(REG_FIELD_ROW, REG_RW, REG_RV, REG_RV)};
static const struct reg_field op_ctl_zen4[] = {
    IBS_OP_CTL_FIELDS(REG_FIELD_ROW, REG_RW, REG_RW, REG_RV)};
static const struct reg_field op_ctl_zen5[] = {
    IBS_OP_CTL_FIELDS(REG_FIELD_ROW, REG_RW, REG_RW, REG_RW)};

static const struct reg_field op_data_10h[] = {IBS_OP_DATA_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW)};
static const struct reg_field op_data_zen[] = {IBS_OP_DATA_FIELDS(REG_FIELD_ROW, REG_RW, REG_RV)};

static const struct reg_field op_data2_zen1[] = {
    IBS_OP_DATA2_FIELDS(REG_FIELD_ROW, REG_RV, REG_RV)};
static const struct reg_field op_data2_zen4[] = {
    IBS_OP_DATA2_FIELDS(REG_FIELD_ROW, REG_RW, REG_RV)};
static const struct reg_field op_data2_zen6[] = {
    IBS_OP_DATA2_FIELDS(REG_FIELD_ROW, REG_RW, REG_RW)};

#define HIT_2M "hit a 2 MB page in the L1 TLB"
#define HIT_1G "hit a 1 GB page in the L1 TLB"
static const struct reg_field op_data3_10h[] = {
    IBS_OP_DATA3_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_RW, HIT_2M, HIT_1G)};
static const struct reg_field op_data3_zen1[] = {
    IBS_OP_DATA3_FIELDS(REG_FIELD_ROW, REG_RW, REG_RV, REG_RW, HIT_2M, HIT_1G)};
static const struct reg_field op_data3_zen5[] = {IBS_OP_DATA3_FIELDS(REG_FIELD_ROW, REG_RW, REG_RV,
    REG_RV, "the page has 2 MB; valid with PhyAddrValid",
    "the page has 1 GB; valid with PhyAddrValid")};

static const struct reg_field fetch_linear[] = {
    IBS_LINEAR_FIELDS(REG_FIELD_ROW, REG_RO, "canonical; valid with Val")};
static const struct reg_field fetch_physical[] = {
    IBS_PHYSICAL_FIELDS(REG_FIELD_ROW, REG_RO, "valid with Val and PhyAddrValid")};
static const struct reg_field op_rip[] = {
    IBS_LINEAR_FIELDS(REG_FIELD_ROW, REG_RW, "canonical; valid without RipInvalid")};
static const struct reg_field dc_linear[] = {
    IBS_LINEAR_FIELDS(REG_FIELD_ROW, REG_RW, "canonical; valid with LinAddrValid")};
static const struct reg_field dc_physical[] = {
    IBS_PHYSICAL_FIELDS(REG_FIELD_ROW, REG_RW, "valid with PhyAddrValid")};
static const struct reg_field br_target[] = {
    IBS_LINEAR_FIELDS(REG_FIELD_ROW, REG_RW, "canonical; valid with BrnRet")};
static const struct reg_field ctl[] = {IBS_CTL_FIELDS(REG_FIELD_ROW)};
static const struct reg_field fetch_extd[] = {IBS_FETCH_EXTD_FIELDS(REG_FIELD_ROW)};
static const struct reg_field op_ctl2[] = {IBS_OP_CTL2_FIELDS(REG_FIELD_ROW)};
static const struct reg_field fetch_ctl2[] = {IBS_FETCH_CTL2_FIELDS(REG_FIELD_ROW)};

#define APM   "AMD 24593, section 13.3"
#define LINUX "Linux, asm/amd/ibs.h"

#define MSR(reg_name, number, table, what, where, missing)                                         \
    {                                                                                              \
        .name = (reg_name), .offset = (number), .width = 64, .numbering = REG_LSB0,                \
        REG_TABLE(table), .prose = (what), .source = (where), .not_modelled = (missing)            \
    }

/* Registers of all generations; the layouts of five of them differ. */
#define COMMON_REGS(fetch_ctl, op_ctl, op_data, op_data2, op_data3)                                \
    [IBS_FETCH_CTL] =                                                                              \
        MSR("IBS_FETCH_CTL", 0xc0011030, fetch_ctl, "fetch sampling: control and outcome",         \
            APM "; " LINUX, "fetches that end without bytes, unless they fault"),                  \
    [IBS_FETCH_LINADDR] = MSR("IBS_FETCH_LINADDR", 0xc0011031, fetch_linear,                       \
        "linear address of the instruction at which the sampled fetch began", APM, NULL),          \
    [IBS_FETCH_PHYSADDR] =                                                                         \
        MSR("IBS_FETCH_PHYSADDR", 0xc0011032, fetch_physical, "its physical address", APM, NULL),  \
    [IBS_OP_CTL] =                                                                                 \
        MSR("IBS_OP_CTL", 0xc0011033, op_ctl, "op sampling: control", APM "; " LINUX, NULL),       \
    [IBS_OP_RIP] = MSR("IBS_OP_RIP", 0xc0011034, op_rip,                                           \
        "linear address of the instruction that the sampled op belongs to", APM, NULL),            \
    [IBS_OP_DATA] =                                                                                \
        MSR("IBS_OP_DATA", 0xc0011035, op_data, "the sampled op: branches and retirement",         \
            APM "; " LINUX, "Microcode, BrnFuse, RipInvalid and BrnResync stay 0"),                \
    [IBS_OP_DATA2] = MSR("IBS_OP_DATA2", 0xc0011036, op_data2,                                     \
        "the sampled op: where its data came from", LINUX "; FreeBSD, hwpmc_ibs.h",                \
        "memory of other nodes, memory attached by CXL, coherent accelerators"),                   \
    [IBS_OP_DATA3] =                                                                               \
        MSR("IBS_OP_DATA3", 0xc0011037, op_data3, "the sampled op: its load or store",             \
            APM "; " LINUX, "MissNoMabAlloc, DcMissOpenMemReqs, WcMemAcc and bits 12:9 stay 0"),   \
    [IBS_DC_LINADDR] = MSR("IBS_DC_LINADDR", 0xc0011038, dc_linear,                                \
        "linear address of the load or store", APM, NULL),                                         \
    [IBS_DC_PHYSADDR] =                                                                            \
        MSR("IBS_DC_PHYSADDR", 0xc0011039, dc_physical, "its physical address", APM, NULL),        \
    [IBS_CTL] = MSR("IBS_CTL", 0xc001103a, ctl, "which interrupt samples raise",                   \
        "Linux, asm/perf_event.h",                                                                 \
        "on family 10h the register follows configuration space of the northbridge")

#define ZEN_REGS                                                                                   \
    [IBS_BR_TARGET] = MSR("IBS_BR_TARGET", 0xc001103b, br_target,                                  \
        "where the sampled branch went; after one not taken, the instruction behind it", APM,      \
        NULL),                                                                                     \
    [IBS_FETCH_CTLEXTD] = MSR("IC_IBS_EXTD_CTL", 0xc001103c, fetch_extd,                           \
        "fetch sampling: more of the outcome", LINUX, NULL)

#define ZEN6_REGS                                                                                  \
    [IBS_OP_CTL2] = MSR("IBS_OP_CTL2", 0xc001103e, op_ctl2, "op sampling: more control",           \
        "Linux, asm/perf_event.h; AMD 69205", NULL),                                               \
    [IBS_FETCH_CTL2] = MSR("IBS_FETCH_CTL2", 0xc001103f, fetch_ctl2,                               \
        "fetch sampling: more control", "Linux, asm/perf_event.h; AMD 69205", NULL)

enum { N_10H = IBS_CTL + 1, N_ZEN = IBS_FETCH_CTLEXTD + 1, N_ZEN6 = IBS_FETCH_CTL2 + 1 };

static const struct reg regs_10h[N_10H] = {
    COMMON_REGS(fetch_ctl_10h, op_ctl_10h, op_data_10h, op_data2_zen1, op_data3_10h)};
static const struct reg regs_zen1[N_ZEN] = {
    COMMON_REGS(fetch_ctl_zen1, op_ctl_zen1, op_data_zen, op_data2_zen1, op_data3_zen1), ZEN_REGS};
static const struct reg regs_zen3[N_ZEN] = {
    COMMON_REGS(fetch_ctl_zen1, op_ctl_zen1, op_data_zen, op_data2_zen1, op_data3_zen1), ZEN_REGS};
static const struct reg regs_zen4[N_ZEN] = {
    COMMON_REGS(fetch_ctl_zen4, op_ctl_zen4, op_data_zen, op_data2_zen4, op_data3_zen1), ZEN_REGS};
static const struct reg regs_zen5[N_ZEN] = {
    COMMON_REGS(fetch_ctl_zen4, op_ctl_zen5, op_data_zen, op_data2_zen4, op_data3_zen5), ZEN_REGS};
static const struct reg regs_zen6[N_ZEN6] = {
    COMMON_REGS(fetch_ctl_zen4, op_ctl_zen5, op_data_zen, op_data2_zen6, op_data3_zen5), ZEN_REGS,
    ZEN6_REGS};

const struct reg_bank ibs_bank_fam10h = {"ibs-fam10h", "instruction-based sampling of family 10h",
    REG_SPACE_MSR, REG_BANK_REGS(regs_10h, N_10H)};
const struct reg_bank ibs_bank_zen1 = {"ibs-zen1", "instruction-based sampling of Zen1 and Zen2",
    REG_SPACE_MSR, REG_BANK_REGS(regs_zen1, N_ZEN)};
const struct reg_bank ibs_bank_zen3 = {"ibs-zen3", "instruction-based sampling of Zen3",
    REG_SPACE_MSR, REG_BANK_REGS(regs_zen3, N_ZEN)};
const struct reg_bank ibs_bank_zen4 = {
    "ibs", "instruction-based sampling of Zen4", REG_SPACE_MSR, REG_BANK_REGS(regs_zen4, N_ZEN)};
const struct reg_bank ibs_bank_zen5 = {"ibs-zen5", "instruction-based sampling of Zen5",
    REG_SPACE_MSR, REG_BANK_REGS(regs_zen5, N_ZEN)};
const struct reg_bank ibs_bank_zen6 = {"ibs-zen6", "instruction-based sampling of Zen6",
    REG_SPACE_MSR, REG_BANK_REGS(regs_zen6, N_ZEN6)};

const struct reg_bank *const ibs_banks[IBS_N_VARIANTS] = {
    [IBS_FAM10H] = &ibs_bank_fam10h,
    [IBS_ZEN1] = &ibs_bank_zen1,
    [IBS_ZEN2] = &ibs_bank_zen1,
    [IBS_ZEN3] = &ibs_bank_zen3,
    [IBS_ZEN4] = &ibs_bank_zen4,
    [IBS_ZEN5] = &ibs_bank_zen5,
    [IBS_ZEN6] = &ibs_bank_zen6,
};
