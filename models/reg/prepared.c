/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prepares descriptions: tables by address, in which an entry is made once and stays. */
#include "models/reg/prepared.h"

#include <stddef.h>
#include <string.h>

/* Registers and banks that there is room for: more than any machine has. An entry is at one of the few slots
 * from its address's own on. */
enum { REGS_BITS = 11, BANKS_BITS = 7, TRIES = 8 };

struct masks_entry {
    _Atomic(const void *) of; /* a struct reg; NULL: free */
    struct reg_masks masks;
};

struct places_entry {
    _Atomic(const void *) of; /* a bank */
    struct reg_places places;
};

static struct masks_entry regs[(1 << REGS_BITS) + TRIES];
static struct places_entry banks[(1 << BANKS_BITS) + TRIES];

/* Stands in a slot whose entry is being made. */
static const char unfinished;

/* The golden section spreads addresses evenly (Knuth, The Art of Computer Programming, section 6.4). */
static inline size_t slot_of(const void *address, unsigned bits)
{
    return (size_t)((uint64_t)(uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15) >> (64 - bits));
}

const struct reg_masks *reg_prepared_masks(const struct reg *reg)
{
    const struct masks_entry *entry = &regs[slot_of(reg, REGS_BITS)];

    for (unsigned i = 0; i < TRIES; i++, entry++) {
        const void *of = atomic_load_explicit(&entry->of, memory_order_acquire);

        if (of == reg)
            return &entry->masks;
        if (!of)
            break;
    }
    return NULL;
}

static const struct reg_places *places_of(const void *bank)
{
    const struct places_entry *entry = &banks[slot_of(bank, BANKS_BITS)];

    for (unsigned i = 0; i < TRIES; i++, entry++) {
        const void *of = atomic_load_explicit(&entry->of, memory_order_acquire);

        if (of == bank)
            return &entry->places;
        if (!of)
            break;
    }
    return NULL;
}

const struct reg_places *reg_prepared_places(const void *bank)
{
    const struct reg_places *places = places_of(bank);

    return places && places->apart ? places : NULL;
}

/* Whether this thread may make the entry of @of. */
static bool claim(_Atomic(const void *) *of)
{
    const void *none = NULL;

    return atomic_compare_exchange_strong(of, &none, &unfinished);
}

static void prepare_masks(const struct reg *reg)
{
    struct masks_entry *entry = &regs[slot_of(reg, REGS_BITS)];

    for (unsigned i = 0; i < TRIES; i++, entry++) {
        if (!claim(&entry->of))
            continue;
        for (unsigned access = 0; access < REG_N_ACCESSES; access++)
            entry->masks.of[access] = reg_access_mask(reg, (enum reg_access)access);
        atomic_store_explicit(&entry->of, reg, memory_order_release);
        return;
    }
}

/* ---- places ---- */

static uint8_t *slot_at(struct reg_places *places, uint32_t word)
{
    return &places->slots[(uint32_t)(word * places->factor) >> (32 - REG_SLOT_BITS)];
}

/* What is prepared of a bank. */
struct bank {
    const void *address;
    const struct reg *regs;
    unsigned n;
    bool numbered;
};

/* Gives each word its slot. Returns whether they are apart. */
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

/* Tries odd factors. */
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

static void prepare_places(const struct bank *bank)
{
    struct places_entry *entry = &banks[slot_of(bank->address, BANKS_BITS)];

    for (unsigned i = 0; i < TRIES; i++, entry++) {
        struct reg_places *places = &entry->places;

        if (!claim(&entry->of))
            continue;
        places->apart = bank->n < REG_NO_SLOT &&
                        ((!bank->numbered && place_apart(bank, places, 2)) || place_apart(bank, places, 0));
        atomic_store_explicit(&entry->of, bank->address, memory_order_release);
        return;
    }
}

void reg_prepare(const void *bank, const struct reg *regs_of_bank, unsigned n, bool numbered)
{
    const struct bank whole = {bank, regs_of_bank, n, numbered};

    for (unsigned i = 0; i < n; i++)
        if (!reg_prepared_masks(&regs_of_bank[i]))
            prepare_masks(&regs_of_bank[i]);
    if (!places_of(bank))
        prepare_places(&whole);
}
