/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The uncore's model-specific registers: CBO, PCU and UBOX monitors. They hold what is written, so drivers
 * accept them; nothing behind them counts yet. */
#ifndef PMULAB_MODELS_SNBEP_SNBEP_MSR_H
#define PMULAB_MODELS_SNBEP_SNBEP_MSR_H

#include "models/reg/bank.h"

#define SNBEP_N_CBOS       8
#define SNBEP_N_MSR_BOXES  (SNBEP_N_CBOS + 2)
#define SNBEP_MSR_BOX_REGS 10 /* most registers in one box */

/* One box of registers: its bank's offsets are relative to @base. */
struct snbep_msr_box {
    const char *name;
    const struct reg_bank *bank;
    uint32_t base;
};

extern const struct reg_bank snbep_cbo_bank, snbep_pcu_bank, snbep_ubox_msr_bank;
extern const struct snbep_msr_box snbep_msr_boxes[SNBEP_N_MSR_BOXES];

/* Returns the index of the box that has register number @msr, or -1. */
int snbep_msr_box_at(uint32_t msr);

#endif
