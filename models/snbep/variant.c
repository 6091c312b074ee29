/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The variants, and lookups in them. */
#include "models/snbep/variant.h"

#include <stddef.h>

#define ROW(NAME, name, word) &variant_##name,
const struct snbep_variant *const snbep_variants[SNBEP_N_VARIANTS] = {SNBEP_VARIANTS(ROW)};

/* ---- blocks ---- */

static bool find_box(struct snbep_block *found, unsigned index)
{
    const struct snbep_variant *variant = found->variant;

    for (unsigned i = 0; i < variant->n_boxes; i++)
        if (variant->boxes[i].index == index && variant->boxes[i].type->kind == found->kind) {
            found->place = &variant->boxes[i];
            found->box = i;
            return true;
        }
    return false;
}

bool snbep_block_find(unsigned block, struct snbep_block *found)
{
    const unsigned variant = block >> 16, socket = block >> 14 & 3, index = block & 0xff;

    if (variant >= SNBEP_N_VARIANTS || socket >= SNBEP_MAX_SOCKETS)
        return false;
    *found = (struct snbep_block){
        .variant = snbep_variants[variant], .socket = socket, .kind = snbep_block_kind(block)};
    if (found->kind < BOX_N_KINDS)
        return find_box(found, index);
    if (found->kind == SNBEP_BLOCK_SECOND)
        return found->variant->second && !index;
    if (found->kind == SNBEP_BLOCK_DISCOVERY || found->kind == SNBEP_BLOCK_UNITS)
        return found->variant->discovery && !index;
    return found->kind >= SNBEP_BLOCK_UBOX && found->kind < SNBEP_BLOCK_CORE && !index;
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
