/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A CPU's part of the extended APIC space: the registers' values, and whether
 * an interrupt passes. */
#ifndef PMULAB_MODELS_EPYC_EXT_APIC_H
#define PMULAB_MODELS_EPYC_EXT_APIC_H

#include "models/epyc/apic.rdl.h"
#include "models/x86/lvt_regs.h"

#define APIC_N_EILVTS (APIC_N_REGS - APIC_EILVT0)

#define APIC_VERSION          0x30 /* bit 31: the extended space exists */
#define APIC_VERSION_EXTENDED (UINT32_C(1) << 31)

#define X2APIC_FIRST UINT32_C(0x800) /* MSR of offset 0; each 0x10 of offset is one MSR */

struct ext_apic {
    uint64_t values[APIC_N_REGS];
    bool enabled; /* from SVR */
};

/* Sets the state after a hardware reset: entries masked, the APIC disabled. */
void ext_apic_reset(struct ext_apic *apic);

/* Whether the extended space has a register at @offset. */
bool ext_apic_has(uint32_t offset);

/* Returns the offset of the register that x2APIC accesses as @msr, or 0 if it
 * is not in the extended space. */
uint32_t ext_apic_x2apic(uint32_t msr);

/* Reads and, below, writes the register at @offset, which ext_apic_has() must
 * accept. */
uint32_t ext_apic_read(const struct ext_apic *apic, uint32_t offset);
void ext_apic_write(struct ext_apic *apic, uint32_t offset, uint32_t value);

/* Whether extended LVT entry number @entry lets an NMI pass. */
bool ext_apic_passes_nmi(const struct ext_apic *apic, unsigned entry);

/* Whether LVTPC lets the core PMU's NMI pass. AMD's APIC does not mask the
 * entry then (Linux, amd_pmu_v2_handle_irq()). */
bool ext_apic_passes_overflow(const struct ext_apic *apic);

#endif
