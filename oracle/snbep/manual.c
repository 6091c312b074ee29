/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Look-ups in the tables of the manuals. */
#include "oracle/snbep/manual.h"

#include <string.h>
#include <strings.h>

#define ROW(name) &oracle_##name,
const struct oracle_variant *const oracle_variants[] = {ORACLE_VARIANTS(ROW)};
const unsigned oracle_n_variants = sizeof(oracle_variants) / sizeof(oracle_variants[0]);

/* ---- events ---- */

int oracle_event_coded(const struct oracle_kind *kind, unsigned code)
{
    for (unsigned i = 0; i < kind->n_events; i++)
        if (kind->events[i].code == code)
            return (int)i;
    return -1;
}

int oracle_event_named(const struct oracle_kind *kind, const char *name)
{
    for (unsigned i = 0; i < kind->n_events; i++)
        if (!strcasecmp(kind->events[i].name, name))
            return (int)i;
    return -1;
}

int oracle_umask_named(const struct oracle_event *event, const char *name)
{
    for (const struct oracle_sub *sub = event->subs; sub && sub->name; sub++)
        if (!strcasecmp(sub->name, name))
            return sub->umask;
    return -1;
}

uint32_t oracle_units(const struct oracle_event *event, uint8_t umask)
{
    uint32_t kinds = umask & 0x3f ? umask & 0x3f : 0x3f;

    if (!event->subs)
        return UINT32_MAX;
    if (event->rule == ORACLE_PSEUDO)
        return (umask & 0x40 ? kinds : 0) | (umask & 0x80 ? kinds << 6 : 0);
    if (!event->numbered)
        return umask;
    for (const struct oracle_sub *sub = event->subs; sub->name; sub++)
        if (sub->umask == umask)
            return sub->units;
    return 0;
}

/* ---- registers ---- */

int oracle_register_is(const struct oracle_kind *kind, enum oracle_role role, unsigned nr)
{
    for (unsigned i = 0; i < kind->n_registers; i++)
        if (kind->registers[i].role == role && kind->registers[i].nr == nr)
            return (int)i;
    return -1;
}

int oracle_register_named(const struct oracle_kind *kind, const char *name)
{
    for (unsigned i = 0; i < kind->n_registers; i++)
        if (!strcasecmp(kind->registers[i].name, name))
            return (int)i;
    return -1;
}

int oracle_register_at(const struct oracle_kind *kind, uint32_t offset, unsigned *byte)
{
    for (unsigned i = 0; i < kind->n_registers; i++) {
        const struct oracle_register *reg = &kind->registers[i];

        *byte = offset - reg->offset;
        if (offset >= reg->offset && *byte < (kind->numbered ? 1 : reg->bytes))
            return (int)i;
    }
    return -1;
}

uint64_t oracle_selects(const struct oracle_kind *kind)
{
    const struct oracle_fields *f = &kind->fields;

    return f->ev_sel | f->umask | f->thresh | f->edge | f->invert | f->ext | f->tid_en |
           f->occ_edge | f->occ_invert | f->more;
}

/* ---- places ---- */

const struct oracle_variant *oracle_variant_named(const char *name)
{
    for (unsigned i = 0; i < oracle_n_variants; i++)
        if (!strcmp(oracle_variants[i]->name, name))
            return oracle_variants[i];
    return NULL;
}

int oracle_box_named(const struct oracle_variant *variant, const char *name, unsigned *socket)
{
    *socket = !strncmp(name, "s1.", 3);
    name += 3 * *socket;
    for (unsigned i = 0; i < variant->n_boxes; i++)
        if (!strcmp(variant->boxes[i].name, name))
            return (int)i;
    return -1;
}

int oracle_function_at(
    const struct oracle_variant *variant, uint32_t offset, unsigned size, uint64_t *value)
{
    unsigned at = offset & 0xff;

    if (!size || at + size > sizeof(variant->boxes[0].id))
        return -1;
    for (unsigned i = 0; i < variant->n_boxes; i++) {
        const struct oracle_place *p = &variant->boxes[i];

        if (p->id && offset >> 8 == (p->bus << 12 | p->device << 3 | p->function)) {
            *value = p->id >> 8 * at & UINT32_MAX >> (32 - 8 * size);
            return (int)i;
        }
    }
    return -1;
}
