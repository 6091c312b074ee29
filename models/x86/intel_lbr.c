/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Intel's registers of branch records. */
#include "models/x86/intel_lbr.h"

#include "models/x86/intel_lbr.rdl.h"

#include <string.h>

_Static_assert((int)INTEL_LBR_SKX_N_REGS <= INTEL_LBR_REGS, "all registers have room");

/* SDM volume 4, table 2-2, and the tables of the generations. */
enum { SELECT = 0x1c8, TOS = 0x1c9, DEBUGCTL = 0x1d9, FROM = 0x680, TO = 0x6c0, INFO = 0xdc0 };

#define MISPREDICTED (UINT64_C(1) << 63)

/* The flags above an address: SDM volume 3, section 18.4.8.1. */
static const struct form {
    const struct reg_bank *bank;
    uint64_t flags; /* bits of FROM that are not the address's */
    unsigned depth;
    bool info;   /* flags are in INFO */
    bool status; /* the PMU's status freezes the records: version 4 of the PMU */
} forms[INTEL_N_GENERATIONS] = {
    [INTEL_SNB] = {&intel_lbr_snb_bank, MISPREDICTED, 16, false, false},
    [INTEL_IVB] = {&intel_lbr_snb_bank, MISPREDICTED, 16, false, false},
    [INTEL_HSX] = {&intel_lbr_hsx_bank, UINT64_C(7) << 61, 16, false, false},
    [INTEL_BDX] = {&intel_lbr_hsx_bank, UINT64_C(7) << 61, 16, false, false},
    [INTEL_SKX] = {&intel_lbr_skx_bank, 0, 32, true, true},
    [INTEL_ICX] = {&intel_lbr_skx_bank, 0, 32, true, true},
};

static const struct form *form_of(const struct intel_lbr *lbr)
{
    return &forms[lbr->generation];
}

const struct reg_bank *intel_lbr_bank(enum intel_generation generation)
{
    return forms[generation].bank;
}

static uint64_t *held(struct intel_lbr *lbr, uint32_t msr)
{
    return &lbr->values[reg_bank_at(form_of(lbr)->bank, msr)];
}

static uint64_t value_of(const struct intel_lbr *lbr, uint32_t msr)
{
    return lbr->values[reg_bank_at(form_of(lbr)->bank, msr)];
}

void intel_lbr_reset(struct intel_lbr *lbr, enum intel_generation generation, bool there)
{
    memset(lbr, 0, sizeof(*lbr));
    lbr->generation = generation;
    lbr->there = there && forms[generation].bank;
    if (lbr->there)
        reg_bank_reset(forms[generation].bank, lbr->values);
}

bool intel_lbr_has(const struct intel_lbr *lbr, uint32_t msr)
{
    return lbr->there && reg_bank_at(form_of(lbr)->bank, msr) >= 0;
}

uint64_t intel_lbr_read(const struct intel_lbr *lbr, uint32_t msr)
{
    const struct reg_bank *bank = form_of(lbr)->bank;

    return reg_bank_read_one(bank, (unsigned)reg_bank_at(bank, msr), value_of(lbr, msr));
}

void intel_lbr_write(struct intel_lbr *lbr, uint32_t msr, uint64_t value)
{
    const struct reg_bank *bank = form_of(lbr)->bank;
    uint64_t *at = held(lbr, msr);

    *at = reg_bank_write_one(bank, (unsigned)reg_bank_at(bank, msr), *at, value, UINT64_MAX);
}

static bool debugctl(const struct intel_lbr *lbr, unsigned field)
{
    const struct reg_bank *bank = form_of(lbr)->bank;

    return reg_get(&bank->regs[reg_bank_at(bank, DEBUGCTL)], field, value_of(lbr, DEBUGCTL));
}

bool intel_lbr_on(const struct intel_lbr *lbr)
{
    return lbr->there && debugctl(lbr, INTEL_DEBUGCTL_LBR);
}

/* SDM volume 3, section 18.4.7: legacy and streamlined freezing. */
bool intel_lbr_pmi(struct intel_lbr *lbr)
{
    if (!lbr->there || !debugctl(lbr, INTEL_DEBUGCTL_FREEZE_LBRS_ON_PMI))
        return false;
    if (!form_of(lbr)->status)
        *held(lbr, DEBUGCTL) &= ~UINT64_C(1);
    return form_of(lbr)->status;
}

void intel_lbr_take(struct intel_lbr *lbr, const struct x86_lbr_branch *branch)
{
    const struct form *form = form_of(lbr);
    uint64_t flags = branch->mispredicted ? MISPREDICTED : 0;
    uint32_t entry = (uint32_t)(value_of(lbr, TOS) + 1) % form->depth;

    if (branch->kinds & value_of(lbr, SELECT))
        return;
    *held(lbr, TOS) = entry;
    *held(lbr, FROM + entry) = (branch->from & ~form->flags) | (flags & form->flags);
    *held(lbr, TO + entry) = branch->to;
    if (form->info)
        *held(lbr, INFO + entry) = flags;
}
