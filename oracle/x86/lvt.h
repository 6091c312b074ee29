/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The entries of a local APIC's vector table through which a core's counters
 * interrupt. AMD: APM volume 2 (24593), sections 16.4 and 16.7. Intel: SDM
 * volume 3, section 11.5.1. The trace does not show whether software has
 * enabled the APIC. The oracle assumes it for an entry that is not masked: by
 * both manuals, entries of a disabled APIC stay masked.
 */
#ifndef PMULAB_ORACLE_X86_LVT_H
#define PMULAB_ORACLE_X86_LVT_H

#include <stdbool.h>
#include <stdint.h>

enum { ORACLE_EXTENDED_LVTS = 4 };

struct oracle_x86_lvt {
    uint32_t counters;                       /* LVTPC, at 0x340 */
    uint32_t extended[ORACLE_EXTENDED_LVTS]; /* AMD: from 0x500 on, 0x10 apart */
};

/* The state after reset: masked. */
void oracle_x86_lvt_begin(struct oracle_x86_lvt *lvt);

/* Software writes @value at @offset of the APIC's window. Other registers have
 * no effect. */
void oracle_x86_lvt_write(struct oracle_x86_lvt *lvt, uint32_t offset, uint32_t value);

/* Whether an overflow of a counter, or extended entry number @entry, sends an
 * NMI. */
bool oracle_x86_lvt_passes(const struct oracle_x86_lvt *lvt);
bool oracle_x86_lvt_extended_passes(const struct oracle_x86_lvt *lvt, unsigned entry);

/* Intel: the APIC has delivered the counters' interrupt, and masks the
 * entry. */
void oracle_x86_lvt_delivered(struct oracle_x86_lvt *lvt);

#endif
