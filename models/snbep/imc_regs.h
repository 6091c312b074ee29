/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The PMON registers of one memory controller channel, in PCI configuration
 * space. Their bits and offsets are defined only here. Sources: Intel
 * 327043-001 (Xeon E5-2600 uncore guide) pages 60 to 62. It differs from the
 * "LGA-2011 datasheet volume 2" (section 4.6.2.5), so there are two banks; see
 * imc_bank().
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose)
 */
#ifndef PMULAB_MODELS_SNBEP_IMC_REGS_H
#define PMULAB_MODELS_SNBEP_IMC_REGS_H

#include "models/reg/bank.h"

#define IMC_CTL_FIELDS(F)                                                                          \
    F(CTL_THRESH, "thresh", 31, 24, REG_RW, 0,                                                     \
        "compared with the increment of each cycle; 0: no comparison")                             \
    F(CTL_INVERT, "invert", 23, 23, REG_RW, 0,                                                     \
        "0: true at thresh or above; 1: true below; needs thresh")                                 \
    F(CTL_EN, "en", 22, 22, REG_RW, 0, "the counter counts, unless its box is frozen")             \
    F(CTL_RSV_21, "rsv", 21, 19, REG_RV, 0, "write 0")                                             \
    F(CTL_EDGE_DET, "edge_det", 18, 18, REG_RW, 0,                                                 \
        "counts changes from false to true; needs thresh")                                         \
    F(CTL_RSV_17, "rsv", 17, 16, REG_RV, 0,                                                        \
        "write 0; the datasheet has a queue-occupancy reset at bit 16")                            \
    F(CTL_UMASK, "umask", 15, 8, REG_RW, 0, "sub-events; the counter counts their union")          \
    F(CTL_EV_SEL, "ev_sel", 7, 0, REG_RW, 0, "event")

#define IMC_FIXED_CTL_FIELDS(F, RESET)                                                             \
    F(FIXED_CTL_RSV_31, "rsv", 31, 23, REG_RV, 0, "write 0")                                       \
    F(FIXED_CTL_EN, "en", 22, 22, REG_RW, 0, "the counter counts, unless its box is frozen")       \
    F(FIXED_CTL_RSV_21, "rsv", 21, 20, REG_RV, 0, "write 0")                                       \
    F(FIXED_CTL_RST, "rst", 19, 19, RESET, 0, "sets the fixed counter to 0")                       \
    F(FIXED_CTL_RSV_18, "rsv", 18, 0, REG_RV, 0, "write 0")

/* Guide and datasheet agree on the effect of the freeze bits. They disagree on
 * whether these read back, and on bits 17, 1 and 0. */
#define IMC_BOX_CTL_FIELDS(F, OVERFLOW, FREEZE, RESET)                                             \
    F(BOX_CTL_RSV_31, "rsv", 31, 18, REG_RV, 0, "write 0")                                         \
    F(BOX_CTL_OV_EN, "ov_en", 17, 17, OVERFLOW, 0,                                                 \
        "overflow enable (datasheet; the guide: reserved, write 0)")                               \
    F(BOX_CTL_FRZ_EN, "frz_en", 16, 16, FREEZE, 0, "the box obeys frz")                            \
    F(BOX_CTL_RSV_15, "rsv", 15, 9, REG_RV, 0, "write 0")                                          \
    F(BOX_CTL_FRZ, "frz", 8, 8, FREEZE, 0, "with frz_en: freezes all counters of the box")         \
    F(BOX_CTL_RSV_7, "rsv", 7, 2, REG_RV, 0, "write 0")                                            \
    F(BOX_CTL_RST_CTRS, "rst_ctrs", 1, 1, RESET, 0,                                                \
        "sets the counters to 0 (datasheet; the guide: reserved)")                                 \
    F(BOX_CTL_RST_CTRL, "rst_ctrl", 0, 0, RESET, 0, "sets the counters' controls to 0 (datasheet)")

