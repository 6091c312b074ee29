/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers of the utility box's monitor, the same in the E5-2600 and in Ivy
 * Bridge-EP. */
#ifndef PMULAB_MODELS_SNBEP_BOXES_UBOX_BANK_H
#define PMULAB_MODELS_SNBEP_BOXES_UBOX_BANK_H

#include "models/snbep/boxes/msr_box.h"

enum {
    UBOX_FIXED_CTL,
    UBOX_FIXED_CTR,
    UBOX_CTL0,
    UBOX_CTR0 = UBOX_CTL0 + 2,
    UBOX_REGS = UBOX_CTR0 + 2
};

#define UBOX_BANK(fixed_ctl, fixed_ctr, ctl, ctr)                                                  \
    {                                                                                              \
        [UBOX_FIXED_CTL] =                                                                         \
            MSR_BOX_REG("FIXED_CTL", 0x8, 32, fixed_ctl, "switches the fixed counter"),            \
        [UBOX_FIXED_CTR] = MSR_BOX_REG("FIXED_CTR", 0x9, 64, fixed_ctr, "counts uncore clocks"),   \
        [UBOX_CTL0] = MSR_BOX_REG("CTL0", 0x10, 64, ctl, "event of counter 0"),                    \
        [UBOX_CTL0 + 1] = MSR_BOX_REG("CTL1", 0x11, 64, ctl, "event of counter 1"),                \
        [UBOX_CTR0] = MSR_BOX_REG("CTR0", 0x16, 64, ctr, "counter 0"),                             \
        [UBOX_CTR0 + 1] = MSR_BOX_REG("CTR1", 0x17, 64, ctr, "counter 1"),                         \
    }

/* Members of a kind's row. */
#define UBOX_TYPE(bank)                                                                            \
    .banks = {&(bank), &(bank)}, .n_counters = 2, .ctr0 = UBOX_CTR0, .ctl0 = UBOX_CTL0,            \
    .fixed_ctr = UBOX_FIXED_CTR, .fixed_ctl = UBOX_FIXED_CTL, .box_ctl = BOX_NONE,                 \
    .status = BOX_NONE, .filter = BOX_NONE

#endif
