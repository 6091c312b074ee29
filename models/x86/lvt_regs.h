/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A local vector table entry of the local APIC. Sources: AMD64 Architecture
 * Programmer's Manual volume 2 (24593) section 16.4; Intel SDM volume 3,
 * section 11.5.1.
 *
 * F(enumerator, name, first bit, last bit, access, reset, prose)
 */
#ifndef PMULAB_MODELS_X86_LVT_REGS_H
#define PMULAB_MODELS_X86_LVT_REGS_H

#include "models/reg/bank.h"

#define LVT_FIELDS(F)                                                                              \
    F(LVT_RSV_31, "rsv", 31, 17, REG_RV, 0, "reads as 0")                                          \
    F(LVT_MASK, "mask", 16, 16, REG_RW, 1, "no interrupt comes through this entry")                \
    F(LVT_RSV_15, "rsv", 15, 13, REG_RV, 0, "reads as 0")                                          \
    F(LVT_STATUS, "status", 12, 12, REG_RO, 0, "0: no interrupt is pending")                       \
    F(LVT_RSV_11, "rsv", 11, 11, REG_RV, 0, "reads as 0")                                          \
    F(LVT_TYPE, "type", 10, 8, REG_RW, 0, "message type: 0 fixed, 2 SMI, 4 NMI, 7 external")       \
    F(LVT_VECTOR, "vector", 7, 0, REG_RW, 0, "vector of a fixed interrupt")

enum lvt_field { LVT_FIELDS(REG_FIELD_INDEX) };

enum { LVT_TYPE_NMI = 4 };

/* The entry of the core PMU: offset in the APIC's page. */
#define APIC_LVTPC_OFFSET 0x340

/* Other relevant registers of the APIC. */
#define APIC_SVR         0xf0               /* spurious interrupt vector */
#define APIC_SVR_ENABLED (UINT32_C(1) << 8) /* software has enabled the APIC */

/* Address of the APIC's page, as firmware and Linux leave it. */
#define APIC_WINDOW UINT64_C(0xfee00000)

/* Whether an entry that holds @value lets an NMI pass. */
bool lvt_passes_nmi(uint64_t value);

/* The bank of a CPU's APIC, of which only LVTPC is of interest; LVTPC's
 * description for other banks. */
extern const struct reg_bank lvt_bank;
extern const struct reg lvt_lvtpc;
extern const struct reg_field lvt_fields[];

#define LVT_N_FIELDS 7

#endif
