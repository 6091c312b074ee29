/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The extended space of AMD's local APIC, whose LVT entries deliver IBS's
 * interrupt, and the entry of the core PMU. Sources: AMD64 Architecture
 * Programmer's Manual volume 2 (24593) sections 16.3 to 16.8; Linux,
 * arch/x86/kernel/apic/apic.c.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose)
 */
#ifndef PMULAB_MODELS_EPYC_APIC_REGS_H
#define PMULAB_MODELS_EPYC_APIC_REGS_H

#include "models/x86/lvt_regs.h"

#define APIC_FEATURE_FIELDS(F)                                                                     \
    F(APIC_FEATURE_RSV_31, "rsv", 31, 24, REG_RV, 0, "reads as 0")                                 \
    F(APIC_XLC, "XLC", 23, 16, REG_RO, 4, "extended LVT entries")                                  \
    F(APIC_FEATURE_RSV_15, "rsv", 15, 3, REG_RV, 0, "reads as 0")                                  \
    F(APIC_XAIDC, "XAIDC", 2, 2, REG_RO, 1, "APIC IDs may have 8 bits")                            \
    F(APIC_SNIC, "SNIC", 1, 1, REG_RO, 1, "specific end of interrupt is supported")                \
    F(APIC_INC, "INC", 0, 0, REG_RO, 1, "interrupt enable registers are supported")

#define APIC_CONTROL_FIELDS(F)                                                                     \
    F(APIC_CONTROL_RSV_31, "rsv", 31, 3, REG_RV, 0, "reads as 0")                                  \
    F(APIC_XAIDN, "XAIDN", 2, 2, REG_RW, 0, "held, without effect")                                \
    F(APIC_SN, "SN", 1, 1, REG_RW, 0, "held, without effect")                                      \
    F(APIC_IERN, "IERN", 0, 0, REG_RW, 0, "held, without effect")

#define APIC_SEOI_FIELDS(F)                                                                        \
    F(APIC_SEOI_RSV_31, "rsv", 31, 8, REG_RV, 0, "reads as 0")                                     \
    F(APIC_SEOI_VECTOR, "vector", 7, 0, REG_RW, 0, "held, without effect")

#define APIC_IER_FIELDS(F)                                                                         \
    F(APIC_IER_ENABLED, "enabled", 31, 0, REG_RW, 0xffffffff, "held, without effect")

enum apic_feature_field { APIC_FEATURE_FIELDS(REG_FIELD_INDEX) };
enum apic_control_field { APIC_CONTROL_FIELDS(REG_FIELD_INDEX) };
enum apic_seoi_field { APIC_SEOI_FIELDS(REG_FIELD_INDEX) };
enum apic_ier_field { APIC_IER_FIELDS(REG_FIELD_INDEX) };

#define APIC_N_IERS   8
#define APIC_N_EILVTS 4

/* Indices of the bank's registers and a CPU's held values. */
enum apic_reg {
    APIC_LVTPC,
    APIC_FEATURE,
    APIC_CONTROL,
    APIC_SEOI,
    APIC_IER0,
    APIC_EILVT0 = APIC_IER0 + APIC_N_IERS,
    APIC_N_REGS = APIC_EILVT0 + APIC_N_EILVTS,
};

extern const struct reg_bank apic_bank;

#endif
