/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stacks of branch records, exactly by the manuals and Linux's headers. */
#include "oracle/x86/lbr.h"

#include <string.h>

#define BIT(n)   (UINT64_C(1) << (n))
#define ALL_BITS UINT64_MAX

/* The differences between forms. AMD: MSRs C000_0300 and on are pairs of FROM
 * and TO. Intel, SDM volume 4: MSRs 680, 6C0 and DC0 and on. */
static const struct form {
    unsigned depth;
    uint32_t first[ORACLE_LBR_PARTS], step, select;
    enum oracle_lbr_part last;
    uint64_t writable[ORACLE_LBR_PARTS];
    uint64_t debug_ctl, select_bits;
    uint64_t status; /* of the PMU: this bit freezes */
} forms[] = {
    /* DebugCtl: bits 5:0, FrzLBRsOnPMI (11), FrzPMCsOnPMI (12). Bit 61 of TO is
     * reserved. */
    [ORACLE_LBR_AMD] = {16, {0xc0010300, 0xc0010301}, 2, 0xc000010e, ORACLE_LBR_TO,
        {ALL_BITS, ~BIT(61)}, 0x183f, 0x1ff, ORACLE_LBR_FROZEN},
    /* IA32_DEBUGCTL: LBR, BTF, TR to BTS_OFF_USR (10:6), the freezes (12:11),
     * SMM and RTM (15:14). */
    [ORACLE_LBR_SNB] = {16, {0x680, 0x6c0}, 1, 0x1c8, ORACLE_LBR_TO, {ALL_BITS, ALL_BITS},
        0xdfc3 & ~BIT(13), 0x1ff, 0},
    [ORACLE_LBR_HSX] = {16, {0x680, 0x6c0}, 1, 0x1c8, ORACLE_LBR_TO, {ALL_BITS, ALL_BITS},
        0xdfc3 & ~BIT(13), 0x3ff, 0},
    [ORACLE_LBR_SKX] = {32, {0x680, 0x6c0, 0xdc0}, 1, 0x1c8, ORACLE_LBR_INFO,
        {ALL_BITS, ALL_BITS, BIT(63) | BIT(62) | BIT(61) | 0xffff}, 0xdfc3 & ~BIT(13), 0x3ff,
        ORACLE_LBR_FROZEN},
};

enum { DEBUG_CTL = 0x1d9, TOP = 0x1c9, EXTENSION = 0xc000010f };

#define FREEZE       BIT(11) /* of DebugCtl and IA32_DEBUGCTL */
#define INTEL_ENABLE BIT(0)  /* of IA32_DEBUGCTL */
#define AMD_ENABLE   BIT(6)  /* of DebugExtnCfg: LbrV2En */

#define MISPREDICTED    BIT(63) /* of FROM, or of INFO */
#define AMD_VALID       BIT(63) /* of TO */
#define AMD_SPECULATIVE BIT(62)

enum oracle_lbr_form oracle_lbr_intel(enum oracle_x86_part part)
{
    switch (part) {
    case ORACLE_X86_SNB:
    case ORACLE_X86_IVB:
        return ORACLE_LBR_SNB;
    case ORACLE_X86_HSX:
    case ORACLE_X86_BDX:
        return ORACLE_LBR_HSX;
    case ORACLE_X86_SKX:
    case ORACLE_X86_ICX:
        return ORACLE_LBR_SKX;
    default:
        return ORACLE_LBR_NONE;
    }
}

void oracle_lbr_begin(struct oracle_lbr *lbr, enum oracle_lbr_form form)
{
    memset(lbr, 0, sizeof(*lbr));
    lbr->form = form;
}

uint64_t oracle_lbr_status(enum oracle_lbr_form form)
{
    return forms[form].status;
}

enum oracle_lbr_part oracle_lbr_last(enum oracle_lbr_form form)
{
    return forms[form].last;
}

/* ---- recording ---- */

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

static bool records(const struct oracle_lbr *lbr, const struct oracle_lbr_branch *branch)
{
    bool on =
        lbr->form == ORACLE_LBR_AMD ? lbr->extension & AMD_ENABLE : lbr->debug_ctl & INTEL_ENABLE;

    return on && !(suppressors(branch) & lbr->select);
}

/* The registers' contents. AMD: addresses have 58 bits, and their sign above,
 * up to the flags. Intel, SDM volume 3, section 18.4.8.1: formats 3, 4 and 5 of
 * IA32_PERF_CAPABILITIES. */
static struct oracle_lbr_entry entry_of(
    enum oracle_lbr_form form, const struct oracle_lbr_branch *branch)
{
    uint64_t wrong = branch->mispredicted ? MISPREDICTED : 0, from = branch->from, to = branch->to;

    switch (form) {
    case ORACLE_LBR_AMD:
        return (struct oracle_lbr_entry){
            {(from & ~MISPREDICTED) | wrong, (to & (BIT(61) - 1)) | AMD_VALID}};
    case ORACLE_LBR_SNB:
        return (struct oracle_lbr_entry){{(from & (BIT(63) - 1)) | wrong, to}};
    case ORACLE_LBR_HSX: /* bits 62 and 61: in a transaction, aborted */
        return (struct oracle_lbr_entry){{(from & (BIT(61) - 1)) | wrong, to}};
    case ORACLE_LBR_SKX:
    case ORACLE_LBR_NONE:
        break;
    }
    return (struct oracle_lbr_entry){{from, to, wrong}};
}

