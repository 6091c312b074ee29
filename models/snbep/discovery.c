/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The entries of a socket's tables of units. */
#include "models/snbep/discovery.h"

#include "models/snbep/socket/window_regs.h"

#include <string.h>

/* Linux, enum uncore_access_type. */
enum access { ACCESS_MSR, ACCESS_MEMORY, ACCESS_PCI };

/* The global control: Intel PCM has it at this number on Sapphire Rapids. Linux
 * only requires that it is not 0. */
enum { GLOBAL_CONTROL = 0x2ff0 };

static unsigned n_listed(const struct snbep_variant *v)
{
    unsigned n = 0;

    for (unsigned i = 0; i < v->n_boxes; i++)
        n += v->boxes[i].type->listed;
    return n;
}

/* The place of listed box @number, or NULL. */
static const struct snbep_place *listed(const struct snbep_variant *v, unsigned number)
{
    for (unsigned i = 0; i < v->n_boxes; i++)
        if (v->boxes[i].type->listed && !number--)
            return &v->boxes[i];
    return NULL;
}

static void set(uint64_t values[UNITS_N_REGS], unsigned reg, unsigned field, uint64_t value)
{
    values[reg] = reg_set(&units_bank.regs[reg], field, values[reg], value);
}

static void fill_global(const struct snbep_variant *v, uint64_t values[UNITS_N_REGS])
{
    set(values, UNITS_GLOBAL, UNITS_GLOBAL_MAX_UNITS, n_listed(v));
    set(values, UNITS_GLOBAL, UNITS_GLOBAL_STRIDE, UNITS_ENTRY / sizeof(uint64_t));
    set(values, UNITS_GLOBAL, UNITS_GLOBAL_ACCESS, ACCESS_MSR);
    set(values, UNITS_GLOBAL_CTL, UNITS_ADDRESS_ADDRESS, GLOBAL_CONTROL);
}

static enum access access_of(const struct snbep_place *p)
{
    enum reg_space space = snbep_place_space(p);

    return space == REG_SPACE_MSR   ? ACCESS_MSR
           : space == REG_SPACE_PCI ? ACCESS_PCI
                                    : ACCESS_MEMORY;
}

/* The address of byte or register number @offset of the box's bank. */
static uint64_t address_of(
    const struct snbep_variant *v, unsigned socket, const struct snbep_place *p, uint32_t offset)
{
    switch (access_of(p)) {
    case ACCESS_MSR:
        return p->base + offset;
    case ACCESS_PCI:
        return (uint64_t)v->buses[socket][p->bus] << 20 | (uint64_t)p->device << 15 |
               (uint64_t)p->function << 12 | offset;
    default:
        return window_address(socket) + p->base + offset;
    }
}

static unsigned width_of(const struct reg *ctr)
{
    const struct reg_field *count = &ctr->fields[CTR_EVENT_COUNT];

    return (unsigned)(count->first - count->last) + 1;
}

static void fill_unit(const struct snbep_variant *v, unsigned socket, const struct snbep_place *p,
    uint64_t values[UNITS_N_REGS])
{
    const struct box_type *type = p->type;
    const struct reg *regs = type->banks[IMC_SILICON]->regs;
    uint32_t box_ctl = regs[type->box_ctl].offset;

    set(values, UNITS_LAYOUT, UNITS_LAYOUT_NUM_REGS, type->n_counters);
    set(values, UNITS_LAYOUT, UNITS_LAYOUT_CTL_OFFSET, regs[type->ctl0].offset - box_ctl);
    set(values, UNITS_LAYOUT, UNITS_LAYOUT_CTR_OFFSET, regs[type->ctr0].offset - box_ctl);
    set(values, UNITS_LAYOUT, UNITS_LAYOUT_BIT_WIDTH, width_of(&regs[type->ctr0]));
    set(values, UNITS_LAYOUT, UNITS_LAYOUT_ACCESS, access_of(p));
    set(values, UNITS_CTL, UNITS_ADDRESS_ADDRESS, address_of(v, socket, p, box_ctl));
    set(values, UNITS_ID, UNITS_ID_BOX_TYPE, type->unit_type);
    set(values, UNITS_ID, UNITS_ID_BOX_ID, p->index);
}

uint64_t discovery_read(
    const struct snbep_variant *v, unsigned socket, uint32_t offset, unsigned size)
{
    uint64_t values[UNITS_N_REGS] = {0};
    unsigned entry;
    uint32_t at = units_offset(offset, &entry);
    const struct snbep_place *place = entry ? listed(v, entry - 1) : NULL;

    if (!entry)
        fill_global(v, values);
    else if (place)
        fill_unit(v, socket, place, values);
    return reg_bank_read(&units_bank, values, at, size);
}
