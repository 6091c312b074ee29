/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What follows from descriptions, worked out before the first access: a register's masks, and which register
 * of a bank is at an offset. reg_bank_reset() prepares its bank; where nothing is prepared, or there is no
 * more room, the register file works it out from the description each time, with the same result. What is
 * prepared never changes, as descriptions are constant; any thread may prepare and look.
 */
#ifndef PMULAB_REG_PREPARED_H
#define PMULAB_REG_PREPARED_H

#include "models/reg/reg.h"

#include <stdatomic.h>

enum { REG_N_ACCESSES = REG_RV + 1 };

/* Bits of a register by access: enum reg_access. */
struct reg_masks {
    uint64_t of[REG_N_ACCESSES];
};

/* reg_read() and reg_write() by masks. */
static inline uint64_t reg_masks_read(const struct reg_masks *masks, uint64_t held)
{
    return held & (masks->of[REG_RW] | masks->of[REG_RO] | masks->of[REG_RW1C]);
}

static inline uint64_t reg_masks_write(
    const struct reg_masks *masks, uint64_t held, uint64_t written, uint64_t lanes)
{
    uint64_t kept = (masks->of[REG_RW] | masks->of[REG_WO]) & lanes;

    return ((held & ~kept) | (written & kept)) & ~(masks->of[REG_RW1C] & ~kept & written & lanes);
}

/* log2 of a bank's slots. */
enum { REG_SLOT_BITS = 9, REG_NO_SLOT = 0xff };

/* The registers of a bank by offset: each word that a register has, or has a part of, has a slot of its own.
 * A word is 4 bytes, or 1 if registers share 4; or a number. */
struct reg_places {
    bool apart; /* no two words have one slot */
    uint32_t factor;
    uint8_t shift;                     /* log2 of the offsets in a word */
    uint8_t slots[1 << REG_SLOT_BITS]; /* indices of registers, or REG_NO_SLOT */
};

/* Prepares the @n registers @regs of @bank, whose address stands for it. @numbered: offsets are numbers. */
void reg_prepare(const void *bank, const struct reg *regs, unsigned n, bool numbered);

/* Return what has been prepared, or NULL. */
const struct reg_masks *reg_prepared_masks(const struct reg *reg);
const struct reg_places *reg_prepared_places(const void *bank);

/* The only register that may be at @offset of the bank of @places, or REG_NO_SLOT: there is none. */
static inline unsigned reg_place(const struct reg_places *places, uint32_t offset)
{
    return places->slots[(uint32_t)((offset >> places->shift) * places->factor) >> (32 - REG_SLOT_BITS)];
}

#endif
