/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The variants, and lookups in them. */
#include "models/snbep/variant.h"

#include <stddef.h>

const struct snbep_variant *const snbep_variants[SNBEP_N_VARIANTS] = {
    [VARIANT_SNBEP] = &variant_snbep,
    [VARIANT_IVT] = &variant_ivt,
    [VARIANT_HSX] = &variant_hsx,
    [VARIANT_BDX] = &variant_bdx,
    [VARIANT_BDX_DE] = &variant_bdx_de,
    [VARIANT_SKX] = &variant_skx,
    [VARIANT_CLX] = &variant_clx,
    [VARIANT_ICX] = &variant_icx,
    [VARIANT_SPR] = &variant_spr,
    [VARIANT_GENERIC] = &variant_generic,
};

/* ---- blocks ---- */

bool snbep_block_find(unsigned block, struct snbep_block *found)
{
    unsigned socket = block / SNBEP_N_BLOCKS, index = block % SNBEP_N_BLOCKS;

    if (block >= SNBEP_END_BLOCK)
        return false;
    const struct snbep_variant *variant = snbep_variants[socket / SNBEP_MAX_SOCKETS];

    *found = (struct snbep_block){variant, socket % SNBEP_MAX_SOCKETS, index, NULL};
    if (index < variant->n_boxes)
        found->place = &variant->boxes[index];
    if (index == SNBEP_BLOCK_SECOND)
        return variant->second;
    if (index == SNBEP_BLOCK_DISCOVERY || index == SNBEP_BLOCK_UNITS)
        return variant->discovery;
    return found->place || index >= SNBEP_BLOCK_UBOX;
}

unsigned snbep_n_imcs(const struct snbep_variant *variant)
{
    unsigned n = 0;

    while (n < variant->n_boxes && variant->boxes[n].type == variant->boxes[0].type)
        n++;
    return n;
}

/* ---- places ---- */

const struct snbep_function *snbep_function_at(
    const struct snbep_variant *variant, unsigned bus, unsigned devfn)
{
    for (unsigned i = 0; i < variant->n_functions; i++) {
        const struct snbep_function *f = &variant->functions[i];
        if (f->bus == bus && f->device == devfn >> 3 && f->function == (devfn & 7))
            return f;
    }
    return NULL;
}

const struct snbep_function *snbep_discovery_function(const struct snbep_variant *variant)
{
    for (unsigned i = 0; variant->discovery && i < variant->n_functions; i++)
        if (variant->functions[i].device_id == variant->discovery)
            return &variant->functions[i];
    return NULL;
}

bool snbep_multi_function(
    const struct snbep_variant *variant, const struct snbep_function *function)
{
    for (unsigned i = 0; i < variant->n_functions; i++) {
        const struct snbep_function *f = &variant->functions[i];
        if (f->bus == function->bus && f->device == function->device && f->function)
            return true;
    }
    return false;
}

int snbep_box_at(const struct snbep_variant *variant, unsigned bus, unsigned devfn)
{
    for (unsigned i = 0; i < variant->n_boxes; i++) {
        const struct snbep_place *p = &variant->boxes[i];
        if (snbep_place_space(p) == REG_SPACE_PCI && p->bus == bus && p->device == devfn >> 3 &&
            (snbep_place_has(p, devfn & 7, 0) || snbep_place_has(p, devfn & 7, SNBEP_BEYOND)))
            return (int)i;
    }
    return -1;
}

int snbep_box_of_msr(const struct snbep_variant *variant, uint32_t msr)
{
    for (unsigned i = 0; i < variant->n_boxes; i++) {
        const struct snbep_place *p = &variant->boxes[i];
        if (snbep_place_space(p) == REG_SPACE_MSR && msr >= p->base &&
            reg_bank_at(p->type->banks[IMC_SILICON], msr - p->base) >= 0)
            return (int)i;
    }
    return -1;
}

int snbep_box_in_window(const struct snbep_variant *variant, uint32_t offset)
{
    for (unsigned i = 0; i < variant->n_boxes; i++) {
        const struct snbep_place *p = &variant->boxes[i];
        if (snbep_place_space(p) == REG_SPACE_MMIO && offset - p->base < SNBEP_BOX_BYTES)
            return (int)i;
    }
    return -1;
}

bool snbep_bus_of(
    const struct snbep_variant *variant, unsigned socket, unsigned bus, unsigned *index)
{
    for (*index = 0; *index < variant->n_buses; ++*index)
        if (variant->buses[socket][*index] == bus)
            return true;
    return false;
}
