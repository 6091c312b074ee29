/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Model-specific registers: those of the CBO, PCU and UBOX monitors, which hold what is written, so drivers
 * accept them, while nothing behind them counts yet; and PLATFORM_INFO, by which collectors know the TSC. */
#ifndef PMULAB_MODELS_SNBEP_SNBEP_MSR_H
#define PMULAB_MODELS_SNBEP_SNBEP_MSR_H

#include "models/reg/bank.h"

#define SNBEP_N_CBOS       8
#define SNBEP_N_MSR_BOXES  (SNBEP_N_CBOS + 3)
#define SNBEP_MSR_BOX_REGS 10 /* most registers in one box */

/* One box of registers: its bank's offsets are relative to @base. */
struct snbep_msr_box {
    const char *name;
    const struct reg_bank *bank;
    uint32_t base;
};

extern const struct reg_bank snbep_cbo_bank, snbep_pcu_bank, snbep_ubox_msr_bank, snbep_package_bank;
extern const struct snbep_msr_box snbep_msr_boxes[SNBEP_N_MSR_BOXES];

/* The box of PLATFORM_INFO, its only register. */
#define SNBEP_MSR_PACKAGE (SNBEP_N_MSR_BOXES - 1)

/* Returns the index of the box that has register number @msr, or -1. */
int snbep_msr_box_at(uint32_t msr);

#endif
