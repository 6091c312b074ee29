/* SPDX-License-Identifier: GPL-2.0-or-later */
/* AMD's stack of branch records, exactly by its manual and Linux's headers. */
#include "oracle/x86/lbr.h"

#include <string.h>

#define BIT(n) (UINT64_C(1) << (n))

enum {
    DEBUG_CTL = 0x1d9,
    SELECT = 0xc000010e,
    EXTENSION = 0xc000010f,
    /* pairs: a branch's source, then its target */
    FIRST = 0xc0010300,
    END = FIRST + 2 * ORACLE_LBR_AMD_DEPTH
};

/* DebugCtl: bits 5:0; FrzLBRsOnPMI, 11; FrzPMCsOnPMI, 12. */
#define DEBUG_CTL_BITS (BIT(6) - 1 + BIT(11) + BIT(12))
#define FREEZE         BIT(11)
/* LBR_SELECT: nine kinds, which are suppressed. */
#define SELECT_BITS (BIT(9) - 1)
/* DebugExtnCfg: LbrV2En. */
#define ENABLE BIT(6)
/* The target's register: bits 63 (valid), 62 (speculative), 61 (reserved). */
#define VALID       BIT(63)
#define SPECULATIVE BIT(62)
#define TO_BITS     ~BIT(61)
/* The source's: bit 63 (mispredicted). */
#define MISPREDICTED BIT(63)

void oracle_lbr_begin(struct oracle_lbr *lbr)
{
    memset(lbr, 0, sizeof(*lbr));
}

/* LBR_SELECT's bits for @branch: its kind, and the privilege at which it
 * ends. */
static uint64_t suppressors(const struct oracle_lbr_branch *branch)
{
    uint64_t ends = branch->to_user ? BIT(1) : BIT(0);

    switch (branch->kind) {
    case ORACLE_LBR_CONDITIONAL:
        return ends | BIT(2);
    case ORACLE_LBR_CALL:
        return ends | BIT(3);
    case ORACLE_LBR_INDIRECT_CALL:
        return ends | BIT(4);
    case ORACLE_LBR_RETURN:
        return ends | BIT(5);
    case ORACLE_LBR_INDIRECT_JUMP:
        return ends | BIT(6);
    case ORACLE_LBR_JUMP:
        return ends | BIT(7);
    case ORACLE_LBR_FAR:
        break;
    }
    return ends | BIT(8);
}

/* An address has 58 bits in a register, and its sign in the bits above, up to
 * the flags. */
void oracle_lbr_branch(struct oracle_lbr *lbr, const struct oracle_lbr_branch *branch)
{
    if (!(lbr->extension & ENABLE) || suppressors(branch) & lbr->select)
        return;
    memmove(lbr->entries + 1, lbr->entries, (ORACLE_LBR_AMD_DEPTH - 1) * sizeof(lbr->entries[0]));
    lbr->entries[0].from =
        (branch->from & ~MISPREDICTED) | (branch->mispredicted ? MISPREDICTED : 0);
    lbr->entries[0].to = (branch->to & (BIT(61) - 1)) | VALID;
}

bool oracle_lbr_freezes(const struct oracle_lbr *lbr)
{
    return lbr->debug_ctl & FREEZE;
}

bool oracle_lbr_entry_at(uint32_t msr, unsigned *entry, bool *target)
{
    if (msr < FIRST || msr >= END)
        return false;
    *entry = (msr - FIRST) / 2;
    *target = (msr - FIRST) % 2;
    return true;
}

/* Bit 57 is the sign of an address. */
static uint64_t address(uint64_t value)
{
    return (value & (BIT(58) - 1)) | (value & BIT(57) ? ~(BIT(58) - 1) : 0);
}

/* Linux, amd_pmu_lbr_read(): an entry has a branch if bit 63 or 62 of its target
 * is set. */
bool oracle_lbr_decode(const struct oracle_lbr_entry *entry, struct oracle_lbr_branch *branch)
{
    *branch = (struct oracle_lbr_branch){.mispredicted = entry->from & MISPREDICTED,
        .from = address(entry->from),
        .to = address(entry->to)};
    return entry->to & (VALID | SPECULATIVE);
}

bool oracle_lbr_read(const struct oracle_lbr *lbr, uint32_t msr, uint64_t *value)
{
    unsigned entry;
    bool target;

    if (oracle_lbr_entry_at(msr, &entry, &target))
        *value = target ? lbr->entries[entry].to : lbr->entries[entry].from;
    else if (msr == DEBUG_CTL)
        *value = lbr->debug_ctl;
    else if (msr == SELECT)
        *value = lbr->select;
    else if (msr == EXTENSION)
        *value = lbr->extension;
    else
        return false;
    return true;
}

void oracle_lbr_write(struct oracle_lbr *lbr, uint32_t msr, uint64_t value)
{
    unsigned entry;
    bool target;

    if (msr == DEBUG_CTL)
        lbr->debug_ctl = value & DEBUG_CTL_BITS;
    else if (msr == SELECT)
        lbr->select = value & SELECT_BITS;
    else if (msr == EXTENSION)
        lbr->extension = value & ENABLE;
    else if (oracle_lbr_entry_at(msr, &entry, &target) && target)
        lbr->entries[entry].to = value & TO_BITS;
    else if (oracle_lbr_entry_at(msr, &entry, &target))
        lbr->entries[entry].from = value;
}
