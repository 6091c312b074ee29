/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The meanings of LDBAR's fields. */
#include "models/power9/ldbar_regs.h"

static const struct reg *ldbar_reg(void)
{
    return &cpu_bank.regs[CPU_LDBAR];
}

uint64_t ldbar_address(uint64_t ldbar)
{
    return ldbar & reg_field_mask(ldbar_reg(), &ldbar_reg()->fields[LDBAR_ADDRESS]);
}

enum ldbar_mode ldbar_mode(uint64_t ldbar)
{
    if (!ldbar_address(ldbar))
        return LDBAR_OFF;
    if (reg_get(ldbar_reg(), LDBAR_TRACE, ldbar))
        return LDBAR_TRACES;
    return reg_get(ldbar_reg(), LDBAR_ENABLE, ldbar) ? LDBAR_ACCUMULATES : LDBAR_OFF;
}
