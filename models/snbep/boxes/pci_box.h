/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The common part of boxes in PCI configuration space: the registers of a
 * memory channel without the fixed counter and the status (327043-001, a table
 * for each box). */
#ifndef PMULAB_MODELS_SNBEP_BOXES_PCI_BOX_H
#define PMULAB_MODELS_SNBEP_BOXES_PCI_BOX_H

#include "models/snbep/box_types.h"
#include "models/snbep/pmon_regs.h"

/* Rows of a bank. @table: of the register's fields. */
#define PCI_BOX_REG(reg_name, at, bits, table, what)                                               \
    {                                                                                              \
        .name = (reg_name), .offset = (at), .width = (bits), .numbering = REG_LSB0,                \
        REG_TABLE(table), .prose = (what),                                                         \
        .source = "Intel 327043-001; Linux, arch/x86/events/intel/uncore_snbep.c"                  \
    }
#define PCI_BOX_CTR(n, table) PCI_BOX_REG("PMON_CTR" #n, 0xa0 + 8 * (n), 64, table, "counter " #n)
#define PCI_BOX_CTL(n, table)                                                                      \
    PCI_BOX_REG("PMON_CTL" #n, 0xd8 + 4 * (n), 32, table, "event of counter " #n)
#define PCI_BOX_BOX_CTL(table) PCI_BOX_REG("PMON_BOX_CTL", 0xf4, 32, table, "freezes the box")

/* The registers of a box with four counters; with three, below. */
enum { PCI_CTR0, PCI_CTL0 = PCI_CTR0 + 4, PCI_BOX_CTL_REG = PCI_CTL0 + 4, PCI_BOX_REGS };
enum { PCI3_CTR0, PCI3_CTL0 = PCI3_CTR0 + 3, PCI3_BOX_CTL_REG = PCI3_CTL0 + 3, PCI3_BOX_REGS };

#define PCI_BOX_ROWS(ctr, ctl, box_ctl)                                                            \
    PCI_BOX_CTR(0, ctr), PCI_BOX_CTR(1, ctr), PCI_BOX_CTR(2, ctr), PCI_BOX_CTR(3, ctr),            \
        PCI_BOX_CTL(0, ctl), PCI_BOX_CTL(1, ctl), PCI_BOX_CTL(2, ctl), PCI_BOX_CTL(3, ctl),        \
        PCI_BOX_BOX_CTL(box_ctl)
#define PCI_BOX_FOUR(ctr, ctl, box_ctl)                                                            \
    {                                                                                              \
        PCI_BOX_ROWS(ctr, ctl, box_ctl)                                                            \
    }
#define PCI_BOX_THREE(ctr, ctl, box_ctl)                                                           \
    {                                                                                              \
        PCI_BOX_CTR(0, ctr), PCI_BOX_CTR(1, ctr), PCI_BOX_CTR(2, ctr), PCI_BOX_CTL(0, ctl),        \
            PCI_BOX_CTL(1, ctl), PCI_BOX_CTL(2, ctl), PCI_BOX_BOX_CTL(box_ctl)                     \
    }

/* Members of a kind's row. Guide and datasheet agree here, unlike for a memory
 * channel, so one bank serves both. */
#define PCI_BOX_MEMBERS(bank)                                                                      \
    .banks = {&(bank), &(bank)}, .n_counters = 4, .ctr0 = PCI_CTR0, .ctl0 = PCI_CTL0,              \
    .fixed_ctr = BOX_NONE, .fixed_ctl = BOX_NONE, .box_ctl = PCI_BOX_CTL_REG, .status = BOX_NONE
#define PCI_BOX_TYPE(bank) PCI_BOX_MEMBERS(bank), .filter = BOX_NONE
#define PCI3_BOX_TYPE(bank)                                                                        \
    .banks = {&(bank), &(bank)}, .n_counters = 3, .ctr0 = PCI3_CTR0, .ctl0 = PCI3_CTL0,            \
    .fixed_ctr = BOX_NONE, .fixed_ctl = BOX_NONE, .box_ctl = PCI3_BOX_CTL_REG, .status = BOX_NONE, \
    .filter = BOX_NONE

/* The fields of a control; @extended: the code's extended bit, or BOX_NONE. */
#define PCI_BOX_CONTROL(extended)                                                                  \
    {                                                                                              \
        .ev_sel = PCI_CTL_EV_SEL, .umask = PCI_CTL_UMASK, .edge = PCI_CTL_EDGE_DET,                \
        .en = PCI_CTL_EN, .invert = PCI_CTL_INVERT, .thresh = PCI_CTL_THRESH, .ext = (extended),   \
        .tid_en = BOX_NONE, .occ_edge = BOX_NONE, .occ_invert = BOX_NONE                           \
    }

#endif
