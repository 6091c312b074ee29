/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The common part of boxes in model-specific registers. */
#ifndef PMULAB_MODELS_SNBEP_BOXES_MSR_BOX_H
#define PMULAB_MODELS_SNBEP_BOXES_MSR_BOX_H

#include "models/snbep/box_types.h"
#include "models/snbep/pmon_regs.h"

#define MSR_BOX_REG(reg_name, number, bits, table, what)                                           \
    {                                                                                              \
        .name = (reg_name), .offset = (number), .width = (bits), .numbering = REG_LSB0,            \
        REG_TABLE(table), .prose = (what),                                                         \
        .source = "Intel 327043-001; Linux, arch/x86/events/intel/uncore_snbep.c"                  \
    }

/* Indices of the registers of CBO and PCU, which have the same registers at the
 * same offsets. */
enum { MSR_BOX_CTL, MSR_CTL0, MSR_FILTER = MSR_CTL0 + 4, MSR_CTR0, MSR_BOX_REGS = MSR_CTR0 + 4 };

/* Rows of a bank except its filter; @CTL and so on: their places in it. */
#define MSR_BOX_ROWS(BOX_CTL, CTL, CTR, box_ctl, ctl, ctr)                                         \
    [BOX_CTL] = MSR_BOX_REG("BOX_CTL", 0x4, 32, box_ctl, "freezes the box"),                       \
    [CTL] = MSR_BOX_REG("CTL0", 0x10, 64, ctl, "event of counter 0"),                              \
    [CTL + 1] = MSR_BOX_REG("CTL1", 0x11, 64, ctl, "event of counter 1"),                          \
    [CTL + 2] = MSR_BOX_REG("CTL2", 0x12, 64, ctl, "event of counter 2"),                          \
    [CTL + 3] = MSR_BOX_REG("CTL3", 0x13, 64, ctl, "event of counter 3"),                          \
    [CTR] = MSR_BOX_REG("CTR0", 0x16, 64, ctr, "counter 0"),                                       \
    [CTR + 1] = MSR_BOX_REG("CTR1", 0x17, 64, ctr, "counter 1"),                                   \
    [CTR + 2] = MSR_BOX_REG("CTR2", 0x18, 64, ctr, "counter 2"),                                   \
    [CTR + 3] = MSR_BOX_REG("CTR3", 0x19, 64, ctr, "counter 3")

#define MSR_BOX_FOUR(box_ctl, ctl, filter, ctr)                                                    \
    {                                                                                              \
        MSR_BOX_ROWS(MSR_BOX_CTL, MSR_CTL0, MSR_CTR0, box_ctl, ctl, ctr),                          \
            [MSR_FILTER] =                                                                         \
                MSR_BOX_REG("FILTER", 0x14, 64, filter, "filters the events of all counters")      \
    }

/* Members of a kind's row; @freezes and so on: indices into the bank. */
#define MSR_BOX_TYPE_AT(bank, freezes, controls, counter, first)                                   \
    .banks = {&(bank), &(bank)}, .n_counters = 4, .ctr0 = (counter), .ctl0 = (controls),           \
    .fixed_ctr = BOX_NONE, .fixed_ctl = BOX_NONE, .box_ctl = (freezes), .status = BOX_NONE,        \
    .filter = (first)
#define MSR_BOX_TYPE(bank) MSR_BOX_TYPE_AT(bank, MSR_BOX_CTL, MSR_CTL0, MSR_CTR0, MSR_FILTER)

/* The fields of a control; @tid: tid_en, or BOX_NONE. */
#define MSR_BOX_CONTROL_OF(tid)                                                                    \
    {                                                                                              \
        .ev_sel = PMON_CTL_EV_SEL, .umask = PMON_CTL_UMASK, .edge = PMON_CTL_EDGE_DET,             \
        .en = PMON_CTL_EN, .invert = PMON_CTL_INVERT, .thresh = PMON_CTL_THRESH, .ext = BOX_NONE,  \
        .tid_en = (tid), .occ_edge = BOX_NONE, .occ_invert = BOX_NONE                              \
    }
#define MSR_BOX_CONTROL MSR_BOX_CONTROL_OF(PMON_CTL_TID_EN)

/* The same for the power control unit, and for the utility box. */
#define PCU_CONTROL                                                                                \
    {                                                                                              \
        .ev_sel = PCU_CTL_EV_SEL, .umask = PCU_CTL_OCC_SEL, .edge = PCU_CTL_EDGE_DET,              \
        .en = PCU_CTL_EN, .invert = PCU_CTL_INVERT, .thresh = PCU_CTL_THRESH, .ext = PCU_CTL_EXT,  \
        .tid_en = BOX_NONE, .occ_edge = PCU_CTL_OCC_EDGE, .occ_invert = PCU_CTL_OCC_INVERT,        \
    }
#define UBOX_CONTROL                                                                               \
    {                                                                                              \
        .ev_sel = UBOX_CTL_EV_SEL, .umask = UBOX_CTL_UMASK, .edge = UBOX_CTL_EDGE_DET,             \
        .en = UBOX_CTL_EN, .invert = UBOX_CTL_INVERT, .thresh = UBOX_CTL_THRESH, .ext = BOX_NONE,  \
        .tid_en = BOX_NONE, .occ_edge = BOX_NONE, .occ_invert = BOX_NONE,                          \
    }

#endif
