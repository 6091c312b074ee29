/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prepares the descriptions of a bank, once. */
#include "models/reg/prepared.h"

#include <string.h>

static uint8_t *slot_at(struct reg_places *places, uint32_t word)
{
    return &places->slots[(uint32_t)(word * places->factor) >> (32 - REG_SLOT_BITS)];
}

/* The descriptions to prepare. */
struct bank {
    const struct reg *regs;
    unsigned n;
    bool numbered;
};

/* Gives each word its slot. Returns whether all slots differ. */
static bool place_all(const struct bank *bank, struct reg_places *places)
{
    memset(places->slots, REG_NO_SLOT, sizeof(places->slots));
    for (unsigned i = 0; i < bank->n; i++) {
        uint32_t first = bank->regs[i].offset, span = bank->numbered ? 1 : bank->regs[i].width / 8u;
        uint32_t last = (first + span - 1) >> places->shift;

        for (uint32_t word = first >> places->shift; word <= last; word++) {
            if (*slot_at(places, word) != REG_NO_SLOT)
                return false;
            *slot_at(places, word) = (uint8_t)i;
        }
    }
    return true;
}

/* Tries odd factors, from the golden section on, which spreads numbers evenly
 * (Knuth, The Art of Computer Programming, section 6.4). */
static bool place_apart(const struct bank *bank, struct reg_places *places, uint8_t shift)
{
    enum { FACTORS = 200 };

    places->shift = shift;
    places->factor = UINT32_C(0x9e3779b1);
    for (unsigned i = 0; i < FACTORS; i++) {
        if (place_all(bank, places))
            return true;
        places->factor += UINT32_C(0x78dde6e6);
    }
    return false;
}

void reg_prepare(struct reg_prepared *prepared, const struct reg *regs, unsigned n, bool numbered)
{
    const struct bank bank = {regs, n, numbered};
    enum reg_preparation plain = REG_PLAIN;

    if (!atomic_compare_exchange_strong(&prepared->state, &plain, REG_UNDER_WAY))
        return;
    for (unsigned i = 0; i < n; i++)
        for (unsigned access = 0; access < REG_N_ACCESSES; access++)
            prepared->masks[i].of[access] = reg_access_mask(&regs[i], (enum reg_access)access);
    prepared->places.apart =
        n < REG_NO_SLOT && ((!numbered && place_apart(&bank, &prepared->places, 2)) ||
                               place_apart(&bank, &prepared->places, 0));
    atomic_store_explicit(&prepared->state, REG_READY, memory_order_release);
}
