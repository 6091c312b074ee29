/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The meanings of a local vector table entry of the local APIC, lvt.rdl, and
 * other relevant registers of the APIC. */
#ifndef PMULAB_MODELS_X86_LVT_REGS_H
#define PMULAB_MODELS_X86_LVT_REGS_H

#include "models/x86/lvt.rdl.h"

enum { LVT_TYPE_NMI = 4 };

/* The entry of the core PMU. */
#define LVT_LVTPC (&local_apic_bank.regs[LOCAL_APIC_LVTPC])

#define APIC_SVR         0xf0               /* spurious interrupt vector */
#define APIC_SVR_ENABLED (UINT32_C(1) << 8) /* software has enabled the APIC */

/* Address of the APIC's page, as firmware and Linux leave it. */
#define APIC_WINDOW UINT64_C(0xfee00000)

/* Whether an entry that holds @value lets an NMI pass. */
bool lvt_passes_nmi(uint64_t value);

#endif
