/* SPDX-License-Identifier: GPL-2.0-or-later */
/* AMD's registers of branch records. */
#include "models/x86/amd_lbr.h"

#include <string.h>

/* Where the value of register number @reg is. */
static unsigned place_of(const struct amd_lbr *lbr, unsigned reg)
{
    unsigned first = reg < AMD_LBR_TO0 ? AMD_LBR_FROM0 : AMD_LBR_TO0;

    return reg < AMD_LBR_FROM0 ? reg : first + (lbr->top + reg - first) % AMD_LBR_DEPTH;
}

static uint64_t field(const struct amd_lbr *lbr, unsigned reg, unsigned field)
{
    return reg_get(&amd_lbr_bank.regs[reg], field, lbr->values[reg]);
}

/* The registers' effects. */
static void apply(struct amd_lbr *lbr)
{
    lbr->suppressed = (unsigned)lbr->values[AMD_LBR_SELECT];
    lbr->on = field(lbr, AMD_LBR_DEBUG_EXTN_CFG, AMD_LBR_EXTN_CFG_LBRV2EN);
    lbr->freezes = field(lbr, AMD_LBR_DEBUG_CTL, AMD_LBR_DEBUG_CTL_FRZ_LB_RS_ON_PMI);
}

void amd_lbr_reset(struct amd_lbr *lbr)
{
    memset(lbr, 0, sizeof(*lbr));
    reg_bank_reset(&amd_lbr_bank, lbr->values);
    apply(lbr);
}

int amd_lbr_at(uint32_t msr)
{
    return reg_bank_at(&amd_lbr_bank, msr);
}

uint64_t amd_lbr_read(const struct amd_lbr *lbr, unsigned reg)
{
    return reg_bank_read_one(&amd_lbr_bank, reg, lbr->values[place_of(lbr, reg)]);
}

void amd_lbr_preset(struct amd_lbr *lbr, unsigned reg, uint64_t value)
{
    lbr->values[place_of(lbr, reg)] = value;
    apply(lbr);
}

void amd_lbr_write(struct amd_lbr *lbr, unsigned reg, uint64_t value)
{
    uint64_t held = lbr->values[place_of(lbr, reg)];

    amd_lbr_preset(lbr, reg, reg_bank_write_one(&amd_lbr_bank, reg, held, value, UINT64_MAX));
}

/* Addresses have 58 bits, and their sign above, up to the flags. */
void amd_lbr_take(struct amd_lbr *lbr, const struct x86_lbr_branch *branch)
{
    const struct reg *from = &amd_lbr_bank.regs[AMD_LBR_FROM0];
    const struct reg *to = &amd_lbr_bank.regs[AMD_LBR_TO0];

    if (branch->kinds & lbr->suppressed)
        return;
    lbr->top = (lbr->top + AMD_LBR_DEPTH - 1) % AMD_LBR_DEPTH;
    lbr->values[AMD_LBR_FROM0 + lbr->top] =
        reg_set(from, AMD_LBR_FROM_MISPREDICT, branch->from, branch->mispredicted);
    lbr->values[AMD_LBR_TO0 + lbr->top] = reg_set(to, AMD_LBR_TO_VALID,
        reg_set(to, AMD_LBR_TO_SPEC, reg_set(to, AMD_LBR_TO_RSV_61, branch->to, 0), 0), 1);
}
