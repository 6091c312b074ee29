/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The common part of boxes in model-specific registers since Haswell-EP. They
 * have the E5-2600's fields, but their register numbers are closer together.
 * Boxes' status and a box's global control and status are omitted: Linux
 * accesses neither.
 */
#ifndef PMULAB_MODELS_SNBEP_HSX_MSR_H
#define PMULAB_MODELS_SNBEP_HSX_MSR_H

#include "models/snbep/box_types.h"
#include "models/snbep/boxes/msr_box.h"

#define HSX_MSR(reg_name, number, bits, table, what)                                               \
    {                                                                                              \
        .name = (reg_name), .offset = (number), .width = (bits), .numbering = REG_LSB0,            \
        REG_TABLE(table), .prose = (what),                                                         \
        .source = "Linux, arch/x86/events/intel/uncore_snbep.c: HSWEP_*_MSR_PMON_*"                \
    }

/* A box's control and its counters' controls come first. @at: the number of
 * counter 0. */
enum { HSX_BOX_CTL, HSX_CTL0, HSX_CTR0 = HSX_CTL0 + 4, HSX_FILTER = HSX_CTR0 + 4 };

#define HSX_MSR_FOUR(box_ctl, ctl, at, ctr)                                                        \
    [HSX_BOX_CTL] = HSX_MSR("BOX_CTL", 0x0, 32, box_ctl, "freezes the box"),                       \
    [HSX_CTL0] = HSX_MSR("CTL0", 0x1, 64, ctl, "event of counter 0"),                              \
    [HSX_CTL0 + 1] = HSX_MSR("CTL1", 0x2, 64, ctl, "event of counter 1"),                          \
    [HSX_CTL0 + 2] = HSX_MSR("CTL2", 0x3, 64, ctl, "event of counter 2"),                          \
    [HSX_CTL0 + 3] = HSX_MSR("CTL3", 0x4, 64, ctl, "event of counter 3"),                          \
    [HSX_CTR0] = HSX_MSR("CTR0", (at), 64, ctr, "counter 0"),                                      \
    [HSX_CTR0 + 1] = HSX_MSR("CTR1", (at) + 1, 64, ctr, "counter 1"),                              \
    [HSX_CTR0 + 2] = HSX_MSR("CTR2", (at) + 2, 64, ctr, "counter 2"),                              \
    [HSX_CTR0 + 3] = HSX_MSR("CTR3", (at) + 3, 64, ctr, "counter 3")

/* Members of a kind's row. */
#define HSX_MSR_TYPE(bank)                                                                         \
    .banks = {&(bank), &(bank)}, .n_counters = 4, .ctr0 = HSX_CTR0, .ctl0 = HSX_CTL0,              \
    .fixed_ctr = BOX_NONE, .fixed_ctl = BOX_NONE, .box_ctl = HSX_BOX_CTL, .status = BOX_NONE,      \
    .frz_alone = true

#endif