void oracle_lbr_branch(struct oracle_lbr *lbr, const struct oracle_lbr_branch *branch)
{
    const unsigned depth = forms[lbr->form].depth;

    if (!records(lbr, branch))
        return;
    if (lbr->form == ORACLE_LBR_AMD)
        memmove(lbr->entries + 1, lbr->entries, (depth - 1) * sizeof(lbr->entries[0]));
    else
        lbr->top = (lbr->top + 1) % depth;
    lbr->entries[lbr->top] = entry_of(lbr->form, branch);
}

void oracle_lbr_earlier(struct oracle_lbr *lbr, const struct oracle_lbr_branch *branch, uint64_t n)
{
    if (records(lbr, branch) && lbr->form != ORACLE_LBR_AMD)
        lbr->top = (lbr->top + n) % forms[lbr->form].depth;
}

/* Intel, SDM volume 3, section 18.4.7: without a bit in the status, the
 * interrupt switches the records off. */
uint64_t oracle_lbr_interrupt(struct oracle_lbr *lbr)
{
    if (!(lbr->debug_ctl & FREEZE))
        return 0;
    if (!forms[lbr->form].status)
        lbr->debug_ctl &= ~INTEL_ENABLE;
    return forms[lbr->form].status;
}

/* ---- registers ---- */

/* The register with number @msr: an index of entries, and a part. */
static bool find(
    const struct oracle_lbr *lbr, uint32_t msr, unsigned *index, enum oracle_lbr_part *part)
{
    const struct form *form = &forms[lbr->form];

    for (unsigned p = 0; p <= form->last; p++) {
        uint32_t at = msr - form->first[p];

        if (at % form->step || at / form->step >= form->depth)
            continue;
        *index = at / form->step;
        *part = (enum oracle_lbr_part)p;
        return lbr->form != ORACLE_LBR_NONE;
    }
    return false;
}

bool oracle_lbr_entry_at(
    const struct oracle_lbr *lbr, uint32_t msr, unsigned *entry, enum oracle_lbr_part *part)
{
    const unsigned depth = forms[lbr->form].depth;
    unsigned index;

    if (lbr->form == ORACLE_LBR_NONE || !find(lbr, msr, &index, part))
        return false;
    *entry = ((unsigned)lbr->top + depth - index) % depth;
    if (lbr->form == ORACLE_LBR_AMD)
        *entry = index;
    return true;
}

/* The lowest @bits bits of @value are an address with a sign. */
static uint64_t address(uint64_t value, unsigned bits)
{
    uint64_t low = BIT(bits) - 1;

    return (value & low) | (value & BIT(bits - 1) ? ~low : 0);
}

/* Linux: amd_pmu_lbr_read() takes an entry with bit 63 or 62 of its target;
 * intel_pmu_lbr_read_64() takes all, but its filter drops one from 0. */
bool oracle_lbr_decode(enum oracle_lbr_form form, const struct oracle_lbr_entry *entry,
    struct oracle_lbr_branch *branch)
{
    const uint64_t *parts = entry->parts;
    const bool amd = form == ORACLE_LBR_AMD;

    *branch = (struct oracle_lbr_branch){
        .mispredicted =
            parts[form == ORACLE_LBR_SKX ? ORACLE_LBR_INFO : ORACLE_LBR_FROM] & MISPREDICTED,
        .from = address(parts[ORACLE_LBR_FROM], amd ? 58 : 61),
        .to = address(parts[ORACLE_LBR_TO], amd ? 58 : 61)};
    return amd ? parts[ORACLE_LBR_TO] & (AMD_VALID | AMD_SPECULATIVE) : branch->from != 0;
}

bool oracle_lbr_read(const struct oracle_lbr *lbr, uint32_t msr, uint64_t *value)
{
    enum oracle_lbr_part part;
    unsigned index;

    if (lbr->form == ORACLE_LBR_NONE)
        return false;
    if (find(lbr, msr, &index, &part))
        *value = lbr->entries[index].parts[part];
    else if (msr == DEBUG_CTL)
        *value = lbr->debug_ctl;
    else if (msr == forms[lbr->form].select)
        *value = lbr->select;
    else if (msr == EXTENSION && lbr->form == ORACLE_LBR_AMD)
        *value = lbr->extension;
    else if (msr == TOP && lbr->form != ORACLE_LBR_AMD)
        *value = lbr->top;
    else
        return false;
    return true;
}

void oracle_lbr_write(struct oracle_lbr *lbr, uint32_t msr, uint64_t value)
{
    const struct form *form = &forms[lbr->form];
    enum oracle_lbr_part part;
    unsigned index;

    if (lbr->form == ORACLE_LBR_NONE)
        return;
    if (find(lbr, msr, &index, &part))
        lbr->entries[index].parts[part] = value & form->writable[part];
    else if (msr == DEBUG_CTL)
        lbr->debug_ctl = value & form->debug_ctl;
    else if (msr == form->select)
        lbr->select = value & form->select_bits;
    else if (msr == EXTENSION && lbr->form == ORACLE_LBR_AMD)
        lbr->extension = value & AMD_ENABLE;
    else if (msr == TOP && lbr->form != ORACLE_LBR_AMD)
        lbr->top = value % form->depth;
}
