/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Derives masks, reset values, and the effect of reads and writes from a
 * register's description. */
#include "models/reg/reg.h"

#include <stddef.h>
#include <strings.h>

enum { HELD = 1 << REG_RW | 1 << REG_WO, READABLE = 1 << REG_RW | 1 << REG_RO | 1 << REG_RW1C };

/* All bits of the fields whose access is in @accesses, a mask with one bit per
 * enum reg_access. */
static uint64_t mask_of(const struct reg *reg, unsigned accesses)
{
    uint64_t mask = 0;

    for (unsigned i = 0; i < reg->n_fields; i++)
        if (accesses >> reg->fields[i].access & 1)
            mask |= reg_field_mask(reg, &reg->fields[i]);
    return mask;
}

uint64_t reg_access_mask(const struct reg *reg, enum reg_access access)
{
    return mask_of(reg, 1u << access);
}

uint64_t reg_reset(const struct reg *reg)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < reg->n_fields; i++)
        value = reg_set(reg, i, value, reg->fields[i].reset);
    return value;
}

uint64_t reg_read(const struct reg *reg, uint64_t held)
{
    return held & mask_of(reg, READABLE);
}

uint64_t reg_write(const struct reg *reg, uint64_t held, uint64_t written, uint64_t lanes)
{
    uint64_t kept = mask_of(reg, HELD) & lanes, others = written & lanes & ~kept;
    uint64_t cleared = others ? reg_access_mask(reg, REG_RW1C) & others : 0;

    return ((held & ~kept) | (written & kept)) & ~cleared;
}

uint64_t reg_actions(const struct reg *reg, uint64_t written, uint64_t lanes)
{
    return written & lanes & reg_access_mask(reg, REG_ACTION);
}

const char *reg_value_name(const struct reg *reg, unsigned field, uint64_t value)
{
    for (const struct reg_value *v = reg->values; v && v->name; v++)
        if (v->field == field && v->value == value)
            return v->name;
    return NULL;
}

int64_t reg_value_named(const struct reg *reg, unsigned field, const char *name)
{
    for (const struct reg_value *v = reg->values; v && v->name; v++)
        if (v->field == field && !strcasecmp(v->name, name))
            return (int64_t)v->value;
    return -1;
}

const char *reg_access_word(enum reg_access access)
{
    static const char *const words[] = {[REG_RW] = "RW",
        [REG_RO] = "RO",
        [REG_WO] = "WO",
        [REG_ACTION] = "ACTION",
        [REG_RW1C] = "RW1C",
        [REG_RV] = "RV"};

    return words[access];
}

int reg_field_named(const struct reg *reg, const char *name)
{
    for (unsigned i = 0; i < reg->n_fields; i++)
        if (reg->fields[i].access != REG_RV && !strcasecmp(reg->fields[i].name, name))
            return (int)i;
    return -1;
}
