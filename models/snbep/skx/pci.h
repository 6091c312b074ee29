/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The common part of Skylake-SP's boxes with registers in extended
 * configuration space. Controls have 64 bits, of which Linux writes the lower
 * half.
 */
#ifndef PMULAB_MODELS_SNBEP_SKX_PCI_H
#define PMULAB_MODELS_SNBEP_SKX_PCI_H

#include "models/snbep/pmon_regs.h"

/* @EXT: access mode of umask_ext. */
#define SKX_PCI_CTL_FIELDS(F, EXT)                                                                 \
    F(SKX_CTL_RSV_63, "rsv", 63, 56, REG_RV, 0, "reads as 0")                                      \
    F(SKX_CTL_UMASK_MORE, "umask_ext_hi", 55, 45, EXT, 0, "held, without effect")                  \
    F(SKX_CTL_RSV_44, "rsv", 44, 44, REG_RV, 0, "write 0")                                         \
    F(SKX_CTL_UMASK_EXT, "umask_ext", 43, 32, EXT, 0,                                              \
        "part of headers to match; bit 0: the opcode, other bits have no effect")                  \
    F(SKX_CTL_THRESH, "thresh", 31, 24, REG_RW, 0,                                                 \
        "compared with the increment of each cycle; 0: no comparison")                             \
    F(SKX_CTL_INVERT, "invert", 23, 23, REG_RW, 0,                                                 \
        "0: true at thresh or above; 1: true below; needs thresh")                                 \
    F(SKX_CTL_EN, "en", 22, 22, REG_RW, 0, "the counter counts, unless its box is frozen")         \
    F(SKX_CTL_RSV_21, "rsv", 21, 19, REG_RV, 0, "write 0")                                         \
    F(SKX_CTL_EDGE_DET, "edge_det", 18, 18, REG_RW, 0,                                             \
        "counts changes from false to true; needs thresh")                                         \
    F(SKX_CTL_RSV_17, "rsv", 17, 16, REG_RV, 0, "write 0")                                         \
    F(SKX_CTL_UMASK, "umask", 15, 8, REG_RW, 0, "sub-events; the counter counts their union")      \
    F(SKX_CTL_EV_SEL, "ev_sel", 7, 0, REG_RW, 0, "event")

enum skx_pci_ctl_field { SKX_PCI_CTL_FIELDS(REG_FIELD_INDEX, ) };

#define SKX_PCI_REG(reg_name, at, bits, table, what)                                               \
    {                                                                                              \
        .name = (reg_name), .offset = (at), .width = (bits), .numbering = REG_LSB0,                \
        REG_TABLE(table), .prose = (what),                                                         \
        .source = "Linux, arch/x86/events/intel/uncore_snbep.c: SKX_*_PCI_PMON_*"                  \
    }
#define SKX_PCI_CTR(n, at, table)                                                                  \
    SKX_PCI_REG("PMON_CTR" #n, (at) + 8 * (n), 64, table, "counter " #n)
#define SKX_PCI_CTL(n, at, table)                                                                  \
    SKX_PCI_REG("PMON_CTL" #n, (at) + 8 * (n), 64, table, "event of counter " #n)

enum { SKX_PCI_CTR0, SKX_PCI_CTL0 = SKX_PCI_CTR0 + 4, SKX_PCI_BOX_CTL = SKX_PCI_CTL0 + 4 };

#define SKX_PCI_FOUR(ctr_at, ctr, ctl_at, ctl, box_ctl_at, box_ctl)                                \
    {                                                                                              \
        SKX_PCI_CTR(0, ctr_at, ctr), SKX_PCI_CTR(1, ctr_at, ctr), SKX_PCI_CTR(2, ctr_at, ctr),     \
            SKX_PCI_CTR(3, ctr_at, ctr), SKX_PCI_CTL(0, ctl_at, ctl), SKX_PCI_CTL(1, ctl_at, ctl), \
            SKX_PCI_CTL(2, ctl_at, ctl), SKX_PCI_CTL(3, ctl_at, ctl),                              \
            SKX_PCI_REG("PMON_BOX_CTL", box_ctl_at, 32, box_ctl, "freezes the box")                \
    }

/* Defines the registers of a bank, and their values. @EXT: as above. */
#define SKX_PCI_REGS(ctr_at, ctl_at, box_ctl_at, EXT)                                              \
    static const struct reg_field box_ctl_fields[] = {                                             \
        IMC_BOX_CTL_FIELDS(REG_FIELD_ROW, REG_RV, REG_RW, REG_ACTION)};                            \
    static const struct reg_field ctl_fields[] = {SKX_PCI_CTL_FIELDS(REG_FIELD_ROW, EXT)};         \
    static const struct reg_field ctr_fields[] = {IMC_CTR_FIELDS(REG_FIELD_ROW)};                  \
    static const struct reg regs[] =                                                               \
        SKX_PCI_FOUR(ctr_at, ctr_fields, ctl_at, ctl_fields, box_ctl_at, box_ctl_fields)

/* Members of a kind's row. */
#define SKX_PCI_TYPE(bank)                                                                         \
    .banks = {&(bank), &(bank)}, .n_counters = 4, .ctr0 = SKX_PCI_CTR0, .ctl0 = SKX_PCI_CTL0,      \
    .fixed_ctr = BOX_NONE, .fixed_ctl = BOX_NONE, .box_ctl = SKX_PCI_BOX_CTL, .status = BOX_NONE,  \
    .filter = BOX_NONE, .frz_alone = true

/* The fields of a control. */
#define SKX_PCI_CONTROL                                                                            \
    {                                                                                              \
        .ev_sel = SKX_CTL_EV_SEL, .umask = SKX_CTL_UMASK, .edge = SKX_CTL_EDGE_DET,                \
        .en = SKX_CTL_EN, .invert = SKX_CTL_INVERT, .thresh = SKX_CTL_THRESH, .ext = BOX_NONE,     \
        .tid_en = BOX_NONE, .occ_edge = BOX_NONE, .occ_invert = BOX_NONE,                          \
    }

/* The registers of M2M, in all products that have the box. */
#define M2M_REGS SKX_PCI_REGS(0x200, 0x228, 0x258, REG_RV)

#endif
