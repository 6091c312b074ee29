/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One CPU's extended APIC registers, and whether they let IBS's NMI pass. */
#include "models/epyc/ext_apic.h"

#include <stddef.h>

void ext_apic_reset(struct ext_apic *apic)
{
    reg_bank_reset(&apic_bank, apic->values);
    apic->enabled = false;
}

bool ext_apic_has(uint32_t offset)
{
    int reg = reg_bank_at(&apic_bank, offset);

    return reg >= 0 && apic_bank.regs[reg].offset == offset;
}

uint32_t ext_apic_x2apic(uint32_t msr)
{
    uint32_t offset = (msr - X2APIC_FIRST) << 4;

    return msr >= X2APIC_FIRST && msr < X2APIC_FIRST + 0x100 && ext_apic_has(offset) ? offset : 0;
}

uint32_t ext_apic_read(const struct ext_apic *apic, uint32_t offset)
{
    return (uint32_t)reg_bank_read(&apic_bank, apic->values, offset, 4);
}

void ext_apic_write(struct ext_apic *apic, uint32_t offset, uint32_t value)
{
    reg_bank_write(&apic_bank, apic->values, offset, 4, value, NULL, NULL);
}

bool ext_apic_passes_nmi(const struct ext_apic *apic, unsigned entry)
{
    if (!apic->enabled || entry >= APIC_N_EILVTS)
        return false;
    return lvt_passes_nmi(apic->values[APIC_EILVT0 + entry]);
}

bool ext_apic_passes_overflow(const struct ext_apic *apic)
{
    return apic->enabled && lvt_passes_nmi(apic->values[APIC_LVTPC]);
}
