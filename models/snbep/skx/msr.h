/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The common part of the boxes of a stack of I/O: the box's control first, then
 * counters, then their controls. */
#ifndef PMULAB_MODELS_SNBEP_SKX_MSR_H
#define PMULAB_MODELS_SNBEP_SKX_MSR_H

#include "models/snbep/box_types.h"
#include "models/snbep/boxes/msr_box.h"

#define SKX_MSR(box, reg_name, number, bits, table, what)                                          \
    {                                                                                              \
        .name = (reg_name), .offset = (number), .width = (bits), .numbering = REG_LSB0,            \
        REG_TABLE(table), .prose = (what),                                                         \
        .source = "Linux, arch/x86/events/intel/uncore_snbep.c: SKX_" box "0_MSR_PMON_*"           \
    }
#define SKX_MSR_BOX_CTL(box, table) SKX_MSR(box, "BOX_CTL", 0x0, 32, table, "freezes the box")
#define SKX_MSR_CTR(box, n, table)  SKX_MSR(box, "CTR" #n, 0x1 + (n), 64, table, "counter " #n)
#define SKX_MSR_CTL(box, n, at, table)                                                             \
    SKX_MSR(box, "CTL" #n, (at) + (n), 64, table, "event of counter " #n)

enum { SKX_MSR_BOX_CTL_REG, SKX_MSR_CTR0 };

/* Members of a kind's row; @n: its counters. */
#define SKX_MSR_TYPE(bank, n)                                                                      \
    .banks = {&(bank), &(bank)}, .n_counters = (n), .ctr0 = SKX_MSR_CTR0,                          \
    .ctl0 = SKX_MSR_CTR0 + (n), .fixed_ctr = BOX_NONE, .fixed_ctl = BOX_NONE,                      \
    .box_ctl = SKX_MSR_BOX_CTL_REG, .status = BOX_NONE, .filter = BOX_NONE, .frz_alone = true

#endif
