/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Facts derived from descriptions before the first access: the masks of a
 * bank's registers, and the register at each offset. reg_bank_reset() prepares
 * its bank. For an unprepared bank, the register file derives them from the
 * description each time, with the same result. Prepared data never changes, as
 * descriptions are constant; any thread may prepare and look up.
 */
#ifndef PMULAB_MODELS_REG_PREPARED_H
#define PMULAB_MODELS_REG_PREPARED_H

#include "models/reg/reg.h"

#include <stdatomic.h>
#include <stddef.h>

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

/* The registers of a bank by offset: each word that a register occupies, even
 * in part, has a separate slot. A word is 4 bytes, or 1 if registers share 4;
 * or a number. */
struct reg_places {
    bool apart; /* no two words have one slot */
    uint32_t factor;
    uint8_t shift;                     /* log2 of the offsets in a word */
    uint8_t slots[1 << REG_SLOT_BITS]; /* indices of registers, or REG_NO_SLOT */
};

enum reg_preparation { REG_PLAIN, REG_UNDER_WAY, REG_READY };

/* A bank's prepared data. */
struct reg_prepared {
    _Atomic(enum reg_preparation) state;
    struct reg_places places;
    struct reg_masks *masks; /* of each register */
};

/* Room for the prepared data of @n registers, in a constant outside of
 * functions. */
#define REG_ROOM(n) (&(struct reg_prepared){.masks = (struct reg_masks[n]){{{0}}}})

/* Prepares @regs, of which a bank has @n. @numbered: offsets are numbers. */
void reg_prepare(struct reg_prepared *prepared, const struct reg *regs, unsigned n, bool numbered);

/* Returns @prepared if it is ready, or NULL. */
static inline const struct reg_prepared *reg_ready(const struct reg_prepared *prepared)
{
    bool ready =
        prepared && atomic_load_explicit(&prepared->state, memory_order_acquire) == REG_READY;

    return ready ? prepared : NULL;
}

/* The only register that may be at @offset of the bank of @places, or
 * REG_NO_SLOT if there is none. */
static inline unsigned reg_place(const struct reg_places *places, uint32_t offset)
{
    return places
        ->slots[(uint32_t)((offset >> places->shift) * places->factor) >> (32 - REG_SLOT_BITS)];
}

#endif