#define IMC_CTR_FIELDS(F)                                                                          \
    F(CTR_RSV_63, "rsv", 63, 48, REG_RV, 0, "reads as 0")                                          \
    F(CTR_EVENT_COUNT, "event_count", 47, 0, REG_RW, 0, "wraps to 0 when it overflows")

#define IMC_STATUS_FIELDS(F)                                                                       \
    F(STATUS_RSV_31, "rsv", 31, 5, REG_RV, 0, "reads as 0")                                        \
    F(STATUS_OV_CTR3, "ov_ctr3", 4, 4, REG_RW1C, 0, "counter 3 has overflowed")                    \
    F(STATUS_OV_CTR2, "ov_ctr2", 3, 3, REG_RW1C, 0, "counter 2 has overflowed")                    \
    F(STATUS_OV_CTR1, "ov_ctr1", 2, 2, REG_RW1C, 0, "counter 1 has overflowed")                    \
    F(STATUS_OV_CTR0, "ov_ctr0", 1, 1, REG_RW1C, 0, "counter 0 has overflowed")                    \
    F(STATUS_OV_FIXED, "ov_fixed", 0, 0, REG_RW1C, 0, "the fixed counter has overflowed")

enum imc_ctl_field { IMC_CTL_FIELDS(REG_FIELD_INDEX) };
enum imc_fixed_ctl_field { IMC_FIXED_CTL_FIELDS(REG_FIELD_INDEX, ) };
enum imc_box_ctl_field { IMC_BOX_CTL_FIELDS(REG_FIELD_INDEX, , , ) };
enum imc_ctr_field { IMC_CTR_FIELDS(REG_FIELD_INDEX) };
enum imc_status_field { IMC_STATUS_FIELDS(REG_FIELD_INDEX) };

#define IMC_N_COUNTERS 4 /* general counters of a box */

/* Indices of a bank's registers and a box's held values. Counter i is IMC_CTR0
 * + i, its control IMC_CTL0 + i. */
enum imc_reg {
    IMC_CTR0,
    IMC_FIXED_CTR = IMC_CTR0 + IMC_N_COUNTERS,
    IMC_CTL0,
    IMC_FIXED_CTL = IMC_CTL0 + IMC_N_COUNTERS,
    IMC_BOX_CTL,
    IMC_UNIT_STATUS,
    IMC_N_REGS,
};

/* The document that BOX_CTL follows. A test shows that real drivers count the
 * same under both. */
enum imc_mode {
    IMC_SILICON, /* the datasheet, as found on real parts: freeze bits read back, bits 1:0 reset */
    IMC_GUIDE,   /* the uncore guide literally: freeze bits read 0, bits 17 and 1:0 are reserved */
    IMC_N_MODES,
};

extern const struct reg_bank imc_banks[IMC_N_MODES];

/* The same registers in later products, where frz freezes without frz_en. */
extern const struct reg_bank imc_ivt_bank, imc_hsx_bank, imc_skx_bank, imc_clx_bank;

/* The same registers in memory, since Ice Lake-SP. */
extern const struct reg_bank imc_icx_bank;

/* Free-running counters of a memory controller, in the order of struct box's
 * free. */
enum imc_free_reg {
    IMC_FREE_DCLK,
    IMC_FREE_READ,
    IMC_FREE_WRITE,
    IMC_FREE_PMM_READ,
    IMC_FREE_PMM_WRITE,
    IMC_N_FREE,
};

#define IMC_FREE_FIELDS(F)                                                                         \
    F(FREE_RSV_63, "rsv", 63, 48, REG_RV, 0, "reads as 0")                                         \
    F(FREE_COUNT, "count", 47, 0, REG_RO, 0, "since the reset; wraps to 0")

extern const struct reg_bank imc_free_bank;

/* Returns the bank of @mode (IMC_SILICON or IMC_GUIDE). Both have the same
 * registers at the same offsets. */
const struct reg_bank *imc_bank(enum imc_mode mode);

#endif
